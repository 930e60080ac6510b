package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/model/modeltest"
)

type counter struct{ N, Spare uint8 }

// count goes up by one or two, to five.
func count() *model.Model[counter] {
	return &model.Model[counter]{
		Name: "count",
		Init: func(add func(counter)) { add(counter{}) },
		Rules: []model.Rule[counter]{
			{Name: "Add", Doc: "Go up.", Params: []model.Param{{Name: "by"}, {Name: "hand", Show: func(v uint8) string { return "h" + fmt.Sprint(v) }}},
				Expand: func(s *counter, out *model.Steps[counter]) {
					for by := uint8(1); by <= 2; by++ {
						if n := out.Step(by, 1); n.N+by <= 5 {
							n.N += by
						} else {
							out.Drop()
						}
					}
				}},
			{Name: "Reset", Doc: "Start over.", Expand: func(s *counter, out *model.Steps[counter]) {
				if s.N > 3 {
					out.Step().N = 0
				}
			}},
		},
		Properties: []model.Property[counter]{{Name: "small", Aliases: []string{"P1"}, Doc: "At most five.", Kind: model.Always, State: func(s *counter) error { return nil }}},
	}
}

func TestConforms(t *testing.T) { modeltest.Conform(t, count(), 100) }

// complaints collects what Conform says.
type complaints []string

func (c *complaints) Helper()                      {}
func (c *complaints) Errorf(f string, args ...any) { *c = append(*c, fmt.Sprintf(f, args...)) }

// TestConformComplains: each broken promise is noticed, a counter that wraps
// (hardening, G9) among them.
func TestConformComplains(t *testing.T) {
	flip := uint8(0)
	for want, spoil := range map[string]func(m *model.Model[counter]){
		"changed the state": func(m *model.Model[counter]) {
			m.Rules[1].Expand = func(s *counter, out *model.Steps[counter]) { s.Spare = 1 }
		},
		"different successors": func(m *model.Model[counter]) {
			m.Rules[1].Expand = func(s *counter, out *model.Steps[counter]) { flip++; out.Step().Spare = flip }
		},
		"two different states": func(m *model.Model[counter]) {
			m.Rules[1].Expand = func(s *counter, out *model.Steps[counter]) { out.Step().N = 1; out.Step().N = 2 }
		},
		"shown as none or as several words": func(m *model.Model[counter]) {
			m.Rules[0].Params = []model.Param{{Name: "n", Show: func(uint8) string { return "one two" }}}
			m.Rules[0].Expand = func(s *counter, out *model.Steps[counter]) { out.Step(1).N = 1 }
		},
		"not idempotent": func(m *model.Model[counter]) { m.Canonical = func(s *counter) { s.N ^= 1 } },
		"used twice":     func(m *model.Model[counter]) { m.Rules[1].Name = "Add" },
		"has no Doc":     func(m *model.Model[counter]) { m.Rules[1].Doc = "" },
		"say otherwise":  func(m *model.Model[counter]) { m.Properties[0].Kind = model.Step },
		"adds no state":  func(m *model.Model[counter]) { m.Init = func(func(counter)) {} },
		"no state that Init adds is within the constraint": func(m *model.Model[counter]) {
			m.Within = func(s *counter) bool { return s.N > 0 }
		},
		"it has no Init":              func(m *model.Model[counter]) { m.Init = nil },
		"rule Reset has no Expand":    func(m *model.Model[counter]) { m.Rules[1].Expand = nil },
		"has 7 Params":                func(m *model.Model[counter]) { m.Rules[1].Params = make([]model.Param, 7) },
		`"deadlock" is empty or used`: func(m *model.Model[counter]) { m.Properties[0].Name = model.DeadlockName },
		"Widest lacks a bit of model_test.counter.N, which is 4": func(m *model.Model[counter]) { m.Widest = &counter{N: 3} },
		"rule Reset panics: here": func(m *model.Model[counter]) {
			m.Rules[1].Expand = func(*counter, *model.Steps[counter]) { panic("here") }
		},
		"property small panics: there": func(m *model.Model[counter]) {
			m.Properties[0].State = func(*counter) error { panic("there") }
		},
		"Within panics": func(m *model.Model[counter]) { m.Within = func(*counter) bool { panic("outside") } },
		"rule Reset: N wraps": func(m *model.Model[counter]) {
			m.Rules[1].Expand = func(s *counter, out *model.Steps[counter]) { out.Step().N++ }
		},
		"rule Reset: Spare wraps": func(m *model.Model[counter]) {
			m.Rules[1].Expand = func(s *counter, out *model.Steps[counter]) { out.Step().Spare-- }
		},
		"and property small tells the two apart": func(m *model.Model[counter]) {
			m.Canonical = func(s *counter) { s.N = 0 }
			m.Properties[0].State = func(s *counter) error { return odd(s.N) }
		},
		"which behaves differently": func(m *model.Model[counter]) { m.Canonical = func(s *counter) { s.N = 0 } },
		"the constraint tells the two apart": func(m *model.Model[counter]) {
			m.Canonical = func(s *counter) { s.N = max(s.N, 1) }
			m.Within = func(s *counter) bool { return s.N == 0 }
		},
	} {
		m, got := count(), complaints{}
		spoil(m)
		modeltest.Conform(&got, m, 600)
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("want a complaint with %q, got %q", want, got)
		}
	}
}

