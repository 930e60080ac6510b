package kafka

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mc/model"
)

// renamed is Renaming.Apply the obvious way, by the types of what a state consists of: a
// field that is new has its names changed without anybody thinking of it.
func renamed(v reflect.Value, to []int) {
	switch {
	case v.Type() == reflect.TypeFor[Node]():
		if n := Node(v.Uint()); n != Nobody {
			v.SetUint(uint64(NodeOf(to[n.Index()])))
		}
	case v.Type() == reflect.TypeFor[Wait]():
		if w := Wait(v.Uint()); w.At() != Nobody {
			v.SetUint(uint64(NewWait(NodeOf(to[w.At().Index()]), w.End())))
		}
	case v.Type() == reflect.TypeFor[Set]():
		var x Set
		for b := range MaxBrokers {
			if Set(v.Uint()).Has(b) {
				x |= Of(to[b])
			}
		}
		v.SetUint(uint64(x))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				renamed(v.Field(i), to)
			}
		}
	case v.Kind() == reflect.Array:
		was := reflect.New(v.Type()).Elem()
		was.Set(v)
		for i := range v.Len() {
			if v.Len() == MaxBrokers { // by broker
				v.Index(to[i]).Set(was.Index(i))
			}
		}
		for i := range v.Len() {
			renamed(v.Index(i), to)
		}
	}
}

// anything is a state in which every number that names brokers names some.
func anything(r *rand.Rand) (s State) {
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		switch {
		case v.Type() == reflect.TypeFor[Node]():
			v.SetUint(r.Uint64N(MaxBrokers + 1))
		case v.Type() == reflect.TypeFor[Wait]():
			v.SetUint(uint64(NewWait(Node(r.Uint64N(MaxBrokers+1)), Offset(r.Uint64N(32)))))
		case v.Type() == reflect.TypeFor[Set]():
			v.SetUint(r.Uint64N(1 << MaxBrokers))
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).Name != "_" {
					fill(v.Field(i))
				}
			}
		case v.Kind() == reflect.Array:
			for i := range v.Len() {
				fill(v.Index(i))
			}
		case v.Kind() == reflect.Bool:
			v.SetBool(r.IntN(2) == 1)
		default:
			v.SetUint(r.Uint64N(256))
		}
	}
	fill(reflect.ValueOf(&s).Elem())
	return s
}

// TestRenaming holds Apply to the obvious way, in every field of a state, and to what
// makes renamings a group: one after the other is one, and each can be taken back.
func TestRenaming(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		s, p, q := anything(r), r.Perm(MaxBrokers), r.Perm(MaxBrokers)
		both, back := make([]int, MaxBrokers), make([]int, MaxBrokers)
		for b := range MaxBrokers {
			both[b], back[p[b]] = q[p[b]], b
		}
		want := s
		renamed(reflect.ValueOf(&want).Elem(), p)
		image := apply(&s, p)
		if image != want {
			t.Fatalf("%v makes of %+v\n%+v, want\n%+v", p, s, image, want)
		}
		if apply(&s, nil) != s || apply(&image, back) != s {
			t.Fatalf("%v cannot be taken back", p)
		}
		if apply(&image, q) != apply(&s, both) {
			t.Fatalf("%v and then %v is not %v", p, q, both)
		}
	}
}

func apply(s *State, to []int) (image State) {
	NewRenaming(to...).Apply(&image, s)
	return image
}

// interchangeable builds mixtures in which brokers are, at random; nil of one that
// cannot be.
func interchangeable(r *rand.Rand) (m *model.Model[State], p *Protocol, set map[string]string) {
	set = randomMixture(r)
	if set == nil {
		return nil, nil, nil
	}
	if r.IntN(5) == 0 { // where a proposal ends a leadership, and its leader may be elected again
		set = map[string]string{"generation": "kip-497", "elr": "on", "retry_empties_isr": "on", "lost_answers": "2",
			"controller_checks_leader_in_isr": "off", "lag_timeouts": "3", "max_leader_epoch": "3"}
	}
	set["next_leader"] = "any"
	for _, key := range []string{"fences", "unfences", "kills", "max_leader_epoch"} { // so that there are elections
		if set[key] == "" && r.IntN(2) == 0 {
			set[key] = fmt.Sprint(2 + r.IntN(3))
		}
	}
	m, values, err := Template.Build(set)
	if err != nil || m.Canonical == nil {
		return nil, nil, nil
	}
	if p, err = NewProtocol(values); err != nil {
		return nil, nil, nil
	}
	return m, p, set
}

