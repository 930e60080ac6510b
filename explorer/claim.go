package explorer

import (
	"cmp"
	"fmt"

	"mc/explorer/internal/fair"
	"mc/explorer/internal/graph"
	"mc/model"
)

// claim is a claim about runs while it is decided on a labelled graph.
type claim[S comparable] struct {
	s     *search[S]
	g     *graph.Graph[S]
	i     int // its place among those that the graph is labelled for
	fate  *fate[S]
	asked fair.Demands // of a run that breaks it
	group *group[S]
}

// decide finds a fair run that breaks the claim; or one that only waits for what
// a budget or the constraint forbids; or that there are none. A run that breaks it
// also does so if what is forbidden does not count as enabled, so that is asked
// first: mostly there is none.
func (c *claim[S]) decide() error {
	lenient := graph.View[S]{Graph: c.g}
	if cannot, err := c.cannot(); cannot || err != nil {
		return cmp.Or(err, c.empty())
	}
	way, region := c.ways(lenient)
	among := c.group.survey(c.g).Among(c.asked, region)
	may, err := c.cores(lenient, among)
	switch {
	case err != nil:
		return err
	case may.Count == 0:
		return c.empty()
	}
	strict, cores := graph.View[S]{Graph: c.g, Strict: true}, may
	if c.g.Waits(c.asked.Weak | c.asked.Strong) {
		cores, err = c.cores(strict, func(s uint32) bool { _, is := may.Of(s); return is })
	}
	switch {
	case err != nil:
		return err
	case cores.Count > 0:
		c.fate.broken, err = c.run(strict, cores, way, true)
		return err
	}
	return c.excuse(lenient, may, way)
}

// cannot reports that no component of the graph has a run that breaks the claim.
func (c *claim[S]) cannot() (bool, error) {
	some, known := c.group.survey(c.g).Fair(c.asked)
	if c.g.Stopped() {
		return false, graph.ErrStopped
	}
	return known && !some, nil
}

// cores are the sets of states in which runs that break the claim go on.
func (c *claim[S]) cores(v graph.View[S], region fair.Region) (*fair.Cores, error) {
	cores := fair.Decide(v, c.asked, region)
	if c.g.Stopped() {
		return nil, graph.ErrStopped
	}
	return cores, nil
}

// ways says where runs that break the claim come from, and where they go on.
func (c *claim[S]) ways(v graph.View[S]) (*fair.Approach, fair.Region) {
	way := &fair.Approach{Starts: c.g.Starts()}
	without := func(s uint32) bool {
		if !c.g.Expanded(s) {
			return false
		}
		_, to := c.g.In(c.i, s)
		return !to
	}
	switch c.fate.p.Kind {
	case model.Eventually:
		way.Keep = without
		return way, way.Within(v)
	case model.AlwaysEventually:
		return way, without
	case model.LeadsTo:
		way.Keep, way.Waits = without, c.waits
		return way, way.Within(v)
	}
	return way, c.g.Expanded
}

// waits reports whether a run that comes to a state begins to wait there.
func (c *claim[S]) waits(s uint32) bool {
	if !c.g.Expanded(s) {
		return false
	}
	from, to := c.g.In(c.i, s)
	return from && !to
}

// excuse is a run that would break the claim if it did not count as enabled what a
// budget or the constraint forbids.
func (c *claim[S]) excuse(v graph.View[S], cores *fair.Cores, way *fair.Approach) error {
	run, err := c.run(v, cores, way, false)
	if err != nil {
		return err
	}
	e := &Excuse[S]{Sets: cores.Count, RunResult: *run}
	var by model.Budgets
	for s := range v.Len() {
		if _, is := cores.Of(s); is {
			budgets, constraint := c.g.Forbidden(s, c.asked.Weak|c.asked.Strong)
			by, e.Constraint = by|budgets, e.Constraint || constraint
		}
	}
	for k, b := range c.s.m.Budgets {
		if by.Has(k) {
			e.Budgets = append(e.Budgets, b.Constant)
		}
	}
	c.fate.excused = e
	return nil
}

