// Package diehard is the puzzle of the two jugs: with one of three gallons, one
// of five and a tap, there are to be four gallons in the big one.
package diehard

import (
	"errors"
	"fmt"
	"strings"

	"mc/model"
)

const (
	smallHolds = 3
	bigHolds   = 5
	wanted     = 4
)

// Jugs are the gallons in both.
type Jugs struct{ Big, Small uint8 }

// Template is the puzzle; it has no constants.
var Template = model.Template[Jugs]{
	Name:      "die-hard",
	Doc:       "Two jugs and a tap: four gallons are wanted.",
	Constants: model.Fixed(),
	New:       func(model.Values) (*model.Model[Jugs], error) { return puzzle(), nil },
}

func puzzle() *model.Model[Jugs] {
	return &model.Model[Jugs]{
		Name: "die-hard",
		Doc:  "Two jugs and a tap: four gallons are wanted.",
		Init: func(add func(Jugs)) { add(Jugs{}) },
		Rules: []model.Rule[Jugs]{
			always("FillSmall", "Fill the small jug at the tap.", func(j *Jugs) { j.Small = smallHolds }),
			always("FillBig", "Fill the big jug at the tap.", func(j *Jugs) { j.Big = bigHolds }),
			always("EmptySmall", "Pour the small jug out.", func(j *Jugs) { j.Small = 0 }),
			always("EmptyBig", "Pour the big jug out.", func(j *Jugs) { j.Big = 0 }),
			always("SmallToBig", "Pour the small jug into the big one until one is empty or the other full.",
				func(j *Jugs) { pour(&j.Small, &j.Big, bigHolds) }),
			always("BigToSmall", "Pour the big jug into the small one until one is empty or the other full.",
				func(j *Jugs) { pour(&j.Big, &j.Small, smallHolds) }),
		},
		Properties: []model.Property[Jugs]{
			model.Invariant("no-more-than-they-hold", "No jug has more in it than it holds.", fits),
			model.Invariant("never-four", "There are never four gallons in the big jug; the way to break this is the answer.",
				func(j *Jugs) error {
					if j.Big == wanted {
						return errors.New("there are four gallons in the big jug")
					}
					return nil
				}),
		},
		Widest: &Jugs{Big: 7, Small: 3},
		View:   view,
	}
}

// always is a rule that is enabled in every state, also where it changes
// nothing.
func always(name, doc string, effect func(*Jugs)) model.Rule[Jugs] {
	return model.Rule[Jugs]{Name: name, Doc: doc, Expand: func(_ *Jugs, out *model.Steps[Jugs]) { effect(out.Step()) }}
}

func pour(from, to *uint8, holds uint8) {
	moved := min(*from, holds-*to)
	*from -= moved
	*to += moved
}

func fits(j *Jugs) error {
	if j.Big > bigHolds || j.Small > smallHolds {
		return fmt.Errorf("%d gallons in the big jug, %d in the small one", j.Big, j.Small)
	}
	return nil
}

// view draws the jugs, each filled from the left.
func view(j *Jugs) model.View {
	draw := func(has, holds uint8) string {
		return fmt.Sprintf("|%s%s|", strings.Repeat("#", int(has)), strings.Repeat(".", int(holds-has)))
	}
	return model.View{Picture: []string{"big " + draw(j.Big, bigHolds) + "  small " + draw(j.Small, smallHolds)}}
}
