// Package commit is what the commitment of a transaction means, whatever
// protocol brings it about: resource managers commit together or not at all.
// Package messages is a protocol that does.
package commit

import (
	"fmt"
	"slices"

	"mc/model"
)

// Most is how many managers there is room for.
const Most = 9

// Phase is how far a manager has come.
type Phase uint8

// The phases; a manager begins in the first and ends in one of the last two.
const (
	Working Phase = iota
	Prepared
	Committed
	Aborted
)

func (p Phase) String() string { return [...]string{"working", "prepared", "committed", "aborted"}[p] }

// Managers are the phases of the resource managers.
type Managers [Most]Phase

// Manager is the index of one.
type Manager uint8

func (m Manager) String() string { return fmt.Sprintf("rm%d", m+1) }

// Model is the model of n managers.
func Model(n int) *model.Model[Managers] {
	manager := []model.Param{model.Each[Manager]("manager", n)}
	to := func(phase Phase) func(*Managers, *model.Steps[Managers]) {
		return func(m *Managers, out *model.Steps[Managers]) {
			for i := range n {
				if m.may(n, i, phase) {
					out.Step(uint8(i))[i] = phase
				}
			}
		}
	}
	widest := Managers{}
	for i := range n {
		widest[i] = Prepared | Committed | Aborted
	}
	return &model.Model[Managers]{
		Name: "transaction-commit", Doc: doc,
		Init: func(add func(Managers)) { add(Managers{}) },
		Rules: []model.Rule[Managers]{
			{Name: "Prepare", Doc: "A manager has done its part.", Params: manager, Expand: to(Prepared)},
			{Name: "DecideAbort", Doc: "A manager aborts; nobody has committed.", Params: manager, Expand: to(Aborted)},
			{Name: "DecideCommit", Doc: "A manager commits; all have done their parts.", Params: manager,
				Expand: to(Committed)},
		},
		Canonical: func(m *Managers) { slices.Sort(m[:n]) },
		Properties: []model.Property[Managers]{
			model.Invariant("consistent", "No manager has committed while another has aborted.",
				func(m *Managers) error { return m.Consistent() }),
			model.Goal("all-commit", "All managers can commit.", func(m *Managers) bool { return m.All(n, Committed) }),
			model.Goal("all-abort", "All managers can abort.", func(m *Managers) bool { return m.All(n, Aborted) }),
		},
		Widest: &widest,
	}
}

// may reports whether manager i, one of n, may enter a phase.
func (m *Managers) may(n, i int, phase Phase) bool {
	switch phase {
	case Prepared:
		return m[i] == Working
	case Committed:
		working, aborted := slices.Contains(m[:n], Working), slices.Contains(m[:n], Aborted)
		return m[i] == Prepared && !working && !aborted
	case Aborted:
		return m[i] <= Prepared && !slices.Contains(m[:n], Committed)
	}
	return false
}

// Follows reports whether after is what a step out of before, or none, leads to.
func (m *Managers) Follows(n int, before *Managers) bool {
	for i := range n {
		if m[i] != before[i] {
			one := *before
			one[i] = m[i]
			return before.may(n, i, m[i]) && *m == one
		}
	}
	return true
}

// Consistent says who has committed while who has aborted, if anybody has.
func (m *Managers) Consistent() error {
	c, a := slices.Index(m[:], Committed), slices.Index(m[:], Aborted)
	if c >= 0 && a >= 0 {
		return fmt.Errorf("%v has committed and %v has aborted", Manager(c), Manager(a))
	}
	return nil
}

// All reports whether all of n managers are in a phase.
func (m *Managers) All(n int, phase Phase) bool {
	return !slices.ContainsFunc(m[:n], func(p Phase) bool { return p != phase })
}

const doc = "Managers of parts of a transaction commit together or not at all, in whatever way."

// Template is the model before it is known how many managers there are.
var Template = model.Template[Managers]{
	Name: "transaction-commit", Doc: doc,
	Constants: model.Fixed(model.Constant{Name: "managers", Doc: "Resource managers that take part.",
		Default: "3", Min: 1, Max: Most, Role: model.OfBounds}),
	New: func(v model.Values) (*model.Model[Managers], error) { return Model(v["managers"]), nil },
}
