package tell_test

import (
	"encoding/json"
	"os"

	"mc/model"
	"mc/traces"
	"mc/traces/tell"
)

func ExampleText() {
	lamp := func(is string) traces.Frame {
		return traces.Frame{
			State: json.RawMessage("0"),
			View:  model.View{Lanes: []model.Lane{{Name: "lamp", Fields: []model.Field{{Name: "is", Value: is}}}}},
		}
	}
	off, on := lamp("off"), lamp("on")
	f := &traces.File{
		Model: "light", Start: off, Verdict: model.Violated,
		Property: traces.Property{Name: "dark", Doc: "The lamp is off.", Witness: "the lamp is on"},
		Steps: []traces.Event{{
			Rule: "Switch", Action: "Switch", Title: "somebody switches", Changes: traces.Diff(off.View, on.View), Frame: on,
		}},
	}
	_ = tell.Text(os.Stdout, f, tell.Options{Replay: "run it again"})
	// Output:
	// VIOLATED  dark
	//   The lamp is off.
	//   the lamp is on.
	//
	//   model light. 2 states: the start and 1 step.
	//
	// start
	//      lamp: is off
	//
	//   1  somebody switches   [Switch]
	//      lamp: is off -> on
	//
	// Here dark is violated
	//      the lamp is on
	//
	// Replay: run it again
}
