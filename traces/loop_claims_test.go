package traces

import (
	"errors"
	"strings"
	"testing"

	"mc/model"
)

// lamp is off, on or broken; who is fair to Mend comes back to a lamp that works.
func lamp(mends bool) *model.Model[uint8] {
	to := func(from, to uint8) func(*uint8, *model.Steps[uint8]) {
		return func(s *uint8, out *model.Steps[uint8]) {
			if *s == from {
				*out.Step() = to
			}
		}
	}
	m := &model.Model[uint8]{Name: "lamp", Init: func(add func(uint8)) { add(0) }, Rules: []model.Rule[uint8]{
		{Name: "On", Expand: to(0, 1)}, {Name: "Off", Expand: to(1, 0)}, {Name: "Break", Expand: to(1, 2)},
	}}
	mend := model.Rule[uint8]{Name: "Mend", Expand: func(*uint8, *model.Steps[uint8]) {}}
	if mends {
		mend.Expand = to(2, 0)
	}
	m.Rules = append(m.Rules, mend)
	m.Fairness = []*model.Fairness[uint8]{{Name: "repair", Conditions: []model.Condition[uint8]{model.Weak[uint8]("Mend")}}}
	m.Properties = []model.Property[uint8]{
		model.Recurrence("works", "It works again and again.", func(s *uint8) bool { return *s < 2 }).Under(m.Fairness[0]),
	}
	return m
}

// broken is the run in which the lamp breaks and stays so.
func broken() *model.Lasso[uint8] {
	steps := []model.Transition[uint8]{{Action: model.Action{Rule: 0}, After: 1}, {Action: model.Action{Rule: 2}, After: 2}}
	return &model.Lasso[uint8]{Path: model.Path[uint8]{Steps: steps}, Loop: 2}
}

func TestLassoOfAClaim(t *testing.T) {
	meta := Meta{MC: "test", Property: "works", Verdict: model.Violated, Fairness: "repair"}
	f, err := RecordLasso(lamp(false), broken(), meta)
	if err != nil {
		t.Fatal(err)
	}
	if e := f.Loop.Evidence; len(e) != 1 || e[0].Words != "not enabled here" || f.Property.Witness == "" {
		t.Errorf("%+v, %+v", e, f.Property)
	}
	again, err := Parse([]byte(written(t, f)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Replay(lamp(false), again)
	if err != nil || !r.Broken || r.Witness != f.Property.Witness {
		t.Errorf("%+v, %v", r, err)
	}
	// Where the lamp can be mended, the same run is not fair.
	var d *Divergence
	if _, err = Replay(lamp(true), again); !errors.As(err, &d) || d.Kind != NotBroken || !strings.Contains(d.Detail, "not fair") {
		t.Errorf("%v", err)
	}
	again.Loop.Fairness = "repairs"
	if _, err = Replay(lamp(false), again); err == nil || !strings.Contains(err.Error(), "it has repair, none") {
		t.Errorf("%v", err)
	}
}

// TestLassosAreCompared: a run that goes on for ever is judged under other rules by
// what it does there for ever, and not by where its steps end.
func TestLassosAreCompared(t *testing.T) {
	f, err := RecordLasso(lamp(false), broken(), Meta{MC: "test", Property: "works", Verdict: model.Violated, Fairness: "repair"})
	if err != nil {
		t.Fatal(err)
	}
	stuck := lamp(false) // whose lamp does not break
	stuck.Rules[2].Expand = func(*uint8, *model.Steps[uint8]) {}
	for _, c := range []struct {
		name   string
		b      *model.Model[uint8]
		broken bool
		why    string
	}{
		{"the same", lamp(false), true, "after step 2 it is never so"},
		{"mended", lamp(true), false, "the run is not fair: weak fairness of Mend: enabled after step 2 and taken nowhere in the loop"},
		{"never broken", stuck, false, "it is so after step 1, and in every round again"},
	} {
		got, err := Compare(lamp(false), f, c.b, [2]string{"a", "b"})
		if err != nil {
			t.Fatal(err)
		}
		if !got.Broken[0] || got.Broken[1] != c.broken || got.Witness[1] != c.why {
			t.Errorf("%s: %v, %q", c.name, got.Broken, got.Witness)
		}
	}
}

// TestLoopsThatDoNotClose: what goes back here has no way back there.
func TestLoopsThatDoNotClose(t *testing.T) {
	m := lamp(false)
	m.Properties[0].To = func(s *uint8) bool { return *s == 2 }
	on := &model.Lasso[uint8]{Path: model.Path[uint8]{Steps: []model.Transition[uint8]{{After: 1}}}}
	f, err := RecordLasso(m, on, Meta{MC: "test", Property: "works", Verdict: model.Violated, Fairness: "repair"})
	if err != nil {
		t.Fatal(err)
	}
	b := lamp(false)
	b.Properties[0].To = m.Properties[0].To
	b.Rules[1].Expand = func(*uint8, *model.Steps[uint8]) {} // a lamp that is never switched off
	got, err := Compare(m, f, b, [2]string{"a", "b"})
	if err != nil || !got.Broken[0] || got.Broken[1] || got.Witness[1] != "no step leads from where it ends back to where it was at the start" {
		t.Errorf("%+v, %v", got, err)
	}
}
