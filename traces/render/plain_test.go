package render

import (
	"testing"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/toy"
)

// A model without logs, arrows, or even a view is shown in every format.
func TestRenderOfAPlainModel(t *testing.T) {
	type jugs struct{ Small, Big uint8 }
	m := &model.Model[jugs]{
		Name: "plain",
		Init: func(add func(jugs)) { add(jugs{}) },
		Rules: []model.Rule[jugs]{
			{Name: "FillBig", Doc: "Fill the big jug.", Expand: func(_ *jugs, out *model.Steps[jugs]) { out.Step().Big = 5 }},
		},
		Properties: []model.Property[jugs]{{Name: "never-full", Kind: model.Reachable, Doc: "The big jug is full.", Goal: func(s *jugs) bool { return s.Big == 5 }}},
	}
	none := *m
	none.View = func(*jugs) model.View { return model.View{} }
	for name, m := range map[string]*model.Model[jugs]{"fields": m, "nothing": &none} {
		f, err := traces.Record(m, toy.Run(t, m, "FillBig"), traces.Meta{MC: "test", Property: "never-full", Verdict: model.Reached})
		if err != nil {
			t.Fatal(err)
		}
		c, err := traces.Compare(m, f, m, [2]string{"one", "other"})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Names(alone) {
			for _, o := range []Options{{}, {Comparison: c}} {
				if len(rendered(t, f, format, o)) == 0 {
					t.Errorf("%s of a view with %s is empty", format, name)
				}
			}
		}
	}
}

// A run that is about no property and takes no step is a trace too.
func TestRenderOfTheStartAlone(t *testing.T) {
	m := toy.Model(toy.Loss)
	f, err := traces.Record(m, toy.Run(t, m), traces.Meta{MC: "test", Verdict: "holds"})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range Names(alone) {
		if len(rendered(t, f, format, Options{})) == 0 {
			t.Errorf("%s is empty", format)
		}
	}
}

func TestDeadlockTraceReplays(t *testing.T) {
	c := toy.Config{Brokers: 2, Kills: 1}
	m := toy.Model(c)
	m.Rules = m.Rules[:3] // nobody restarts
	f, err := traces.Record(m, toy.Run(t, m, "Kill b2"), traces.Meta{MC: "test", Property: model.DeadlockName, Verdict: model.Violated})
	if err != nil {
		t.Fatal(err)
	}
	if f.Property.Witness == "" {
		t.Error("a deadlock without a witness")
	}
	if r, err := traces.Replay(m, f); err != nil || !r.Broken {
		t.Errorf("replay: %v", err)
	}
	if _, err := traces.Replay(toy.Model(c), f); err == nil {
		t.Error("with Restart there is no deadlock, but the trace replayed")
	}
}
