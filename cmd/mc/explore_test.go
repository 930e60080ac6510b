package main

import (
	"context"
	"testing"

	"mc/run/explore"
	"mc/run/suite"
)

// BenchmarkClick is a click of the explorer on the flagship with five brokers, some
// steps in: what happened, what can be done next, what cannot and why, and all claims.
func BenchmarkClick(b *testing.B) {
	e := explore.New(&suite.Suite{Models: models(), Specs: shippedSpecs}, "test")
	place := explore.Place{Model: "kafka", Set: map[string]string{"replicas": "5"}}
	var steps []string
	ask := func(from int) *explore.At {
		got, err := e.Answer(context.Background(), explore.Question{Op: explore.AskAt, Place: place, Steps: steps, From: from}, func(explore.Progress) {})
		if err != nil {
			b.Fatal(err)
		}
		return got.(*explore.At)
	}
	for i := range 20 {
		here := ask(i)
		steps = append(steps, here.Possible[i%len(here.Possible)].Name)
	}
	b.ResetTimer()
	for b.Loop() {
		ask(len(steps))
	}
}
