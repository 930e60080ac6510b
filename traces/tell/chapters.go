package tell

import (
	"fmt"
	"strings"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/words"
)

// Chapter is the heading of a chapter: its steps and what happens in them.
func Chapter(c traces.Chapter) string {
	steps := fmt.Sprintf("Steps %d-%d", c.From, c.Until)
	if c.From == c.Until {
		steps = fmt.Sprintf("Step %d", c.From)
	}
	return steps + ": " + strings.Join(c.Turns, "; ")
}

// Quiet are the runs of steps without news in a long trace, by their first step, with
// their last. Where a trace has no chapters there is nothing to fold.
func Quiet(f *traces.File) map[int]int {
	out := map[int]int{}
	for _, c := range f.Chapters() {
		first := 0
		for i := c.From; i <= c.Until+1; i++ {
			switch quiet := i <= c.Until && !f.News(i) && Wrong(f, nil) != i; {
			case quiet && first == 0:
				first = i
			case !quiet && first > 0:
				if i-first > 1 {
					out[first] = i - 1
				}
				first = 0
			}
		}
	}
	return out
}

// titles are those of the steps of a folded run.
func titles(f *traces.File, from, until int) string {
	var all []string
	for i := from; i <= until; i++ {
		all = append(all, f.Title(i))
	}
	return strings.Join(all, "; ")
}

// Folding is the line that stands for a run of steps without news.
func Folding(f *traces.File, from, until int) string {
	return fmt.Sprintf("... steps %d to %d, without news: %s", from, until, titles(f, from, until))
}

// someCauses is how many causes an account of a loss names, the last.
const someCauses = 5

// Why says what led to what a trace shows, as far as its model says so: beliefs that
// were not true, what was gone, who was elected without having everything.
func Why(f *traces.File) []string {
	if f.Verdict != model.Violated {
		return nil
	}
	var causes []string
	for i := range f.Steps {
		var here []string
		for _, t := range f.Steps[i].Turns {
			if t.Cause != "" {
				here = append(here, t.Words+t.Cause)
			}
		}
		if len(here) > 0 {
			causes = append(causes, fmt.Sprintf("%s (step %d)", strings.Join(here, ", and "), i+1))
		}
	}
	if len(causes) == 0 {
		return nil
	}
	return []string{words.Sentence("Why: " + strings.Join(causes[max(0, len(causes)-someCauses):], "; "))}
}
