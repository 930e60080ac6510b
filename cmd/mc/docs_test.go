package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocs types every command of the console blocks in README.md and docs/,
// and holds what it prints against what the page shows. The commands of a
// page share a directory, so that one may read what another wrote. Run it
// with -update to write the outputs into the pages.
func TestDocs(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range append(pages, "../../README.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			old, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			fresh, commands := refresh(t, string(old), t.TempDir())
			ran += commands
			if same(string(old), fresh) {
				return
			}
			if !*update {
				t.Errorf("the output in %s is not what mc prints today; run go test ./cmd/mc -run TestDocs -update\n%s", page, cmp.Diff(string(old), fresh))
				return
			}
			if err := os.WriteFile(page, []byte(fresh), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
	if ran == 0 {
		t.Error("no page shows a command")
	}
}

// refresh runs the commands of a page and puts their output in place of the
// old.
func refresh(t *testing.T, page, dir string) (fresh string, commands int) {
	var out strings.Builder
	inside := false
	for line := range strings.Lines(page) {
		text := strings.TrimSuffix(line, "\n")
		switch command, isCommand := strings.CutPrefix(text, "$ "); {
		case text == "```console":
			inside = true
			out.WriteString(line)
		case text == "```":
			inside = false
			out.WriteString(line)
		case !inside:
			out.WriteString(line)
		case isCommand:
			out.WriteString(line)
			out.WriteString(typed(t, command, dir))
			commands++
		}
	}
	return out.String(), commands
}

// typed is what a reader who types the command sees on a terminal without
// colours; mc exits as it exits, which the output shows.
func typed(t *testing.T, command, dir string) string {
	command = strings.ReplaceAll(command, "go run ./cmd/mc", "mc")
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = withRecordings(t, dir)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if len(out) == 0 && errs.Len() == 0 && err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	if errs.Len() > 0 {
		return string(out) + errs.String()
	}
	return string(out)
}

// withRecordings is a folder with those of real clusters, where they lie in the repository.
func withRecordings(t *testing.T, dir string) string {
	recorded := filepath.Join(dir, "brokers", "recorded", "testdata")
	if _, err := os.Stat(recorded); err == nil {
		return dir
	}
	if err := os.CopyFS(recorded, os.DirFS("../../brokers/recorded/testdata")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// varying is what differs from run to run: times, rates, memory, the number
// of workers, and the columns of padding around them.
var varying = regexp.MustCompile(`\d+ workers?|\d+\.\d+s\b|peak memory \S+|[0-9.]+ bytes per state in the store`)

func same(a, b string) bool {
	return varying.ReplaceAllString(a, "~") == varying.ReplaceAllString(b, "~")
}

// TestOwnModelPage holds the code on the page for authors of models to be that
// of the examples: first the one that the tests of the engine run, which
// -update copies, then parts of others.
func TestOwnModelPage(t *testing.T) {
	const page = "../../docs/05-own-models.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../explorer/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), "```go\n")
	_, after, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatal("the page shows no code")
	}
	generated(t, page, before+"```go\n"+string(example)+"```\n"+after)

	for _, file := range []string{"examples/lock/main.go", "model/examples/twophase/twophase.go"} {
		source, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(after, "```go\n")
		excerpt, left, found := strings.Cut(rest, "```\n")
		if !found || !strings.Contains(string(source), excerpt) {
			t.Errorf("%s shows code that is not in %s:\n%s", page, file, excerpt)
		}
		after = left
	}
}

// TestPublishedNames holds the page's table of the names of the published
// modules against those that the rules carry.
func TestPublishedNames(t *testing.T) {
	page, err := os.ReadFile("../../docs/02-the-model.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "## 2.10 ")
	after, _, _ = strings.Cut(after, "\n## ")
	var rungs [][]string // of each column
	compared := 0
	for line := range strings.Lines(after) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 5 || strings.Contains(line, "---") {
			continue
		}
		if rungs == nil {
			for _, head := range cells[1:] {
				names, _, _ := strings.Cut(head, ":")
				rungs = append(rungs, strings.Split(strings.TrimSpace(names), ", "))
			}
			continue
		}
		for _, rule := range strings.Split(strings.TrimSpace(cells[0]), ", ") {
			for column, cell := range cells[1:] {
				names := strings.Split(strings.TrimSpace(cell), ", ")
				for i, rung := range rungs[column] {
					want := names[min(i, len(names)-1)]
					if got := publishedName(t, "kafkaspec/"+rung, rule); got != want {
						t.Errorf("%s of %s: the page says %q, the model %q", rule, rung, want, got)
					}
					compared++
				}
			}
		}
	}
	if compared < 40 {
		t.Errorf("only %d names were found on the page", compared)
	}
}

// publishedName is what the table has in the cell of a rule: "same", another
// name, or nothing where there is no such rule.
func publishedName(t *testing.T, of, rule string) string {
	entry, ok := models().Find(of)
	if !ok {
		t.Fatalf("there is no model %s", of)
	}
	v, err := entry.Vocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range v.Rules {
		if r.Name == rule && r.Published == "" {
			return "same"
		}
		if r.Name == rule {
			return r.Published
		}
	}
	return ""
}
