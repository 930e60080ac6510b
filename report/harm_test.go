package report

import (
	"slices"
	"testing"

	"mc/model"
)

// TestUnharmed: that nothing is lost is said only beside a broken claim about
// the inside, of claims that were decided and hold, and only as far as they do.
func TestUnharmed(t *testing.T) {
	inside := Property{Name: "inside", Verdict: model.Violated}
	claim := func(name string, v model.Verdict) Property {
		return Property{Name: name, Verdict: v, Harm: "record lost"}
	}
	held, bounded := claim("a", model.Holds), claim("b", model.HoldsWithinBounds)
	for name, test := range map[string]struct {
		properties []Property
		whole      bool
		want       []string
	}{
		"the whole space": {[]Property{held, inside, claim("c", model.Holds)}, true,
			[]string{"no record lost within these bounds: a and c hold"}},
		"a cut run":       {[]Property{inside, bounded}, false, []string{"no record lost in what was explored: b holds"}},
		"a loss":          {[]Property{inside, held, claim("c", model.Violated)}, true, nil},
		"nothing broken":  {[]Property{held}, true, nil},
		"nothing decided": {[]Property{inside, claim("c", model.Vacuous)}, true, nil},
		"nothing asked":   {[]Property{inside}, true, nil},
	} {
		o := &Outcome{Properties: test.properties, Exhaustive: test.whole}
		if got := o.unharmed(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestKnownWords: violations that are the same failure are told together.
func TestKnownWords(t *testing.T) {
	one := []Known{{Specs: []string{"s"}, Refs: []string{"R1", "T-1"}, Keys: []Key{{"k", "on"}, {"l", "off"}}}}
	other := []Known{{Specs: []string{"u"}, Keys: []Key{{"m", "on"}}}, {Specs: []string{"v"}, Keys: []Key{{"n", "on"}}}}
	o := &Outcome{Properties: []Property{{Name: "a", Known: one}, {Name: "b"}, {Name: "c", Known: other},
		{Name: "d", Known: one}}}
	want := []string{"known: a and d go back to s (R1, T-1), closed by k=on and l=off",
		"known: c goes back to u, closed by m=on; or to v, closed by n=on"}
	if got := o.known(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
