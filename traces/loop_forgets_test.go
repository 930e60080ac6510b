package traces

import (
	"errors"
	"strings"
	"testing"

	"mc/model"
)

// rising is a number that only rises, of which states have whether it is odd.
func rising() *model.Model[uint8] {
	m := &model.Model[uint8]{Name: "rising", Init: func(add func(uint8)) { add(0) }, Rules: []model.Rule[uint8]{
		{Name: "Up", Doc: "It rises.", Expand: func(s *uint8, out *model.Steps[uint8]) { *out.Step() = *s + 1 }},
	}}
	m.Forgets = &model.Forgetting[uint8]{Doc: "up to 2", Apply: func(s *uint8) { *s %= 2 },
		Adds: func(before, after *uint8) string { return strings.Repeat("I", int(*after-*before)) }}
	return m
}

// TestLassoUpToWhatIsForgotten: a loop closes in a state that is alike, the file says
// what one turn adds, and replay asks for just that.
func TestLassoUpToWhatIsForgotten(t *testing.T) {
	up := func(to uint8) model.Transition[uint8] { return model.Transition[uint8]{After: to} }
	lasso := &model.Lasso[uint8]{Path: model.Path[uint8]{Steps: []model.Transition[uint8]{up(1), up(2), up(3), up(4)}}, Loop: 1}
	f, err := RecordLasso(rising(), lasso, Meta{MC: "test", Verdict: model.Holds})
	if err != nil || f.Loop.Adds != "IIII" || f.Loop.Action != "Up" {
		t.Fatalf("%+v, %v", f, err)
	}
	again, err := Parse([]byte(written(t, f)))
	if err != nil || again.Loop.Adds != "IIII" {
		t.Fatal(err)
	}
	if _, err := Replay(rising(), again); err != nil {
		t.Error(err)
	}
	for _, spoil := range []func(*model.Model[uint8]){
		func(m *model.Model[uint8]) { m.Forgets = nil },
		func(m *model.Model[uint8]) { m.Forgets.Adds = func(_, _ *uint8) string { return "more" } },
	} {
		m := rising()
		spoil(m)
		var d *Divergence
		if _, err := Replay(m, again); !errors.As(err, &d) || d.Kind != NotClosed {
			t.Errorf("%v", err)
		}
	}
}
