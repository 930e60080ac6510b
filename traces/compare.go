package traces

import (
	"fmt"
	"slices"

	"mc/model"
)

// Kinds of Pair.
const (
	Same     = "same"        // both are in states that look the same
	Differs  = "differs"     // both took the step, and are in different states
	NotTaken = "not enabled" // the other rules do not allow the step there
)

// Comparison is one schedule under two sets of rules, side by side: the trace
// as it was found, and what the other model does when it is asked to take the
// same steps in the same order.
type Comparison struct {
	Names   [2]string `json:"names"` // of the two sets of rules: "hw-truncation", "kip-101"
	File    *File     `json:"-"`
	Pairs   []Pair    `json:"pairs"`   // the start, then one per step of the trace
	Parting int       `json:"parting"` // index of the first pair that is not the same; -1 if there is none
	Broken  [2]bool   `json:"broken"`  // whether the property fails at the end
	Witness [2]string `json:"witness"` // what it says there
}

// Pair is one step of the schedule under both sets of rules.
type Pair struct {
	Step    int      `json:"step"`
	Kind    string   `json:"kind"`
	Other   *Event   `json:"other,omitempty"` // what the other model did; nil if it could not, and at the start
	Extra   []Event  `json:"extra,omitempty"` // what it had to do before that the trace's rules do not know
	Frame   Frame    `json:"frame"`           // where the other model is now
	Changes []Change `json:"changes,omitempty"`
	Enabled []string `json:"enabled,omitempty"` // what it could do instead
}

// Compare takes f's schedule, a trace of a, under b as well. A step that b
// does not allow is left out there, and the schedule goes on with the next.
// Where b needs steps in between that a does not have (to ask the leader for
// the end of an epoch, say), it takes them. f must be what a does; if it is
// not, the error is that of Replay.
func Compare[S comparable](a *model.Model[S], f *File, b *model.Model[S], names [2]string) (*Comparison, error) {
	own, err := Replay(a, f)
	if err != nil {
		return nil, err
	}
	var starts []S
	b.Init(func(s S) { starts = append(starts, s) })
	if len(starts) == 0 {
		return nil, fmt.Errorf("traces: %s has no initial state", b.Name)
	}
	c := &companion[S]{b: b, f: f, aids: aidsOf(a, b, &own.Path), out: &Comparison{Names: names, File: f, Parting: -1}}
	c.property, _ = b.Property(f.Property.Name)
	if err := c.begin(nearest(b, starts, f)); err != nil {
		return nil, err
	}
	for i := range f.Steps {
		if err := c.step(i + 1); err != nil {
			return nil, err
		}
	}
	c.out.Broken[0], c.out.Witness[0] = own.Broken, own.Witness
	c.out.Broken[1], c.out.Witness[1] = c.judge()
	for i, w := range c.out.Witness {
		c.out.Witness[i] = f.Labelled(w)
	}
	return c.out, nil
}

// companion runs a schedule of one model on another.
type companion[S comparable] struct {
	b        *model.Model[S]
	f        *File
	property *model.Property[S]
	aids     []bool // by rule of b: may be taken between the steps of the schedule
	path     model.Path[S]
	after    []int // by state of the trace: how many steps b has taken there
	out      *Comparison
	apart    []Change // fields in which the two differ from the start
}

// nearest is the initial state of b that looks most like f's.
func nearest[S comparable](b *model.Model[S], starts []S, f *File) S {
	best, least := starts[0], -1
	for _, s := range starts {
		if n := len(DiffShared(f.Start.View, f.describe(b.Describe(&s)))); least < 0 || n < least {
			best, least = s, n
		}
	}
	return best
}

// aidsOf finds the rules of b that a does not have, or never enables along
// the path: the steps of b's own protocol. Kills and the like, which a could
// have taken as well, are not among them.
func aidsOf[S comparable](a, b *model.Model[S], path *model.Path[S]) []bool {
	enabled := map[string]bool{}
	look := func(s S) {
		eachSuccessor(a, &s, func(x model.Action, _ *S) { enabled[a.Rules[x.Rule].Name] = true })
	}
	look(path.Start)
	for _, step := range path.Steps {
		look(step.After)
	}
	aids := make([]bool, len(b.Rules))
	for i := range b.Rules {
		aids[i] = !enabled[b.Rules[i].Name]
	}
	return aids
}

func (c *companion[S]) begin(start S) error {
	c.path.Start = start
	fr, err := frame(c.b, c.property, &start)
	if err != nil {
		return err
	}
	c.f.labelView(&fr.View)
	c.add(Pair{Frame: fr, Kind: Differs})
	return nil
}

