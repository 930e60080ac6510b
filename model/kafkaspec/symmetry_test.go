package kafkaspec

import (
	"testing"

	"pgregory.net/rapid"

	"mc/model"
)

// rename gives every broker b the name to[b], wherever it is mentioned: the
// obvious way, for the tables of canonical to be held against.
func rename(s State, to []int) State {
	set := func(isr ISR) (renamed ISR) {
		for b, name := range to {
			if isr.Has(Broker(b)) {
				renamed = renamed.With(Broker(name))
			}
		}
		return renamed
	}
	n := s
	n.ISR, n.Requests = set(s.ISR), 0
	for b, name := range to {
		n.Replicas[name] = s.Replicas[b]
		n.Replicas[name].ISR = set(s.Replicas[b].ISR)
	}
	for e := Epoch(1); e <= s.Epoch; e++ {
		leader := s.Requests.At(e).Leader()
		if leader != Nobody {
			leader = Broker(to[leader])
		}
		n.Requests = n.Requests.with(e, newRequest(leader, set(s.Requests.At(e).ISR())))
	}
	return n
}

func renameAsync(s AsyncState, to []int) AsyncState {
	set := func(isr ISR) (renamed ISR) {
		for b, name := range to {
			if isr.Has(Broker(b)) {
				renamed = renamed.With(Broker(name))
			}
		}
		return renamed
	}
	n := s
	n.ISR, n.LeaderISR, n.PendingISR = set(s.ISR), set(s.LeaderISR), set(s.PendingISR)
	n.Requests = [MaxVersion + 1]Asked{}
	for b, name := range to {
		n.Offsets[name] = s.Offsets[b]
	}
	for v := range s.Requests {
		n.Updates[v] = set(s.Updates[v])
		for i := range 16 {
			if s.Requests[v]>>i&1 != 0 {
				n.Requests[v] |= 1 << (set(ISR(i)<<1) >> 1)
			}
		}
	}
	return n
}

// TestCanonical checks, on random states of random runs, that all states of
// an orbit have the same canonical state, that it belongs to the orbit, and
// that renaming commutes with the rules: it is a symmetry.
func TestCanonical(t *testing.T) {
	for _, p := range ladder {
		for n := 2; n <= MaxReplicas; n++ {
			m := build(t, p.name, n, 3, 4, 4)
			rapid.Check(t, func(t *rapid.T) {
				symmetric(t, m, rename, permutation(t, n, 0))
			})
		}
	}
}

func TestCanonicalAsync(t *testing.T) {
	for n := 2; n <= MaxReplicas; n++ {
		m := buildAsync(t, n, 3, 4)
		rapid.Check(t, func(t *rapid.T) {
			symmetric(t, m, renameAsync, permutation(t, n, 1))
		})
	}
}

// permutation draws a renaming of n brokers that keeps the first fixed ones.
func permutation(t *rapid.T, n, fixed int) []int {
	to := make([]int, n)
	rest := make([]int, 0, n)
	for b := range to {
		if to[b] = b; b >= fixed {
			rest = append(rest, b)
		}
	}
	copy(to[fixed:], rapid.Permutation(rest).Draw(t, "renaming"))
	return to
}

func symmetric[S comparable](t *rapid.T, m *model.Model[S], rename func(S, []int) S, to []int) {
	s := walk(t, m)
	image := rename(s, to)
	least, same := s, image
	m.Canonical(&least)
	m.Canonical(&same)
	if least != same {
		t.Fatalf("%+v and its renaming %v have different canonical states %+v and %+v", s, to, least, same)
	}
	if !inOrbit(s, least, rename, to) {
		t.Fatalf("the canonical state %+v is no renaming of %+v", least, s)
	}
	if a, b := fanOut(m, s), fanOut(m, image); !equal(a, b) {
		t.Fatalf("%+v has other successors than its renaming %v", s, to)
	}
}

// walk draws a state that a random run of m reaches.
func walk[S comparable](t *rapid.T, m *model.Model[S]) (s S) {
	m.Init(func(first S) { s = first })
	for range rapid.IntRange(0, 40).Draw(t, "steps") {
		next := successors(m, s)
		if len(next) == 0 {
			break
		}
		if s = rapid.SampledFrom(next).Draw(t, "next"); m.Within != nil && !m.Within(&s) {
			break
		}
	}
	return s
}

func successors[S comparable](m *model.Model[S], s S) []S {
	if m.Within != nil && !m.Within(&s) {
		return nil
	}
	var next []S
	out := model.NewSteps(func(_ model.Action, n *S) { next = append(next, *n) })
	m.Expand(&s, out)
	return next
}

// fanOut counts the canonical states of the successors.
func fanOut[S comparable](m *model.Model[S], s S) map[S]int {
	count := map[S]int{}
	for _, n := range successors(m, s) {
		m.Canonical(&n)
		count[n]++
	}
	return count
}

func equal[S comparable](a, b map[S]int) bool {
	for s, n := range a {
		if b[s] != n {
			return false
		}
	}
	return len(a) == len(b)
}

// inOrbit tries every renaming that keeps the brokers which to must keep.
func inOrbit[S comparable](s, least S, rename func(S, []int) S, to []int) bool {
	fixed := 0
	if _, async := any(s).(AsyncState); async {
		fixed = 1
	}
	found := false
	var try func(k int)
	perm := append([]int(nil), to...)
	try = func(k int) {
		if k == len(perm) {
			found = found || rename(s, perm) == least
			return
		}
		for i := k; i < len(perm); i++ {
			perm[k], perm[i] = perm[i], perm[k]
			try(k + 1)
			perm[k], perm[i] = perm[i], perm[k]
		}
	}
	try(fixed)
	return found
}
