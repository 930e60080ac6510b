package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"mc/explorer"
	"mc/model"
	"mc/run/registry"
	"mc/run/suite"
)

// options are those of a search that a question asks for.
func (e *Engine) options(limits Limits, progress func(Progress)) explorer.Options {
	return explorer.Options{Workers: e.Workers, Memory: e.Memory, MaxStates: limits.States,
		Timeout:  time.Duration(limits.Seconds * float64(time.Second)),
		Progress: func(p explorer.Progress) { progress(Progress{p.States, p.Depth, p.Elapsed.Seconds(), p.Doing}) }}
}

// seek searches the shortest way from where a course stands to trouble.
func (e *Engine) seek(ctx context.Context, p *place, q Question, progress func(Progress)) (*Sought, error) {
	names, err := p.sought(q)
	if err != nil {
		return nil, err
	}
	search, already, err := p.prepare(q.Steps, names)
	if err != nil || already != nil {
		return already, err
	}
	way, err := search(ctx, e.options(q.Limits, progress))
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	s := &Sought{Found: way.Property != "", Claim: way.Property, Impact: p.impact(way.Property), Witness: way.Witness, Steps: append([]string{}, way.Names...),
		Whole: way.Result.Whole, States: way.Result.States, Depth: way.Result.Depth, Seconds: way.Result.Seconds}
	s.Says = s.sentence(names)
	return s, nil
}

// prepare goes to the end of a course, and says what is so there already.
func (p *place) prepare(steps, names []string) (func(context.Context, explorer.Options) (*registry.Way, error), *Sought, error) {
	p.Lock()
	defer p.Unlock()
	halt, err := p.follow(steps)
	switch {
	case err != nil:
		return nil, nil, err
	case halt != nil:
		return nil, nil, fmt.Errorf("step %d of the course (%s) cannot be taken here; go back to the step before", halt.Step, halt.Name)
	}
	for _, name := range names {
		judged, err := p.session.Judge(name)
		if err != nil {
			return nil, nil, err
		}
		if judged.Decided {
			return nil, &Sought{Found: true, Claim: name, Impact: p.impact(name), Witness: judged.Witness, Steps: []string{},
				Says: fmt.Sprintf("It is so already: %s is broken in this state.", name)}, nil
		}
	}
	search, err := p.session.Seek(names)
	return search, nil, err
}

// sought are the properties that a question is after: of the impacts that it names those
// that the spec is about, or else all that the model has by itself. A model that knows no
// impacts has claims, and one is as bad as the other.
func (p *place) sought(q Question) (names []string, err error) {
	names = append(names, q.Properties...)
	any := len(p.entry.Impacts()) == 0 && len(q.Properties)+len(q.Impacts) == 0
	about := func(c registry.Property) bool { return any && !goal(c) || slices.Contains(q.Impacts, c.Impact) }
	for _, c := range p.claims {
		if about(c) && slices.Contains(p.spec.Check, c.Name) {
			names = append(names, c.Name)
		}
	}
	if len(names) > 0 {
		return names, nil
	}
	for _, c := range p.claims {
		if about(c) {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no claim of %s means %s; choose a claim", p.entry.Name(), strings.Join(q.Impacts, " or "))
	}
	return names, nil
}

func (p *place) impact(name string) string {
	for _, c := range slices.Concat(p.claims, p.asked) {
		if c.Name == name {
			return c.Impact
		}
	}
	return ""
}

// sentence says what was found, and what it rests on.
func (s *Sought) sentence(names []string) string {
	claims := strings.Join(names, ", ")
	if len(names) > 4 {
		claims = fmt.Sprintf("all %d claims", len(names))
	}
	switch {
	case s.Found:
		return fmt.Sprintf("%s is broken after %s: no way is shorter. %d states were looked at.", s.Claim, counted(len(s.Steps), "step"), s.States)
	case s.Whole:
		return fmt.Sprintf("There is no way: all %d states that can be reached from here within the bounds were visited, and in none is one of these broken: %s.", s.States, claims)
	}
	return fmt.Sprintf("Nothing was found among %d states, down to %d steps from here; a limit ended the search before it had seen all.", s.States, s.Depth)
}

// check explores the whole space of a place.
func (e *Engine) check(ctx context.Context, p *place, q Question, progress func(Progress)) (*Checked, error) {
	if p.spec.Script() != nil {
		return nil, fmt.Errorf("%s is a schedule, one run and no search; open its model to explore", p.spec.Name)
	}
	o := suite.Options(p.spec)
	own := e.options(q.Limits, progress)
	o.Workers, o.Memory, o.Progress, o.KeepGoing = own.Workers, own.Memory, own.Progress, true
	if own.MaxStates > 0 {
		o.MaxStates = own.MaxStates
	}
	if own.Timeout > 0 {
		o.Timeout = own.Timeout
	}
	out, err := p.entry.Check(ctx, suite.Job(p.spec, o, e.version))
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	c := &Checked{States: out.States.Distinct, Generated: out.States.Generated, Depth: out.States.Depth, Whole: out.Exhaustive,
		Seconds: out.Run.Seconds, Properties: []ClaimResult{}}
	for _, r := range out.Properties {
		one := ClaimResult{Name: r.Name, Verdict: string(r.Verdict), Impact: r.Impact, Witness: r.Witness}
		if r.Trace != nil && r.Trace.Loop == nil {
			if one.Steps, err = p.course(r.Trace); err != nil {
				return nil, err
			}
		}
		c.Properties = append(c.Properties, one)
	}
	c.Says = c.sentence()
	return c, nil
}

func (c *Checked) sentence() string {
	broken := 0
	for _, r := range c.Properties {
		if r.Verdict == string(model.Violated) {
			broken++
		}
	}
	space := "the whole space within the bounds"
	if !c.Whole {
		space = "not the whole space: a limit ended the search"
	}
	return fmt.Sprintf("%d distinct states, %d generated, depth %d: %s. %d of %s broken.", c.States, c.Generated, c.Depth, space, broken,
		counted(len(c.Properties), "claim"))
}

// counted is a number of things: "1 step", "9 steps".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
