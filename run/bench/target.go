package bench

import (
	"fmt"
	"slices"

	"mc/explorer"
)

// Target is a figure beside what it is to be.
type Target struct {
	What     string  `json:"what"`
	Unit     string  `json:"unit,omitempty"`
	Measured float64 `json:"measured"`
	AtLeast  float64 `json:"at_least,omitempty"`
	AtMost   float64 `json:"at_most,omitempty"`
	Met      bool    `json:"met"`
}

func (t Target) bound() string {
	if t.AtMost != 0 {
		return fmt.Sprintf("%v or less", t.AtMost)
	}
	return fmt.Sprintf("%v or more", t.AtLeast)
}

// targets holds the report against what the engine is to reach; what was not
// measured is left out.
func (r *Report) targets() (all []Target) {
	add := func(t Target, cases []Case, measure func(s []*Series) float64) {
		var found []*Series
		for _, c := range cases {
			s := r.find(c)
			if s == nil {
				return
			}
			found = append(found, s)
		}
		t.Measured = measure(found)
		t.Met = t.AtMost != 0 && t.Measured <= t.AtMost || t.AtMost == 0 && t.Measured >= t.AtLeast
		all = append(all, t)
	}
	r.addLadder(add)
	r.addSpace(add)
	r.addFlagship(add)
	add(Target{What: "engine without rules or invariants: user time per generated state", Unit: "ns", AtMost: 50},
		[]Case{generator(1)}, func(s []*Series) float64 { return s[0].NsPerGenerated })
	return all
}

// addFlagship adds the targets for speed on the flagship, and on what it leaves out.
func (r *Report) addFlagship(add adder) {
	for _, v := range slices.Concat(variants, extensions) {
		for _, workers := range []int{1, 2} {
			add(Target{What: fmt.Sprintf("flagship, %s, %s: states per second of user time", v.name, plural(workers)), Unit: "M", AtLeast: 1},
				[]Case{flagship(v, workers)}, perSecond)
		}
	}
}

type adder func(t Target, cases []Case, measure func(s []*Series) float64)

func perSecond(s []*Series) float64 { return s[0].PerUserSecond / 1e6 }
func bytes(s []*Series) float64     { return s[0].BytesPerState }

// addLadder adds the targets for speed on kip-320.
func (r *Report) addLadder(add adder) {
	one, two := ladder(middle, both, exact, 1), ladder(middle, both, exact, 2)
	for _, c := range []Case{one, two} {
		add(Target{What: fmt.Sprintf("kip-320, 10 M states, both invariants, %s: states per second of user time", plural(c.Workers)), Unit: "M", AtLeast: 4.5}, []Case{c}, perSecond)
	}
	add(Target{What: "the same, 2 workers, wall time: states per second", Unit: "M", AtLeast: 8},
		[]Case{two}, func(s []*Series) float64 { return s[0].PerSecond / 1e6 })
	add(Target{What: "1 to 2 workers, wall time", Unit: "times", AtLeast: 1.85},
		[]Case{one, two}, func(s []*Series) float64 { return s[0].Median.Wall / s[1].Median.Wall })
	add(Target{What: "against a loop written by hand, one worker, user time", Unit: "%", AtLeast: 90},
		[]Case{byHand(middle, both), one}, func(s []*Series) float64 { return 100 * s[0].Median.User / s[1].Median.User })
	add(Target{What: "rate at 10 M states against that at 1 M, user time, one worker", Unit: "%", AtLeast: 85},
		[]Case{one, ladder(small, both, exact, 1)}, ratio)
	add(Target{What: "rate at 65 M states against that at 1 M, user time, one worker", Unit: "%", AtLeast: 85},
		[]Case{ladder(large, both, exact, 1), ladder(small, both, exact, 1)}, ratio)
}

func ratio(s []*Series) float64 { return 100 * s[0].PerUserSecond / s[1].PerUserSecond }

// addSpace adds the targets for memory.
func (r *Report) addSpace(add adder) {
	add(Target{What: "allocations per state, 10 M states", AtMost: 0.001},
		[]Case{ladder(middle, both, exact, 1)}, func(s []*Series) float64 { return s[0].PerState })
	for _, size := range []size{middle, large} {
		at := map[string]string{middle.name: "10 M", large.name: "65 M"}[size.name]
		add(Target{What: "bytes per state, exact, " + at + " states (the target is for 65 M)", AtMost: 28}, []Case{ladder(size, both, exact, 2)}, bytes)
		add(Target{What: "bytes per state, fp64, " + at + " states (the target is for 65 M)", AtMost: 14}, []Case{ladder(size, both, fp64, 2)}, bytes)
	}
	for _, size := range []size{small, middle, large} {
		var cases []Case
		for _, store := range explorer.Stores() {
			for _, workers := range []int{1, 2} {
				if c := ladder(size, both, store.Name, workers); r.find(c) != nil {
					cases = append(cases, c)
				}
			}
		}
		if c := byHand(size, both); r.find(c) != nil {
			cases = append(cases, c)
		}
		if len(cases) > 1 {
			add(Target{What: fmt.Sprintf("%s: runs with the counts of the first, of %d (workers, stores, by hand)", size.name, len(cases)), AtLeast: float64(len(cases))}, cases, same)
		}
	}
}

// same is how many of the series have the counts of the first.
func same(s []*Series) (n float64) {
	for _, x := range s {
		if x.Median.Counts == s[0].Median.Counts {
			n++
		}
	}
	return n
}

func plural(workers int) string {
	if workers == 1 {
		return "1 worker"
	}
	return fmt.Sprintf("%d workers", workers)
}
