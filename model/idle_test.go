package model_test

import (
	"slices"
	"testing"

	"mc/model"
)

// TestUnmet: a condition is a name, a name with values, a name with a least
// number, or several of which one is enough.
func TestUnmet(t *testing.T) {
	constants := []model.Constant{
		{Name: "reads", Default: "0", Max: 9}, {Name: "kept", Default: "off", Switch: true},
		{Name: "acks", Default: "all", Choices: []string{"all", "1", "any"}},
	}
	for _, c := range []struct {
		need string
		set  map[string]string
		met  bool
	}{
		{"reads", nil, false}, {"reads", map[string]string{"reads": "1"}, true},
		{"reads>1", map[string]string{"reads": "1"}, false}, {"reads>1", map[string]string{"reads": "2"}, true},
		{"acks=1|any", nil, false}, {"acks=1|any", map[string]string{"acks": "any"}, true},
		{"reads or kept", nil, false}, {"reads or kept", map[string]string{"kept": "on"}, true},
		{"nothing", nil, false},
	} {
		values, err := model.Resolve(constants, c.set)
		if err != nil {
			t.Fatal(err)
		}
		if got := model.Unmet(constants, values, []string{c.need}); (len(got) == 0) != c.met {
			t.Errorf("with %v, %q is met: %v", c.set, c.need, !c.met)
		}
	}
	if got := model.Speaks("reads>1 or acks=1|any or kept"); !slices.Equal(got, []string{"reads", "acks", "kept"}) {
		t.Errorf("the condition speaks of %v", got)
	}
}
