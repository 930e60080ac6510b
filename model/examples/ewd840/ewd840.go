// Package ewd840 is how Dijkstra detects that all nodes of a ring are passive
// (EWD 840): a token goes round, and whoever has sent a message upwards since
// it passed makes it black.
package ewd840

import (
	"errors"
	"fmt"
	"strings"

	"mc/model"
	"mc/model/small"
)

// Node is a node of the ring; the token goes from a node to the one below it.
type Node uint8

func (n Node) String() string { return fmt.Sprintf("n%d", uint8(n)) }

// State is the ring.
type State struct {
	Active     small.Set8[Node]
	Black      small.Set8[Node]
	Token      Node
	TokenBlack bool
}

// terminated reports that nothing can happen any more but the token's way.
func (s *State) terminated() bool { return s.Active.Empty() }

// detected reports that node 0 may conclude so.
func (s *State) detected() bool {
	return s.Token == 0 && !s.TokenBlack && !s.Black.Has(0) && !s.Active.Has(0)
}

type steps = model.Steps[State]

// ring is a ring of n nodes.
type ring struct{ n Node }

// start is any state with a black token: nothing is known yet.
func (r ring) start(add func(State)) {
	all := small.Below[uint8, Node](int(r.n))
	for active := range all.Subsets {
		for black := range all.Subsets {
			for token := range r.n {
				add(State{Active: active, Black: black, Token: token, TokenBlack: true})
			}
		}
	}
}

func (r ring) rules() []model.Rule[State] {
	node := model.Each[Node]("node", int(r.n))
	to := node
	to.Name = "to"
	return []model.Rule[State]{
		{Name: "InitiateProbe", Doc: "Node 0 sends the token round again, white, for the last round has shown nothing.",
			Expand: r.initiate},
		{Name: "PassToken", Doc: "A node that is passive passes the token on, black if it is black itself; " +
			"where the round is lost anyway, an active one does, too.", Params: []model.Param{node}, Expand: r.pass},
		{Name: "SendMsg", Doc: "An active node makes another active; one that sends upwards becomes black.",
			Params: []model.Param{node, to}, Expand: r.send},
		{Name: "Deactivate", Doc: "An active node becomes passive.", Params: []model.Param{node}, Expand: deactivate},
	}
}

func (r ring) initiate(s *State, out *steps) {
	if s.Token == 0 && (s.TokenBlack || s.Black.Has(0)) {
		n := out.Step()
		n.Token, n.TokenBlack, n.Black = r.n-1, false, s.Black.Without(0)
	}
}

func (r ring) pass(s *State, out *steps) {
	i := s.Token
	if i != 0 && (!s.Active.Has(i) || s.Black.Has(i) || s.TokenBlack) {
		n := out.Step(uint8(i))
		n.Token, n.TokenBlack, n.Black = i-1, s.TokenBlack || s.Black.Has(i), s.Black.Without(i)
	}
}

func (r ring) send(s *State, out *steps) {
	for i := range s.Active.All {
		for j := range r.n {
			if j == i {
				continue
			}
			n := out.Step(uint8(i), uint8(j))
			n.Active = s.Active.With(j)
			if j > i {
				n.Black = s.Black.With(i)
			}
		}
	}
}

func deactivate(s *State, out *steps) {
	for i := range s.Active.All {
		out.Step(uint8(i)).Active = s.Active.Without(i)
	}
}

// tokenMoves is that the token is not left lying.
var tokenMoves = &model.Fairness[State]{Name: "token-moves", Doc: "The token is sent on if it may be.",
	Conditions: []model.Condition[State]{model.Weak[State]("InitiateProbe", "PassToken")}}

var notices = model.Response("notices-termination", "Where all are passive, node 0 concludes so in the end.",
	(*State).terminated, (*State).detected)

func (r ring) properties() []model.Property[State] {
	return []model.Property[State]{
		model.Invariant("detects-termination", "Where node 0 concludes that all are passive, they are.",
			func(s *State) error {
				if s.detected() && !s.terminated() {
					return fmt.Errorf("node 0 concludes that all are passive, and %v are active", s.Active)
				}
				return nil
			}),
		model.Invariant("dijkstra",
			"The token is black, or a node that it has yet to pass is, or all that it has passed are passive.",
			func(s *State) error {
				ahead := small.Below[uint8, Node](int(s.Token) + 1)
				if !s.TokenBlack && s.Black.And(ahead).Empty() && !s.Active.In(ahead) {
					return errors.New("a white token has passed an active node, and nothing will make it black")
				}
				return nil
			}),
		notices.Under(tokenMoves),
		model.Goal("detected", "Node 0 can conclude that all are passive.", (*State).detected),
	}
}

// view draws the ring as the token sees it: # marks a black node, ! an active
// one; the token lies between brackets.
func (r ring) view(s *State) model.View {
	var nodes []string
	for n := r.n; n > 0; n-- {
		i := n - 1
		text := i.String()
		if s.Black.Has(i) {
			text = "#" + text
		}
		if s.Active.Has(i) {
			text += "!"
		}
		if s.Token == i {
			text = map[bool]string{false: "[white: ", true: "[black: "}[s.TokenBlack] + text + "]"
		}
		nodes = append(nodes, text)
	}
	return model.View{Picture: []string{strings.Join(nodes, " -> ") + " ->"}}
}

const (
	name = "ewd840"
	doc  = "A token goes round a ring and finds out whether all nodes are passive."
)

// Template is the ring before its size is known.
var Template = model.Template[State]{
	Name: name, Doc: doc,
	Constants: model.Fixed(model.Constant{Name: "nodes", Doc: "Nodes of the ring.",
		Default: "3", Min: 2, Max: 8, Role: model.OfBounds}),
	New: func(v model.Values) (*model.Model[State], error) { return ring{Node(v["nodes"])}.model(), nil },
}

func (r ring) model() *model.Model[State] {
	all := small.Below[uint8, Node](int(r.n))
	return &model.Model[State]{Name: name, Doc: doc, Init: r.start, Rules: r.rules(), Properties: r.properties(),
		Widest: &State{Active: all, Black: all, Token: 7, TokenBlack: true}, View: r.view,
		Fairness:   []*model.Fairness[State]{tokenMoves},
		Asymmetric: "the nodes have their places in the ring"}
}
