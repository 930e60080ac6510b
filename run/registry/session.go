package registry

import (
	"context"
	"fmt"
	"slices"

	"mc/explorer"
	"mc/model"
	"mc/model/schedule"
	"mc/traces"
)

// Session is one course through a model, taken action by action by whoever
// drives it, forward and back. It touches no files and no terminal.
type Session struct {
	// Starts is the number of initial states; the course is at the first.
	Starts int

	at         func() int
	view       func() model.View
	enabled    func() []Enabled
	take       func(i int)
	back       func()
	impossible func() []Impossible
	restart    func(start int)
	property   func(name string) (*Judged, error)

	follow  func(names []string) error
	names   func() []string
	judgeAt func(name string, n int) (*Judged, error)
	file    func(meta traces.Meta) (*traces.File, error)
	course  func(f *traces.File) ([]string, error)
	seek    func(properties []string) (func(context.Context, explorer.Options) (*Way, error), error)
}

// Enabled is an action that can be taken now.
type Enabled struct {
	Action string // "Fetch b2"
	Title  string // what it would do, in a few words

	Name  string   // Action, with a number where several are called the same
	Rule  string   // its rule
	Fault bool     // nobody asked for it
	Args  []string // its arguments, as Action has them
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
		follow: c.follow, names: func() []string { return slices.Clone(c.taken) }, judgeAt: c.judgeAt, file: c.file, seek: c.seek, course: c.ofTrace,
	}, nil
}

// course is the path of a session.
type course[S comparable] struct {
	m      *model.Model[S]
	starts []S
	path   model.Path[S]
	taken  []string // the names of its steps

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
func (c *course[S]) next() []model.Transition[S] { return c.from(c.path.Last()) }

func (c *course[S]) enabled() (all []Enabled) {
	now, next := c.path.Last(), c.next()
	names := c.named(next)
	for i, t := range next {
		rule := &c.m.Rules[t.Action.Rule]
		one := Enabled{Action: c.m.Text(t.Action), Title: c.worded(c.m.Story(t.Action, &now, &t.After).Title),
			Name: names[i], Rule: rule.Name, Fault: rule.Fault}
		for n, param := range rule.Params {
			one.Args = append(one.Args, param.Text(t.Action.Args[n]))
		}
		all = append(all, one)
	}
	return all
}

func (c *course[S]) take(i int) {
	next := c.next()
	c.path.Steps, c.taken = append(c.path.Steps, next[i]), append(c.taken, c.named(next)[i])
}

func (c *course[S]) back() {
	n := len(c.path.Steps) - 1
	c.path.Steps, c.taken = c.path.Steps[:n], c.taken[:n]
}

func (c *course[S]) restart(start int) {
	c.path, c.taken = model.Path[S]{Start: c.starts[start]}, nil
}

func (c *course[S]) judge(name string) (*Judged, error) { return c.judgeAt(name, len(c.path.Steps)) }
