// Command mc checks models of Kafka's partition replication, and any other
// model written in the vocabulary of package model, by exploring every state
// they can reach.
package main

import (
	"mc/cmd/mc/internal/examplemodels"
	"mc/cmd/mc/internal/kafkamodels"
	"mc/run"
	"mc/specs"
)

var shippedSpecs = run.Specs{Files: specs.Files, Dir: "specs"}

// models are all that the command line can name, with their properties.
func models() run.Models { return append(kafkamodels.All(), examplemodels.All()...) }

func main() { run.Main(models(), shippedSpecs) }
