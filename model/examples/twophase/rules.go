package twophase

import (
	"fmt"

	"mc/model"
)

type steps = model.Steps[State]

// rules are the same in both variants; one that a variant does not have is
// never enabled there, so that a schedule can be taken from one to the other.
func (p protocol) rules() []model.Rule[State] {
	manager := []model.Param{{Name: "manager", Show: func(i uint8) string { return name(int(i)) }, Values: model.Range(0, p.managers-1)}}
	return []model.Rule[State]{
		{Name: "Prepare", Doc: "A manager has done its part and promises to commit.",
			Params: manager, Expand: p.prepare, Tell: tellPrepare},
		{Name: "Abort", Doc: "A manager that has promised nothing aborts its part.",
			Params: manager, Expand: p.abort, Tell: tellAbort},
		{Name: "ChangeMind", Doc: "A manager that has promised to commit aborts its part.",
			Params: manager, Expand: p.changeMind, Tell: tellChangeMind, Fault: true, Absent: !p.changesMind},
		{Name: "Hear", Doc: "The transaction manager hears the promise of a manager.",
			Params: manager, Expand: p.hear, Tell: tellHear},
		{Name: "DecideCommit", Doc: "The transaction manager, which has every promise, decides to commit.",
			Expand: p.decideCommit},
		{Name: "DecideAbort", Doc: "The transaction manager decides to abort.", Expand: p.decideAbort},
		{Name: "Obey", Doc: "A manager learns the decision and does what it says.",
			Params: manager, Expand: p.obey, Tell: tellObey},
	}
}

func (p protocol) prepare(s *State, out *steps) {
	for i := range p.managers {
		if s.Managers[i] == Working {
			out.Step(uint8(i)).Managers[i] = Prepared
		}
	}
}

func (p protocol) abort(s *State, out *steps) {
	for i := range p.managers {
		if s.Managers[i] == Working {
			out.Step(uint8(i)).Managers[i] = Aborted
		}
	}
}

func (p protocol) changeMind(s *State, out *steps) {
	if !p.changesMind {
		return
	}
	for i := range p.managers {
		if s.Managers[i] == Prepared {
			out.Step(uint8(i)).Managers[i] = Aborted
		}
	}
}

func (p protocol) hear(s *State, out *steps) {
	if s.Decision.Final() {
		return
	}
	for i := range p.managers {
		if s.Managers[i] == Prepared && !s.Heard.Has(i) {
			out.Step(uint8(i)).Heard |= 1 << i
		}
	}
}

func (p protocol) decideCommit(s *State, out *steps) {
	if !s.Decision.Final() && s.Heard == p.all() {
		out.Step().Decision = Committed
	}
}

func (p protocol) decideAbort(s *State, out *steps) {
	if !s.Decision.Final() {
		out.Step().Decision = Aborted
	}
}

func (p protocol) obey(s *State, out *steps) {
	if !s.Decision.Final() {
		return
	}
	for i := range p.managers {
		if !s.Managers[i].Final() {
			out.Step(uint8(i)).Managers[i] = s.Decision
		}
	}
}

const tm = "tm" // the transaction manager

func tellPrepare(a model.Args, _, _ *State) model.Story {
	rm := name(int(a[0]))
	return model.Story{Title: rm + " promises to commit",
		Words: fmt.Sprintf("%s has done its part and promises to commit it.", rm)}
}

func tellAbort(a model.Args, _, _ *State) model.Story {
	rm := name(int(a[0]))
	return model.Story{Title: rm + " aborts",
		Words: fmt.Sprintf("%s, which has promised nothing, aborts its part.", rm)}
}

func tellChangeMind(a model.Args, before, _ *State) model.Story {
	rm := name(int(a[0]))
	words := fmt.Sprintf("%s aborts its part, although it has promised to commit.", rm)
	if before.Heard.Has(int(a[0])) {
		words += " The transaction manager has heard the promise."
	}
	return model.Story{Title: rm + " breaks its promise", Words: words}
}

func tellHear(a model.Args, before, after *State) model.Story {
	rm := name(int(a[0]))
	return model.Story{Title: "tm hears " + rm,
		Words: fmt.Sprintf("The promise of %s reaches the transaction manager, which has those of %s now.",
			rm, after.Heard),
		Arrows: []model.Arrow{{From: rm, To: tm, Text: "prepared"}}}
}

func tellObey(a model.Args, before, _ *State) model.Story {
	rm := name(int(a[0]))
	what := map[Phase]string{Committed: "commit", Aborted: "abort"}[before.Decision]
	return model.Story{Title: fmt.Sprintf("%s obeys: %s", rm, what),
		Words: fmt.Sprintf("The decision reaches %s, which was %s: it is %s now.",
			rm, before.Managers[a[0]], before.Decision),
		Arrows: []model.Arrow{{From: tm, To: rm, Text: what}}}
}
