package render_test

import (
	"encoding/json"
	"fmt"
	"os"

	"mc/traces"
	"mc/traces/render"
)

func ExampleRender() {
	state := traces.Frame{State: json.RawMessage("0")}
	f := &traces.File{Model: "light", Start: state, Steps: []traces.Event{{Action: "Switch", Title: "somebody switches", Frame: state}}}
	if err := render.Render(os.Stdout, f, "sequence", render.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// sequenceDiagram
	//     participant p0 as light
	//     Note over p0: 1. somebody switches
}

func ExampleNames() {
	fmt.Println(render.Names(func(f render.Format) bool { return f.ReadsBack }))
	fmt.Println(render.Names(func(f render.Format) bool { return f.Beside }))
	// Output:
	// [json itf]
	// [text markdown svg html]
}
