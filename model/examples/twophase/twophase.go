package twophase

import "mc/model"

// Variants are the protocol with a fault, and without. A run that names none
// is the last.
var Variants = &model.Variants{
	Subject:  "two-phase commit",
	Constant: "variant",
	Families: []model.Family{{Name: "variants", One: "variant", List: []model.Variant{
		{Name: "fickle", Doc: "A manager that has promised to commit may abort all the same.",
			Set: map[string]string{"changes_mind": "on"}},
		{Name: "honest", Doc: "Managers keep their promises.", Ref: "Gray-1978",
			Set: map[string]string{"changes_mind": "off"}},
	}}},
}

const (
	title = "two-phase-commit"
	about = "Managers of parts of a transaction commit together or not at all."
)

// Template is the model before its constants are known.
var Template = model.Template[State]{
	Name:     title,
	Doc:      about,
	Variants: Variants,
	Constants: Variants.Over(
		model.Constant{Name: "managers", Doc: "Resource managers that take part.",
			Default: "3", Min: 2, Max: MaxManagers, Role: model.OfBounds},
		model.Constant{Name: "changes_mind", Doc: "A manager that has promised to commit may abort all the same.",
			Default: "off", Switch: true, Role: model.OfVariant},
	),
	New: func(v model.Values) (*model.Model[State], error) {
		return protocol{managers: v["managers"], changesMind: v.On("changes_mind")}.model(), nil
	},
}

// protocol is a variant with the constants of a run.
type protocol struct {
	managers    int
	changesMind bool
}

// all is the set of the managers that take part.
func (p protocol) all() Set { return 1<<p.managers - 1 }

func (p protocol) model() *model.Model[State] {
	return &model.Model[State]{
		Name:       title,
		Doc:        about,
		Init:       func(add func(State)) { add(State{}) },
		Rules:      p.rules(),
		Canonical:  p.canonical,
		Properties: p.properties(),
		Widest:     p.widest(),
		View:       p.view,
	}
}

// widest is the state with every bit set that this run may set.
func (p protocol) widest() *State {
	w := &State{Heard: p.all(), Decision: 3}
	for i := range p.managers {
		w.Managers[i] = 3
	}
	return w
}

// canonical sorts the managers, who differ in nothing but their names.
func (p protocol) canonical(s *State) {
	for i := range p.managers {
		for j := i; j > 0 && s.key(j) < s.key(j-1); j-- {
			s.swap(j, j-1)
		}
	}
}

// key is all that a state says of manager i.
func (s *State) key(i int) int {
	if s.Heard.Has(i) {
		return int(s.Managers[i])<<1 | 1
	}
	return int(s.Managers[i]) << 1
}

func (s *State) swap(i, j int) {
	s.Managers[i], s.Managers[j] = s.Managers[j], s.Managers[i]
	if s.Heard.Has(i) != s.Heard.Has(j) {
		s.Heard ^= 1<<i | 1<<j
	}
}
