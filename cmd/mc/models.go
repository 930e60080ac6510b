package main

import (
	"mc/cmd/mc/internal/registry"
	"mc/model/kafkaspec"
)

// models joins every model with its properties. Only here are they known by
// their own types.
func models() registry.Models {
	var all registry.Models
	for _, t := range kafkaspec.Templates() {
		all = append(all, registry.Of(t, nil))
	}
	return append(all, registry.Of(kafkaspec.AsyncIsr(), nil))
}
