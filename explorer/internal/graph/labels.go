package graph

import (
	"math"
	"sync"

	"mc/model"
)

// Questions are what a graph is labelled for: conditions, of which the first are
// fairness and the others belong to claims, and the claims themselves.
type Questions[S comparable] struct {
	Conditions *model.Obligations[S]
	Claims     []*model.Property[S] // at most MostClaims
}

// MostClaims is how many claims a graph can be labelled for at once.
const MostClaims = 32

// class is all that is known of a state.
type class struct {
	enabled uint64        // conditions of steps that it has
	outside uint64        // of steps that lead out of the constraint
	blocked uint64        // of steps that budgets stopped
	by      model.Budgets // those budgets
	met     uint64        // conditions about states
	claims  uint64        // for claim i: bit 2i if it is in From, bit 2i+1 if in To
}

// labels number classes of states and sets of conditions; each is kept once.
type labels[S comparable] struct {
	q       *Questions[S]
	mu      sync.Mutex
	classes []class
	numbers map[class]uint32
	sets    []uint64
	marks   map[uint64]uint16
	tooMany bool
}

func newLabels[S comparable](q *Questions[S]) *labels[S] {
	return &labels[S]{q: q, numbers: map[class]uint32{}, marks: map[uint64]uint16{}}
}

func (l *labels[S]) classOf(c class) uint32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, known := l.numbers[c]
	if !known {
		n = uint32(len(l.classes))
		l.classes, l.numbers[c] = append(l.classes, c), n
	}
	return n
}

func (l *labels[S]) labelOf(set uint64) uint16 {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, known := l.marks[set]
	if !known {
		if len(l.sets) == math.MaxUint16 {
			l.tooMany = true
			return 0
		}
		n = uint16(len(l.sets))
		l.sets, l.marks[set] = append(l.sets, set), n
	}
	return n
}

// numbers remembers the numbers of keys, those asked for lately where they are found
// faster.
type numbers[K comparable] struct {
	hash   func(K) uint64
	lately [1 << latelyBits]struct {
		key    K
		number uint32 // plus one; 0 is none
	}
	all map[K]uint32
}

const latelyBits = 10

func newNumbers[K comparable](hash func(K) uint64) *numbers[K] {
	return &numbers[K]{hash: hash, all: map[K]uint32{}}
}

// of is the number of a key, asked for where it is not remembered.
func (l *numbers[K]) of(key K, ask func(K) uint32) uint32 {
	recent := &l.lately[l.hash(key)>>(64-latelyBits)]
	if recent.number == 0 || recent.key != key {
		n, known := l.all[key]
		if !known {
			n = ask(key)
			l.all[key] = n
		}
		recent.key, recent.number = key, n+1
	}
	return recent.number - 1
}

// mix spreads a number over 64 bits, the upper ones best.
func mix(n uint64) uint64 { return n * 0x9e3779b97f4a7c15 }

func (c class) hash() uint64 {
	return mix(mix(mix(mix(c.enabled)^c.blocked)>>1^c.claims)>>1 ^ c.outside ^ c.met)
}

// claims are the bits of what the claims say of a state.
func (q *Questions[S]) claims(s *S) (bits uint64) {
	for i, p := range q.Claims {
		if p.From != nil && p.From(s) {
			bits |= 1 << (2 * i)
		}
		if p.To != nil && p.To(s) {
			bits |= 2 << (2 * i)
		}
	}
	return bits
}

// In reports whether a state is in the From and in the To of claim i.
func (g *Graph[S]) In(i int, s uint32) (from, to bool) {
	bits := g.classes[g.kind[s]-1].claims >> (2 * i)
	return bits&1 == 1, bits&2 == 2
}

// Waits reports whether any state has a step of the conditions that only a
// budget or the constraint forbids, and it is not enabled otherwise.
func (g *Graph[S]) Waits(conditions uint64) bool {
	for i := range g.classes {
		if c := &g.classes[i]; (c.blocked|c.outside)&^c.enabled&conditions != 0 {
			return true
		}
	}
	return false
}

// Forbidden are the budgets that stop steps of the conditions in a state, and
// whether the constraint does.
func (g *Graph[S]) Forbidden(s uint32, conditions uint64) (by model.Budgets, constraint bool) {
	c := &g.classes[g.kind[s]-1]
	if c.blocked&^c.enabled&conditions != 0 {
		by = c.by
	}
	return by, c.outside&^c.enabled&conditions != 0
}

// View is the graph as runs go through it: for a strict one, a step that only a
// budget or the constraint forbids counts as enabled.
type View[S comparable] struct {
	*Graph[S]
	Strict bool
}

// Served are the conditions that a step with a label is of.
func (v View[S]) Served(label uint16) uint64 { return v.sets[label] }

// At are the conditions that are enabled in a state and those that it meets.
func (v View[S]) At(s uint32) (enabled, met uint64) {
	c := &v.classes[v.kind[s]-1]
	if v.Strict {
		return c.enabled | c.outside | c.blocked, c.met
	}
	return c.enabled, c.met
}

// Row are the steps out of a state.
func (v View[S]) Row(s uint32) (to []uint32, by []uint16) {
	if v.kind[s] == 0 {
		return nil, nil
	}
	if !v.keeps {
		if v.giveUp() {
			return nil, nil
		}
		return v.own.again(s)
	}
	at := uint64(v.row[s])
	n := uint64(v.to[at-1])
	return v.to[at : at+n], v.by[at : at+n]
}
