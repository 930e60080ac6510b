package byhand

import (
	"cmp"
	"slices"
	"testing"

	"mc/model"
	"mc/model/kafkaspec"
)

// byHandOf lays a state of the model out in two words.
func byHandOf(s *kafkaspec.State) (h state) {
	for l := range uint64(brokers) {
		r := &s.Replicas[l]
		log := uint64(0)
		for o := range r.End {
			x := r.Log.At(o)
			log |= (uint64(x.ID())<<2 | uint64(x.Epoch()-1)) << (4 * o)
		}
		h = h.withReplica(l, log|uint64(r.End)<<endShift|uint64(r.HighWatermark)<<markShift|uint64(r.Epoch)<<epochShift)
		h = h.withISROf(l, uint64(r.ISR))
	}
	for e := kafkaspec.Epoch(1); e <= s.Epoch; e++ {
		q := s.Requests.At(e)
		h.b |= ((uint64(q.Leader())+1)<<3&24 | uint64(q.ISR())) << (requestShift + requestBits*(uint64(e)-1))
	}
	h.b |= uint64(s.Epoch)<<newestShift | uint64(s.ISR)<<isrShift | uint64(s.NextRecord)<<nextShift
	return h
}

// TestSameSuccessors: from every state that is looked at, and those are
// shallow and deep ones at the largest bounds, the loop goes where the model
// goes.
func TestSameSuccessors(t *testing.T) {
	template := kafkaspec.Templates()[4]
	m, _, err := template.Build(map[string]string{"replicas": "3", "log_size": "3", "max_records": "3", "max_leader_epoch": "3"})
	if err != nil {
		t.Fatal(err)
	}
	weak, _ := m.Property("WeakIsr")
	strong, _ := m.Property("StrongIsr")
	x := &explorer{Constants: Constants{3, 3, 3}, table: words(1 << 16)}
	seen := map[kafkaspec.State]bool{}
	var stack, next []kafkaspec.State
	m.Init(func(s kafkaspec.State) { stack = append(stack, s) })
	steps := model.NewSteps(func(_ model.Action, n *kafkaspec.State) { next = append(next, *n) })
	for len(stack) > 0 && len(seen) < 30000 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		next = next[:0]
		m.Expand(&s, steps)
		for i := range next {
			if (len(seen)+i)%3 > 0 { // not all: so that the search gets deep
				stack = append(stack, next[i])
			}
		}
		h := byHandOf(&s)
		x.n = 0
		x.expand(h)
		if want := sorted(next); !slices.Equal(want, sortStates(slices.Clone(x.batch[:x.n]))) {
			t.Fatalf("from %+v the model goes to %x, the loop to %x", s, want, x.batch[:x.n])
		}
		if sound := weak.State(&s) == nil && strong.State(&s) == nil; sound != h.sound() {
			t.Fatalf("%+v: the claims hold: %v in the model, %v by hand", s, sound, h.sound())
		}
	}
}

func sorted(states []kafkaspec.State) (all []state) {
	for i := range states {
		all = append(all, byHandOf(&states[i]))
	}
	return sortStates(all)
}

func sortStates(all []state) []state {
	slices.SortFunc(all, func(p, q state) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) })
	return all
}

// TestUnsound: a state in which a member of the ISR lacks what is committed
// is noticed, whichever ISR it is in.
func TestUnsound(t *testing.T) {
	committed := state{}.updated(1, 1).withReplica(0, 1<<endShift|1<<markShift|1<<epochShift)
	if !committed.withISROf(0, 1).sound() {
		t.Error("b1 has what it committed")
	}
	if committed.withISROf(0, 3).sound() {
		t.Error("b2 in the leader's ISR has nothing")
	}
	if committed.withISROf(0, 1).withISR(5).sound() {
		t.Error("b3 in the controller's ISR has nothing")
	}
}
