package registry

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"mc/explorer"
	"mc/model"
	"mc/traces"
)

// Stopped says where a course that was asked for ends before its time.
type Stopped struct {
	Step int    // that cannot be taken, from 1
	Name string // of the step
}

func (e *Stopped) Error() string { return fmt.Sprintf("step %d (%s) cannot be taken", e.Step, e.Name) }

// Follow makes the course the one with these steps, by the names that Enabled gives
// them. What it has in common with the present one is kept. Where a step cannot be
// taken it ends before that, and the error is a *Stopped.
func (s *Session) Follow(names []string) error { return s.follow(names) }

// Names are the steps of the course.
func (s *Session) Names() []string { return s.names() }

// JudgeAt is Judge after the first n steps.
func (s *Session) JudgeAt(property string, n int) (*Judged, error) { return s.judgeAt(property, n) }

// File is the course as a trace.
func (s *Session) File(meta traces.Meta) (*traces.File, error) { return s.file(meta) }

// Course are the names of the steps of a trace of this model.
func (s *Session) Course(f *traces.File) ([]string, error) { return s.course(f) }

// Way is the shortest course on from a state to where some claim is broken, or a goal
// reached.
type Way struct {
	Property string // empty if there is none
	Witness  string
	Names    []string
	Result   Searched
}

// Searched is how far a search went.
type Searched struct {
	States, Generated uint64
	Depth             int
	Whole             bool // every state that can be reached was visited
	Seconds           float64
}

// Seek prepares a search from the end of the course for the nearest place where one of
// the named properties is decided. The search itself may go on beside the session.
func (s *Session) Seek(properties []string) (func(context.Context, explorer.Options) (*Way, error), error) {
	return s.seek(properties)
}

// named gives the transitions out of a state names: their texts, and a number where
// several have the same.
func (c *course[S]) named(all []model.Transition[S]) []string {
	names, seen := make([]string, len(all)), map[string]int{}
	for i, t := range all {
		text := c.m.Text(t.Action)
		if seen[text]++; seen[text] > 1 {
			text = fmt.Sprintf("%s #%d", text, seen[text])
		}
		names[i] = text
	}
	return names
}

// from are the transitions out of a state.
func (c *course[S]) from(now S) (all []model.Transition[S]) {
	c.m.Expand(&now, model.NewSteps(func(a model.Action, after *S) {
		all = append(all, model.Transition[S]{Action: a, After: *after})
	}))
	return all
}

func (c *course[S]) follow(names []string) error {
	same := 0
	for same < min(len(names), len(c.taken)) && names[same] == c.taken[same] {
		same++
	}
	c.path.Steps, c.taken = c.path.Steps[:same], c.taken[:same]
	for i, name := range names[same:] {
		all := c.next()
		at := slices.Index(c.named(all), name)
		if at < 0 {
			return &Stopped{same + i + 1, name}
		}
		c.path.Steps, c.taken = append(c.path.Steps, all[at]), append(c.taken, name)
	}
	return nil
}

func (c *course[S]) file(meta traces.Meta) (*traces.File, error) {
	return traces.Record(c.m, &c.path, meta)
}

// prefix is the course after n steps.
func (c *course[S]) prefix(n int) model.Path[S] {
	return model.Path[S]{Start: c.path.Start, Steps: c.path.Steps[:n]}
}

func (c *course[S]) judgeAt(name string, n int) (*Judged, error) {
	if n < 0 || n > len(c.path.Steps) {
		return nil, fmt.Errorf("registry: the course has no step %d; it has %d", n, len(c.path.Steps))
	}
	p, known := c.m.Property(name)
	if !known {
		return nil, fmt.Errorf("registry: %s has no property %q", c.m.Name, name)
	}
	j, path := &Judged{}, c.prefix(n)
	decided, why := c.m.DecidedAt(p, path)
	if j.Decided = decided; why != nil {
		j.Witness = c.worded(model.AsWitness(why).Text)
	}
	if p.Parts != nil {
		now := path.Last()
		j.Parts = p.Parts(&now)
	}
	return j, nil
}

