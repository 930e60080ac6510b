package kafka

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"mc/model"
)

// randomMixture gives every constant, with some luck, any value that it can
// have; nil if the model refuses the mixture.
func randomMixture(r *rand.Rand) map[string]string {
	set := map[string]string{"generation": Variants.Names()[r.IntN(len(Variants.Names()))]}
	for range 2 { // what the first round gives may give others a meaning
		list, err := Template.Constants(set)
		if err != nil {
			return nil
		}
		for _, c := range list[1:] {
			if r.IntN(5) == 0 && !c.NotThere {
				set[c.Name] = randomValue(r, c)
			}
		}
	}
	return set
}

func randomValue(r *rand.Rand, c model.Constant) string {
	switch {
	case c.Switch:
		return []string{"on", "off"}[r.IntN(2)]
	case c.Choices != nil:
		return c.Choices[r.IntN(len(c.Choices))]
	}
	return strconv.Itoa(min(c.Min+r.IntN(4), c.Max))
}

// TestMixturesFit walks at random through mixtures of protocols that no release
// has: what the cause of a failure is looked for in. Widest has the bits of
// every state.
func TestMixturesFit(t *testing.T) {
	mixtures := 600
	if testing.Short() {
		mixtures = 100
	}
	r := rand.New(rand.NewPCG(1, 2))
	built := 0
	for range mixtures {
		set := randomMixture(r)
		m, values, err := Template.Build(set)
		if err != nil {
			continue
		}
		built++
		if p, err := NewProtocol(values); err != nil || p.endless() != "" {
			continue
		}
		for range 4 {
			if stray := walkOutside(r, m, 120); stray != nil {
				t.Errorf("%v: Widest lacks a bit of %s", set, strayPart(reflect.ValueOf(*stray), reflect.ValueOf(*m.Widest), "State"))
				break
			}
		}
	}
	if built < mixtures/20 {
		t.Errorf("only %d of %d mixtures could be built", built, mixtures)
	}
	t.Logf("%d of %d mixtures built", built, mixtures)
}

// walkOutside takes random steps until a state has a bit that Widest lacks.
func walkOutside(r *rand.Rand, m *model.Model[State], steps int) *State {
	var s State
	m.Init(func(first State) { s = first })
	for range steps {
		var next State
		n := 0
		m.Expand(&s, model.NewSteps(func(_ model.Action, to *State) {
			if n++; r.IntN(n) == 0 {
				next = *to
			}
		}))
		if n == 0 {
			return nil
		}
		if m.Forgets != nil { // Widest is of states as they are kept
			m.Forgets.Apply(&next)
		}
		if s = next; !inside(&s, m.Widest) {
			return &s
		}
	}
	return nil
}

// strayPart names a number of s that has a bit which widest lacks.
func strayPart(s, widest reflect.Value, path string) string {
	switch s.Kind() {
	case reflect.Struct:
		for i := range s.NumField() {
			if part := strayPart(s.Field(i), widest.Field(i), path+"."+s.Type().Field(i).Name); part != "" {
				return part
			}
		}
	case reflect.Array:
		for i := range s.Len() {
			if part := strayPart(s.Index(i), widest.Index(i), fmt.Sprintf("%s[%d]", path, i)); part != "" {
				return part
			}
		}
	case reflect.Bool:
		if s.Bool() && !widest.Bool() {
			return path
		}
	default:
		if s.Uint()&^widest.Uint() != 0 {
			return fmt.Sprintf("%s, which is %d", path, s.Uint())
		}
	}
	return ""
}
