// Package examplemodels makes the systems that everybody knows nameable for the
// command line:
//
//	run.Main(append(examplemodels.All(), ...), specs)
//
// Package kafkamodels says why it is a package of its own.
package examplemodels

import (
	"unsafe"

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
	"mc/run/registry"
)

// All are the models of model/examples. Their states are small, so that they share what
// is compiled for each type of state.
func All() run.Models {
	return run.Models{
		registry.OfSmall[twophase.State](unsafe.Pointer(&twophase.Template)),
		registry.OfSmall[diehard.Jugs](unsafe.Pointer(&diehard.Template)),
		registry.OfSmall[missionaries.State](unsafe.Pointer(&missionaries.Template)),
		registry.OfSmall[commit.Managers](unsafe.Pointer(&commit.Template)),
		registry.OfSmall[messages.State](unsafe.Pointer(&messages.Template)),
		registry.OfSmall[ewd840.State](unsafe.Pointer(&ewd840.Template)),
		registry.OfSmall[leader.State](unsafe.Pointer(&leader.Template)),
		registry.OfSmall[philosophers.State](unsafe.Pointer(&philosophers.Template)),
		registry.OfSmall[paxos.State](unsafe.Pointer(&paxos.Template)),
		registry.OfSmall[alternating.State](unsafe.Pointer(&alternating.Template)),
		registry.OfSmall[termination.State](unsafe.Pointer(&termination.Template)),
		registry.OfSmall[readers.State](unsafe.Pointer(&readers.Template)),
		registry.OfSmall[mutex.State](unsafe.Pointer(&mutex.Template)),
	}
}
