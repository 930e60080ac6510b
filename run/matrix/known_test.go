package matrix

import (
	"cmp"
	"maps"
	"math"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/registry"
	"mc/traces"
)

// TestKnown: a violation is a failure on record if that one's own keys close
// all ways to it, on models whose holes are known; not if they close another
// hole, or one of two, or are turned already.
func TestKnown(t *testing.T) {
	type keys = map[string]string
	a, b, ab := keys{"a": "on"}, keys{"b": "on"}, keys{"a": "on", "b": "on"}
	for name, test := range map[string]struct {
		holes []hole
		set   keys
		own   []keys
		want  string // the specs by number, of those that are known
	}{
		"its own":          {holes: []hole{{"a"}}, own: []keys{a, b}, want: "0"},
		"another hole's":   {holes: []hole{{"c"}}, own: []keys{a, b}},
		"one of two":       {holes: []hole{{"a"}, {"b"}}, own: []keys{a, b}},
		"both of two":      {holes: []hole{{"a"}, {"b"}}, own: []keys{a, b, ab}, want: "2"},
		"either":           {holes: []hole{{"a", "b"}}, own: []keys{a, b}, want: "0 1"},
		"of the fewest":    {holes: []hole{{"a", "b"}}, own: []keys{ab, b}, want: "1"},
		"turned already":   {holes: []hole{{"b"}}, set: a, own: []keys{a, b}, want: "1"},
		"the same twice":   {holes: []hole{{"a"}}, own: []keys{a, a}, want: "0+1"},
		"without own keys": {holes: []hole{{"a"}}, own: []keys{{}}},
	} {
		t.Run(name, func(t *testing.T) {
			entry := holed(test.holes...)
			owners := &Owners{[]owner{{spec: "foreign", property: "dry", own: a, model: "other"}}}
			for i, own := range test.own {
				owners.list = append(owners.list, owner{spec: string(rune('0' + i)), property: "dry", own: own, model: "holed",
					refs: []string{"T"}})
			}
			set := keys{"age": "old"}
			maps.Copy(set, test.set)
			job := registry.Job{Set: set, Options: explorer.Options{Workers: 1}}
			out, err := entry.Check(t.Context(), job)
			if err != nil || out.Verdict != model.Violated {
				t.Fatalf("%v, %v", out, err)
			}
			owners.Tell(t.Context(), entry, job, out)
			var got []string
			for _, k := range out.Properties[0].Known {
				got = append(got, strings.Join(k.Specs, "+"))
				if len(k.Refs) != 1 || len(k.Keys) == 0 {
					t.Errorf("of %v: refs %v, keys %v", k.Specs, k.Refs, k.Keys)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("known as %q, want %q", got, test.want)
			}
		})
	}
}

// TestOrder: fewer keys first, then what changes the protocol.
func TestOrder(t *testing.T) {
	one, two := map[string]string{"a": "on"}, map[string]string{"a": "on", "b": "on"}
	inOrder := []failure{{own: one}, {own: one, fault: true}, {own: two}, {own: two, fault: true}}
	for i, f := range inOrder {
		for j, other := range inOrder {
			if got := f.order(other); got != cmp.Compare(i, j) {
				t.Errorf("%+v beside %+v: %d", f, other, got)
			}
		}
	}
}

// TestTrial: a trial goes at least as far as the search that found the
// violation, and is not begun where it would not.
func TestTrial(t *testing.T) {
	p := &report.Property{Trace: &traces.File{Steps: make([]traces.Event, 1)}} // 2 states long
	for _, test := range []struct {
		levels []uint64
		want   uint64
	}{
		{[]uint64{1, 9, 50}, 20_000}, {[]uint64{1, 99_999, 5}, 200_000}, {[]uint64{1, 1_499_999}, 2_000_000},
		{[]uint64{1, 2_000_000}, math.MaxUint64},
	} {
		k := &known{out: &report.Outcome{States: explorer.States{Levels: test.levels}}}
		if got := k.trial(p); got != test.want {
			t.Errorf("levels %v: %d states, want %d", test.levels, got, test.want)
		}
	}
	deep := &known{out: &report.Outcome{States: explorer.States{Distinct: 30_000}}} // in another order there are no levels
	if got := deep.trial(p); got != 60_000 {
		t.Errorf("without levels: %d", got)
	}
}
