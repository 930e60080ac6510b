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
	for _, text := range startOf(f) {
		line("%s", text)
	}
	for _, text := range expectation(f) {
		line("%s", text)
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

// startOf is where the run starts, if a reader has said so.
func startOf(f *traces.File) (lines []string) {
	for i, g := range f.Init {
		switch {
		case g.Of == "":
			lines = append(lines, fmt.Sprintf("  %s: [%s]", g.Key, quoted(g.Values)))
			continue
		case i == 0 || f.Init[i-1].Key != g.Key:
			lines = append(lines, fmt.Sprintf("  %s:", g.Key))
		}
		lines = append(lines, fmt.Sprintf("    %s: [%s]", g.Of, quoted(g.Values)))
	}
	if len(lines) > 0 {
		lines = slices.Insert(lines, 0, "init:")
	}
	return lines
}

// expectation is what the script is to be checked for. A script ends, so that it
// cannot decide a claim about runs that go on for ever.
func expectation(f *traces.File) []string {
	p := f.Property
	temporal := slices.ContainsFunc(model.Kinds(), func(k model.Kind) bool { return k.Temporal() && k.String() == p.Kind })
	switch {
	case p.Name == "" || p.Name == model.DeadlockName:
		return nil
	case temporal:
		return []string{
			"# Nothing is expected: " + p.Name + " is about runs that go on for ever, and a script ends.",
			"# mc replay of the trace in JSON decides it, and mc check of its spec without steps.",
			"check: none",
		}
	}
	return []string{fmt.Sprintf("check: [%s]", p.Name), "expect:", fmt.Sprintf("  %s: {%s: %d}", p.Name, f.Verdict, f.States())}
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
