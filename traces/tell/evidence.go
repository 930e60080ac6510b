package tell

import (
	"slices"
	"strings"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/words"
)

// Supposed names the fairness under which a run that goes on for ever counts.
func Supposed(f *traces.File) []string {
	if f.Loop == nil || f.Loop.Fairness == "" {
		return nil
	}
	return []string{"Fairness supposed: " + f.Loop.Fairness + "."}
}

// Evidence says of each condition of fairness how the run meets it, one sentence
// for those that it meets in one way, and where the run may not be the shortest.
func Evidence(f *traces.File) (out []string) {
	if f.Loop == nil {
		return nil
	}
	var reasons []string // in the order of the conditions
	of := map[string][]string{}
	for _, e := range f.Loop.Evidence {
		if of[e.Words] == nil {
			reasons = append(reasons, e.Words)
		}
		of[e.Words] = append(of[e.Words], e.Condition)
	}
	for _, reason := range reasons {
		out = append(out, words.Sentence(capital(reason)+": "+strings.Join(brief(Folded(of[reason])), "; ")))
	}
	if f.Loop.Longer {
		out = append(out, "The stem is as short as any; that the loop is has not been proved.")
	}
	return out
}

// capital begins a sentence; reasons are told in plain letters.
func capital(text string) string {
	return strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):]
}

// brief says what is asked of runs only when it changes.
func brief(conditions []string) []string {
	out := slices.Clone(conditions)
	before := ""
	for i, text := range conditions {
		if demand := model.DemandOf(text); demand == before {
			out[i] = strings.TrimPrefix(text, demand)
		} else {
			before = demand
		}
	}
	return out
}

// Folded says conditions of one rule that differ in one word at once: "weak
// fairness of Fetch b1, b2, b3".
func Folded(conditions []string) (out []string) {
	for _, g := range alike(conditions) {
		out = append(out, g.String())
	}
	return out
}

// family are conditions on one rule, of as many words, that differ in one place at
// most.
type family struct {
	rule  int      // which word of the first names it
	words []string // of the first
	place int      // where they differ; -1 while there is one
	there []string // what stands there in each
}

func (g *family) String() string {
	if g.place < 0 {
		return strings.Join(g.words, " ")
	}
	all := slices.Clone(g.words)
	all[g.place] = strings.Join(g.there, ", ")
	return strings.Join(all, " ")
}

// takes adds a condition, if it differs where the others do, and nowhere else.
func (g *family) takes(text []string) bool {
	if len(text) != len(g.words) {
		return false
	}
	place := -1
	for i := range text {
		switch {
		case text[i] == g.words[i]:
		case place >= 0:
			return false
		default:
			place = i
		}
	}
	if place <= g.rule || g.place >= 0 && g.place != place {
		return false
	}
	if g.place < 0 {
		g.place, g.there = place, []string{g.words[place]}
	}
	g.there = append(g.there, text[place])
	return true
}

// alike gathers neighbours into families.
func alike(texts []string) (out []*family) {
	for _, text := range texts {
		split := strings.Fields(text)
		if len(out) == 0 || !out[len(out)-1].takes(split) {
			rule := len(strings.Fields(model.DemandOf(text)))
			out = append(out, &family{rule: rule, words: split, place: -1})
		}
	}
	return out
}
