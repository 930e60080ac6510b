//go:build !race

// Only Linux says how much memory a process had; the race detector has its own.

package explorer_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
)

// keptTo runs a test again in a process of its own and asks that this keeps to a
// limit of memory; in that process it returns false, and the caller is to do what is
// to be measured.
func keptTo(t *testing.T, limit uint64) (measured bool) {
	t.Helper()
	peak, measured := inChild(t)
	if measured && peak > allowed(limit) {
		t.Errorf("%d MiB of memory, at most %d are allowed", peak>>20, allowed(limit)>>20)
	}
	return measured
}

// inChild runs a test again in a process of its own and returns the most
// memory, in bytes, that this had at a time, and true; in that process it
// returns false, and the caller is to do what is to be measured.
func inChild(t *testing.T) (peak uint64, measured bool) {
	t.Helper()
	const variable = "EXPLORER_TEST_CHILD"
	if os.Getenv(variable) == t.Name() {
		t.Cleanup(func() {
			if status, err := os.ReadFile("/proc/self/status"); err == nil {
				fmt.Printf("\n%s\n", status)
			}
		})
		return 0, false
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), variable+"="+t.Name())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	for scan := bufio.NewScanner(strings.NewReader(string(out))); scan.Scan(); {
		if line, found := strings.CutPrefix(scan.Text(), "VmHWM:"); found {
			if _, err := fmt.Sscanf(line, "%d kB", &peak); err != nil {
				t.Fatal(err)
			}
			t.Logf("peak %d KiB", peak)
			return peak << 10, true
		}
	}
	t.Fatalf("the process did not say how much memory it had:\n%s", out)
	return 0, true
}

// allowed is what a process may have whose states may take so many bytes.
func allowed(memory uint64) uint64 { return memory + memory/10 + 20<<20 }

// wide is a state of which nearly all is the same in all states.
type wide struct{ A [4096]byte }

// mostlyEmpty is a model of 1 + n + n(n-1)/2 wide states.
func mostlyEmpty(n int) *model.Model[wide] {
	return &model.Model[wide]{Name: "wide", Init: func(add func(wide)) { add(wide{}) },
		Rules: []model.Rule[wide]{{Name: "Set", Expand: func(s *wide, o *model.Steps[wide]) {
			set := 0
			for i := range n {
				if s.A[i*20] != 0 {
					set++
				}
			}
			for i := 0; set < 2 && i < n; i++ {
				if s.A[i*20] == 0 {
					o.Step().A[i*20] = byte(i + 1)
				}
			}
		}}}}
}

// TestWideStatesInterned: the store that is for wide states takes memory for
// what they differ in, not for each word of them.
func TestWideStatesInterned(t *testing.T) {
	const limit, n = 64 << 20, 60
	if keptTo(t, limit) {
		return
	}
	r, err := explorer.Check(context.Background(), mostlyEmpty(n), explorer.Options{Store: explorer.StoreInterned, Memory: limit})
	if err != nil {
		t.Fatal(err)
	}
	if want := uint64(1 + n + n*(n-1)/2); r.States.Distinct != want || !r.Exhaustive {
		t.Errorf("%d states, want %d", r.States.Distinct, want)
	}
	if each := r.StoreBytes / r.States.Distinct; each > 1024 {
		t.Errorf("%d bytes for each of %d states of 4096", each, r.States.Distinct)
	}
}

// TestManySuccessorsMemory: a limit is kept to while one state is expanded, and
// what is left of it is not.
func TestManySuccessorsMemory(t *testing.T) {
	const limit = 32 << 20
	if keptTo(t, limit) {
		return
	}
	for _, c := range combinations() {
		if c.dir || !c.possible(1) {
			continue
		}
		name := c.search.Name + ", " + c.store.Name
		r, err := explorer.Check(context.Background(), fanOut(1<<32-1), explorer.Options{
			Store: c.store.Name, Search: c.search.Name, Workers: 1, Memory: limit})
		switch {
		case err != nil:
			t.Fatalf("%s: %v", name, err)
		case !r.Cut.By(explorer.Memory) || r.Exhaustive || r.Cut.Frontier == 0:
			t.Errorf("%s: %d states, cut %+v; want a cut by memory", name, r.States.Distinct, r.Cut)
		case c.search.Shortest && r.States.Distinct != 1:
			t.Errorf("%s: %d states in complete levels, want 1", name, r.States.Distinct)
		}
	}
}

// TestManySuccessorsMemoryOnDisk: a limit is kept to while one state is expanded that
// has more successors than it has room for, and they go to disk.
func TestManySuccessorsMemoryOnDisk(t *testing.T) {
	const limit, successors = 8 << 20, 2_000_000
	if keptTo(t, limit) {
		return
	}
	r, err := explorer.Check(context.Background(), fanOut(successors), explorer.Options{Dir: t.TempDir(), Memory: limit})
	if err != nil || !r.Exhaustive || r.States.Distinct != successors {
		t.Fatalf("%+v, %v; want %d states", r, err, successors)
	}
}
