package main

import (
	"mc/cmd/mc/internal/registry"
	"mc/invariants/kafka"
	"mc/model/kafka/script"
	"mc/model/kafkaspec"
)

// models are all that the command line can name, with their properties. Only
// here are they known by their own types.
func models() registry.Models {
	all := registry.Models{registry.OfLanguage(*kafka.Template, script.Language())}
	for _, t := range kafkaspec.Templates() {
		all = append(all, registry.Of(t))
	}
	return append(all, registry.Of(kafkaspec.AsyncIsr()))
}
