// Package missionaries is the puzzle of three missionaries and three cannibals
// who are to cross a river in a boat for two: on neither bank may missionaries
// be fewer than the cannibals with them.
package missionaries

import (
	"errors"
	"fmt"
	"strings"

	"mc/model"
	"mc/model/small"
)

// Person is one of the six: the missionaries are 0 to 2, the cannibals 3 to 5.
type Person uint8

func (p Person) String() string { return fmt.Sprintf("%c%d", "mc"[p/3], p%3+1) }

type people = small.Set8[Person]

var (
	everybody    = small.Below[uint8, Person](6)
	missionaries = small.Below[uint8, Person](3)
	cannibals    = everybody.Minus(missionaries)
)

// State tells who is on the east bank, where all of them begin; the others are
// on the west bank. The boat is on one of the two.
type State struct {
	East     small.Set8[Person]
	BoatWest bool
}

// beside is who is on the bank at which the boat is.
func (s *State) beside() people {
	if s.BoatWest {
		return everybody.Minus(s.East)
	}
	return s.East
}

func safe(bank people) bool {
	outnumbered := bank.And(missionaries).Len() < bank.And(cannibals).Len()
	return !outnumbered || bank.And(missionaries).Empty()
}

const (
	name = "missionaries-and-cannibals"
	doc  = "Six people cross a river in a boat for two; missionaries must not be outnumbered."
)

// Template is the puzzle; it has no constants.
var Template = model.Template[State]{Name: name, Doc: doc, Constants: model.Fixed(),
	New: func(model.Values) (*model.Model[State], error) { return puzzle(), nil }}

func puzzle() *model.Model[State] {
	who := model.Param{Name: "who", Show: func(bits uint8) string {
		return strings.NewReplacer("{", "", ", ", "+", "}", "").Replace(small.FromBits[Person](bits).String())
	}}
	return &model.Model[State]{
		Name: name, Doc: doc,
		Init: func(add func(State)) { add(State{East: everybody}) },
		Rules: []model.Rule[State]{{Name: "Move", Doc: "One or two cross in the boat, if both banks are safe then.",
			Params: []model.Param{who}, Expand: move}},
		Canonical: canonical,
		Properties: []model.Property[State]{
			model.Invariant("somebody-stays", "Somebody is on the east bank; the way to break this is the answer.",
				func(s *State) error {
					if s.East.Empty() {
						return errors.New("all are across")
					}
					return nil
				}),
		},
		Widest: &State{East: everybody, BoatWest: true},
		View:   view,
	}
}

func move(s *State, out *model.Steps[State]) {
	for who := range s.beside().Subsets {
		if who.Empty() || who.Len() > 2 {
			continue
		}
		east := s.East.Or(who)
		if !s.BoatWest {
			east = s.East.Minus(who)
		}
		if safe(east) && safe(everybody.Minus(east)) {
			*out.Step(who.Bits()) = State{East: east, BoatWest: !s.BoatWest}
		}
	}
}

// canonical has as many of each kind on the east bank, but the first ones:
// nothing else tells people of a kind apart.
func canonical(s *State) {
	m, c := s.East.And(missionaries).Len(), s.East.And(cannibals).Len()
	s.East = small.Below[uint8, Person](m).Or(small.Below[uint8, Person](3 + c).Minus(missionaries))
}

// view draws the river between the banks.
func view(s *State) model.View {
	river := `\__/ ~ ~ ~ ~`
	if !s.BoatWest {
		river = `~ ~ ~ ~ \__/`
	}
	west := everybody.Minus(s.East)
	return model.View{Picture: []string{fmt.Sprintf("%24s  %s  %s", west, river, s.East)}}
}
