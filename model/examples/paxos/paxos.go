// Package paxos is how acceptors choose one value by majorities in numbered
// ballots, whatever they miss, as Lamport tells it. What was sent lies in a
// pool that only grows.
package paxos

import (
	"fmt"

	"mc/model"
	"mc/model/small"
)

// Three acceptors, two values, two ballots; two acceptors are a majority.
const acceptors, values, ballots, majority = 3, 2, 2, 2

type (
	Acceptor uint8
	Value    uint8
	Ballot   uint8

	// Vote is a ballot and the value voted for in it, as one number.
	Vote uint8
)

func (a Acceptor) String() string { return fmt.Sprintf("a%d", a+1) }
func (v Value) String() string    { return fmt.Sprintf("v%d", v+1) }
func (b Ballot) String() string   { return fmt.Sprintf("b%d", uint8(b)) }
func (v Vote) String() string     { return fmt.Sprintf("%v@%v", v.value(), v.ballot()) }

func vote(b Ballot, v Value) Vote { return Vote(uint8(b)*values + uint8(v)) }
func (v Vote) ballot() Ballot     { return Ballot(v / values) }
func (v Vote) value() Value       { return Value(v % values) }

// State is what each acceptor knows, and the pool of messages.
type State struct {
	Promised [acceptors]small.Option[Ballot] // takes part in no lower ballot
	Voted    [acceptors]small.Option[Vote]   // its last vote

	Opened   small.Set8[Ballot]                     // 1a: ballots that were begun
	Promises [ballots]small.Set8[Acceptor]          // 1b: who takes part,
	Reported [ballots][acceptors]small.Option[Vote] // and what its last vote was then
	Asked    small.Set8[Vote]                       // 2a: what acceptors are asked to vote
	Cast     [ballots * values]small.Set8[Acceptor] // 2b: by vote, who has cast it
}

type steps = model.Steps[State]

func rules() []model.Rule[State] {
	ballot, acceptor := model.Each[Ballot]("ballot", ballots), model.Each[Acceptor]("acceptor", acceptors)
	vote := model.Each[Vote]("vote", ballots*values)
	return []model.Rule[State]{
		{Name: "Open", Doc: "A ballot is begun, or begun again.", Params: []model.Param{ballot}, Expand: open},
		{Name: "Promise", Doc: "An acceptor takes part in a ballot above all that it knows, and reports its last vote.",
			Params: []model.Param{acceptor, ballot}, Expand: promise},
		{Name: "Ask", Params: []model.Param{vote}, Expand: ask,
			Doc: "A majority takes part: its vote in the highest ballot is asked for, or any value if there is none."},
		{Name: "Vote", Doc: "An acceptor votes as it is asked to, perhaps again.",
			Params: []model.Param{acceptor, vote}, Expand: cast},
	}
}

func open(s *State, out *steps) {
	for b := range Ballot(ballots) {
		out.Step(uint8(b)).Opened = s.Opened.With(b)
	}
}

func promise(s *State, out *steps) {
	for a := range Acceptor(acceptors) {
		for b := range s.Opened.All {
			if small.Some(b) > s.Promised[a] {
				n := out.Step(uint8(a), uint8(b))
				n.Promised[a], n.Promises[b], n.Reported[b][a] = small.Some(b), s.Promises[b].With(a), s.Voted[a]
			}
		}
	}
}

func ask(s *State, out *steps) {
	for w := range Vote(ballots * values) {
		if s.asked(w.ballot()).Empty() && s.free(w) {
			out.Step(uint8(w)).Asked = s.Asked.With(w)
		}
	}
}

// asked is what is asked for in a ballot.
func (s *State) asked(b Ballot) small.Set8[Vote] {
	return s.Asked.And(small.Of[uint8](vote(b, 0), vote(b, 1)))
}

// free reports whether some majority that takes part leaves a vote free: the
// last that any of it has reported is for the same value.
func (s *State) free(w Vote) bool {
	for some := range s.Promises[w.ballot()].Subsets {
		var last small.Option[Vote]
		for a := range some.All {
			last = max(last, s.Reported[w.ballot()][a])
		}
		if some.Len() >= majority && (last.None() || last.Get().value() == w.value()) {
			return true
		}
	}
	return false
}

