//go:build !oracle

package examplemodels

import "mc/run/registry"

// all is for -tags oracle.
const all = false

func others() registry.Models { return nil }
