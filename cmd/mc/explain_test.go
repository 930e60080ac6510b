package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"mc/run/explain"
)

// TestEveryNameIsExplained holds that there is an article on every name that
// mc prints, and that it can be written in both forms.
func TestEveryNameIsExplained(t *testing.T) {
	l, err := explain.Open(shipped)
	if err != nil {
		t.Fatal(err)
	}
	names := l.Names()
	if len(names) < 100 {
		t.Errorf("there are %d names only", len(names))
	}
	for _, name := range names {
		a, found := l.Find(name)
		if !found {
			t.Errorf("there is nothing to say on %q", name)
			continue
		}
		for form, write := range map[string]func(*bytes.Buffer) error{
			"text": func(b *bytes.Buffer) error { return a.Text(b, false) },
			"json": func(b *bytes.Buffer) error { return a.JSON(b) },
		} {
			var out bytes.Buffer
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			if out.Len() == 0 {
				t.Errorf("%s: the %s is empty", name, form)
			}
		}
	}
}

// TestEveryCaseIsExplained holds that every case of the catalogue is found by
// its number, with what makes the difference where it breaks something: its
// broken and its fixed form are each other's twins.
func TestEveryCaseIsExplained(t *testing.T) {
	l, err := explain.Open(shipped)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 40; n++ {
		topic := fmt.Sprintf("R%02d", n)
		a, found := l.Find(topic)
		if !found || len(a.Scenarios) == 0 {
			t.Errorf("%s has no scenario", topic)
			continue
		}
		if told := a.Scenarios[0]; strings.HasSuffix(told.Name, "-broken") && told.Twin == nil && !playsScript(told) {
			t.Errorf("%s: nothing makes the difference to %s", topic, told.Name)
		}
	}
}

// playsScript reports whether a scenario is played rather than explored: nothing
// is checked but what its steps expect.
func playsScript(t explain.Told) bool { return len(t.Claims) == 0 }

// TestArticlesAreReadable holds that lines of text stay short, and that
// topics are found whatever their case.
func TestArticlesAreReadable(t *testing.T) {
	l, err := explain.Open(shipped)
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"kip-320", "KIP-966", "k01A", "r24", "fetch", "2.8", "MIN_INSYNC_REPLICAS"} {
		a, found := l.Find(topic)
		if !found {
			t.Errorf("there is nothing to say on %q", topic)
			continue
		}
		var out bytes.Buffer
		if err := a.Text(&out, false); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if utf8.RuneCountInString(line) > 101 {
				t.Errorf("%s: a line of %d characters: %s", topic, len(line), line)
			}
		}
	}
}