func odd(n uint8) error {
	if n%2 == 1 {
		return fmt.Errorf("%d is odd", n)
	}
	return nil
}

// shelf is three items, and a slot that holds the index of one of them.
type shelf struct {
	Items [3]uint8
	Slot  uint8 // an index plus one; 0 is none
}

// shelves sorts the items as if they were alike. Where it forgets that the
// slot points at one of them, it is no symmetry.
func shelves(forget bool) *model.Model[shelf] {
	return &model.Model[shelf]{
		Name: "shelves", Init: func(add func(shelf)) { add(shelf{}) },
		Rules: []model.Rule[shelf]{
			{Name: "Take", Doc: "Point at an item.", Params: []model.Param{{Name: "item"}}, Expand: func(s *shelf, out *model.Steps[shelf]) {
				for i := range s.Items {
					if s.Slot == 0 && s.Items[i] < 3 {
						out.Step(uint8(i)).Slot = uint8(i + 1)
					}
				}
			}},
			{Name: "Put", Doc: "Add to it.", Expand: func(s *shelf, out *model.Steps[shelf]) {
				if s.Slot != 0 {
					n := out.Step()
					n.Items[s.Slot-1]++
					n.Slot = 0
				}
			}},
		},
		Canonical: func(s *shelf) {
			for i := range s.Items {
				for j := i; j > 0 && s.Items[j-1] < s.Items[j]; j-- {
					s.Items[j-1], s.Items[j] = s.Items[j], s.Items[j-1]
					if forget {
						continue
					}
					switch int(s.Slot) {
					case j:
						s.Slot++
					case j + 1:
						s.Slot--
					}
				}
			}
			for i := int(s.Slot) - 1; !forget && i > 0 && s.Items[i-1] == s.Items[i]; i-- {
				s.Slot-- // of equal items the slot is at the first
			}
		},
		Properties: []model.Property[shelf]{model.Invariant("never", "The slot is not at the last of 2, 2, 0.", func(s *shelf) error {
			if s.Slot == 3 && s.Items == [3]uint8{2, 2, 0} {
				return fmt.Errorf("it is")
			}
			return nil
		})},
	}
}

// TestConformKnowsSymmetry: a Canonical that forgets an index into what it
// sorts is idempotent, and wrong.
func TestConformKnowsSymmetry(t *testing.T) {
	got := complaints{}
	modeltest.Conform(&got, shelves(true), 1000)
	if !strings.Contains(strings.Join(got, "\n"), "Canonical maps it to") {
		t.Errorf("complaints: %q", got)
	}
	sound := shelves(false)
	sound.Properties = nil // it names one item, and so tells them apart
	modeltest.Conform(t, sound, 1000)
}

func TestCounters(t *testing.T) {
	if model.Up(uint8(254), 255) != 255 || model.Up(uint8(255), 255) != 255 || model.Up(uint16(3), 3) != 3 {
		t.Error("Up does not stop at the end")
	}
	if model.Down(uint8(1)) != 0 || model.Down(uint8(0)) != 0 {
		t.Error("Down does not stop at 0")
	}
}

