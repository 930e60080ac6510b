package registry

import (
	"fmt"

	"mc/model"
	"mc/model/schedule"
)

// Session is one course through a model, taken action by action by whoever
// drives it, forward and back. It touches no files and no terminal.
type Session struct {
	// Starts is the number of initial states; the course is at the first.
	Starts int

	at         func() int
	view       func() model.View
	enabled    func() []Enabled
	impossible func() []Impossible
	take       func(i int)
	back       func()
	restart    func(start int)
	property   func(name string) (*Judged, error)
}

// Enabled is an action that can be taken now.
type Enabled struct {
	Action string // "Fetch b2"
	Title  string // what it would do, in a few words
}

// Judged is what the end of a course says of a property.
type Judged struct {
	Decided bool         // it is broken or, if it is a goal, reached
	Witness string       // what is wrong
	Parts   []model.Part // the conditions of the claim in the present state
}

// Steps is the number of actions taken.
func (s *Session) Steps() int { return s.at() }

// View is the present state as people see it.
func (s *Session) View() model.View { return s.view() }

// Enabled lists the actions that can be taken now, in the model's order.
func (s *Session) Enabled() []Enabled { return s.enabled() }

// Take takes the i-th of the enabled actions.
func (s *Session) Take(i int) error {
	if n := len(s.enabled()); i < 0 || i >= n {
		return fmt.Errorf("registry: there is no action %d; %d are enabled", i, n)
	}
	s.take(i)
	return nil
}

// Back takes the last action back; at the start there is none.
func (s *Session) Back() error {
	if s.at() == 0 {
		return fmt.Errorf("registry: this is the start; there is no action to take back")
	}
	s.back()
	return nil
}

// Restart goes to one of the initial states, from 0.
func (s *Session) Restart(start int) error {
	if start < 0 || start >= s.Starts {
		return fmt.Errorf("registry: there is no initial state %d; the model has %d", start, s.Starts)
	}
	s.restart(start)
	return nil
}

// Judge asks a property of the course as it ends now.
func (s *Session) Judge(property string) (*Judged, error) { return s.property(property) }

// Begin starts a course through the model under set, without the named rules.
func (e *entry[S]) Begin(set map[string]string, without []string) (_ *Session, err error) {
	defer e.guard(&err)
	m, values, err := e.build(set, without)
	if err != nil {
		return nil, err
	}
	current, err := e.Current(set)
	if err != nil {
		return nil, err
	}
	c := &course[S]{m: m, set: current, can: map[model.Action]bool{}, more: map[model.Budgets]*model.Model[S]{}}
	c.build = func(set map[string]string) (*model.Model[S], error) {
		m, _, err := e.build(set, without)
		return m, err
	}
	if e.language.WhyNot != nil {
		if c.whyNot, err = e.language.WhyNot(m, values); err != nil {
			return nil, err
		}
	}
	m.Init(func(s S) { c.starts = append(c.starts, s) })
	if len(c.starts) == 0 {
		return nil, fmt.Errorf("registry: %s has no initial state", m.Name)
	}
	c.path.Start = c.starts[0]
	return &Session{
		Starts: len(c.starts), at: func() int { return len(c.path.Steps) },
		view: c.view, enabled: c.enabled, impossible: c.impossible, take: c.take, back: c.back, restart: c.restart, property: c.judge,
	}, nil
}

// course is the path of a session.
type course[S comparable] struct {
	m      *model.Model[S]
	starts []S
	path   model.Path[S]

	whyNot schedule.Refuses[S] // nil: the model's language knows no reasons
	can    map[model.Action]bool
	set    map[string]string
	build  func(set map[string]string) (*model.Model[S], error)
	more   map[model.Budgets]*model.Model[S] // with more of these budgets; nil if there is none
}

func (c *course[S]) view() model.View {
	now := c.path.Last()
	return c.m.Describe(&now)
}

// next are the transitions out of the present state.
func (c *course[S]) next() (all []model.Transition[S]) {
	now := c.path.Last()
	c.m.Expand(&now, model.NewSteps(func(a model.Action, after *S) {
		all = append(all, model.Transition[S]{Action: a, After: *after})
	}))
	return all
}

func (c *course[S]) enabled() (all []Enabled) {
	now := c.path.Last()
	for _, t := range c.next() {
		all = append(all, Enabled{c.m.Text(t.Action), c.m.Story(t.Action, &now, &t.After).Title})
	}
	return all
}

func (c *course[S]) take(i int) { c.path.Steps = append(c.path.Steps, c.next()[i]) }

func (c *course[S]) back() { c.path.Steps = c.path.Steps[:len(c.path.Steps)-1] }

func (c *course[S]) restart(start int) { c.path = model.Path[S]{Start: c.starts[start]} }

func (c *course[S]) judge(name string) (*Judged, error) {
	p, known := c.m.Property(name)
	if !known {
		return nil, fmt.Errorf("registry: %s has no property %q", c.m.Name, name)
	}
	j, now := &Judged{}, c.path.Last()
	decided, why := c.m.DecidedAt(p, c.path)
	if j.Decided = decided; why != nil {
		j.Witness = why.Error()
	}
	if p.Parts != nil {
		j.Parts = p.Parts(&now)
	}
	return j, nil
}
