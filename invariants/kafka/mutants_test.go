package kafka

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// caughtAtLeast is how many mutants of a hundred must be caught.
const caughtAtLeast = 95

// TestMutants changes the claims one small piece at a time, negates them,
// blinds them and takes their premises away, and asks who notices: the tests
// of this package, or else a shipped spec whose verdict, or its length, is no
// longer as it expects. With -tags oracle it tries all of them, and asks the specs
// about those that are left:
//
//	go test -tags oracle -run Mutants -timeout 2h -v ./invariants/kafka
//
// otherwise every so many, and only the tests of this package.
func TestMutants(t *testing.T) {
	dir := t.TempDir()
	overlay, all := mutate(t, dir)
	tried := all
	if !everyMutant {
		tried = nil
		for i := 0; i < len(all); i += len(all) / 60 {
			tried = append(tried, all[i])
		}
	}
	survivors := unnoticed(t, compile(t, dir, overlay, "test", "-c", "."), tried)
	t.Logf("%d mutants, %d caught by the tests of this package", len(tried), len(tried)-len(survivors))
	if everyMutant && len(survivors) > 0 {
		survivors = unspecified(t, compile(t, dir, overlay, "build", "mc/cmd/mc"), survivors)
		t.Logf("%d left by the shipped specs", len(survivors))
	}
	for _, x := range survivors {
		t.Logf("%s: %s: %s", x.where, x.in, x.what)
	}
	caught := len(tried) - len(survivors)
	t.Logf("%d of %d caught: %.1f%%", caught, len(tried), 100*float64(caught)/float64(len(tried)))
	if 100*caught < caughtAtLeast*len(tried) {
		t.Errorf("fewer than %d%%", caughtAtLeast)
	}
}

// compile makes a program, or a test, of the mutated sources.
func compile(t *testing.T, dir, overlay, command string, args ...string) string {
	t.Helper()
	program := filepath.Join(dir, command)
	args = append([]string{command, "-pgo=off", "-overlay", overlay, "-o", program}, args...)
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// others are the tests that no mutant is shown to: those of mutants, and of what
// states stand for, which are not about what a claim says.
const others = "Mutants|Forgetting"

// with runs a program in which a mutant lives, or none.
func with(id int, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), fmt.Sprint("MC_MUTANT=", id))
	return cmd
}

// unnoticed are the mutants that the tests of this package let live.
func unnoticed(t *testing.T, program string, tried []mutant) (left []mutant) {
	t.Helper()
	if out, err := with(0, program, "-test.skip", others).CombinedOutput(); err != nil {
		t.Fatalf("without a mutant: %v: %s", err, out)
	}
	for _, x := range tried {
		if with(x.id, program, "-test.failfast", "-test.skip", others).Run() == nil {
			left = append(left, x)
		}
	}
	return left
}

// shippedSpec is a spec, how long it takes, and what it speaks of.
type shippedSpec struct {
	file   string
	takes  time.Duration
	claims []string
}

// unspecified are the mutants under which the shipped specs that speak of
// their claims end as they expect.
func unspecified(t *testing.T, program string, tried []mutant) (left []mutant) {
	t.Helper()
	specs := quick(t, program)
	for _, x := range tried {
		caught := false
		for _, s := range specs {
			speaks := slices.ContainsFunc(s.claims, func(c string) bool { return slices.Contains(x.claims, c) })
			if speaks && with(x.id, program, "check", "-q", "--json", s.file).Run() != nil {
				caught = true
				break
			}
		}
		if !caught {
			left = append(left, x)
		}
	}
	return left
}

// quick are the specs that are as they expect within two seconds, the
// quickest first.
func quick(t *testing.T, program string) (specs []shippedSpec) {
	t.Helper()
	files, err := filepath.Glob("../../specs/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.Contains(file, "ladder") || strings.Contains(file, "examples") {
			continue
		}
		begun := time.Now()
		out, err := with(0, program, "check", "-q", "--json", file).Output()
		takes := time.Since(begun)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var result struct {
			Properties []struct{ Name string }
		}
		if err := json.Unmarshal(out, &result); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		s := shippedSpec{file: file, takes: takes}
		for _, p := range result.Properties {
			s.claims = append(s.claims, p.Name)
		}
		if takes < 2*time.Second {
			specs = append(specs, s)
		}
	}
	slices.SortFunc(specs, func(a, b shippedSpec) int { return int(a.takes - b.takes) })
	return specs
}
