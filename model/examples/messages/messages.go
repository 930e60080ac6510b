// Package messages is two-phase commit by messages, as Gray and Lamport wrote
// it: what was sent lies in a pool that only grows, so that a message is read
// late, again, or never. It does what package commit says. Package twophase is
// the same protocol without messages of its own, and with a fault.
package messages

import (
	"fmt"

	"mc/model"
	"mc/model/examples/commit"
	"mc/model/small"
)

// Decision is what the transaction manager has decided.
type Decision uint8

const (
	Undecided Decision = iota
	ToCommit
	ToAbort
)

func (d Decision) String() string { return [...]string{"none", "to commit", "to abort"}[d] }

// State is the managers, what the transaction manager knows, and the pool: it
// has promises, and the order to do as is decided, once it is.
type State struct {
	Promised small.Set16[commit.Manager] // whose promise is in the pool
	Heard    small.Set16[commit.Manager] // whose promise was received
	Managers commit.Managers
	Decision Decision
}

type steps = model.Steps[State]

// pool is the protocol with n managers.
type pool struct{ n int }

func (p pool) all() small.Set16[commit.Manager] { return small.Below[uint16, commit.Manager](p.n) }

func (p pool) rules() []model.Rule[State] {
	manager := []model.Param{model.Each[commit.Manager]("manager", p.n)}
	return []model.Rule[State]{
		{Name: "ReceivePromise", Doc: "The transaction manager receives a promise, perhaps again.", Params: manager,
			Expand: p.each(
				func(s *State, m commit.Manager) bool { return s.Decision == Undecided && s.Promised.Has(m) },
				func(s *State, m commit.Manager) { s.Heard = s.Heard.With(m) })},
		{Name: "DecideCommit", Doc: "The transaction manager, which has every promise, orders all to commit.",
			Expand: func(s *State, out *steps) {
				if s.Decision == Undecided && s.Heard == p.all() {
					out.Step().Decision = ToCommit
				}
			}},
		{Name: "DecideAbort", Doc: "The transaction manager orders all to abort, whatever it has heard.",
			Expand: func(s *State, out *steps) {
				if s.Decision == Undecided {
					out.Step().Decision = ToAbort
				}
			}},
		{Name: "Prepare", Doc: "A manager has done its part and promises to commit.", Params: manager,
			Expand: p.each(working, func(s *State, m commit.Manager) {
				s.Managers[m], s.Promised = commit.Prepared, s.Promised.With(m)
			})},
		{Name: "ChooseAbort", Doc: "A manager aborts before it has promised anything, and tells nobody.", Params: manager,
			Expand: p.each(working, func(s *State, m commit.Manager) { s.Managers[m] = commit.Aborted })},
		{Name: "ReceiveCommit", Doc: "A manager receives the order to commit, and does.", Params: manager,
			Expand: p.each(func(s *State, _ commit.Manager) bool { return s.Decision == ToCommit },
				func(s *State, m commit.Manager) { s.Managers[m] = commit.Committed })},
		{Name: "ReceiveAbort", Doc: "A manager receives the order to abort, and does.", Params: manager,
			Expand: p.each(func(s *State, _ commit.Manager) bool { return s.Decision == ToAbort },
				func(s *State, m commit.Manager) { s.Managers[m] = commit.Aborted })},
	}
}

func working(s *State, m commit.Manager) bool { return s.Managers[m] == commit.Working }

// each is a rule of every manager for which it is enabled.
func (p pool) each(
	enabled func(*State, commit.Manager) bool, effect func(*State, commit.Manager),
) func(*State, *steps) {
	return func(s *State, out *steps) {
		for m := range commit.Manager(p.n) {
			if enabled(s, m) {
				effect(out.Step(uint8(m)), m)
			}
		}
	}
}

func (p pool) properties() []model.Property[State] {
	return []model.Property[State]{
		model.Invariant("consistent", "No manager has committed while another has aborted.",
			func(s *State) error { return s.Managers.Consistent() }),
		model.ActionProperty("commits-a-transaction", "Every step is one of commit, or changes no manager.",
			func(before *State, _ model.Action, after *State) error {
				if !after.Managers.Follows(p.n, &before.Managers) {
					return fmt.Errorf("from %v to %v", before.Managers[:p.n], after.Managers[:p.n])
				}
				return nil
			}),
		model.Goal("one-commits", "A manager can commit.", func(s *State) bool {
			return p.count(s, commit.Committed) > 0
		}),
		model.Goal("all-commit", "All managers can commit.",
			func(s *State) bool { return s.Managers.All(p.n, commit.Committed) }),
		model.Goal("all-abort", "All managers can abort.",
			func(s *State) bool { return s.Managers.All(p.n, commit.Aborted) }),
	}
}

// count is how many managers are in a phase.
func (p pool) count(s *State, phase commit.Phase) (n int) {
	for _, is := range s.Managers[:p.n] {
		if is == phase {
			n++
		}
	}
	return n
}

// canonical sorts the managers, who differ in nothing but their names.
func (p pool) canonical(s *State) {
	for i := range p.n {
		for j := i; j > 0 && s.part(j) < s.part(j-1); j-- {
			s.swap(commit.Manager(j), commit.Manager(j-1))
		}
	}
}

// part is all that a state says of manager i.
func (s *State) part(i int) int {
	part, m := int(s.Managers[i])<<2, commit.Manager(i)
	if s.Promised.Has(m) {
		part |= 2
	}
	if s.Heard.Has(m) {
		part |= 1
	}
	return part
}

func (s *State) swap(i, j commit.Manager) {
	s.Managers[i], s.Managers[j] = s.Managers[j], s.Managers[i]
	s.Promised, s.Heard = s.Promised.Swap(i, j), s.Heard.Swap(i, j)
}

const (
	name = "two-phase-messages"
	doc  = "Two-phase commit by messages that may be read late, again, or never."
)

// Template is the model before it is known how many managers there are.
var Template = model.Template[State]{
	Name: name, Doc: doc,
	Constants: model.Fixed(model.Constant{Name: "managers", Doc: "Resource managers that take part.",
		Default: "3", Min: 1, Max: commit.Most, Role: model.OfBounds}),
	New: func(v model.Values) (*model.Model[State], error) { return pool{v["managers"]}.model(), nil },
}

func (p pool) model() *model.Model[State] {
	widest := &State{Promised: p.all(), Heard: p.all(), Decision: ToCommit | ToAbort}
	for i := range p.n {
		widest.Managers[i] = commit.Prepared | commit.Committed | commit.Aborted
	}
	return &model.Model[State]{Name: name, Doc: doc, Init: func(add func(State)) { add(State{}) },
		Rules: p.rules(), Canonical: p.canonical, Properties: p.properties(), Widest: widest}
}
