package drive

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestDrivers holds every driver to be short, told of, and readable by who is to carry it out.
func TestDrivers(t *testing.T) {
	folder, err := filepath.Glob("drivers/*")
	if err != nil || len(folder) != len(Drivers) {
		t.Fatalf("%d files are there of %d drivers (%v)", len(folder), len(Drivers), err)
	}
	for _, d := range Drivers {
		t.Run(d.Name, func(t *testing.T) {
			text := d.Text()
			if n := strings.Count(text, "\n"); n < 10 || n >= 40 {
				t.Errorf("%d lines", n)
			}
			for _, word := range []string{"shard next", "the same command goes on", "five rounds did no"} {
				if !strings.Contains(text, word) {
					t.Errorf("nothing is said of %q", word)
				}
			}
			for line := range strings.Lines(text) {
				if len(line) > 125 {
					t.Errorf("a long line: %s", line)
				}
			}
			if !strings.HasSuffix(d.What, ".") || !strings.Contains(Names(), d.Name) {
				t.Errorf("it is told as %q, among %s", d.What, Names())
			}
			file := filepath.Join(t.TempDir(), d.File)
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			parses(t, file)
		})
	}
	if _, found := Named("nobody"); found {
		t.Error("a driver is there that is not")
	}
}

// parses has a driver read by its own tool, and not carried out. That of Scala is
// read by .ci/shards.
func parses(t *testing.T, file string) {
	switch filepath.Ext(file) {
	case ".sh":
		reads(t, "bash", "-n", file)
		if _, err := exec.LookPath("shellcheck"); err == nil {
			reads(t, "shellcheck", file)
		}
	case ".py":
		reads(t, "python3", "-m", "py_compile", file)
	case ".mk":
		reads(t, "make", "-n", "-f", file, "task-1")
	case ".yaml":
		text, err := os.ReadFile(file)
		var workflow struct {
			Spec struct{ Templates []map[string]any }
		}
		if err == nil {
			err = yaml.Unmarshal(text, &workflow)
		}
		if err != nil || len(workflow.Spec.Templates) != 3 {
			t.Errorf("%d templates: %v", len(workflow.Spec.Templates), err)
		}
	}
}

// reads runs a tool, if there is one.
func reads(t *testing.T, tool string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("there is no %s to read it", tool)
	}
	if out, err := exec.Command(tool, args...).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", tool, err, out)
	}
}
