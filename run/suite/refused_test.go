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
