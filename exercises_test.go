//go:build exercises

package mc

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// exercise is a worked example of a change, as a file in docs/exercises has it.
type exercise struct {
	files   int      // to be edited by hand
	update  []string // tests that write what is generated
	check   []string // tests that pass then
	unwired string   // the edit that is easily forgotten
	fails   string   // the test that then fails
	edits   []edit
}

// edit is a part of a change: a new file, or lines beside an anchor in one
// that is there.
type edit struct {
	file, side, anchor string // side is "after", "before", "end", or "" for a new file
	text               string
}

// TestExercises makes each change of docs/exercises in a copy of the checkout:
// it takes as many files by hand as DEVELOPING.md says, passes its tests, and
// fails one where a part of it is left out.
func TestExercises(t *testing.T) {
	paths, err := filepath.Glob("docs/exercises/*.txt")
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d exercises, %v", len(paths), err)
	}
	guide, err := os.ReadFile("DEVELOPING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		t.Run(name, func(t *testing.T) {
			e := readExercise(t, path)
			if row := fmt.Sprintf("| %s | %d |", name, e.files); !strings.Contains(string(guide), row) {
				t.Errorf("DEVELOPING.md has no row %q", row)
			}
			if n := len(e.byHand()); n != e.files {
				t.Errorf("%d files by hand, and it says %d: %v", n, e.files, e.byHand())
			}
			dir := checkout(t)
			for _, edit := range e.edits {
				if edit.file != e.unwired {
					edit.apply(t, dir)
				}
			}
			if out, err := goTest(dir, e.fails); err == nil {
				t.Errorf("without %s go test %s passes:\n%s", e.unwired, e.fails, out)
			}
			for _, edit := range e.edits {
				if edit.file == e.unwired {
					edit.apply(t, dir)
				}
			}
			for _, test := range e.update {
				goTest(dir, test+" -update")
			}
			for _, test := range e.check {
				if out, err := goTest(dir, test); err != nil {
					t.Errorf("go test %s: %v\n%s", test, err, out)
				}
			}
			t.Logf("%s: %d files by hand: %s", name, len(e.byHand()), strings.Join(e.byHand(), ", "))
		})
	}
}

// byHand are the files that the exercise edits.
func (e *exercise) byHand() (files []string) {
	for _, edit := range e.edits {
		if !slices.Contains(files, edit.file) {
			files = append(files, edit.file)
		}
	}
	return files
}

func readExercise(t *testing.T, path string) *exercise {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	e := &exercise{}
	for line := range strings.Lines(string(text)) {
		switch head, isHead := strings.CutPrefix(strings.TrimSpace(line), "-- "); {
		case isHead:
			e.edits = append(e.edits, newEdit(strings.TrimSuffix(head, " --")))
		case len(e.edits) > 0:
			e.edits[len(e.edits)-1].text += line
		default:
			e.set(t, strings.TrimSpace(line))
		}
	}
	return e
}

func newEdit(head string) edit {
	for _, side := range []string{"after", "before"} {
		if file, anchor, ok := strings.Cut(head, " "+side+": "); ok {
			return edit{file: file, side: side, anchor: anchor}
		}
	}
	if file, ok := strings.CutSuffix(head, " end"); ok {
		return edit{file: file, side: "end"}
	}
	return edit{file: head}
}

func (e *exercise) set(t *testing.T, line string) {
	t.Helper()
	key, value, _ := strings.Cut(line, ": ")
	switch key {
	case "files":
		e.files, _ = strconv.Atoi(value)
	case "update":
		e.update = append(e.update, value)
	case "check":
		e.check = append(e.check, value)
	case "unwired":
		e.unwired = value
	case "fails":
		e.fails = value
	default:
		if line != "" && !strings.HasPrefix(line, "#") {
			t.Fatalf("%q is no line of an exercise", line)
		}
	}
}

// apply makes the edit in a copy of the checkout.
func (e edit) apply(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(e.file))
	old, err := os.ReadFile(path)
	if e.side == "" {
		err, old = nil, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	done := e.anchor == ""
	for line := range strings.Lines(string(old)) {
		here := !done && strings.Contains(line, e.anchor)
		if here && e.side == "before" {
			out.WriteString(e.text)
		}
		out.WriteString(line)
		if here && e.side == "after" {
			out.WriteString(e.text)
		}
		done = done || here
	}
	if !done {
		t.Fatalf("%s has no line with %q; mend the exercise", e.file, e.anchor)
	}
	if e.anchor == "" {
		out.WriteString(e.text)
	}
	if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// checkout copies the files of the repository.
func checkout(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("git", "ls-files", "-co", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		data, err := os.ReadFile(name)
		if err != nil {
			continue // deleted, and not yet committed
		}
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goTest runs go test with the words of a line of an exercise.
func goTest(dir, words string) ([]byte, error) {
	cmd := exec.Command("go", append([]string{"test"}, strings.Fields(words)...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath") // what is not changed need not be compiled again
	return cmd.CombinedOutput()
}
