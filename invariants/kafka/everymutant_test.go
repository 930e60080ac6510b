//go:build !oracle

package kafka

// everyMutant is for -tags oracle.
const everyMutant = false
