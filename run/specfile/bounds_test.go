package specfile

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// beyond are files that are no specs, whatever they begin with: rows C1 to C4.
func beyond() map[string]string {
	many := func(n int, form string) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, form, i)
		}
		return out.String()
	}
	const head = "name: a\nmodel: kafka\ngeneration: kip-101\n"
	steps := head + "steps:\n"
	return map[string]string{
		steps + strings.Repeat("- ", 20_000) + "x\n":                              "is nested more than 100 deep",
		steps + strings.Repeat("- ", 50_000) + "x\n":                              "is nested more than 100 deep",
		head + "set: " + strings.Repeat("[", 10_000):                              "is nested more than 100 deep",
		head + "set: " + strings.Repeat("[", 100_000):                             "is nested more than 100 deep",
		head + "set: " + strings.Repeat("!!a ", 10_000) + "x\n":                   "is nested more than 100 deep",
		head + "set: " + strings.Repeat("&a ", 10_000) + "x\n":                    "is nested more than 100 deep",
		head + "set: " + strings.Repeat("? ", 10_000) + "x\n":                     "is nested more than 100 deep",
		head + "set: [" + strings.Repeat("a: ", 2_000) + "x]\n":                   "is nested more than 100 deep",
		head + "set:\n" + indented(300):                                           "is nested more than 100 deep",
		head + many(2_900, "k%d: [1]\n"):                                          "and 2880 more mistakes; mend these first",
		head + many(8_000, "k%d: 1\n"):                                            "has more than 5000 keys",
		head + many(15_000, "k%d: 1\n"):                                           "is larger than 128 KiB",
		head + "set: {" + many(8_000, "k%d: 1,") + "}\n":                          "has more than 5000 keys",
		head + "steps: [" + strings.Repeat("a,", 60_000) + "]\n":                  "has more than 30000 words and signs",
		head + "title: [" + strings.Repeat("x", 100_000) + "]\nz: {a: 1, a: 2}\n": "title must be text",
		head + strings.Repeat("x", 120_000) + ": [1]\n":                           "unknown key",
		head + strings.Repeat("#\n", 60_000) + "z: [\n":                           "has more than 30000 words and signs",
		head + "set: '" + strings.Repeat("\n", 100_000) + "'\n":                   "set must be a mapping",
		head + "set: {a: " + strings.Repeat("[", 90) + strings.Repeat("]", 90):    "is not YAML",
	}
}

func indented(depth int) string {
	var out strings.Builder
	for i := range depth {
		out.WriteString(strings.Repeat(" ", i+1) + "k:\n")
	}
	return out.String()
}

// TestBounds: each is refused in a few words, and with little memory.
func TestBounds(t *testing.T) {
	for text, want := range beyond() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse("x.yaml", []byte(text))
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %.200v, want %s", text, err, want)
			continue
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
			t.Errorf("%.80q: %d MiB were taken, most of them one after the other", text, used>>20)
		}
		if n := len(err.Error()); n > 10_000 {
			t.Errorf("%.80q: a complaint of %d bytes", text, n)
		}
	}
}

// TestWithinBounds: what people write is far within them.
func TestWithinBounds(t *testing.T) {
	text := "name: x\nmodel: m\ndoc: |\n" + strings.Repeat("  ((([[[{{{ - - - : : : # 'a\n", 500) + "steps:\n" +
		strings.Repeat("  - produce: {to: b1, values: [a, b]} # [[[\n    expect: {leo: {b1: 2}, offsets: [0, 1]}\n", 500)
	if _, err := Parse("x.yaml", []byte(text)); err != nil {
		t.Errorf("%.500v", err)
	}
	if _, err := Parse("x.yaml", []byte("\ufeffname: x\r\nmodel: m\r\n")); err != nil { // row C6
		t.Error(err)
	}
}