// worded is a text with the names that a given start has for things.
func (c *course[S]) worded(text string) string {
	if c.m.Start == nil {
		return text
	}
	return (&traces.File{Labels: c.m.Start.Labels}).Labelled(text)
}

const sought = "sought"

var errSought = errors.New("sought")

// namesOf names the steps of a path.
func (c *course[S]) namesOf(path model.Path[S]) (names []string) {
	before := path.Start
	for _, step := range path.Steps {
		all := c.from(before)
		i := slices.IndexFunc(all, func(t model.Transition[S]) bool { return t == step })
		names = append(names, c.named(all)[i])
		before = step.After
	}
	return names
}

func (c *course[S]) ofTrace(f *traces.File) ([]string, error) {
	r, err := traces.Replay(c.m, f)
	if err != nil {
		return nil, err
	}
	return c.namesOf(r.Path), nil
}

// seek makes a model of which the only claim is that none of the named properties is
// decided, and of which the only start is the present state.
func (c *course[S]) seek(names []string) (func(context.Context, explorer.Options) (*Way, error), error) {
	var claims []*model.Property[S]
	steps := false
	for _, name := range names {
		p, known := c.m.Property(name)
		switch {
		case !known:
			return nil, fmt.Errorf("registry: %s has no property %q", c.m.Name, name)
		case p.Kind.Temporal() || p.Kind.Subject() == model.OfSuccessors:
			return nil, fmt.Errorf("registry: %s is no claim about a state or a step; a check decides it", name)
		}
		claims, steps = append(claims, p), steps || p.Kind.Subject() == model.OfSteps
	}
	m, now := *c.m, c.path.Last()
	m.Init, m.Claims, m.Start = func(add func(S)) { add(now) }, nil, nil
	m.Properties = []model.Property[S]{decidedBy(claims, steps)}
	return func(ctx context.Context, o explorer.Options) (*Way, error) {
		o.Check = []string{sought}
		r, err := explorer.Check(ctx, &m, o)
		if err != nil {
			return nil, err
		}
		way := &Way{Result: Searched{r.States.Distinct, r.States.Generated, r.States.Depth, r.Exhaustive, r.Elapsed.Seconds()}}
		if path := r.Properties[0].Path; path != nil {
			c.tell(way, *path, claims)
		}
		return way, nil
	}, nil
}

// decidedBy is the claim that nothing decides any of others.
func decidedBy[S comparable](claims []*model.Property[S], steps bool) model.Property[S] {
	p := model.Property[S]{Name: sought, Doc: "None of what is sought is so.", Kind: model.Always}
	p.State = func(s *S) error {
		for _, claim := range claims {
			if claim.Kind.Subject() != model.OfStates {
				continue
			}
			if decided, _ := claim.DecidedIn(s); decided {
				return errSought
			}
		}
		return nil
	}
	if !steps {
		return p
	}
	states := p.State
	p.Kind, p.State = model.Step, nil
	p.Step = func(before *S, a model.Action, after *S) error {
		for _, claim := range claims {
			if claim.Kind.Subject() != model.OfSteps {
				continue
			}
			if decided, _ := claim.DecidedBy(before, a, after); decided {
				return errSought
			}
		}
		return states(after)
	}
	return p
}

// tell names the steps of a way, and what it comes to.
func (c *course[S]) tell(way *Way, path model.Path[S], claims []*model.Property[S]) {
	way.Names = c.namesOf(path)
	for _, claim := range claims {
		decided, why := c.m.DecidedAt(claim, path)
		if !decided {
			continue
		}
		way.Property = claim.Name
		if why != nil {
			way.Witness = c.worded(model.AsWitness(why).Text)
		}
		return
	}
}
