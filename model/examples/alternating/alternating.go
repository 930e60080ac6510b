// Package alternating is the alternating-bit protocol: values go over a line
// that loses messages, each with a bit, until it is acknowledged over another
// such line.
package alternating

import (
	"fmt"

	"mc/model"
	"mc/model/small"
)

const (
	data  = 2 // values that there are to send
	bound = 2 // messages on a line; a state with more is not looked at
)

type (
	Data uint8
	Bit  uint8

	// Packet is a value with its bit.
	Packet struct {
		Bit  Bit
		Data Data
	}
)

func (d Data) String() string   { return fmt.Sprintf("d%d", d+1) }
func (p Packet) String() string { return fmt.Sprintf("%v/%d", p.Data, p.Bit) }

// State is sender, receiver and the lines between them, which have room for
// the one message too many that takes a state out of the bound.
type State struct {
	Line    small.Queue[Packet, [bound + 1]Packet]
	Acks    small.Queue[Bit, [bound + 1]Bit]
	Sent    Data // what the sender sends, or has sent
	SentBit Bit
	Acked   Bit  // the last that the sender has received
	Got     Data // what the receiver has received last
	GotBit  Bit
}

// delivered reports that the sender may send something new.
func (s *State) delivered() bool { return s.SentBit == s.Acked }

type steps = model.Steps[State]

func rules() []model.Rule[State] {
	place := []model.Param{{Name: "place", Values: model.Range(0, bound)}}
	return []model.Rule[State]{
		{Name: "Send", Doc: "The sender, whose last value is acknowledged, sends a new one with the other bit.",
			Params: []model.Param{model.Each[Data]("value", data)}, Expand: func(s *State, out *steps) {
				for d := range Data(data) {
					if s.delivered() {
						n := out.Step(uint8(d))
						n.Sent, n.SentBit = d, 1-s.SentBit
						n.Line.Push(Packet{n.SentBit, d})
					}
				}
			}},
		{Name: "SendAgain", Doc: "The sender repeats what is not acknowledged.", Expand: func(s *State, out *steps) {
			if !s.delivered() {
				out.Step().Line.Push(Packet{s.SentBit, s.Sent})
			}
		}},
		{Name: "Receive", Doc: "The receiver takes a value off the line.", Expand: func(s *State, out *steps) {
			if !s.Line.Empty() {
				n := out.Step()
				p := n.Line.Pop()
				n.Got, n.GotBit = p.Data, p.Bit
			}
		}},
		{Name: "Acknowledge", Doc: "The receiver sends the bit of the last value that it has.",
			Expand: func(s *State, out *steps) { out.Step().Acks.Push(s.GotBit) }},
		{Name: "ReceiveAck", Doc: "The sender takes an acknowledgement off the line.", Expand: func(s *State, out *steps) {
			if !s.Acks.Empty() {
				n := out.Step()
				n.Acked = n.Acks.Pop()
			}
		}},
		{Name: "Lose", Doc: "A value is lost.", Fault: true, Params: place, Expand: func(s *State, out *steps) {
			for i := range s.Line.Len() {
				out.Step(uint8(i)).Line.Remove(i)
			}
		}},
		{Name: "LoseAck", Doc: "An acknowledgement is lost.", Fault: true, Params: place, Expand: func(s *State, out *steps) {
			for i := range s.Acks.Len() {
				out.Step(uint8(i)).Acks.Remove(i)
			}
		}},
	}
}

// fair lines let some of what is sent again and again through.
var fair = &model.Fairness[State]{Name: "fair-lines", Doc: "What is sent again and again is received at last.",
	Conditions: []model.Condition[State]{model.Weak[State]("SendAgain"), model.Weak[State]("Acknowledge"),
		model.Strong[State]("Receive"), model.Strong[State]("ReceiveAck")}}

// arrives is the claim that a value is received once it is sent.
func arrives(d Data) model.Property[State] {
	return model.Response(fmt.Sprintf("%v-arrives", d), "A value that is sent is received.",
		func(s *State) bool { return s.Sent == d && !s.delivered() }, func(s *State) bool { return s.Got == d })
}

func properties() []model.Property[State] {
	return []model.Property[State]{
		arrives(0).Under(fair),
		arrives(1).Under(fair),
		model.Invariant("received-is-sent", "What the receiver has with the bit that is under way is what was sent.",
			func(s *State) error {
				if !s.delivered() && s.GotBit == s.SentBit && s.Got != s.Sent {
					return fmt.Errorf("%v was sent, and %v received", s.Sent, s.Got)
				}
				return nil
			}),
		model.Goal("received", "The receiver can have what was sent last.",
			func(s *State) bool { return !s.delivered() && s.GotBit == s.SentBit }),
	}
}

const doc = "Values go over a line that loses messages, with one bit to tell them apart."

// Template is the model; it has no constants.
var Template = model.Template[State]{Name: "alternating-bit", Doc: doc, Constants: model.Fixed(),
	New: func(model.Values) (*model.Model[State], error) { return protocol(), nil }}

func protocol() *model.Model[State] {
	return &model.Model[State]{Name: "alternating-bit", Doc: doc, Rules: rules(), Properties: properties(),
		Fairness: []*model.Fairness[State]{fair},
		Init: func(add func(State)) {
			for bit := range Bit(2) {
				for sent := range Data(data) {
					for got := range Data(data) {
						add(State{SentBit: bit, Acked: bit, GotBit: bit, Sent: sent, Got: got})
					}
				}
			}
		},
		Within: func(s *State) bool { return s.Line.Len() <= bound && s.Acks.Len() <= bound },
	}
}
