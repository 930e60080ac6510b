// Command lock is what a program of somebody else looks like that checks a
// model of its own with everything mc has: its model and specs, and one call.
package main

import (
	"embed"

	"mc/run"
)

//go:embed specs
var specs embed.FS

func main() { run.Main(models(), run.Specs{Files: specs}) }

func models() run.Models { return run.Models{run.Of(Template)} }
