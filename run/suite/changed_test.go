package suite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mc/run/suite"
)

// repository is a new one with some files, committed.
func repository(t *testing.T, files ...string) (dir string, git func(args ...string)) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	dir = t.TempDir()
	git = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	for _, file := range files {
		write(t, filepath.Join(dir, file), "one")
	}
	git("add", ".")
	git("commit", "-q", "-m", "one")
	return dir, git
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestChanged: committed or not, added, or under another name, what differs has changed,
// and nothing else has.
func TestChanged(t *testing.T) {
	dir, git := repository(t, "a.yaml", "b c.yaml", "deep/d.yaml", "deep/same.yaml", "x_test.go", "model.go", "notes.md")
	write(t, filepath.Join(dir, "a.yaml"), "two") // committed below
	git("commit", "-q", "-am", "two")
	write(t, filepath.Join(dir, "b c.yaml"), "two")
	git("mv", "deep/d.yaml", "deep/é.yaml")
	write(t, filepath.Join(dir, "new.yaml"), "two")
	write(t, filepath.Join(dir, "x_test.go"), "two")
	write(t, filepath.Join(dir, "notes.md"), "two")
	outside := filepath.Join(t.TempDir(), "outside.yaml")
	write(t, outside, "one")

	c := &suite.Changes{Since: "HEAD~1"}
	for name, want := range map[string]bool{"a.yaml": true, "b c.yaml": true, "deep/é.yaml": true, "deep/same.yaml": false, "new.yaml": true} {
		if got, err := c.Changed(t.Context(), filepath.Join(dir, name)); got != want || err != nil {
			t.Errorf("%s has changed: %v, %v", name, got, err)
		}
	}
	for _, name := range []string{outside, "", "none.yaml"} {
		if got, err := c.Changed(t.Context(), name); !got || err != nil {
			t.Errorf("%q is in no repository, and has changed: %v, %v", name, got, err)
		}
	}
	if got, _ := (&suite.Changes{Since: "HEAD"}).Changed(t.Context(), filepath.Join(dir, "a.yaml")); got {
		t.Error("a.yaml differs from the last commit")
	}
	specs := []string{"", outside, filepath.Join(dir, "a.yaml")}
	if got, err := c.Source(t.Context(), specs); got != "" || err != nil {
		t.Errorf("%q is a source that has changed, %v", got, err)
	}
	write(t, filepath.Join(dir, "model.go"), "two")
	if got, err := (&suite.Changes{Since: "HEAD"}).Source(t.Context(), specs); got != "model.go" || err != nil {
		t.Errorf("%q is the source that has changed, %v", got, err)
	}
	for _, since := range []string{"none", "--output=x", ""} {
		_, err := (&suite.Changes{Since: since}).Changed(t.Context(), filepath.Join(dir, "a.yaml"))
		if err == nil || !strings.Contains(err.Error(), "is no revision") {
			t.Errorf("since %q: %v", since, err)
		}
	}
}
