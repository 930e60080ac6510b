package kafka

import (
	"math/rand/v2"
	"testing"

	"mc/model"
	"mc/model/kafka"
	"mc/model/modeltest"
)

// alike are runs in which brokers are interchangeable, with most of what claims speak of.
var alike = []map[string]string{
	{"kills": "2", "fences": "2", "elections": "1", "records": "2"},
	{"generation": "kip-903", "lossy_crashes": "2", "fences": "2", "unclean_elections": "1", "track_acks": "with-hw"},
	{"generation": "kip-101", "kills": "1", "fences": "2", "unclean_elections": "1", "checkpoints": "1", "reads": "2"},
	{"generation": "hw-truncation", "fences": "2", "records": "2", "unclean_elections": "1", "track_acks": "separate", "acks": "any"},
	{"clean_stops": "2", "fences": "2", "restart": "in-steps", "min_isr_changes": "1", "replicas": "4"},
	{"reassignment": "process", "reassignments": "2", "fences": "1", "initial_replicas": "2"},
	{"reader": "on", "records": "2", "fences": "2", "unclean_elections": "1"},
	{"deletes": "1", "retentions": "1", "records": "2", "fences": "2"},
	{"copies": "1", "retentions": "1", "records": "2", "fences": "2", "generation": "kip-903"},
	{"markers": "2", "records": "2", "track_acks": "with-hw", "fences": "1", "acks": "all"},
	{"track_restarts": "on", "lossy_crashes": "2", "fences": "2", "recovery": "balanced", "replicas": "5"},
}

// TestNoClaimTellsBrokersApart holds that with next_leader: any no claim, about states or
// steps, and no premise of one, asks who is who: a state with other names is judged alike.
func TestNoClaimTellsBrokersApart(t *testing.T) {
	decided := map[string]bool{}
	for i, set := range alike {
		set["next_leader"] = "any"
		m, _, err := Template.Build(set)
		if err != nil || m.Canonical == nil {
			t.Fatalf("%v: %v, %s", set, err, m.Asymmetric)
		}
		modeltest.ConformWalks(t, m, uint64(i), 3, 40)
		r := rand.New(rand.NewPCG(uint64(i), 1))
		for range 20 {
			var s State
			m.Init(func(first State) { s = first })
			for range 50 {
				var next []model.Transition[State]
				m.Expand(&s, model.NewSteps(func(a model.Action, n *State) {
					next = append(next, model.Transition[State]{Action: a, After: *n})
				}))
				if len(next) == 0 {
					break
				}
				step := next[r.IntN(len(next))]
				judgedAlike(t, m, &s, step, r, decided)
				s = step.After
			}
		}
	}
	if len(decided) < 15 {
		t.Errorf("only %d properties were decided: %v", len(decided), decided)
	}
}

// judgedAlike holds claims to say of a state, and of a step out of it, what they say of
// both with other names.
func judgedAlike(t *testing.T, m *model.Model[State], s *State, step model.Transition[State], r *rand.Rand, decided map[string]bool) {
	t.Helper()
	to := r.Perm(len(m.Rules[m.Rule("Learn")].Params[0].Values)) // of the brokers that there are
	var other, after State
	as := kafka.NewRenaming(to...)
	as.Apply(&other, s)
	as.Apply(&after, &step.After)
	var action model.Action
	m.Expand(&other, model.NewSteps(func(a model.Action, n *State) {
		if a.Rule == step.Action.Rule && *n == after && action == (model.Action{}) {
			action = a
		}
	}))
	for i := range m.Properties {
		p := &m.Properties[i]
		if p.Kind.Temporal() {
			continue
		}
		here, _ := p.DecidedIn(s)
		there, _ := p.DecidedIn(&other)
		by, _ := p.DecidedBy(s, step.Action, &step.After)
		then, _ := p.DecidedBy(&other, action, &after)
		if here != there || by != then {
			t.Fatalf("%s: %t of a state and %t when it is renamed by %v; %t of %s, and %t of %s: %+v", p.Name, here, there, to, by,
				m.Text(step.Action), then, m.Text(action), *s)
		}
		if p.Premise != nil && p.Premise(s) != p.Premise(&other) {
			t.Fatalf("the premise of %s is another when a state is renamed by %v: %+v", p.Name, to, *s)
		}
		if here || by {
			decided[p.Name] = true
		}
	}
}
