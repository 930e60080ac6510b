package explorer_test

import (
	"context"
	"fmt"

	"mc/explorer"
	"mc/model"
	"mc/traces"
)

// Resource managers, as far as one of them knows, and the transaction manager.
const (
	working = iota
	prepared
	committed
	aborted
)

const managers = 3

// commit is a state of two-phase commit: a plain struct, whose bytes are its
// identity. Messages are never lost, so that what was sent is what was done.
type commit struct {
	Manager  [managers]uint8 // working, prepared, committed or aborted
	Heard    [managers]bool  // whose Prepared the transaction manager has
	Decision uint8           // of the transaction manager: none (working), committed or aborted
}

// Example checks two-phase commit, with a resource manager that may change its
// mind after it has promised to commit.
func Example() {
	m := twoPhase(true)
	result, err := explorer.Check(context.Background(), m, explorer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := result.Properties[0]
	fmt.Printf("%s: %s, %s\n", p.Name, p.Verdict, p.Witness)
	trace, err := traces.Record(m, p.Path, traces.Meta{Property: p.Name, Verdict: p.Verdict})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, step := range trace.Steps {
		fmt.Printf("%d. %s\n", i+1, step.Title)
	}

	result, err = explorer.Check(context.Background(), twoPhase(false), explorer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict, result.States.Distinct, "states")
	// Output:
	// consistent: violated, rm2 has committed and rm1 has aborted
	// 1. Prepare rm1
	// 2. Hear rm1
	// 3. Abort rm1
	// 4. Prepare rm2
	// 5. Prepare rm3
	// 6. Hear rm2
	// 7. Hear rm3
	// 8. DecideCommit
	// 9. Obey rm2
	// holds 197 states
}

// twoPhase is the protocol; fickle managers abort also when they are prepared.
func twoPhase(fickle bool) *model.Model[commit] {
	rm := []model.Param{{Name: "manager", Show: func(i uint8) string { return fmt.Sprintf("rm%d", i+1) }}}
	return &model.Model[commit]{
		Name: "two-phase-commit",
		Init: func(add func(commit)) { add(commit{}) },
		Rules: []model.Rule[commit]{
			{Name: "Prepare", Doc: "A working manager promises to commit if all do.", Params: rm,
				Expand: each(func(s *commit, i int) bool { return s.Manager[i] == working },
					func(s *commit, i int) { s.Manager[i] = prepared })},
			{Name: "Abort", Doc: "A manager aborts.", Params: rm,
				Expand: each(func(s *commit, i int) bool {
					return s.Manager[i] == working || fickle && s.Manager[i] == prepared
				},
					func(s *commit, i int) { s.Manager[i] = aborted })},
			{Name: "Hear", Doc: "The transaction manager hears of a manager's promise.", Params: rm,
				Expand: each(func(s *commit, i int) bool {
					return s.Decision == working && s.Manager[i] == prepared && !s.Heard[i]
				},
					func(s *commit, i int) { s.Heard[i] = true })},
			{Name: "DecideCommit", Doc: "Having all promises, the transaction manager decides to commit.",
				Expand: func(s *commit, out *model.Steps[commit]) {
					if s.Decision == working && s.Heard == [managers]bool{true, true, true} {
						out.Step().Decision = committed
					}
				}},
			{Name: "DecideAbort", Doc: "The transaction manager gives up, whatever it has heard.",
				Expand: func(s *commit, out *model.Steps[commit]) {
					if s.Decision == working {
						out.Step().Decision = aborted
					}
				}},
			{Name: "Obey", Doc: "A manager hears of the decision and does as it says.", Params: rm,
				Expand: each(func(s *commit, i int) bool { return s.Decision != working && s.Manager[i] != s.Decision },
					func(s *commit, i int) { s.Manager[i] = s.Decision })},
		},
		Properties: []model.Property[commit]{{
			Name: "consistent", Doc: "No manager commits while another aborts.", Kind: model.Always, State: consistent,
		}},
	}
}

// each is a rule with one instance for every manager for which it is enabled.
func each(enabled func(s *commit, i int) bool, effect func(s *commit, i int)) func(*commit, *model.Steps[commit]) {
	return func(s *commit, out *model.Steps[commit]) {
		for i := range managers {
			if enabled(s, i) {
				effect(out.Step(uint8(i)), i)
			}
		}
	}
}

// consistent returns what is wrong, or nil.
func consistent(s *commit) error {
	for i, a := range s.Manager {
		for j, b := range s.Manager {
			if a == committed && b == aborted {
				return fmt.Errorf("rm%d has committed and rm%d has aborted", i+1, j+1)
			}
		}
	}
	return nil
}
