package traces_test

import (
	"bytes"
	"fmt"

	"mc/model"
	"mc/traces"
)

// light is a lamp that somebody may switch, and that can go on for ever.
var light = &model.Model[bool]{
	Name: "light",
	Init: func(add func(bool)) { add(false) },
	Rules: []model.Rule[bool]{{Name: "Switch", Doc: "Somebody switches the lamp.", Expand: func(s *bool, out *model.Steps[bool]) {
		*out.Step() = !*s
	}}},
	Properties: []model.Property[bool]{{Name: "dark", Kind: model.Always, Doc: "The lamp is off.", State: func(s *bool) error {
		if *s {
			return fmt.Errorf("the lamp is on")
		}
		return nil
	}}},
}

func Example() {
	path := &model.Path[bool]{Steps: []model.Transition[bool]{{Action: model.Action{Rule: 0}, After: true}}}
	f, err := traces.Record(light, path, traces.Meta{MC: "example", Property: "dark", Verdict: model.Violated})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := f.Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	back, err := traces.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := traces.Replay(light, back)
	fmt.Println(back.States(), "states;", r.Witness, err)
	// Output: 2 states; the lamp is on <nil>
}

func ExampleRecordLasso() {
	lasso := &model.Lasso[bool]{Path: model.Path[bool]{Steps: []model.Transition[bool]{{After: true}}}, Loop: 0}
	f, err := traces.RecordLasso(light, lasso, traces.Meta{MC: "example", Verdict: model.Violated})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %s leads back to state %d\n", f.Schema, f.Loop.Action, f.Loop.To)
	// Output: mc.trace/2: Switch leads back to state 0
}

func ExampleDiff() {
	before := model.View{Lanes: []model.Lane{{Name: "lamp", Badge: "off"}}}
	after := model.View{Lanes: []model.Lane{{Name: "lamp", Badge: "on", Fields: []model.Field{{Name: "watts", Value: "7"}}}}}
	for _, c := range traces.Diff(before, after) {
		fmt.Printf("%s %s: %q -> %q\n", c.Lane, c.Field, c.Before, c.After)
	}
	// Output:
	// lamp role: "off" -> "on"
	// lamp watts: "" -> "7"
}
