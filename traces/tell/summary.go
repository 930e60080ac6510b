package tell

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mc/traces"
	"mc/traces/internal/words"
)

// Heading is the line that names a trace.
func Heading(f *traces.File) string {
	for _, text := range []string{f.Spec.Title, f.Property.Doc, f.Spec.Name} {
		if text != "" {
			return strings.TrimSuffix(text, ".")
		}
	}
	return "A run of " + f.Model
}

// Summary is what a reader who reads no further should know: the title, the
// property, what breaks it, which records were lost where and when, why, and what
// closes it.
func Summary(f *traces.File) []string {
	out := append([]string{words.Sentence(Heading(f))}, Finding(f)...)
	return slices.Concat(out, Losses(f), Why(f), Closed(f))
}

// Finding is the property in words, unless those are the heading, what breaks
// it, how the run goes on if it does not end, and what is supposed of such runs.
func Finding(f *traces.File) (out []string) {
	for _, text := range []string{f.Property.Doc, f.Property.Witness} {
		if text != "" && words.Sentence(text) != words.Sentence(Heading(f)) {
			out = append(out, words.Sentence(text))
		}
	}
	return append(append(out, Loop(f)...), Supposed(f)...)
}

// Loop says where a run that goes on for ever goes back to.
func Loop(f *traces.File) []string {
	switch l := f.Loop; {
	case l == nil:
		return nil
	case l.Stays():
		return []string{"After the last step nothing happens any more."}
	case l.To == 0:
		return []string{fmt.Sprintf("One more step (%s) leads back to the start%s, and so on for ever.", l.Title, but(l))}
	default:
		return []string{fmt.Sprintf("One more step (%s) leads back to the state after step %d%s, and so on for ever.",
			l.Title, l.To, but(l))}
	}
}

// but is in what the state that a loop leads back to is another than it was.
func but(l *traces.Loop) string {
	if l.Adds == "" {
		return ""
	}
	return " but for numbers, to which one turn adds " + l.Adds
}

// Closed says which other rules do without the harm, if that is known.
func Closed(f *traces.File) (out []string) {
	if f.Closed != nil {
		out = append(out, f.Closed.Words)
	}
	return out
}

// Origin is where a trace comes from, in one sentence.
func Origin(f *traces.File) string {
	return strings.Join(append(source(f), settings(f)...), ", ") + ". " + length(f)
}

// Source names spec and model, and how long the trace is.
func Source(f *traces.File) string { return strings.Join(source(f), ", ") + ". " + length(f) }

// Settings are the constants and what was taken out of the model.
func Settings(f *traces.File) string { return strings.Join(settings(f), ", ") }

func source(f *traces.File) (parts []string) {
	if f.Spec.Name != "" {
		parts = append(parts, f.Spec.Name)
	}
	if f.Model != f.Spec.Name {
		parts = append(parts, "model "+f.Model)
	}
	return parts
}

func settings(f *traces.File) (parts []string) {
	for _, name := range slices.Sorted(maps.Keys(f.Constants)) {
		parts = append(parts, name+" "+f.Constants[name])
	}
	for _, rule := range f.Without {
		parts = append(parts, "without "+rule)
	}
	return parts
}

func length(f *traces.File) string {
	switch len(f.Steps) {
	case 0:
		return "1 state: the start."
	case 1:
		return "2 states: the start and 1 step."
	}
	return fmt.Sprintf("%d states: the start and %d steps.", f.States(), len(f.Steps))
}