// wander visits states of random runs of random mixtures.
func wander(t *testing.T, seed uint64, most int, visit func(m *model.Model[State], p *Protocol, s *State, r *rand.Rand) string) {
	t.Helper()
	if testing.Short() {
		most /= 4
	}
	r := rand.New(rand.NewPCG(seed, seed))
	for mixtures := 0; mixtures < most; {
		m, p, set := interchangeable(r)
		if m == nil {
			continue
		}
		mixtures++
		for range 2 {
			var s State
			m.Init(func(first State) { s = first })
			for range 70 {
				if wrong := visit(m, p, &s, r); wrong != "" {
					t.Fatalf("%v: %s", set, wrong)
				}
				next := successorsOf(m, &s)
				if len(next) == 0 {
					break
				}
				rules := map[uint16][]model.Transition[State]{} // the rare as often as the frequent
				var list []uint16
				for _, step := range next {
					if rules[step.Action.Rule] == nil {
						list = append(list, step.Action.Rule)
					}
					rules[step.Action.Rule] = append(rules[step.Action.Rule], step)
				}
				some := rules[list[r.IntN(len(list))]]
				s = some[r.IntN(len(some))].After
			}
		}
	}
}

func successorsOf(m *model.Model[State], s *State) (list []model.Transition[State]) {
	m.Expand(s, model.NewSteps(func(a model.Action, n *State) {
		list = append(list, model.Transition[State]{Action: a, After: *n})
	}))
	return list
}

// renameArgs are the arguments of an action with other names.
func renameArgs(m *model.Model[State], a model.Action, to []int) model.Action {
	for i, p := range m.Rules[a.Rule].Params {
		v := a.Args[i]
		switch {
		case p.Name == Elected:
			if v != uint8(Nobody) {
				a.Args[i] = uint8(NodeOf(to[Node(v).Index()]))
			}
		case p.Show != nil && p.Show(0) == "b1":
			a.Args[i] = uint8(to[v])
		case p.Show != nil && p.Show(3) == "b1+b2":
			x := Set(v)
			renamed(reflect.ValueOf(&x).Elem(), to)
			a.Args[i] = uint8(x)
		}
	}
	return a
}

// permutation is a random one of the brokers of a run.
func permutation(r *rand.Rand, p *Protocol) []int {
	to := r.Perm(p.Brokers)
	for b := p.Brokers; b < MaxBrokers; b++ {
		to = append(to, b)
	}
	return to
}

// TestInterchangeable holds that with next_leader: any brokers are: a state with other
// names takes the same steps with other names, and budgets stop the same.
func TestInterchangeable(t *testing.T) {
	elections := map[string]bool{}
	wander(t, 5, 500, func(m *model.Model[State], p *Protocol, s *State, r *rand.Rand) string {
		to := permutation(r, p)
		other := apply(s, to)
		here, there := map[model.Transition[State]]int{}, map[model.Transition[State]]int{}
		actions := map[model.Action]bool{}
		for _, step := range successorsOf(m, s) {
			if actions[step.Action] {
				return "two steps are " + m.Text(step.Action)
			}
			actions[step.Action] = true
			if rule := m.Rules[step.Action.Rule]; step.After.Controller.Leader != s.Controller.Leader && step.After.Controller.Leader != Nobody {
				elections[rule.Name] = true
				if n := len(rule.Params); rule.Name != "Elect" && rule.Name != "DeposedWrites" &&
					(rule.Params[n-1].Name != Elected || step.Action.Args[n-1] != uint8(step.After.Controller.Leader)) {
					return m.Text(step.Action) + " does not say whom it elects, " + step.After.Controller.Leader.String()
				}
			}
			here[model.Transition[State]{Action: renameArgs(m, step.Action, to), After: apply(&step.After, to)}]++
		}
		for _, step := range successorsOf(m, &other) {
			there[step]++
			if here[step] == 0 {
				return fmt.Sprintf("renamed by %v, %s is new: from\n%+v", to, m.Text(step.Action), other)
			}
		}
		for step := range here {
			if there[step] == 0 {
				return fmt.Sprintf("renamed by %v, %s is missing: from\n%+v", to, m.Text(step.Action), other)
			}
		}
		if a, b := stops(m, s), stops(m, &other); a != b {
			return fmt.Sprintf("renamed by %v, other budgets stop steps: %s, not %s", to, b, a)
		}
		return ""
	})
	for _, rule := range []string{"Fence", "Unfence", "Restart", "ShutDown", "AlterPartition", "Reassign", "RemoveReplica", "ReportDir"} {
		if !elections[rule] && !testing.Short() {
			t.Errorf("no %s has elected anybody", rule)
		}
	}
}

