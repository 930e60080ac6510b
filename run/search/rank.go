package search

import (
	"cmp"
	"maps"
	"slices"

	"github.com/agnivade/levenshtein"
)

// Hit is a text that was found.
type Hit struct {
	Text  int
	Score float64

	// Cover is how much of what was asked for the text has, by the number of words
	// and by what they tell; Form is how near what was typed comes to one of its
	// forms. 1 is all.
	Cover float64
	Form  float64
}

// The constants of BM25, and what makes a hit.
const (
	saturation = 1.2
	lengthwise = 0.4 // short texts say less, not better

	enough    = 0.55 // of what was asked for
	enoughOf  = 0.75 // of a name that is not known as a whole
	least     = 0.7  // of what a word that no text has would tell; one that nearly every text has tells less
	whole     = 0.85 // of a form that stands among other words
	formScore = 4.0  // how many times as much a text counts whose form is typed as it stands
	guessed   = 0.7  // what a word counts that is spelled otherwise
)

// asked is a token of a question.
type asked struct {
	token string
	part  bool    // it counts for how much of the question a text has
	worth float64 // 1, or less for a guess
}

// Find ranks the texts that have enough of what is asked for, best first; equals
// are in the order of the texts.
func (x *Index) Find(question string) (hits []Hit) {
	all := words(question)
	tokens, parts := x.understood(all)
	scores, covers := x.score(tokens)
	need, least := enough, least*x.rarity("")
	if !slices.ContainsFunc(all, func(w word) bool { return w.whole == "" }) {
		need = enoughOf
	}
	for i, score := range scores {
		if score == 0 {
			continue
		}
		form, within := x.nearest(x.texts[i].forms, parts)
		h := Hit{Text: i, Score: score * (1 + (formScore-1)*form*form), Cover: covers[i], Form: form}
		if h.Score >= least && (h.Cover >= need || within >= whole) {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// score is the sum of BM25 over the tokens, and the share of the question, for
// each text.
func (x *Index) score(tokens []asked) (scores, covers []float64) {
	scores, covers = make([]float64, len(x.texts)), make([]float64, len(x.texts))
	rare, number := 0.0, 0.0
	for _, a := range tokens {
		if a.part {
			rare += x.rarity(a.token)
			number++
		}
	}
	for _, a := range tokens {
		tells := x.rarity(a.token)
		for _, p := range x.postings[a.token] {
			scores[p.text] += a.worth * x.bm25(tells, p)
			if a.part {
				covers[p.text] += a.worth * (tells/rare + 1/number) / 2
			}
		}
	}
	return scores, covers
}

func (x *Index) bm25(rare float64, p posting) float64 {
	norm := saturation * (1 - lengthwise + lengthwise*x.texts[p.text].length/x.length)
	return rare * p.count * (saturation + 1) / (p.count + norm)
}

// understood are the tokens of a question, each once, and its parts in order.
// A part that no text has is taken for the nearest that is hardly another. A
// whole that no text has says no more than its parts.
func (x *Index) understood(question []word) (tokens []asked, parts []string) {
	seen := map[string]bool{}
	add := func(a asked) {
		if !seen[a.token] {
			seen[a.token] = true
			tokens = append(tokens, a)
		}
	}
	for _, w := range question {
		if w.whole != "" && len(x.postings[w.whole]) > 0 {
			add(asked{w.whole, false, 1})
		}
		for _, part := range w.parts {
			a := asked{part, true, 1}
			if near := x.near(part); near != "" {
				a = asked{near, true, guessed}
			}
			if a.token[0] == '=' && len(x.postings[a.token]) == 0 {
				continue // a number like any other
			}
			add(a)
			parts = append(parts, a.token)
		}
	}
	return tokens, parts
}

// near is the known token that a word may be a slip of, of several the first;
// none if the word is known itself, or short.
func (x *Index) near(part string) string {
	if len(x.postings[part]) > 0 || len(part) < 5 || ticket.MatchString(part) || part[0] == '=' {
		return ""
	}
	i := slices.IndexFunc(x.known, func(known string) bool { return known[0] == part[0] && Slip(part, known) })
	if i < 0 {
		return ""
	}
	return x.known[i]
}

// Slip reports whether a word may be another one with a slip in it, or with as
// many as its length excuses.
func Slip(word, other string) bool {
	slips := 1 + len(word)/7
	return max(len(word)-len(other), len(other)-len(word)) <= slips && levenshtein.ComputeDistance(word, other) <= slips
}

// nearest says how near the parts of a question come to one of the forms, and
// how much of that form stands in the question.
func (x *Index) nearest(forms [][]string, parts []string) (fit, within float64) {
	asked := x.weight(parts)
	for _, form := range forms {
		all := x.weight(form)
		common := x.common(form, parts)
		if all == 0 || asked == 0 {
			continue
		}
		fit = max(fit, common*common/(all*asked))
		if len(form) > 1 {
			within = max(within, common/all)
		}
	}
	return fit, within
}

func (x *Index) weight(parts []string) (sum float64) {
	for _, p := range parts {
		sum += x.rarity(p)
	}
	return sum
}

// common is the weight of the heaviest list of parts that both have in this
// order, not necessarily side by side.
func (x *Index) common(a, b []string) float64 {
	row := make([]float64, len(b)+1)
	for _, p := range a {
		diagonal, rare := 0.0, x.rarity(p)
		for j, q := range b {
			above := row[j+1]
			if p == q {
				row[j+1] = max(above, diagonal+rare)
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
