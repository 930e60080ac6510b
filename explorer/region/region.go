// Package region collects a part of the state graph of a model, small enough to
// be drawn: the first states in breadth-first order, or those around a run.
//
//	r, err := region.Explore(ctx, m, region.Options{MaxStates: 200, Check: claims})
//	r, err := region.Around(ctx, m, run, region.Options{MaxStates: 200, Steps: 1})
//
// It keeps whole states in a map, judges every one of them and takes every step
// out of it: nothing here is meant for spaces that have to be searched.
package region

import (
	"context"
	"fmt"

	"mc/model"
)

// Options say how much is collected.
type Options[S comparable] struct {
	MaxStates int                  // at least one state is collected, and a run whole
	Steps     int                  // of Around: how far from the run a state may be
	Check     []*model.Property[S] // what states and steps are judged by
}

// Region is a part of a state graph.
type Region[S comparable] struct {
	States []State[S] // by number, in the order in which they were found
	Edges  []Edge     // by From, then in the order of the model's rules
	Beyond int        // states one step away that there was no room for
	Cut    bool       // the room, not the distance, ended it
}

// State is one state and what is said of it.
type State[S comparable] struct {
	State    S
	Level    int      // steps from an initial state; around a run, its column
	Parent   int      // the state that it was found from; -1 for none
	Initial  bool     // the model can start here
	OnRun    bool     // the run goes through it
	Deadlock bool     // no rule is enabled
	Beyond   int      // steps that lead out of the region
	Outside  int      // steps that lead out of the model's constraint
	Decided  []string // properties that it decides: broken or, of a goal, reached
}

// Edge is all steps from one state to another.
type Edge struct {
	From, To int
	Actions  []model.Action // each once
	Decided  []string       // properties that one of them decides
	OnRun    bool           // the run takes one of them
}

// collector collects a region.
type collector[S comparable] struct {
	m       *model.Model[S]
	o       Options[S]
	out     Region[S]
	number  map[S]int
	beyond  map[S]bool
	starts  map[S]bool
	deepest []int // of a state, how far from the start or the run
}

func newCollector[S comparable](m *model.Model[S], o Options[S]) (c *collector[S], starts []S) {
	c = &collector[S]{m: m, o: o, number: map[S]int{}, beyond: map[S]bool{}, starts: map[S]bool{}}
	m.Init(func(s S) {
		if !c.starts[s] && c.within(&s) {
			c.starts[s], starts = true, append(starts, s)
		}
	})
	return c, starts
}

func (c *collector[S]) within(s *S) bool { return c.m.Within == nil || c.m.Within(s) }

// Explore collects the first states of m.
func Explore[S comparable](ctx context.Context, m *model.Model[S], o Options[S]) (*Region[S], error) {
	c, starts := newCollector(m, o)
	for i := range starts {
		c.find(&starts[i], -1, 0)
	}
	return c.collect(ctx, func(int) bool { return true })
}

// Around collects the states of a run of m, in its order, and then those that
// are at most so many steps from one of them, the nearest first.
func Around[S comparable](ctx context.Context, m *model.Model[S], run *model.Lasso[S], o Options[S]) (*Region[S], error) {
	o.MaxStates = max(o.MaxStates, run.States()) // the run is drawn whole
	c, _ := newCollector(m, o)
	at := c.find(&run.Start, -1, 0)
	course := []int{at}
	for i := range run.Steps {
		at = c.find(&run.Steps[i].After, at, i+1)
		course = append(course, at)
	}
	for _, n := range course {
		c.out.States[n].OnRun, c.deepest[n] = true, 0
	}
	r, err := c.collect(ctx, func(n int) bool { return c.deepest[n] < o.Steps })
	if err != nil {
		return nil, err
	}
	if run.Loop < len(course)-1 {
		course = append(course, course[run.Loop])
	}
	r.mark(course)
	return r, nil
}

// mark marks the steps that a run takes.
func (r *Region[S]) mark(course []int) {
	on := map[[2]int]bool{}
	for i := 1; i < len(course); i++ {
		on[[2]int{course[i-1], course[i]}] = true
	}
	for i := range r.Edges {
		e := &r.Edges[i]
		e.OnRun = on[[2]int{e.From, e.To}]
	}
}

// find is the number of a state, which it gets if there is room; else -1.
func (c *collector[S]) find(s *S, parent, level int) int {
	if n, known := c.number[*s]; known {
		return n
	}
	n := len(c.out.States)
	if n >= max(c.o.MaxStates, 1) {
		c.out.Cut = true
		return -1
	}
	far := 0
	if parent >= 0 {
		far = c.deepest[parent] + 1
	}
	c.number[*s], c.deepest = n, append(c.deepest, far)
	c.out.States = append(c.out.States, State[S]{State: *s, Level: level, Parent: parent, Initial: c.starts[*s]})
	return n
}

// collect expands states in the order in which they are found. Whoever is not to
// be gone beyond has its steps to states of the region all the same.
func (c *collector[S]) collect(ctx context.Context, further func(n int) bool) (*Region[S], error) {
	for n := 0; n < len(c.out.States); n++ {
		if further(n) {
			if err := c.successors(n, func(_ model.Action, after *S) { c.find(after, n, c.out.States[n].Level+1) }); err != nil {
				return nil, err
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	for n := range c.out.States {
		if err := c.expand(n); err != nil {
			return nil, err
		}
	}
	c.out.Beyond = len(c.beyond)
	return &c.out, nil
}

// successors visits the successors of a state that are within the constraint.
func (c *collector[S]) successors(n int, visit func(model.Action, *S)) error {
	from := c.out.States[n].State // Expand promises not to change it
	any, outside := false, 0
	steps := model.NewSteps(func(a model.Action, after *S) {
		any = true
		if c.within(after) {
			visit(a, after)
		} else {
			outside++
		}
	})
	c.m.Expand(&from, steps)
	c.out.States[n].Deadlock, c.out.States[n].Outside = !any, outside
	if rule, complaint := steps.Overflowed(); complaint != "" {
		return fmt.Errorf("region: model %s: rule %s: %s", c.m.Name, c.m.Rules[rule].Name, complaint)
	}
	return nil
}

// expand notes the steps out of a state, and what the properties say of it.
func (c *collector[S]) expand(n int) error {
	place := map[int]int{}
	err := c.successors(n, func(a model.Action, after *S) {
		to, known := c.number[*after]
		if !known {
			c.out.States[n].Beyond++
			c.beyond[*after] = true
			return
		}
		i, there := place[to]
		if !there {
			i = len(c.out.Edges)
			place[to], c.out.Edges = i, append(c.out.Edges, Edge{From: n, To: to})
		}
		c.step(&c.out.Edges[i], a, after)
	})
	c.judge(&c.out.States[n])
	return err
}
