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

// TestConformComplains: each broken promise is noticed.
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
		"not idempotent":         func(m *model.Model[counter]) { m.Canonical = func(s *counter) { s.N ^= 1 } },
		"used twice":             func(m *model.Model[counter]) { m.Rules[1].Name = "Add" },
		"has no Doc":             func(m *model.Model[counter]) { m.Rules[1].Doc = "" },
		"bits that Widest lacks": func(m *model.Model[counter]) { m.Widest = &counter{N: 3} },
		"say otherwise":          func(m *model.Model[counter]) { m.Properties[0].Kind = model.Step },
		"adds no state":          func(m *model.Model[counter]) { m.Init = func(func(counter)) {} },
	} {
		m, got := count(), complaints{}
		spoil(m)
		modeltest.Conform(&got, m, 100)
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("want a complaint with %q, got %q", want, got)
		}
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
