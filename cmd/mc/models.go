package main

import (
	"mc/invariants/kafka"
	"mc/model/examples/alternating"
	"mc/model/examples/commit"
	"mc/model/examples/diehard"
	"mc/model/examples/ewd840"
	"mc/model/examples/leader"
	"mc/model/examples/messages"
	"mc/model/examples/missionaries"
	"mc/model/examples/mutex"
	"mc/model/examples/paxos"
	"mc/model/examples/philosophers"
	"mc/model/examples/readers"
	"mc/model/examples/termination"
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
	return append(append(all, run.Of(kafkaspec.AsyncIsr()), run.Of(twophase.Template)), examples()...)
}

// examples are the systems that everybody knows.
func examples() run.Models {
	return run.Models{run.Of(diehard.Template), run.Of(missionaries.Template), run.Of(commit.Template),
		run.Of(messages.Template), run.Of(ewd840.Template), run.Of(leader.Template), run.Of(philosophers.Template),
		run.Of(paxos.Template), run.Of(alternating.Template), run.Of(termination.Template), run.Of(readers.Template),
		run.Of(mutex.Template)}
}
