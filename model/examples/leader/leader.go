// Package leader is the election of a leader in a ring, by Chang and Roberts:
// every initiator sends its identity round, nobody lets a larger one than its
// own pass, and whoever gets its own back has won.
package leader

import (
	"fmt"

	"mc/model"
	"mc/model/small"
)

// Most is how many nodes there is room for.
const Most = 6

// Node is a node of the ring; its number is its identity.
type Node uint8

func (n Node) String() string { return fmt.Sprintf("n%d", n+1) }

type nodes = small.Set8[Node]

// State is the ring. Who is an initiator and has neither lost nor won is a
// candidate.
type State struct {
	Initiators small.Set8[Node]
	Started    small.Set8[Node] // have begun, and take messages
	Lost       small.Set8[Node]
	Won        small.Set8[Node]
	Inbox      [Most]small.Set8[Node] // identities that have not been read yet
}

// candidates are who may still win.
func (s *State) candidates() nodes { return s.Initiators.Minus(s.Lost).Minus(s.Won) }

type steps = model.Steps[State]

// ring is a ring of n nodes.
type ring struct{ n Node }

func (r ring) all() nodes { return small.Below[uint8, Node](int(r.n)) }

// send puts an identity into the inbox of the node after i.
func (r ring) send(s *State, i, id Node) {
	after := (i + 1) % r.n
	s.Inbox[after] = s.Inbox[after].With(id)
}

func (r ring) rules() []model.Rule[State] {
	node := model.Each[Node]("node", int(r.n))
	id := node
	id.Name = "identity"
	return []model.Rule[State]{
		{Name: "Start", Doc: "A node begins; an initiator sends its identity on.", Params: []model.Param{node},
			Expand: r.start},
		{Name: "Read", Doc: "A node reads an identity: its own makes it the leader, a smaller one it passes on " +
			"and has lost, a larger one it drops unless it has lost already.", Params: []model.Param{node, id}, Expand: r.read},
	}
}

func (r ring) start(s *State, out *steps) {
	for i := range r.all().Minus(s.Started).All {
		n := out.Step(uint8(i))
		n.Started = s.Started.With(i)
		if s.Initiators.Has(i) {
			r.send(n, i, i)
		}
	}
}

func (r ring) read(s *State, out *steps) {
	for i := range s.Started.All {
		for id := range s.Inbox[i].All {
			n := out.Step(uint8(i), uint8(id))
			n.Inbox[i] = s.Inbox[i].Without(id)
			switch {
			case s.Lost.Has(i):
				r.send(n, i, id)
			case id < i:
				n.Lost, n.Won = s.Lost.With(i), s.Won.Without(i)
				r.send(n, i, id)
			case id == i:
				n.Won = s.Won.With(i)
			}
		}
	}
}

// live is that every node goes on as long as it can.
func (r ring) live() *model.Fairness[State] {
	f := &model.Fairness[State]{Name: "nodes-live", Doc: "Every node goes on as long as it can."}
	for i := range r.n {
		f.Conditions = append(f.Conditions, model.Weak[State]("Start "+i.String(), "Read "+i.String()+" *"))
	}
	return f
}

func wins(s *State) bool { return !s.Won.Empty() }

var elects = model.Response("elects", "Where there is a candidate, somebody wins.",
	func(s *State) bool { return !s.candidates().Empty() }, wins)

func (r ring) properties() []model.Property[State] {
	return []model.Property[State]{
		elects.Under(r.live()),
		model.Invariant("one-leader", "Who has won is the least initiator, and all others have lost.", r.oneLeader),
		model.Goal("someone-wins", "A leader can be elected.", wins),
	}
}

func (r ring) oneLeader(s *State) error {
	for i := range s.Won.All {
		others := r.all().Without(i)
		switch {
		case !s.Initiators.Has(i):
			return fmt.Errorf("%v has won and is no initiator", i)
		case !others.In(s.Lost):
			return fmt.Errorf("%v has won, and %v have not lost", i, others.Minus(s.Lost))
		}
		for j := range s.Initiators.All {
			if j < i {
				return fmt.Errorf("%v has won, and %v is a smaller initiator", i, j)
			}
		}
	}
	return nil
}

const (
	name = "leader-in-a-ring"
	doc  = "Nodes in a ring elect the least of those that want to lead."
)

// Template is the ring before its size is known.
var Template = model.Template[State]{
	Name: name, Doc: doc,
	Constants: model.Fixed(model.Constant{Name: "nodes", Doc: "Nodes of the ring.",
		Default: "3", Min: 2, Max: Most, Role: model.OfBounds}),
	New: func(v model.Values) (*model.Model[State], error) { return ring{Node(v["nodes"])}.model(), nil },
}

func (r ring) model() *model.Model[State] {
	all := r.all()
	widest := &State{Initiators: all, Started: all, Lost: all, Won: all}
	for i := range r.n {
		widest.Inbox[i] = all
	}
	start := func(add func(State)) {
		for initiators := range all.Subsets {
			add(State{Initiators: initiators, Lost: all.Minus(initiators)})
		}
	}
	return &model.Model[State]{Name: name, Doc: doc, Init: start, Rules: r.rules(), Properties: r.properties(),
		Fairness: []*model.Fairness[State]{r.live()}, Widest: widest, View: r.view, Asymmetric: "identities are ordered"}
}

// view has a lane for each node.
func (r ring) view(s *State) (v model.View) {
	for i := range r.n {
		badge := "candidate"
		switch {
		case s.Won.Has(i):
			badge = "leader"
		case s.Lost.Has(i):
			badge = "lost"
		}
		v.Lanes = append(v.Lanes, model.Lane{Name: i.String(), Badge: badge, Off: !s.Started.Has(i),
			Fields: []model.Field{{Name: "inbox", Value: s.Inbox[i].String()}}})
	}
	return v
}
