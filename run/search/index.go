package search

import "math"

// Text is something to be found.
type Text struct {
	Forms []string // what it is found by as it stands; <...> stands for what differs
	Title string
	Body  string
}

// Index is what texts are found in.
type Index struct {
	texts    []text
	postings map[string][]posting // by token, in the order of the texts
	length   float64              // of a text, on average
	known    []string             // the tokens, in order
}

// text is what ranking asks of one.
type text struct {
	forms  [][]string // the parts of each, in order
	length float64
}

// posting says how much a token counts in a text.
type posting struct {
	text  int
	count float64
}

// How much a token counts where it is: in what a text is found by, in its title,
// in its body.
const (
	inForm  = 3.0
	inTitle = 2.0
	inBody  = 1.0
)

// New makes an index of texts; a hit names them by their place in the list.
func New(texts []Text) *Index {
	x := &Index{postings: map[string][]posting{}}
	known := lexicon{}
	for i := range texts {
		t, counts := known.read(&texts[i])
		x.texts = append(x.texts, t)
		x.length += t.length
		for token, n := range counts {
			x.postings[token] = append(x.postings[token], posting{i, n})
		}
	}
	x.length /= float64(max(1, len(texts)))
	x.known = sortedKeys(x.postings)
	return x
}

// read is a text as it is ranked, and its tokens with what they count.
func (l lexicon) read(in *Text) (out text, counts map[string]float64) {
	counts = map[string]float64{}
	add := func(list []word, weight float64) {
		for _, w := range list {
			for _, part := range w.parts {
				counts[part] += weight
				out.length += weight
			}
			if w.whole != "" {
				counts[w.whole] += weight
			}
		}
	}
	for _, form := range in.Forms {
		list := l.words(form)
		add(list, inForm)
		if parts := partsOf(list); len(parts) > 0 {
			out.forms = append(out.forms, parts)
		}
	}
	add(l.words(in.Title), inTitle)
	add(l.words(in.Body), inBody)
	return out, counts
}

func partsOf(list []word) (parts []string) {
	for _, w := range list {
		parts = append(parts, w.parts...)
	}
	return parts
}

// rarity is how much a token tells: that of one which no text has is the most.
func (x *Index) rarity(token string) float64 {
	n, all := float64(len(x.postings[token])), float64(len(x.texts))
	return math.Log(1 + (all-n+0.5)/(n+0.5))
}
