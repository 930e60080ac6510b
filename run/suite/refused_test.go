package suite_test

import (
	"fmt"
	"strings"
	"testing"

	"mc/model"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// TestRefusedByNew: what a template says against its constants has a name
// before it, and a panic is told in words.
func TestRefusedByNew(t *testing.T) {
	for value, want := range map[string]string{
		"5": "--model tiny: a bound of 5 is not wanted",
		"6": `--model tiny: model: New of template "tiny" panics: six`,
	} {
		s := suite.Suite{Models: registry.Models{registry.Of(model.Template[uint8]{
			Name: "tiny",
			Constants: func(map[string]string) ([]model.Constant, error) {
				return []model.Constant{{Name: "bound", Default: "1", Max: 9}}, nil
			},
			New: func(v model.Values) (*model.Model[uint8], error) {
				switch v["bound"] {
				case 5:
					return nil, fmt.Errorf("a bound of 5 is not wanted")
				case 6:
					panic("six")
				}
				return &model.Model[uint8]{Name: "tiny"}, nil
			},
		})}}
		spec := specfile.New("tiny", specfile.Place{Flag: "--model tiny"})
		if err := s.Override(spec, map[string]string{"bound": value}, func(string) string { return "--set" }); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Resolve(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("bound=%s: %v, want %q", value, err, want)
		}
	}
}

// TestScriptBegins: a script of a model with several initial states is refused
// before anything runs (row C7).
func TestScriptBegins(t *testing.T) {
	s := suite.Suite{Models: registry.Models{registry.Of(model.Template[uint8]{
		Name: "many",
		New: func(model.Values) (*model.Model[uint8], error) {
			stay := model.Rule[uint8]{Name: "Stay", Expand: func(_ *uint8, out *model.Steps[uint8]) { out.Step() }}
			return &model.Model[uint8]{Name: "many", Rules: []model.Rule[uint8]{stay}, Init: func(add func(uint8)) { add(1); add(2) }}, nil
		},
	})}}
	spec, err := specfile.Parse("x.yaml", []byte("name: x\nmodel: many\nsteps:\n- do: Stay\n"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "x.yaml:4:1: a script begins in the one initial state, and many has 2"
	if _, err := s.Resolve(spec); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
