package report

import (
	"slices"
	"testing"

	"mc/model"
)

// TestUnharmed: that nothing is lost is said only beside a broken claim about
// the inside, of claims that were decided and hold, and only as far as they do.
func TestUnharmed(t *testing.T) {
	impacts := model.Impacts{{Name: "record lost"}, {Name: "slow"}, {Name: "internal only"}}
	inside := Property{Name: "inside", Verdict: model.Violated, Impact: "internal only"}
	late := Property{Name: "late", Verdict: model.Holds, Impact: "slow"}
	claim := func(name string, v model.Verdict) Property {
		return Property{Name: name, Verdict: v, Impact: "record lost"}
	}
	held, bounded := claim("a", model.Holds), claim("b", model.HoldsWithinBounds)
	for name, test := range map[string]struct {
		properties []Property
		whole      bool
		want       []string
	}{
		"the whole space": {[]Property{held, inside, claim("c", model.Holds)}, true,
			[]string{"no record lost within these bounds: a and c hold"}},
		"a cut run": {[]Property{inside, bounded}, false, []string{"no record lost in what was explored: b holds"}},
		"a loss":    {[]Property{inside, held, late, claim("c", model.Violated)}, true, nil},
		"two impacts": {[]Property{inside, held, late}, true,
			[]string{"no record lost, no slow within these bounds: a and late hold"}},
		"the worst of two": {[]Property{inside, held, {Name: "late", Verdict: model.Violated, Impact: "slow"}}, true,
			[]string{"no record lost within these bounds: a holds"}},
		"cut before":      {[]Property{inside, held, claim("c", model.Inconclusive)}, false, nil},
		"nothing broken":  {[]Property{held}, true, nil},
		"nothing decided": {[]Property{inside, claim("c", model.Vacuous)}, true, nil},
		"nothing asked":   {[]Property{inside}, true, nil},
	} {
		o := &Outcome{Impacts: impacts, Properties: test.properties, Exhaustive: test.whole}
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
