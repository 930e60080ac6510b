package render

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/traces"
	"mc/traces/tell"
)

// renderScript writes f as a spec with steps: the same course, to be checked
// again, or to be changed by hand.
func renderScript(w io.Writer, f *traces.File, _ Options) error {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	name := "run"
	if f.Spec.Name != "" {
		name = f.Spec.Name + "-run"
	}
	line("name: %s", name)
	if f.Spec.Title != "" {
		line("title: %s", strconv.Quote(f.Spec.Title))
	}
	line("model: %s", f.Model)
	line("set:")
	for _, key := range slices.Sorted(maps.Keys(f.Constants)) {
		line("  %s: %s", key, strconv.Quote(f.Constants[key]))
	}
	if len(f.Without) > 0 {
		line("without: [%s]", quoted(f.Without))
	}
	if p := f.Property.Name; p != "" && p != model.DeadlockName {
		line("check: [%s]", p)
		line("expect:\n  %s: {%s: %d}", p, f.Verdict, f.States())
	}
	if len(f.Spec.Refs) > 0 {
		line("refs: [%s]", quoted(f.Spec.Refs))
	}
	line("steps:")
	for i := range f.Steps {
		line("  - do: %s   # %s", bare(f.Steps[i].Action), f.Steps[i].Title)
	}
	for _, sentence := range tell.Loop(f) {
		line("  # %s", sentence)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// bare is text as YAML takes it without quotes, or in quotes.
func bare(text string) string {
	if strings.ContainsAny(text, ":#{}[]&*!|>'\"%@`,") {
		return strconv.Quote(text)
	}
	return text
}

func quoted(list []string) string {
	words := make([]string, len(list))
	for i, text := range list {
		words[i] = strconv.Quote(text)
	}
	return strings.Join(words, ", ")
}