func TestWithout(t *testing.T) {
	for _, tc := range []struct {
		names []string
		want  int // distinct states
		err   string
	}{
		{nil, 6, ""},
		{[]string{"Add"}, 1, ""},
		{[]string{"Add 1 h1"}, 3, ""}, // 0, 2, 4
		{[]string{"Add 1 h1", "Add 2 h1"}, 1, ""},
		{[]string{"Ad"}, 0, `did you mean "Add"?`},
		{[]string{"Add 1"}, 0, "names 1 arguments, but Add takes 2"},
	} {
		m, err := count().Without(tc.names...)
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%v: got %v, want %q", tc.names, err, tc.err)
			}
			continue
		}
		if got := modeltest.Explore(m, false).Distinct; err != nil || got != tc.want {
			t.Errorf("%v: %d states, %v; want %d", tc.names, got, err, tc.want)
		}
	}
}

func TestCheckPlain(t *testing.T) {
	type padded struct {
		A uint8
		B uint32
	}
	type unsized struct{ N int }
	type tail struct {
		A uint32
		B uint8
	}
	for want, err := range map[string]error{
		"3 bytes of padding before B":   model.CheckPlain[padded](),
		"is a ptr":                      model.CheckPlain[*counter](),
		"unsized.N is a int":            model.CheckPlain[unsized](),
		"3 bytes of padding at its end": model.CheckPlain[tail](),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if err := model.CheckPlain[counter](); err != nil {
		t.Error(err)
	}
}

var constants = []model.Constant{
	{Name: "replicas", Default: "3", Min: 2, Max: 5},
	{Name: "fenced", Default: "off", Switch: true},
	{Name: "truncation", Default: "none", Choices: []string{"none", "high-watermark"}},
}

func TestResolve(t *testing.T) {
	v, err := model.Resolve(constants, map[string]string{"replicas": "2", "fenced": "on", "truncation": "high-watermark"})
	if err != nil || v["replicas"] != 2 || !v.On("fenced") || v["truncation"] != 1 {
		t.Errorf("%v, %v", v, err)
	}
	for _, c := range constants {
		if n, err := c.Parse(c.Default); err != nil || c.Text(n) != c.Default {
			t.Errorf("%s: %q does not survive: %d, %v", c.Name, c.Default, n, err)
		}
	}
	_, err = model.Resolve(constants, map[string]string{"replicas": "9", "fencde": "on", "truncation": "hw"})
	for _, want := range []string{`replicas: must be 2..5, got "9"`, `fencde: no such constant, did you mean "fenced"?`, `truncation: "hw" is not one of none | high-watermark`} {
		if err == nil || !slices.Contains(strings.Split(err.Error(), "\n"), want) {
			t.Errorf("error %q lacks %q", err, want)
		}
	}
}

func TestDescribeFallsBackToFields(t *testing.T) {
	got := count().Describe(&counter{N: 4})
	if len(got.Lanes) != 1 || got.Lanes[0].Fields[0] != (model.Field{Name: "N", Value: "4"}) {
		t.Errorf("%+v", got)
	}
}

// TestDescribePictures has the fields beside a picture, unless there are lanes.
func TestDescribePictures(t *testing.T) {
	m := count()
	m.View = func(*counter) model.View { return model.View{Picture: []string{"o-o"}} }
	if got := m.Describe(&counter{N: 4}); len(got.Lanes) != 1 || got.Lanes[0].Name != "state" || got.Picture[0] != "o-o" {
		t.Errorf("%+v", got)
	}
	m.View = func(*counter) model.View {
		return model.View{Picture: []string{"o-o"}, Lanes: []model.Lane{{Name: "a"}}}
	}
	if got := m.Describe(&counter{N: 4}); len(got.Lanes) != 1 || got.Lanes[0].Name != "a" {
		t.Errorf("%+v", got)
	}
}

func TestTemplateNamesItsModel(t *testing.T) {
	template := model.Template[counter]{
		Name:      "counts",
		Constants: func(map[string]string) ([]model.Constant, error) { return nil, nil },
		New:       func(model.Values) (*model.Model[counter], error) { return count(), nil },
	}
	if _, _, err := template.Build(nil); err == nil || !strings.Contains(err.Error(), "the same name") {
		t.Errorf("a template of another name builds its model: %v", err)
	}
	template.Name = count().Name
	if m, _, err := template.Build(nil); err != nil || m.Name != template.Name {
		t.Errorf("got %v, %v", m, err)
	}
}
