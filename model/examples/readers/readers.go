// Package readers is a lock for readers and writers that serves in the order of
// the queue: readers share it, a writer has it alone, and nobody overtakes.
package readers

import (
	"errors"
	"fmt"

	"mc/model"
	"mc/model/small"
)

// Most is how many actors there is room for.
const Most = 4

// Actor is who wants to read and to write.
type Actor uint8

func (a Actor) String() string { return fmt.Sprintf("a%d", a+1) }

// Request is what an actor waits for.
type Request struct {
	Write bool
	Actor Actor
}

func (r Request) String() string {
	return fmt.Sprintf("%v %s", r.Actor, map[bool]string{false: "reads", true: "writes"}[r.Write])
}

// State is the lock and its queue.
type State struct {
	Readers small.Set8[Actor]
	Writers small.Set8[Actor]
	Waiting small.Queue[Request, [2 * Most]Request]
}

type steps = model.Steps[State]

// lock is the lock with n actors.
type lock struct{ n Actor }

func (l lock) rules() []model.Rule[State] {
	actor := []model.Param{model.Each[Actor]("actor", int(l.n))}
	return []model.Rule[State]{
		{Name: "TryRead", Doc: "An actor that does not wait for it yet asks to read.", Params: actor, Expand: l.try(false)},
		{Name: "TryWrite", Doc: "An actor that does not wait for it yet asks to write.", Params: actor, Expand: l.try(true)},
		{Name: "Admit", Expand: admit,
			Doc: "The first of the queue is let in: a reader where nobody writes, a writer where nobody does anything."},
		{Name: "Stop", Doc: "An actor leaves.", Params: actor, Expand: stop},
	}
}

func (l lock) try(write bool) func(*State, *steps) {
	return func(s *State, out *steps) {
		for a := range l.n {
			if r := (Request{write, a}); !s.Waiting.Has(r) {
				out.Step(uint8(a)).Waiting.Push(r)
			}
		}
	}
}

func admit(s *State, out *steps) {
	first, ok := s.Waiting.Head()
	switch {
	case !ok || !s.Writers.Empty() || first.Write && !s.Readers.Empty():
		return
	case first.Write:
		n := out.Step()
		n.Waiting.Pop()
		n.Writers = s.Writers.With(first.Actor)
	default:
		n := out.Step()
		n.Waiting.Pop()
		n.Readers = s.Readers.With(first.Actor)
	}
}

func stop(s *State, out *steps) {
	for a := range s.Readers.Or(s.Writers).All {
		n := out.Step(uint8(a))
		if s.Readers.Has(a) {
			n.Readers = s.Readers.Without(a)
		} else {
			n.Writers = s.Writers.Without(a)
		}
	}
}

// patient is that all ask again, the queue moves, and somebody leaves.
func (l lock) patient() *model.Fairness[State] {
	f := &model.Fairness[State]{Name: "all-go-on", Doc: "All ask again, the queue moves, and somebody leaves.",
		Conditions: []model.Condition[State]{model.Weak[State]("Admit"), model.Weak[State]("Stop")}}
	for a := range l.n {
		f.Conditions = append(f.Conditions, model.Weak[State]("TryRead "+a.String()),
			model.Weak[State]("TryWrite "+a.String()))
	}
	return f
}

// served are the claims that an actor reads, and does not, and writes, and does
// not, each again and again.
func (l lock) served() (all []model.Property[State]) {
	for a := range l.n {
		reads, writes := func(s *State) bool { return s.Readers.Has(a) }, func(s *State) bool { return s.Writers.Has(a) }
		claim := func(what string, to func(*State) bool) {
			all = append(all, model.Recurrence(a.String()+"-"+what, "An actor does so again and again.", to))
		}
		claim("reads", reads)
		claim("writes", writes)
		claim("stops-reading", func(s *State) bool { return !reads(s) })
		claim("stops-writing", func(s *State) bool { return !writes(s) })
	}
	return all
}

func (l lock) properties() []model.Property[State] {
	var served []model.Property[State]
	for _, claim := range l.served() {
		served = append(served, claim.Under(l.patient()))
	}
	return append(served,
		model.Invariant("writers-are-alone", "Nobody reads while somebody writes.", func(s *State) error {
			if !s.Readers.Empty() && !s.Writers.Empty() {
				return fmt.Errorf("%v read while %v write", s.Readers, s.Writers)
			}
			return nil
		}),
		model.Invariant("one-writer", "No two write.", func(s *State) error {
			if s.Writers.Len() > 1 {
				return errors.New(s.Writers.String() + " write")
			}
			return nil
		}),
		model.Goal("somebody-writes", "An actor can write.", func(s *State) bool { return !s.Writers.Empty() }),
		model.Goal("all-read", "All can read together.", func(s *State) bool { return s.Readers.Len() == int(l.n) }),
		model.Goal("all-wait", "All can wait for both.", func(s *State) bool { return s.Waiting.Len() == 2*int(l.n) }),
	)
}

// rename gives the actors each other's names.
func rename(s *State, by small.Perm[Actor]) State {
	n := State{Readers: s.Readers.Map(by.Of), Writers: s.Writers.Map(by.Of), Waiting: s.Waiting}
	n.Waiting.Map(func(r Request) Request { return Request{r.Write, by.Of(r.Actor)} })
	return n
}

const (
	name = "readers-and-writers"
	doc  = "A lock for readers and writers that serves in the order of its queue."
)

// Template is the lock before it is known how many use it.
var Template = model.Template[State]{
	Name: name, Doc: doc,
	Constants: model.Fixed(model.Constant{Name: "actors", Doc: "Who reads and writes.",
		Default: "3", Min: 1, Max: Most, Role: model.OfBounds}),
	New: func(v model.Values) (*model.Model[State], error) { return lock{Actor(v["actors"])}.model(), nil },
}

func (l lock) model() *model.Model[State] {
	return &model.Model[State]{Name: name, Doc: doc, Init: func(add func(State)) { add(State{}) },
		Rules: l.rules(), Properties: l.properties(), Canonical: small.Least(small.Perms[Actor](int(l.n)), rename),
		Fairness: []*model.Fairness[State]{l.patient()}}
}
