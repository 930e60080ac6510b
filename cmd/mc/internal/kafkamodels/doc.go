// Package kafkamodels makes the models of Kafka nameable for the command line:
//
//	run.Main(append(kafkamodels.All(), ...), specs)
//
// It is a package of its own, as that of the examples is, because all that the
// product can do is compiled anew for each type of state: so both are compiled
// side by side, and not again when the command or its tests change.
package kafkamodels

import (
	"unsafe"

	"mc/invariants/kafka"
	"mc/model/kafka/recording"
	"mc/model/kafka/script"
	"mc/model/kafkaspec"
	"mc/run"
	"mc/run/registry"
)

// All are the flagship, the published models, and the one of the asynchronous ISR.
func All() run.Models {
	all := run.Models{run.OfRecorded(*kafka.Template, script.Language(), recording.Open)}
	for _, t := range kafkaspec.Templates() {
		all = append(all, registry.OfSmall[kafkaspec.State](unsafe.Pointer(&t)))
	}
	async := kafkaspec.AsyncIsr()
	return append(all, registry.OfSmall[kafkaspec.AsyncState](unsafe.Pointer(&async)))
}
