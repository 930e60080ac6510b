//go:build oracle

package kafka

// everyMutant tries all mutants, and asks the shipped specs.
const everyMutant = true
