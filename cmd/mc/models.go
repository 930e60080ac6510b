package main

import (
	"mc/invariants/kafka"
	"mc/model/examples/twophase"
	"mc/model/kafka/script"
	"mc/model/kafkaspec"
	"mc/run"
)

// models are all that the command line can name, with their properties. Only
// here are they known by their own types.
func models() run.Models {
	all := run.Models{run.OfLanguage(*kafka.Template, script.Language())}
	for _, t := range kafkaspec.Templates() {
		all = append(all, run.Of(t))
	}
	return append(all, run.Of(kafkaspec.AsyncIsr()), run.Of(twophase.Template))
}
