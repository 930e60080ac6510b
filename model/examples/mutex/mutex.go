// Package mutex is Lamport's lock without a place for it: three processes send
// each other requests with their clocks, and the oldest request enters.
package mutex

import (
	"fmt"

	"mc/model"
	"mc/model/small"
)

const (
	processes = 3
	busiest   = 3 // messages under way from one process to another, at most
)

// Process is one of those that want to enter.
type Process uint8

func (p Process) String() string { return fmt.Sprintf("p%d", p+1) }

// Kind is what a message is.
type Kind uint8

const (
	Request Kind = iota
	Ack
	Release
)

// Message is a request with the clock of its sender, or has none.
type Message struct {
	Kind  Kind
	Clock uint8
}

func (m Message) String() string {
	if m.Kind == Request {
		return fmt.Sprintf("request@%d", m.Clock)
	}
	return [...]string{Ack: "ack", Release: "release"}[m.Kind]
}

// State is all processes and what is under way between them.
type State struct {
	Clock  [processes]uint8
	Wanted [processes][processes]uint8    // by process: at which clock the others want to enter; 0 if they do not
	Acks   [processes]small.Set8[Process] // who has acknowledged the own request
	Inside small.Set8[Process]
	Net    [processes][processes]small.Queue[Message, [busiest]Message] // from, to
}

type steps = model.Steps[State]

var all = small.Below[uint8, Process](processes)

// send sends a message to all others.
func (s *State) send(from Process, m Message) {
	for to := range all.Without(from).All {
		s.Net[from][to].Push(m)
	}
}

func rules() []model.Rule[State] {
	process := model.Each[Process]("process", processes)
	from := process
	from.Name = "from"
	return []model.Rule[State]{
		{Name: "Request", Doc: "A process that has no request asks all others to be let in.", Params: []model.Param{process},
			Expand: request},
		{Name: "ReceiveRequest", Doc: "A process notes a request, sets its clock after it, and acknowledges it.",
			Params: []model.Param{process, from}, Expand: receive(Request, func(s *State, p, q Process, m Message) {
				s.Wanted[p][q], s.Clock[p] = m.Clock, max(m.Clock, s.Clock[p])+1
				s.Net[p][q].Push(Message{Kind: Ack})
			})},
		{Name: "ReceiveAck", Doc: "A process notes who has acknowledged its request.", Params: []model.Param{process, from},
			Expand: receive(Ack, func(s *State, p, q Process, _ Message) { s.Acks[p] = s.Acks[p].With(q) })},
		{Name: "ReceiveRelease", Doc: "A process notes that another has left.", Params: []model.Param{process, from},
			Expand: receive(Release, func(s *State, p, q Process, _ Message) { s.Wanted[p][q] = 0 })},
		{Name: "Enter", Doc: "A process whose request all have acknowledged, and that knows of none before it, is inside.",
			Params: []model.Param{process}, Expand: enter},
		{Name: "Leave", Doc: "A process leaves, and tells all others.", Params: []model.Param{process}, Expand: leave},
	}
}

func request(s *State, out *steps) {
	for p := range all.All {
		if s.Wanted[p][p] == 0 {
			n := out.Step(uint8(p))
			n.Wanted[p][p], n.Acks[p] = s.Clock[p], small.Of[uint8](p)
			n.send(p, Message{Request, s.Clock[p]})
		}
	}
}

// receive is a rule for the first message from each process to each, if it is
// of a kind.
func receive(kind Kind, effect func(s *State, p, from Process, m Message)) func(*State, *steps) {
	return func(s *State, out *steps) {
		for p := range all.All {
			for q := range all.Without(p).All {
				if m, ok := s.Net[q][p].Head(); ok && m.Kind == kind {
					n := out.Step(uint8(p), uint8(q))
					n.Net[q][p].Pop()
					effect(n, p, q, m)
				}
			}
		}
	}
}

func enter(s *State, out *steps) {
	for p := range all.All {
		if s.Acks[p] == all && s.first(p) {
			out.Step(uint8(p)).Inside = s.Inside.With(p)
		}
	}
}

// first reports that process p knows of no request before its own: none with a
// lower clock, nor with the same of a process before it.
func (s *State) first(p Process) bool {
	own := s.Wanted[p][p]
	for q := range all.Without(p).All {
		if other := s.Wanted[p][q]; other != 0 && (other < own || other == own && q < p) {
			return false
		}
	}
	return true
}

func leave(s *State, out *steps) {
	for p := range s.Inside.All {
		n := out.Step(uint8(p))
		n.Inside, n.Wanted[p][p], n.Acks[p] = s.Inside.Without(p), 0, small.Set8[Process]{}
		n.send(p, Message{Kind: Release})
	}
}

func properties() []model.Property[State] {
	return []model.Property[State]{
		model.Invariant("one-inside", "No two processes are inside.", func(s *State) error {
			if s.Inside.Len() > 1 {
				return fmt.Errorf("%v are inside", s.Inside)
			}
			return nil
		}),
	}
}

const (
	name = "lamport-mutex"
	doc  = "Three processes enter one at a time, by the age of their requests."
)

// Template is the lock before it is known how far the clocks go.
var Template = model.Template[State]{
	Name: name, Doc: doc,
	Constants: model.Fixed(model.Constant{Name: "max_clock",
		Doc:     "The highest clock; a state with a higher one is not looked at.",
		Default: "4", Min: 1, Max: 6, Role: model.OfBounds}),
	New: func(v model.Values) (*model.Model[State], error) { return lock(uint8(v["max_clock"])), nil },
}

func lock(highest uint8) *model.Model[State] {
	widest := &State{Inside: all}
	for p := range all.All {
		widest.Clock[p], widest.Acks[p] = 7, all
		for q := range all.All {
			if widest.Wanted[p][q] = 7; q != p {
				widest.Net[p][q].Widen(Message{Ack | Release, 7})
			}
		}
	}
	return &model.Model[State]{Name: name, Doc: doc, Rules: rules(), Properties: properties(), Widest: widest,
		Init: func(add func(State)) { add(State{Clock: [processes]uint8{1, 1, 1}}) },
		Within: func(s *State) bool {
			for _, clock := range s.Clock {
				if clock > highest {
					return false
				}
			}
			return true
		},
		Asymmetric: "of two requests with the same clock, that of the process with the lower number is first"}
}
