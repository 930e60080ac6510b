// Package examplemodels makes the systems that everybody knows nameable for the
// command line:
//
//	run.Main(append(examplemodels.All(), ...), specs)
//
// Package kafkamodels says why it is a package of its own.
package examplemodels

import (
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
	"mc/run"
)

// All are the models of model/examples.
func All() run.Models {
	return run.Models{run.Of(twophase.Template), run.Of(diehard.Template), run.Of(missionaries.Template),
		run.Of(commit.Template), run.Of(messages.Template), run.Of(ewd840.Template), run.Of(leader.Template),
		run.Of(philosophers.Template), run.Of(paxos.Template), run.Of(alternating.Template),
		run.Of(termination.Template), run.Of(readers.Template), run.Of(mutex.Template)}
}
