//go:build stress

package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stressDisks are sizes in KiB.
var stressDisks = flag.String("disks", "4,64,400,2000,6000,12000,40000", "the sizes of the disks that runs fill, in KiB")

// smallDisk mounts one, whose size can be changed, or skips the test.
func smallDisk(t *testing.T) (dir string, resize func(size string)) {
	t.Helper()
	disk := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("this machine lets us mount no small disk: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", disk).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	return disk, func(size string) {
		if out, err := exec.Command("mount", "-o", "remount,size="+size, disk).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
}

// TestStressFullDisk lets runs fill small disks, on which their trace files are to
// be as well: they stop and say what to do, stop again without room, and with
// room come to the end that they would have had. The old trace file is there until
// the new one is.
func TestStressFullDisk(t *testing.T) {
	want, wantCode := undisturbed(t)
	stopped, notWritten := 0, 0
	for size := range strings.SplitSeq(*stressDisks, ",") {
		disk, resize := smallDisk(t)
		dir, file := filepath.Join(disk, "run"), filepath.Join(disk, "t.json")
		put(t, file, []byte("old"))
		resize(size + "k")
		args := spilling(dir, "-o", file)
		for _, again := range []bool{false, true} {
			if again && resumable(dir) {
				args = append(args, "--resume")
			}
			code, out, said := runTo(t, args)
			if strings.Contains(said, "goroutine") || code != 74 && code != wantCode {
				t.Fatalf("%s KiB: exit code %d on a full disk: %s", size, code, said)
			}
			if code == wantCode {
				break // there was room enough
			}
			if !strings.Contains(said, "no space left") {
				t.Errorf("%s KiB: it does not say that the disk is full: %s", size, said)
			}
			if stopped++; out != "" { // the result was told, but had no room
				notWritten++
				if diff := cmp.Diff(want, essence(t, out)); diff != "" {
					t.Errorf("%s KiB: what is told is another result:\n%s", size, diff)
				}
			}
			if text, _ := os.ReadFile(file); string(text) != "old" {
				t.Errorf("%s KiB: of the old trace %d bytes are left", size, len(text))
			}
		}
		resize("1g")
		finish(t, fmt.Sprint(size, " KiB"), dir, file, want, wantCode)
	}
	t.Logf("stopped %d times, %d of them with a result that was not written", stopped, notWritten)
	if stopped == 0 {
		t.Error("no disk was full; give smaller -disks")
	}
}

// finish goes on with what a full disk left, now that there is room.
func finish(t *testing.T, size, dir, file string, want map[string]any, wantCode int) {
	t.Helper()
	args := spilling(dir, "-o", file)
	if resumable(dir) {
		args = append(args, "--resume")
	}
	code, out, said := runTo(t, args)
	if code != wantCode {
		t.Fatalf("%s: with room again: exit code %d: %s", size, code, said)
	}
	if diff := cmp.Diff(want, essence(t, out)); diff != "" {
		t.Errorf("%s: after the disk was full the run ends otherwise:\n%s", size, diff)
	}
	if code, _, said := runTo(t, []string{"replay", file}); code != 0 {
		t.Errorf("%s: its trace does not replay: %s", size, said)
	}
}
