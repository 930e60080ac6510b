package toy

import (
	"fmt"

	"mc/model"
)

// Parties is how many take part in a commit beside the coordinator.
const Parties = 2

// The votes of a party, and what it was told.
const (
	waiting = iota
	ready
	refused
	done
	aborted
)

var standing = [...]string{"waiting", "ready", "refused", "committed", "aborted"}

// Round is a state of Commit: what the coordinator decided and where each
// party stands.
type Round struct {
	Decided uint8
	Parties [Parties]uint8
}

// Commit is two-phase commit, round after round: a model without logs, whose
// runs can go on for ever. A hasty coordinator decides at the first vote.
func Commit(hasty bool) *model.Model[Round] {
	party := []model.Param{{Name: "party", Show: partyName}}
	return &model.Model[Round]{
		Name: "toy/commit",
		Init: func(add func(Round)) { add(Round{}) },
		View: commitView,
		Rules: []model.Rule[Round]{
			{Name: "Vote", Doc: "A party is ready to commit.", Params: party, Expand: vote(ready), Tell: tellVote},
			{Name: "Refuse", Doc: "A party refuses.", Params: party, Expand: vote(refused), Fault: true},
			{Name: "Decide", Doc: "The coordinator decides.", Expand: decide(hasty)},
			{Name: "Hear", Doc: "A party learns what was decided.", Params: party, Expand: hear},
			{Name: "Again", Doc: "A new round begins.", Expand: again},
		},
		Properties: []model.Property[Round]{{
			Name: "agreement", Kind: model.Always, Doc: "Nobody commits what another refused.", State: agreement,
			Parts: func(s *Round) []model.Part { return []model.Part{{Text: "all agree", Holds: agreement(s) == nil}} },
		}},
	}
}

func partyName(p uint8) string { return fmt.Sprintf("p%d", p+1) }

func vote(as uint8) func(*Round, *model.Steps[Round]) {
	return func(s *Round, out *model.Steps[Round]) {
		for p := range uint8(Parties) {
			if s.Parties[p] == waiting {
				out.Step(p).Parties[p] = as
			}
		}
	}
}

func decide(hasty bool) func(*Round, *model.Steps[Round]) {
	return func(s *Round, out *model.Steps[Round]) {
		votes, decision := 0, uint8(done)
		for _, p := range s.Parties {
			if p != waiting {
				votes++
			}
			if p == refused {
				decision = aborted
			}
		}
		if s.Decided == 0 && (votes == Parties || hasty && votes > 0) {
			out.Step().Decided = decision
		}
	}
}

func hear(s *Round, out *model.Steps[Round]) {
	for p := range uint8(Parties) {
		if s.Decided != 0 && s.Parties[p] == ready {
			out.Step(p).Parties[p] = s.Decided
		}
	}
}

func again(s *Round, out *model.Steps[Round]) {
	if s.Decided != 0 {
		*out.Step() = Round{}
	}
}

func agreement(s *Round) error {
	for p, x := range s.Parties {
		for q, y := range s.Parties {
			if x == done && (y == refused || y == aborted) {
				return model.Wrong("%s has committed and %s has not", model.LaneName(partyName(uint8(p))),
					model.LaneName(partyName(uint8(q))))
			}
		}
	}
	return nil
}

func commitView(s *Round) model.View {
	decided := "nothing yet"
	if s.Decided != 0 {
		decided = standing[s.Decided]
	}
	v := model.View{Lanes: []model.Lane{{Name: "coordinator", Fields: []model.Field{{Name: "decided", Value: decided}}}}}
	for p := range uint8(Parties) {
		v.Lanes = append(v.Lanes, model.Lane{Name: partyName(p), Badge: "party", Fields: []model.Field{{Name: "stands",
			Value: standing[s.Parties[p]]}}})
	}
	return v
}

func tellVote(a model.Args, _, _ *Round) model.Story {
	p := partyName(a[0])
	return model.Story{
		Title: p + " is ready", Words: p + " can commit, and says so.",
		Arrows: []model.Arrow{{From: p, To: "coordinator", Text: "ready"}},
	}
}

// Lasso is a walk of m with a loop at its end: choose picks the steps, and then
// among the states that the last can go back to, itself among them.
func Lasso[S comparable](m *model.Model[S], n int, choose func(n int) int) *model.Lasso[S] {
	path := Walk(m, n, func(next []model.Transition[S], _ int) int { return choose(len(next)) })
	out := &model.Lasso[S]{Path: *path}
	back := []int{len(path.Steps)}
	for _, next := range Next(m, path.Last()) {
		for i := range path.States() {
			if (model.Path[S]{Start: path.Start, Steps: path.Steps[:i]}).Last() == next.After {
				back = append(back, i)
			}
		}
	}
	out.Loop = back[choose(len(back))]
	return out
}
