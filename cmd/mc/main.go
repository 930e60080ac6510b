// Command mc checks models of Kafka's partition replication, and any other
// model written in the vocabulary of package model, by exploring every state
// they can reach.
package main

import (
	"mc/run"
	"mc/specs"
)

var shippedSpecs = run.Specs{Files: specs.Files, Dir: "specs"}

func main() { run.Main(models(), shippedSpecs) }