// add closes a pair: is it the same as the trace's?
func (c *companion[S]) add(p Pair) {
	p.Step = len(c.out.Pairs)
	p.Changes = c.differences(&p)
	if p.Kind == Differs && len(p.Changes) == 0 {
		p.Kind = Same
	}
	if p.Kind != Same && c.out.Parting < 0 {
		c.out.Parting = p.Step
	}
	c.out.Pairs = append(c.out.Pairs, p)
	c.after = append(c.after, len(c.path.Steps))
}

// judge reports whether b's run breaks the property, and why or why not. A claim
// about what goes on for ever is asked of the run that does in b what the trace's
// does for ever: goes back to where it went back, or stays.
func (c *companion[S]) judge() (broken bool, why string) {
	if c.property == nil || !c.property.Kind.Temporal() || c.f.Loop == nil {
		broken, why := decided(c.b, c.property, &c.path)
		return broken, why.Text
	}
	lasso := &model.Lasso[S]{Path: c.path, Loop: c.after[c.f.Loop.To]}
	if _, err := closing(c.b, lasso); err != nil {
		return false, "no step leads from where it ends back to where it was " + model.AfterStep(c.f.Loop.To)
	}
	got, err := assess(c.b, c.property, c.f.Loop, lasso)
	if err != nil {
		return false, err.Error()
	}
	return got.Broken, got.Why
}

// differences are those between the two states, but for fields in which the
// two differ already as they start, with the same logs: what such a field
// means is not the same for both, as for an epoch cache that one of them fills
// at every change of leader and the other at the first record.
func (c *companion[S]) differences(p *Pair) []Change {
	all := DiffShared(c.f.Frame(p.Step).View, p.Frame.View)
	if p.Step == 0 && !slices.ContainsFunc(all, Change.OfReplica) {
		c.apart = all
	}
	return slices.DeleteFunc(slices.Clone(all), func(x Change) bool {
		return slices.ContainsFunc(c.apart, func(y Change) bool { return x.Field == y.Field })
	})
}

// step takes step i of the schedule, if it can.
func (c *companion[S]) step(i int) error {
	e := &c.f.Steps[i-1]
	before := c.path.Last()
	moves := c.reach(&before, e)
	if len(moves) == 0 {
		fr, err := frame(c.b, c.property, &before)
		c.f.labelView(&fr.View)
		d := notEnabled(c.b, &before, e, i)
		c.add(Pair{Kind: NotTaken, Frame: fr, Enabled: d.Enabled})
		return err
	}
	p := Pair{Kind: Differs}
	for n, move := range moves {
		told, err := c.tell(&before, &move)
		if err != nil {
			return err
		}
		if n == len(moves)-1 {
			p.Other, p.Frame = &told, told.Frame
		} else {
			p.Extra = append(p.Extra, told)
		}
		before = move.After
	}
	c.path.Steps = append(c.path.Steps, moves...)
	c.add(p)
	return nil
}

func (c *companion[S]) tell(before *S, move *model.Transition[S]) (Event, error) {
	e, err := event(c.b, c.property, before, move, nil)
	e.Changes = Diff(c.b.Describe(before), e.View)
	c.f.labelEvent(&e)
	return e, err
}

// detour bounds the steps that the other model may take of its own before one
// step of the schedule.
const detour = 4

// reach finds the fewest steps of b from s of which the last is e and the
// others are aids.
func (c *companion[S]) reach(s *S, e *Event) []model.Transition[S] {
	type way struct {
		at    S
		steps []model.Transition[S]
	}
	seen := map[S]bool{*s: true}
	ways := []way{{at: *s}}
	for depth := 0; depth <= detour; depth++ {
		var next []way
		for _, w := range ways {
			if moves := movesOf(c.b, &w.at, e); len(moves) > 0 {
				return append(w.steps, c.best(moves, e))
			}
			eachSuccessor(c.b, &w.at, func(a model.Action, after *S) {
				if c.aids[a.Rule] && !seen[*after] {
					seen[*after] = true
					next = append(next, way{*after, append(slices.Clip(w.steps), model.Transition[S]{Action: a, After: *after})})
				}
			})
		}
		ways = next
	}
	return nil
}

// best is, among steps of the same name, the one that looks most like the
// trace's.
func (c *companion[S]) best(moves []model.Transition[S], e *Event) model.Transition[S] {
	return slices.MinFunc(moves, func(x, y model.Transition[S]) int {
		return len(DiffShared(e.View, c.f.describe(c.b.Describe(&x.After)))) - len(DiffShared(e.View,
			c.f.describe(c.b.Describe(&y.After))))
	})
}
