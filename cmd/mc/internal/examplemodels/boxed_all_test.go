//go:build oracle

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
	"mc/model/kafkaspec"
	"mc/run/registry"
)

// all says that every model is compared.
const all = true

// others are the models that an ordinary run does not compare.
func others() registry.Models {
	return registry.Models{registry.Of(diehard.Template), registry.Of(missionaries.Template), registry.Of(commit.Template),
		registry.Of(messages.Template), registry.Of(ewd840.Template), registry.Of(leader.Template),
		registry.Of(philosophers.Template), registry.Of(paxos.Template), registry.Of(alternating.Template),
		registry.Of(termination.Template), registry.Of(readers.Template), registry.Of(mutex.Template),
		registry.Of(kafkaspec.AsyncIsr())}
}
