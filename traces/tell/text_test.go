package tell

import (
	"bytes"
	"strings"
	"testing"

	"mc/term"
	"mc/traces"
	"mc/traces/internal/toy"
)

func told(t testing.TB, f *traces.File, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Text(&out, f, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTextGolden(t *testing.T) {
	_, f := lossFile(t)
	toy.Golden(t, "loss.txt", []byte(told(t, f, Options{Unicode: true, Replay: "mc replay t.json"})))
	toy.Golden(t, "loss-ascii.txt", []byte(told(t, f, Options{Width: 80, Replay: "mc check toy-loss -o trace.json, then mc replay trace.json"})))
}

func TestTextIsPlainWhereItMustBe(t *testing.T) {
	_, f := lossFile(t)
	for _, r := range told(t, f, Options{}) {
		if r > 126 || r == '\x1b' {
			t.Fatalf("%q in plain ASCII text", r)
		}
	}
	colored := told(t, f, Options{Color: true})
	if !strings.Contains(colored, "\x1b[31m") {
		t.Error("no red in coloured text")
	}
	if strings.Count(colored, "\x1b[") != 2*strings.Count(colored, "\x1b[0m") {
		t.Error("a colour is not switched off")
	}
}

func TestTextShowsARange(t *testing.T) {
	_, f := lossFile(t)
	part := told(t, f, Options{From: 3, Until: 4})
	for step, want := range map[string]bool{"\nstart": false, "\n  2  ": false, "\n  3  ": true, "\n  4  ": true, "\n  5  ": false, "is violated": false} {
		if strings.Contains(part, step) != want {
			t.Errorf("shows %q: %v, want %v\n%s", step, !want, want, part)
		}
	}
}

// TestTextShowsScenes has a model's own picture at the start and where a step
// changes it.
func TestTextShowsScenes(t *testing.T) {
	_, f := lossFile(t)
	for i := range f.States() {
		f.Frame(i).View.Picture = []string{"o---o", map[bool]string{false: "dawn", true: "dusk"}[i >= 3]}
	}
	text := told(t, f, Options{})
	if got := strings.Count(text, "       o---o\n       dawn\n"); got != 1 {
		t.Errorf("the first picture is shown %d times:\n%s", got, text)
	}
	if _, after, _ := strings.Cut(text, "\n  3  "); strings.Count(text, "dusk") != 1 || !strings.Contains(after, "dusk\n") {
		t.Errorf("the second picture is not shown once, at step 3:\n%s", text)
	}
	if !strings.Contains(Details(f, 3, Options{}), "dusk") || strings.Contains(Details(f, 4, Options{}), "dusk") {
		t.Error("details have the picture elsewhere than at step 3")
	}
}

// What is told calls things by their labels.
func TestTextUsesLabels(t *testing.T) {
	_, f := lossFile(t)
	f.Label(map[string]string{"m0": "order-7"})
	if text := told(t, f, Options{}); strings.Contains(text, "m0") || !strings.Contains(text, "order-7") {
		t.Errorf("the story should call m0 order-7:\n%s", text)
	}
}

// A long log is folded, so that the story stays as narrow as any.
func TestTextOfManyRecords(t *testing.T) {
	many, _ := manyRecords(t)
	text := told(t, many, Options{Unicode: true})
	for line := range strings.Lines(text) {
		if n := term.Width(strings.TrimRight(line, "\n")); n > 120 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	toy.Golden(t, "many.txt", []byte(told(t, many, Options{Unicode: true, From: 17, Replay: "mc check toy-loss -o trace.json, then mc replay trace.json"})))
}

// Names of wide and of combining characters leave the pictures in columns.
func TestPicturesStayInColumns(t *testing.T) {
	for _, name := range []string{"注文", "e\u0301te\u0301", "m0"} {
		_, f := lossFile(t)
		f.Label(map[string]string{"m0": name})
		at := map[int]bool{}
		for line := range strings.Lines(told(t, f, Options{Unicode: true, Color: true})) {
			if before, _, found := strings.Cut(line, "  HW "); found && strings.Contains(line, "LEO") {
				at[term.Width(before)] = true
			}
		}
		if len(at) != 1 {
			t.Errorf("%s: the columns end at %v", name, at)
		}
	}
}
