package registry

import (
	"context"
	"fmt"
	"slices"

	"mc/explorer/between"
	"mc/model"
	"mc/report/graph"
	"mc/traces"
)

// Apart is in what two models with the same kind of state differ.
type Apart struct {
	Levels  *Levels  `json:"levels,omitempty"`
	Pairs   int      `json:"pairs"`   // places that the same schedules lead to in both
	Deepest int      `json:"deepest"` // steps of the longest of these schedules
	Cut     bool     `json:"cut"`     // there are more
	Removed []Course `json:"removed"` // what only the first takes, a shortest schedule of each rule
	Added   []Course `json:"added"`   // what only the second takes
}

// Levels is where the levels of the two part.
type Levels struct {
	Same    int        `json:"same"`            // the first levels, which have the same states
	Cut     bool       `json:"cut"`             // the next were too many to be compared
	Differs int        `json:"differs"`         // the first that differs, 0 if none does
	States  [2]int     `json:"states"`          // of that level
	Only    [2]int     `json:"only"`            // those of them that only the one has
	First   [2]*Course `json:"first,omitempty"` // a shortest run to one of these
}

// Course is a run in words.
type Course struct {
	Rule  string   `json:"rule,omitempty"` // of the step that the other refuses
	Lacks bool     `json:"lacks,omitempty"`
	Steps []Told   `json:"steps"`
	State string   `json:"state,omitempty"` // where it ends
	Apart []string `json:"apart,omitempty"` // in what the other is not as this one, before the last step
}

// Told is a step in words.
type Told struct {
	Action string `json:"action"`
	Title  string `json:"title"`
}

// Strangers says that two models have different kinds of state.
type Strangers struct{ Of, Other string }

func (s *Strangers) Error() string {
	return fmt.Sprintf("%s and %s have different kinds of state, and no schedule of the one goes to the other", s.Of, s.Other)
}

// differences are those that are told of two states.
const differences = 4

// Between compares this model under job with another under its own.
func (e *entry[S]) Between(ctx context.Context, job Job, other Entry, theirs Job, most int) (_ *Apart, err error) {
	defer e.guard(&err)
	if e.plain != nil {
		return e.plain.Between(ctx, job, other, theirs, most)
	}
	there, same := other.(*entry[S])
	if asking, is := other.(interface{ unasked() Entry }); !same && is {
		there, same = asking.unasked().(*entry[S])
	}
	if !same || e.kind != there.kind {
		return nil, &Strangers{e.Name(), other.Name()}
	}
	a, _, err := e.build(job.Set, job.Without)
	if err != nil {
		return nil, err
	}
	b, _, err := there.build(theirs.Set, theirs.Without)
	if err != nil {
		return nil, err
	}
	out := &Apart{Removed: []Course{}, Added: []Course{}}
	o := between.Options{Most: most, Symmetry: job.Options.Symmetry}
	if job.Options.Symmetry == theirs.Options.Symmetry {
		p, err := between.Part(ctx, a, b, o)
		if err != nil {
			return nil, e.fault(ctx, err)
		}
		out.Levels = levelsOf(a, b, p)
	}
	d, err := between.Refusals(ctx, a, b, o)
	if err != nil {
		return nil, e.fault(ctx, err)
	}
	out.Pairs, out.Deepest, out.Cut = d.Pairs, d.Deepest, d.Cut
	out.Removed, out.Added = courses(a, b, d.Refusals[0]), courses(b, a, d.Refusals[1])
	return out, nil
}

// unasked is the model without questions.
func (e *entry[S]) unasked() Entry {
	if e.plain != nil {
		return e.plain
	}
	return e
}

func levelsOf[S comparable](a, b *model.Model[S], p *between.Parting[S]) *Levels {
	l := &Levels{Same: p.Same, Cut: p.Cut, Differs: p.Level, States: p.States, Only: p.Only}
	for i, m := range []*model.Model[S]{a, b} {
		if p.First[i] != nil {
			c := told(m, p.First[i])
			l.First[i] = &c
		}
	}
	return l
}

// courses are refusals in words.
func courses[S comparable](m, other *model.Model[S], all []between.Refusal[S]) []Course {
	out := []Course{}
	for i := range all {
		r := &all[i]
		c := told(m, &r.Run)
		c.Rule, c.Lacks = r.Rule, r.Lacks
		before := r.Run
		before.Steps = before.Steps[:len(before.Steps)-1]
		here := before.Last()
		for _, d := range traces.DiffShared(m.Describe(&here), other.Describe(&r.Other)) {
			c.Apart = append(c.Apart, fmt.Sprintf("%s: %s is %s, there %s", d.Lane, d.Field, word(d.Before), word(d.After)))
		}
		if n := len(c.Apart); n > differences {
			c.Apart = append(slices.Clip(c.Apart[:differences]), fmt.Sprintf("and %d more", n-differences))
		}
		out = append(out, c)
	}
	return out
}

// word is a value of a view that may be empty.
func word(value string) string {
	if value == "" {
		return "nothing"
	}
	return value
}

// told is a run in words.
func told[S comparable](m *model.Model[S], p *model.Path[S]) Course {
	c, at := Course{Steps: []Told{}}, p.Start
	for i := range p.Steps {
		step := &p.Steps[i]
		c.Steps = append(c.Steps, Told{m.Text(step.Action), m.Story(step.Action, &at, &step.After).Title})
		at = step.After
	}
	c.State = graph.Text(m.Describe(&at))
	return c
}
