package main

import (
	"fmt"

	"mc/model"
)

// Where a process is.
const (
	outside  = iota
	asking   // has said that it wants in
	deferred // has let the other go first
	inside
)

// lock is a state of Peterson's lock for two processes.
type lock struct {
	At    [2]uint8 // outside, asking, deferred or inside
	Wants [2]bool  // the flags that both can read
	Turn  uint8    // whose turn it is, if both want in
	Tries uint8    // how often a process has begun to ask
}

// variants are the orders in which a process may ask: the last is Peterson's.
var variants = model.Variants{
	Subject: "Peterson's lock", Constant: "order",
	Families: []model.Family{{Name: "orders", One: "order", List: []model.Variant{
		{Name: "no-turn", Doc: "A process raises its flag, and does not give way."},
		{Name: "turn-first", Doc: "A process gives way, then raises its flag."},
		{Name: "flag-first", Doc: "A process raises its flag, then gives way: Peterson's order."},
	}}},
}

// The places of the variants in that list.
const (
	noTurn = iota
	turnFirst
	flagFirst
)

// Template is the model before its constants are known.
var Template = model.Template[lock]{
	Name:     "lock",
	Doc:      "Two processes and a lock made of two flags and a turn.",
	Variants: &variants,
	Constants: variants.Over(
		model.Constant{Name: "tries", Doc: "How often processes ask.", Default: "4", Min: 1, Max: 100}),
	New: func(v model.Values) (*model.Model[lock], error) {
		p := protocol{order: v["order"], tries: uint8(v["tries"])}
		return p.model(), nil
	},
}

// protocol is the model with its constants.
type protocol struct {
	order int
	tries uint8
}

func (p protocol) model() *model.Model[lock] {
	who := []model.Param{{Name: "process", Show: name, Values: model.Range(0, 1)}}
	return &model.Model[lock]{
		Name: "lock",
		Init: func(add func(lock)) { add(lock{}) },
		Rules: []model.Rule[lock]{
			{Name: "Ask", Doc: "A process begins to ask for the lock.", Params: who, Expand: each(p.ask)},
			{Name: "GiveWay", Doc: "It does the other half of asking.", Params: who, Expand: each(p.giveWay)},
			{Name: "Enter", Doc: "It enters when the other does not want in, or has the lower claim.", Params: who, Expand: each(p.enter)},
			{Name: "Leave", Doc: "It leaves and lowers its flag.", Params: who, Expand: each(leave)},
		},
		Properties: []model.Property[lock]{
			exclusive(),
			model.Goal("both-inside", "Both are inside at once.", func(s *lock) bool { return s.At == [2]uint8{inside, inside} }),
		},
	}
}

func name(i uint8) string { return fmt.Sprintf("p%d", i+1) }

// each is a rule with an instance for either process. The step tells whether
// it is enabled.
func each(step func(s *lock, i int) bool) func(*lock, *model.Steps[lock]) {
	return func(s *lock, out *model.Steps[lock]) {
		for i := range 2 {
			if !step(out.Step(uint8(i)), i) {
				out.Drop()
			}
		}
	}
}

func (p protocol) ask(s *lock, i int) bool {
	if s.At[i] != outside || s.Tries == p.tries {
		return false
	}
	s.Tries++
	s.At[i] = asking
	if p.order == turnFirst {
		s.Turn = uint8(1 - i)
	} else {
		s.Wants[i] = true
	}
	return true
}

func (p protocol) giveWay(s *lock, i int) bool {
	if s.At[i] != asking {
		return false
	}
	s.At[i] = deferred
	switch p.order {
	case flagFirst:
		s.Turn = uint8(1 - i)
	case turnFirst:
		s.Wants[i] = true
	}
	return true
}

func (p protocol) enter(s *lock, i int) bool {
	if s.At[i] != deferred || s.Wants[1-i] && s.Turn != uint8(i) {
		return false
	}
	s.At[i] = inside
	return true
}

func leave(s *lock, i int) bool {
	if s.At[i] != inside {
		return false
	}
	s.At[i], s.Wants[i] = outside, false
	return true
}

// exclusive is what a lock is for.
func exclusive() model.Property[lock] {
	p := model.Invariant("exclusive", "No two processes are inside at once.", func(s *lock) error {
		if s.At[0] == inside && s.At[1] == inside {
			return fmt.Errorf("p1 and p2 are both inside")
		}
		return nil
	})
	p.Parts = func(s *lock) []model.Part {
		return []model.Part{{Text: "p1 is not inside", Holds: s.At[0] != inside}, {Text: "p2 is not inside", Holds: s.At[1] != inside}}
	}
	return p
}