// stops are the budgets that stop steps in a state.
func stops(m *model.Model[State], s *State) string {
	out := model.NewSteps(func(model.Action, *State) {})
	m.Expand(s, out)
	alone, jointly := out.Stopped()
	jointly = slices.Clone(jointly)
	slices.Sort(jointly)
	return fmt.Sprint(alone, jointly)
}

// every gives all orders of the first n numbers.
func every(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, shorter := range every(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(shorter), i, n-1))
		}
	}
	return all
}

// TestCanonical holds the representative to the slow way: it is the state with other
// names, and that of all states that are.
func TestCanonical(t *testing.T) {
	tied := 0
	wander(t, 6, 120, func(m *model.Model[State], p *Protocol, s *State, r *rand.Rand) string {
		least := *s
		m.Canonical(&least)
		found := false
		images := map[State]bool{}
		for _, to := range every(p.Brokers) {
			image := apply(s, to)
			images[image] = true
			found = found || image == least
			if m.Canonical(&image); image != least {
				return fmt.Sprintf("%+v has another representative when it is renamed by %v:\n%+v, not\n%+v", s, to, image, least)
			}
		}
		if len(images) < len(every(p.Brokers)) {
			tied++
		}
		if !found {
			return fmt.Sprintf("%+v is represented by what is something else: %+v", s, least)
		}
		return ""
	})
	if tied == 0 {
		t.Error("no state is one of its own images")
	}
}

// TestCanonicalOfAnything does the same in states that no run reaches, in which brokers
// with the same mark are told apart.
func TestCanonicalOfAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for n := range 300 {
		set := map[string]string{"next_leader": "any", "replicas": "5"}
		var s State
		for b := range MaxBrokers { // who follows whom, and sets: graphs of which many look the same from everywhere
			s.Brokers[b].Leader = NodeOf((b + 1 + n%4*r.IntN(2)) % MaxBrokers)
			s.Brokers[b].Isr = Of((b + n/4%5) % MaxBrokers)
		}
		if n%3 == 0 { // a run that keeps everything
			set["metadata"], set["track_acks"], set["wait_checked_on_demotion"] = "any-newer", "separate", "off"
			s = anything(r)
		}
		m, _, err := Template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		least := s
		m.Canonical(&least)
		for _, to := range every(MaxBrokers) {
			image := apply(&s, to)
			if m.Canonical(&image); image != least {
				t.Fatalf("%+v has another representative when it is renamed by %v", s, to)
			}
		}
	}
}

// TestAsymmetry says where brokers are not interchangeable, and what to set.
func TestAsymmetry(t *testing.T) {
	for _, c := range []struct {
		set  map[string]string
		says string
	}{
		{map[string]string{}, "with next_leader=any they are"},
		{map[string]string{"next_leader": "any", "reader": "on", "fetch_from_follower": "on"}, "with fetch_from_follower=off"},
		{map[string]string{"next_leader": "any", "reader": "on"}, ""},
		{map[string]string{"next_leader": "any"}, ""},
	} {
		m, _, err := Template.Build(c.set)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(m.Asymmetric, c.says) || (m.Asymmetric == "") != (c.says == "") || (m.Canonical == nil) != (c.says != "") {
			t.Errorf("%v: %q, and a symmetry: %t", c.set, m.Asymmetric, m.Canonical != nil)
		}
	}
}

// BenchmarkCanonical is the cost of a representative: of states that are reached.
func BenchmarkCanonical(b *testing.B) {
	for _, n := range []int{3, 4, 5} {
		m, _, err := Template.Build(map[string]string{"next_leader": "any", "replicas": fmt.Sprint(n), "kills": "2", "fences": "2"})
		if err != nil {
			b.Fatal(err)
		}
		r := rand.New(rand.NewPCG(9, uint64(n)))
		var states []State
		for range 64 {
			var s State
			m.Init(func(first State) { s = first })
			for range 20 {
				next := successorsOf(m, &s)
				if len(next) == 0 {
					break
				}
				s = next[r.IntN(len(next))].After
				states = append(states, s)
			}
		}
		b.Run(fmt.Sprintf("%d-brokers", n), func(b *testing.B) {
			b.ReportAllocs()
			var s State
			for i := 0; b.Loop(); i++ {
				s = states[i%len(states)]
				m.Canonical(&s)
			}
		})
	}
}
