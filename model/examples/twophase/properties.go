package twophase

import (
	"fmt"

	"mc/model"
)

func (p protocol) properties() []model.Property[State] {
	consistent := model.Invariant("consistent", "No manager has committed while another has aborted.",
		p.consistent)
	consistent.Parts = p.parts
	return []model.Property[State]{
		consistent,
		model.Invariant("commit-was-promised", "The transaction manager decides to commit only with the promises of all.",
			func(s *State) error {
				if missing := p.all() &^ s.Heard; s.Decision == Committed && missing != 0 {
					return fmt.Errorf("the decision is to commit, without the promise of %s", missing)
				}
				return nil
			}),
		model.ActionProperty("final-is-final", "Who has committed or aborted, or decided so, stays with it.", p.final),
		model.Goal("all-commit", "All managers can commit.",
			func(s *State) bool { return p.in(s, Committed) == p.all() }),
	}
}

// in is the set of the managers that are in a phase.
func (p protocol) in(s *State, phase Phase) (set Set) {
	for i := range p.managers {
		if s.Managers[i] == phase {
			set |= 1 << i
		}
	}
	return set
}

func (p protocol) consistent(s *State) error {
	if committed, aborted := p.in(s, Committed), p.in(s, Aborted); committed != 0 && aborted != 0 {
		return fmt.Errorf("committed: %s; aborted: %s", committed, aborted)
	}
	return nil
}

// parts take consistent apart: it fails when both fail.
func (p protocol) parts(s *State) []model.Part {
	return []model.Part{
		{Text: "nobody has committed", Holds: p.in(s, Committed) == 0},
		{Text: "nobody has aborted", Holds: p.in(s, Aborted) == 0},
	}
}

func (p protocol) final(before *State, _ model.Action, after *State) error {
	if was := before.Decision; was.Final() && after.Decision != was {
		return fmt.Errorf("the decision was %s and is %s", was, after.Decision)
	}
	for i := range p.managers {
		if was := before.Managers[i]; was.Final() && after.Managers[i] != was {
			return fmt.Errorf("%s had %s and is %s", name(i), was, after.Managers[i])
		}
	}
	return nil
}

// view shows the transaction manager, then each manager.
func (p protocol) view(s *State) model.View {
	decision := "none"
	if s.Decision.Final() {
		decision = s.Decision.String()
	}
	v := model.View{Lanes: []model.Lane{{Name: tm, Fields: []model.Field{
		{Name: "decision", Value: decision}, {Name: "promises heard", Value: s.Heard.String()},
	}}}}
	for i := range p.managers {
		phase := model.Field{Name: "phase", Value: s.Managers[i].String()}
		v.Lanes = append(v.Lanes, model.Lane{Name: name(i), Fields: []model.Field{phase}})
	}
	return v
}