// empty looks whether the claim says nothing: no run is fair, or none of them
// ever waits.
func (c *claim[S]) empty() error {
	fate := c.fate
	waited := c.fate.p.Kind != model.LeadsTo
	for s := uint32(0); s < c.g.Len() && !waited; s++ {
		if c.g.Expanded(s) {
			waited, _ = c.g.In(c.i, s)
		}
	}
	fate.vacuous = !waited
	own := c.group.own[c.i]
	supposed := c.asked
	supposed.Take, supposed.Visit, supposed.Ban = supposed.Take&^own, supposed.Visit&^own, supposed.Ban&^own
	if supposed == (fair.Demands{}) {
		return nil // then every run is fair
	}
	some := c.group.someFair(c.g, supposed)
	if c.g.Stopped() {
		return graph.ErrStopped
	}
	fate.noFair = !some
	return nil
}

// survey is what there is in the components of the graph without the steps that no
// claim of the group lets go on for ever.
func (g *group[S]) survey(of *graph.Graph[S]) *fair.Survey {
	g.look.Do(func() { g.surveyed = fair.Look(graph.View[S]{Graph: of}, g.banned, of.Expanded) })
	return g.surveyed
}

// someFair reports whether any run does what is supposed of runs.
func (g *group[S]) someFair(of *graph.Graph[S], supposed fair.Demands) bool {
	if some, known := g.survey(of).Fair(supposed); known {
		return some
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	some, known := g.fair[supposed]
	if !known {
		some = fair.Decide(graph.View[S]{Graph: of}, supposed, of.Expanded).Count > 0
		g.fair[supposed] = some
	}
	return some
}

// run finds a lasso with a shortest stem, as states of the model, and looks at it
// again by the definitions.
func (c *claim[S]) run(v graph.View[S], cores *fair.Cores, way *fair.Approach, breaks bool) (*RunResult[S], error) {
	found := cores.Shortest(v, c.asked, way)
	if c.g.Stopped() {
		return nil, graph.ErrStopped
	}
	if found == nil {
		return nil, c.contrary("a run that breaks it cannot be reached")
	}
	lasso, err := c.lasso(found)
	if err != nil {
		return nil, err
	}
	got, err := c.s.m.Assess(c.fate.p, c.fate.fairness, lasso)
	if err != nil {
		return nil, err
	}
	if got.Broken != breaks {
		return nil, c.contrary(got.Why)
	}
	c.fate.witness = got.Why
	return &RunResult[S]{Lasso: lasso, Evidence: got.Evidence, Shortest: found.Shortest}, nil
}

// lasso takes the steps of a lasso in the model.
func (c *claim[S]) lasso(found *fair.Lasso) (*model.Lasso[S], error) {
	out := &model.Lasso[S]{Loop: len(found.Stem) - 1}
	first, started := c.g.State(found.Stem[0]), false
	c.s.m.Init(func(s S) {
		if !started && c.s.m.Alike(&s, &first) {
			out.Start, started = s, true
		}
	})
	at := out.Start
	states := append(found.Stem[1:len(found.Stem):len(found.Stem)], found.Loop...)
	for _, number := range states {
		target := c.g.State(number)
		step, ok := c.s.firstStep(&at, func(_ model.Action, n *S) bool { return c.s.m.Alike(n, &target) })
		if !ok {
			return nil, c.lacking(&at)
		}
		out.Steps = append(out.Steps, step)
		at = step.After
	}
	if len(found.Loop) > 0 { // the last step is the one that closes it
		out.Steps = out.Steps[:len(out.Steps)-1]
	}
	return out, nil
}

// lacking says why a step of a lasso cannot be taken: for want of room, where the
// search forgets and the run that is shown does not; else the model is at fault.
func (c *claim[S]) lacking(at *S) error {
	steps := model.NewSteps(func(model.Action, *S) {})
	c.s.m.Expand(at, steps)
	if rule, complaint := steps.Overflowed(); complaint != "" {
		return &ModelError{c.s.m.Name, fmt.Sprintf("%s is violated, and the run that shows it is too long for a state: "+
			"rule %s: %s", c.fate.p.Name, c.s.m.Rules[rule].Name, complaint)}
	}
	return c.contrary("one of its steps cannot be taken")
}

func (c *claim[S]) contrary(why string) error {
	return &ModelError{c.s.m.Name, fmt.Sprintf("a run that breaks %s does not on a second look: %s; a rule, a claim or a "+
		"condition depends on more than the state (a map's order, a clock, a variable outside)", c.fate.p.Name, why)}
}
