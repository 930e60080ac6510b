package kafka

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/model/kafka"
)

// asked tells whether a set of conditions asks for the steps of a rule at
// broker b in a state. It is written from what the sets say of themselves: who
// fetches, who returns, and who is found to lag.
func asked(set, rule string, s *State, b int) bool {
	down := s.Brokers[b].Role == kafka.Stopped
	fenced := s.Controller.Fenced&(1<<b) != 0
	inIsr := s.Controller.Isr&(1<<b) != 0
	switch rule {
	case "Fetch", "FetchEarly", "Respond", "Lookup":
		return set == "all" || set == "silent" && inIsr || set == "gone" && !fenced
	case "Learn":
		return set != "gone" || !fenced
	case "Unfence", "Restart", "Start", "Register":
		return set != "gone"
	case "Fence":
		return down
	case "Shrink", "ProposeShrink", "LagTimeout":
		return set == "silent" || down || fenced
	case "SendExpand", "Stop", "AlterPartition", "AlterPartitionAnswer", "Resend", "AckCheck", "LateAlterPartition", "Poll", "ReturnToLeader":
		return true
	}
	return false // a fault, a client, or an operator
}

// duties are the conditions that a step should be of, by what asked says.
func duties(p *kafka.Protocol, set, rule string, args model.Args, s *State) (names []string) {
	switch rule {
	case "Shrink", "ProposeShrink":
		for f := range p.Brokers {
			if args[1]>>f&1 == 1 && asked(set, rule, s, f) {
				names = append(names, fmt.Sprintf("%s of b%d", rule, f+1))
			}
		}
		return names
	case "LateAlterPartition":
		return []string{rule}
	case "LagTimeout": // of the follower, who is named behind its leader
		if f := args[1]; asked(set, rule, s, int(f)) {
			return []string{fmt.Sprintf("%s * b%d", rule, f+1)}
		}
		return nil
	}
	if !asked(set, rule, s, int(args[0])) {
		return nil
	}
	if rule == "AckCheck" {
		return []string{fmt.Sprintf("%s b%d *", rule, args[0]+1)}
	}
	return []string{fmt.Sprintf("%s b%d", rule, args[0]+1)}
}

// served are the conditions that a step is of, without the words that keep them
// to some states.
func served(o *model.Obligations[State], before *State, a model.Action, after *State) (names []string) {
	of := o.Served(before, a, after)
	for i := range o.Len() {
		if of>>i&1 == 1 {
			name, _, _ := strings.Cut(nameOf(o.Text(i)), " while ")
			names = append(names, name)
		}
	}
	return names
}

// fairRun is a run whose steps are held against its sets of conditions.
type fairRun struct {
	p     *kafka.Protocol
	m     *model.Model[State]
	ready map[string]*model.Obligations[State] // by set
}

func newFairRun(t *testing.T, set map[string]string) fairRun {
	t.Helper()
	m, values, err := Template.Build(set)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kafka.NewProtocol(values)
	if err != nil {
		t.Fatal(err)
	}
	run := fairRun{p, m, map[string]*model.Obligations[State]{}}
	for _, f := range m.Fairness {
		if run.ready[f.Name], err = m.Obligations(f.Conditions); err != nil {
			t.Fatal(err)
		}
	}
	return run
}

// compare holds the conditions that a step is of against those that it should
// be of, and notes whether there are any.
func (run fairRun) compare(t *testing.T, met map[string]bool, before *State, a model.Action, after *State) {
	rule := run.m.Rules[a.Rule].Name
	for set, o := range run.ready {
		got, want := served(o, before, a, after), duties(run.p, set, rule, a.Args, before)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Fatalf("%s: %s is of %q, want %q", set, run.m.Text(a), got, want)
		}
		met[fmt.Sprintf("%s: %s: %v", set, rule, len(want) > 0)] = true
	}
}

// wanted are the kinds of steps that the walks should meet: of every rule with
// a condition one that it is of and, where it is kept to some states, one that
// it is not.
func (run fairRun) wanted() (kinds []string) {
	for _, f := range run.m.Fairness {
		for i := range f.Conditions {
			c := &f.Conditions[i]
			if run.m.Rules[run.m.Rule(ruleOf(c))].Spent {
				continue
			}
			kinds = append(kinds, fmt.Sprintf("%s: %s: true", f.Name, ruleOf(c)))
			if strings.Contains(c.Name, " while ") {
				kinds = append(kinds, fmt.Sprintf("%s: %s: false", f.Name, ruleOf(c)))
			}
		}
	}
	return kinds
}

// TestFairnessOfSteps walks at random and holds every step out of the states on
// the way against what the sets say of themselves.
func TestFairnessOfSteps(t *testing.T) {
	met, wanted := map[string]bool{}, []string{}
	r := rand.New(rand.NewPCG(3, 4))
	for _, set := range fairRuns {
		run := newFairRun(t, set)
		wanted = append(wanted, run.wanted()...)
		walk(r, run.m, func(before *State, a model.Action, after *State) { run.compare(t, met, before, a, after) })
	}
	slices.Sort(wanted)
	for _, kind := range slices.Compact(wanted) {
		if !met[kind] {
			t.Errorf("no step of %s", kind)
		}
	}
}

// walk takes some random walks of a model and visits every step out of every
// state on the way, but for those that repeat it: no condition is of them.
func walk(r *rand.Rand, m *model.Model[State], visit func(before *State, a model.Action, after *State)) {
	var s, next State
	n := 0
	out := model.NewSteps(func(a model.Action, to *State) {
		if *to == s {
			return
		}
		visit(&s, a, to)
		if n++; r.IntN(n) == 0 {
			next = *to
		}
	})
	for range 30 {
		m.Init(func(first State) { s = first })
		for range 60 {
			n = 0
			m.Expand(&s, out)
			if n == 0 {
				break
			}
			s = next
		}
	}
}
