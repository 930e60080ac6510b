// Package termination is what it means to detect that a distributed computation
// has ended, whatever protocol does it: nobody is active, and no message is
// under way. Package ewd840 is a protocol, for nodes that do without messages.
package termination

import (
	"fmt"

	"mc/model"
	"mc/model/small"
)

// Most is how many nodes there is room for; a state in which more messages than
// bound are under way to one of them is not looked at.
const (
	Most  = 6
	bound = 3
)

// Node is one of the nodes, all of which talk to all.
type Node uint8

func (n Node) String() string { return fmt.Sprintf("n%d", uint8(n)) }

// State is the computation.
type State struct {
	Active   small.Set8[Node]
	Detected bool
	Pending  [Most]uint8 // messages under way to each
}

// terminated reports that nothing can happen any more.
func (s *State) terminated() bool { return s.Active.Empty() && s.Pending == [Most]uint8{} }

type steps = model.Steps[State]

// group is a group of n nodes.
type group struct{ n Node }

func (g group) start(add func(State)) {
	for active := range small.Below[uint8, Node](int(g.n)).Subsets {
		add(State{Active: active})
	}
	add(State{Detected: true})
}

func (g group) rules() []model.Rule[State] {
	node := model.Each[Node]("node", int(g.n))
	to := node
	to.Name = "to"
	detected := model.Param{Name: "detected", Values: model.Range(0, 1),
		Show: func(v uint8) string { return [...]string{"unnoticed", "noticed"}[v] }}
	return []model.Rule[State]{
		{Name: "Terminate", Doc: "A node becomes passive; if it was the last, that may be detected at once.",
			Params: []model.Param{node, detected}, Expand: terminate},
		{Name: "Send", Doc: "An active node sends a message, perhaps to itself.", Params: []model.Param{node, to},
			Expand: g.send},
		{Name: "Receive", Doc: "A node receives a message, which makes it active.", Params: []model.Param{node},
			Expand: g.receive},
		{Name: "Detect", Doc: "It is detected that all has ended.", Expand: detect},
	}
}

func terminate(s *State, out *steps) {
	for i := range s.Active.All {
		n := out.Step(uint8(i), b2u(s.Detected))
		n.Active = s.Active.Without(i)
		if n.terminated() && !s.Detected {
			last := *n
			last.Detected = true
			*out.Step(uint8(i), 1) = last
		}
	}
}

func b2u(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func (g group) send(s *State, out *steps) {
	for i := range s.Active.All {
		for j := range g.n {
			out.Step(uint8(i), uint8(j)).Pending[j]++
		}
	}
}

func (g group) receive(s *State, out *steps) {
	for i := range g.n {
		if s.Pending[i] > 0 {
			n := out.Step(uint8(i))
			n.Pending[i]--
			n.Active = s.Active.With(i)
		}
	}
}

func detect(s *State, out *steps) {
	if s.terminated() {
		out.Step().Detected = true
	}
}

// looks is that somebody looks whether all has ended.
var looks = &model.Fairness[State]{Name: "somebody-looks", Doc: "What has ended is detected if it may be.",
	Conditions: []model.Condition[State]{model.Weak[State]("Detect")}}

var notices = model.Response("notices-termination", "What has ended is detected in the end.",
	(*State).terminated, func(s *State) bool { return s.Detected })

func properties() []model.Property[State] {
	return []model.Property[State]{
		notices.Under(looks),
		model.Invariant("detects-termination", "What is detected is so.", func(s *State) error {
			if s.Detected && !s.terminated() {
				return fmt.Errorf("%v are active, and %d messages are under way", s.Active, s.Pending)
			}
			return nil
		}),
		model.ActionProperty("stays-terminated", "What has ended does not begin again.",
			func(before *State, a model.Action, after *State) error {
				if before.terminated() && !after.terminated() {
					return fmt.Errorf("%v are active again", after.Active)
				}
				return nil
			}),
	}
}

const (
	name = "termination"
	doc  = "Nodes that send each other work, and the detection that there is none left."
)

// Template is the model before it is known how many nodes there are.
var Template = model.Template[State]{
	Name: name, Doc: doc,
	Constants: model.Fixed(model.Constant{Name: "nodes", Doc: "Nodes that take part.",
		Default: "4", Min: 1, Max: Most, Role: model.OfBounds}),
	New: func(v model.Values) (*model.Model[State], error) { return group{Node(v["nodes"])}.model(), nil },
}

func (g group) model() *model.Model[State] {
	widest := &State{Active: small.Below[uint8, Node](int(g.n)), Detected: true}
	for i := range g.n {
		widest.Pending[i] = 7
	}
	return &model.Model[State]{Name: name, Doc: doc, Init: g.start, Rules: g.rules(), Properties: properties(),
		Within: func(s *State) bool {
			for _, n := range s.Pending {
				if n > bound {
					return false
				}
			}
			return true
		},
		Fairness: []*model.Fairness[State]{looks},
		Widest:   widest}
}
