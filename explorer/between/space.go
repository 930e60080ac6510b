// Package between explores two models with the same kind of state together, to say
// in what they differ: the first level at which they reach different states, and for
// each rule a shortest schedule that the one takes and the other refuses.
//
//	p, err := between.Part(ctx, a, b, between.Options{Most: 100_000})
//	g, err := between.Refusals(ctx, a, b, between.Options{Most: 100_000})
//
// It works alone and keeps every state that it finds, packed, with what led to it:
// it is for the beginning of a space, or for small ones, and says where it was cut.
package between

import (
	"fmt"
	"unsafe"

	"mc/explorer/internal/pack"
	"mc/model"
)

// Options say how far the two are followed.
type Options struct {
	Most     int  // states of each, or pairs: no more are expanded
	Symmetry bool // Part tells orbits apart, not states
}

// space is what was found of one model: states by number.
type space[S comparable] struct {
	m       *model.Model[S]
	packer  *pack.Packer
	rewrite func(*S) // to the state that stands for it; nil if each does for itself
	number  map[string]int
	words   []uint64
	bytes   []byte // the state at hand
	err     error
}

// spaces are those of both models, packed to the bits that either may use.
func spaces[S comparable](a, b *model.Model[S], o Options) [2]*space[S] {
	packer := pack.New(either(a.Widest, b.Widest))
	var both [2]*space[S]
	for i, m := range []*model.Model[S]{a, b} {
		both[i] = &space[S]{m: m, packer: packer, number: map[string]int{}, bytes: make([]byte, 8*packer.Words())}
		switch {
		case o.Symmetry:
			both[i].rewrite = m.Canonical
		case m.Forgets != nil:
			both[i].rewrite = m.Forgets.Apply
		}
	}
	return both
}

// either has the bits of both states; nil stands for all.
func either[S comparable](a, b *S) *S {
	if a == nil || b == nil {
		return nil
	}
	all := *a
	more := unsafe.Slice((*byte)(unsafe.Pointer(b)), unsafe.Sizeof(*b))
	for i, bits := range more {
		*(*byte)(unsafe.Add(unsafe.Pointer(&all), i)) |= bits
	}
	return &all
}

// add is the number of a state, and whether it is new.
func (x *space[S]) add(s *S) (n int, fresh bool) {
	in := pack.Cell[S]{State: *s}
	if x.rewrite != nil {
		x.rewrite(&in.State)
	}
	words := make([]uint64, x.packer.Words(), x.packer.Words()+1)
	if stray := x.packer.Pack(&words[0], unsafe.Pointer(&in.State), 1); stray != 0 && x.err == nil {
		x.err = fmt.Errorf("between: model %s: a state does not fit the encoding", x.m.Name)
	}
	copy(x.bytes, unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(x.bytes)))
	if n, known := x.number[string(x.bytes)]; known {
		return n, false
	}
	n = len(x.number)
	x.number[string(x.bytes)], x.words = n, append(x.words, words...)
	return n, true
}

// state is the state of a number.
func (x *space[S]) state(n int) S {
	var in pack.Cell[S]
	x.packer.Unpack(unsafe.Pointer(&in.State), &x.words[n*x.packer.Words()])
	return in.State
}

// same reports whether a state looks like that of a number.
func (x *space[S]) same(s S, n int) bool {
	if x.rewrite != nil {
		x.rewrite(&s)
	}
	return s == x.state(n)
}

// within reports whether a state is within the constraint.
func (x *space[S]) within(s *S) bool { return x.m.Within == nil || x.m.Within(s) }

// each visits the steps out of a state.
func (x *space[S]) each(s S, visit func(model.Action, *S)) {
	steps := model.NewSteps(visit)
	x.m.Expand(&s, steps)
	if rule, complaint := steps.Overflowed(); complaint != "" && x.err == nil {
		x.err = fmt.Errorf("between: model %s: rule %s: %s", x.m.Name, x.m.Rules[rule].Name, complaint)
	}
}
