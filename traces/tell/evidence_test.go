package tell

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFolded(t *testing.T) {
	for _, c := range []struct {
		name       string
		conditions []string
		want       []string
	}{
		{"one rule", []string{"weak fairness of Fetch b1", "weak fairness of Fetch b2"}, []string{"weak fairness of Fetch b1, b2"}},
		{"the demand is said when it changes",
			[]string{"weak fairness of Learn b1", "weak fairness of Fence b1 while it is down", "strong fairness of Fetch b1"},
			[]string{"weak fairness of Learn b1", "Fence b1 while it is down", "strong fairness of Fetch b1"}},
		{"two places", []string{"weak fairness of Send b1 b2", "weak fairness of Send b1 b3", "weak fairness of Send b2 b3"},
			[]string{"weak fairness of Send b1 b2, b3", "Send b2 b3"}},
		{"rules are not alike", []string{"weak fairness of Send", "weak fairness of Receive"},
			[]string{"weak fairness of Send", "Receive"}},
		{"said twice", []string{"weak fairness of Fetch b1", "weak fairness of Fetch b1"},
			[]string{"weak fairness of Fetch b1", "Fetch b1"}},
	} {
		if diff := cmp.Diff(c.want, brief(Folded(c.conditions))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestAlike: what is folded says each text that it was made of, in order, and no
// other.
func TestAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"Fetch", "Learn", "b1", "b2", "weak fairness of"})
		texts := rapid.SliceOf(rapid.Map(rapid.SliceOfN(word, 1, 4), func(w []string) string { return strings.Join(w, " ") })).
			Draw(t, "texts")
		var got []string
		for _, g := range alike(texts) {
			if g.place < 0 {
				got = append(got, strings.Join(g.words, " "))
				continue
			}
			for _, w := range g.there {
				one := slices.Clone(g.words)
				one[g.place] = w
				got = append(got, strings.Join(one, " "))
			}
		}
		if !slices.Equal(got, texts) {
			t.Fatalf("%q folded say %q", texts, got)
		}
	})
}
