package ask

import (
	"fmt"
	"strings"
	"sync"

	"mc/model"
)

// Memory is the room that a state has for what questions have seen: bit i, the lowest
// of the first byte first, is the i-th thing that some once asks for. No rule and no
// property of the model itself touches it.
type Memory [4]uint8

func (m *Memory) seen() (bits uint64) {
	for i, b := range m {
		bits |= uint64(b) << (8 * i)
	}
	return bits
}

func (m *Memory) remember(bits uint64) {
	for i := range m {
		m[i] = uint8(bits >> (8 * i))
	}
}

// remembered is a predicate and where its bits begin.
type remembered struct {
	*Predicate
	name  string
	first int
}

// memory are the predicates of a run, and where a state remembers for them.
type memory[S comparable] struct {
	room func(s State) *Memory
	all  []remembered
}

// seenBy is what a state has seen of a predicate whose bits begin at first.
func (m *memory[S]) seenBy(s *S, first int) uint64 {
	if m.bits() == 0 {
		return 0
	}
	return m.room(State(s)).seen() >> first
}

// look adds to a state what is so in it.
func (m *memory[S]) look(s *S) {
	seen := m.room(State(s)).seen()
	for _, p := range m.all {
		mask := uint64(1)<<p.Bits - 1
		seen |= p.Look(State(s), seen>>p.first) & mask << p.first
	}
	m.room(State(s)).remember(seen)
}

// bits is how many there are.
func (m *memory[S]) bits() (n int) {
	for _, p := range m.all {
		n += p.Bits
	}
	return n
}

// lane is what was seen, for people.
func (m *memory[S]) lane(s *S) model.Lane {
	lane, seen := model.Lane{Name: "asked"}, m.room(State(s)).seen()
	for _, p := range m.all {
		if p.Bits == 0 {
			continue
		}
		words := strings.Join(p.once(seen>>p.first), "; ")
		if words == "" {
			words = "nothing yet"
		}
		lane.Fields = append(lane.Fields, model.Field{Name: p.name + " has seen", Value: words})
	}
	return lane
}

// once are what was seen, in words.
func (p *Predicate) once(seen uint64) (all []string) {
	for _, s := range p.memory {
		for i := range s.size {
			if seen>>(s.first+i)&1 == 0 {
				continue
			}
			text, rest := s.text, i
			for k := len(s.names) - 1; k >= 0; k-- {
				b := s.names[k]
				text += fmt.Sprintf(", %s %s", b.name, b.typ.words(b.least+rest%b.size))
				rest /= b.size
			}
			all = append(all, text)
		}
	}
	return all
}

// remembering makes the states of a model remember.
func (m *memory[S]) remembering(of *model.Model[S]) {
	plain := *of
	of.Init = func(add func(S)) { plain.Init(func(s S) { m.look(&s); add(s) }) }
	of.Rules = nil
	for i := range plain.Rules {
		of.Rules = append(of.Rules, m.rule(plain.Rules[i]))
	}
	of.Canonical, of.Asymmetric = nil, "what was once so may be so of somebody, and symmetry takes away who is who"
	if plain.Widest != nil {
		widest := *plain.Widest
		m.room(State(&widest)).remember(1<<m.bits() - 1)
		of.Widest = &widest
	}
	of.View = func(s *S) model.View {
		v := plain.Describe(s)
		v.Lanes = append(v.Lanes, m.lane(s))
		return v
	}
}

// rule is a rule whose successors remember besides.
func (m *memory[S]) rule(r model.Rule[S]) model.Rule[S] {
	inner := r
	inner.Absent = false
	alone := &model.Model[S]{Rules: []model.Rule[S]{inner}}
	runs := &sync.Pool{New: func() any { return newRun(m, len(r.Params)) }}
	r.Expand = func(s *S, steps *model.Steps[S]) {
		x := runs.Get().(*run[S])
		x.expand(alone, s, steps)
		runs.Put(x)
	}
	return r
}

// run is a rule at work.
type run[S comparable] struct {
	*model.Gatherer[S]
	arity int
	out   *model.Steps[S]
}

func newRun[S comparable](m *memory[S], arity int) *run[S] {
	x := &run[S]{arity: arity}
	x.Gatherer = model.NewSteps(func(a model.Action, after *S) {
		next := x.out.Step(a.Args[:arity]...)
		*next = *after
		m.look(next)
	})
	x.NoteStops(true)
	return x
}

// expand takes the steps of a rule out of a state.
func (x *run[S]) expand(alone *model.Model[S], s *S, out *model.Steps[S]) {
	x.out = out
	alone.Expand(s, x.Gatherer)
	for _, stop := range x.Stops() {
		if stop.Any {
			out.Stopped(stop.By)
		} else {
			out.Stopped(stop.By, stop.Action.Args[:x.arity]...)
		}
	}
	if _, what := x.Overflowed(); what != "" {
		out.Overflow(what)
	}
	x.out = nil
}
