package kafkaspec

import (
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/model/modeltest"
)

// TestEveryStepIsTold tells each step out of many states: it has a title and
// words without a formatting slip, its messages go between lanes of the view,
// and no two steps of one state are called the same.
func TestEveryStepIsTold(t *testing.T) {
	for _, p := range ladder {
		m := build(t, p.name, 2, 2, 2, 2)
		if told := tellAll(t, m); len(told) != len(m.Rules) {
			t.Errorf("%s: only %v of %d rules were told", p.name, told, len(m.Rules))
		}
	}
	if told := tellAll(t, buildAsync(t, 3, 2, 3)); len(told) != 7 {
		t.Errorf("async-isr: only %v were told", told)
	}
}

func tellAll[S comparable](t *testing.T, m *model.Model[S]) map[string]bool {
	t.Helper()
	told := map[string]bool{}
	for _, from := range reachable(m, 12_000) {
		if m.Within != nil && !m.Within(&from) {
			continue
		}
		names := map[string]bool{}
		out := model.NewSteps(func(a model.Action, after *S) {
			text := m.Text(a)
			if names[text] {
				t.Fatalf("%s: two steps are called %q in %+v", m.Name, text, from)
			}
			names[text], told[m.Rules[a.Rule].Name] = true, true
			wellTold(t, m, m.Story(a, &from, after), m.Describe(after))
		})
		m.Expand(&from, out)
	}
	return told
}

func wellTold[S comparable](t *testing.T, m *model.Model[S], story model.Story, v model.View) {
	t.Helper()
	if story.Title == "" || !strings.HasSuffix(story.Words, ".") || strings.Contains(story.Title+story.Words, "%!") {
		t.Fatalf("%s: badly told: %+v", m.Name, story)
	}
	lanes := make([]string, 0, len(v.Lanes))
	for _, lane := range v.Lanes {
		lanes = append(lanes, lane.Name)
	}
	for _, arrow := range story.Arrows {
		if !slices.Contains(lanes, arrow.From) || !slices.Contains(lanes, arrow.To) || arrow.Text == "" {
			t.Fatalf("%s: %+v goes between no lanes of %v", m.Name, arrow, lanes)
		}
	}
}

// TestVariants holds the rungs to the templates that they are.
func TestVariants(t *testing.T) {
	for i, template := range Templates() {
		modeltest.ConformVariants(t, &template)
		if rung := Variants.All()[i]; rung.Model != template.Name || rung.Doc != template.Doc {
			t.Errorf("rung %s is said to be %s, and %s is beside it", rung.Name, rung.Model, template.Name)
		}
	}
}