func cast(s *State, out *steps) {
	for a := range Acceptor(acceptors) {
		for w := range s.Asked.All {
			if small.Some(w.ballot()) >= s.Promised[a] {
				n := out.Step(uint8(a), uint8(w))
				n.Promised[a], n.Voted[a], n.Cast[w] = small.Some(w.ballot()), small.Some(w), s.Cast[w].With(a)
			}
		}
	}
}

// chosen are the votes that a majority has cast.
func (s *State) chosen() (all small.Set8[Vote]) {
	for w := range Vote(ballots * values) {
		if s.Cast[w].Len() >= majority {
			all = all.With(w)
		}
	}
	return all
}

func properties() []model.Property[State] {
	return []model.Property[State]{
		model.Invariant("agreement", "No two values are chosen.", func(s *State) error {
			if all := s.chosen(); !all.And(votesFor(0)).Empty() && !all.And(votesFor(1)).Empty() {
				return fmt.Errorf("chosen are %v", all)
			}
			return nil
		}),
		model.Invariant("reports-are-true", "What an acceptor reports as its last vote was cast.", reportsAreTrue),
		model.Invariant("one-value-a-ballot", "No more than one value is asked for in a ballot.", func(s *State) error {
			if s.asked(0).Len() > 1 || s.asked(1).Len() > 1 {
				return fmt.Errorf("asked for are %v", s.Asked)
			}
			return nil
		}),
		model.Goal("chosen", "A value can be chosen.", func(s *State) bool { return !s.chosen().Empty() }),
		model.Goal("chosen-twice", "A value can be chosen in both ballots.",
			func(s *State) bool { return votesFor(0).In(s.chosen()) || votesFor(1).In(s.chosen()) }),
	}
}

// votesFor are the votes for a value.
func votesFor(v Value) small.Set8[Vote] { return small.Of[uint8](vote(0, v), vote(1, v)) }

func reportsAreTrue(s *State) error {
	for b := range s.Reported {
		for a, last := range s.Reported[b] {
			if !last.None() && !s.Cast[last.Get()].Has(Acceptor(a)) {
				return fmt.Errorf("%v has reported %v and has not cast it", Acceptor(a), last)
			}
		}
	}
	return nil
}

// renaming gives acceptors and values each other's names.
type renaming struct {
	acceptor small.Perm[Acceptor]
	value    small.Perm[Value]
}

func (r renaming) vote(w Vote) Vote { return vote(w.ballot(), r.value.Of(w.value())) }

func rename(s *State, r renaming) State {
	n := State{Opened: s.Opened, Asked: s.Asked.Map(r.vote)}
	for i := range acceptors {
		a := r.acceptor.Of(Acceptor(i))
		n.Promised[a], n.Voted[a] = s.Promised[i], s.Voted[i].Map(r.vote)
		for b := range ballots {
			n.Promises[b], n.Reported[b][a] = s.Promises[b].Map(r.acceptor.Of), s.Reported[b][i].Map(r.vote)
		}
	}
	for w := range s.Cast {
		n.Cast[r.vote(Vote(w))] = s.Cast[w].Map(r.acceptor.Of)
	}
	return n
}

// canonical is exact for any acceptors and the first n values.
func canonical(n int) func(*State) {
	var all []renaming
	for _, a := range small.Perms[Acceptor](acceptors) {
		for _, v := range small.Perms[Value](n) {
			all = append(all, renaming{a, v})
		}
	}
	return small.Least(all, rename)
}

// Template is the model; it has no constants.
var Template = model.Template[State]{Name: "paxos", Doc: "Three acceptors choose one of two values in two ballots.",
	Constants: model.Fixed(), New: func(model.Values) (*model.Model[State], error) { return synod(), nil }}

func synod() *model.Model[State] {
	return &model.Model[State]{Name: "paxos", Init: func(add func(State)) { add(State{}) },
		Rules: rules(), Properties: properties(), Canonical: canonical(values)}
}
