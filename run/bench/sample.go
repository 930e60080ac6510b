package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"time"

	"mc/explorer"
	"mc/run/bench/byhand"
)

// Counts are what a run found.
type Counts struct {
	Distinct  uint64 `json:"distinct"`
	Generated uint64 `json:"generated"`
	Depth     int    `json:"depth"`
}

// Sample is one measurement of a case.
type Sample struct {
	Counts
	Wall        float64 `json:"wall_seconds"`
	User        float64 `json:"user_seconds"` // processor time of all threads
	System      float64 `json:"system_seconds"`
	PeakRSS     uint64  `json:"peak_rss"` // of the whole process
	Allocations uint64  `json:"allocations"`
	Load        float64 `json:"load"` // of the machine, over the minute before
}

// Explore runs a case of kind Engine.
type Explore func(ctx context.Context, c Case) (Counts, error)

// Measure runs a case in this process.
func Measure(ctx context.Context, c Case, explore Explore) (s Sample, err error) {
	s.Load = load()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	user, system := cpu()
	s.Counts, err = run(ctx, c, explore)
	s.Wall = time.Since(began).Seconds()
	s.User, s.System = cpu()
	s.User, s.System = s.User-user, s.System-system
	runtime.ReadMemStats(&after)
	s.Allocations, s.PeakRSS = after.Mallocs-before.Mallocs, peakRSS()
	return s, err
}

func run(ctx context.Context, c Case, explore Explore) (Counts, error) {
	switch c.Kind {
	case Idle:
		return Counts{}, nil
	case Generator:
		m, err := boxedNothing()
		if err != nil {
			return Counts{}, err
		}
		r, err := explorer.Check(ctx, m, explorer.Options{Workers: c.Workers, Store: c.Store, Check: c.Check})
		if err != nil {
			return Counts{}, err
		}
		return CountsOf(r.States), nil
	case ByHand:
		return runByHand(c)
	}
	return explore(ctx, c)
}

// CountsOf takes the counts out of a result.
func CountsOf(s explorer.States) Counts { return Counts{s.Distinct, s.Generated, s.Depth} }

func runByHand(c Case) (Counts, error) {
	var bounds [3]uint64
	for i, name := range []string{"log_size", "max_records", "max_leader_epoch"} {
		n, err := strconv.ParseUint(c.Set[name], 10, 8)
		if err != nil {
			return Counts{}, fmt.Errorf("bench: %s: %s is %q, not a number", c.Name, name, c.Set[name])
		}
		bounds[i] = n
	}
	r, err := byhand.Explore(byhand.Constants{LogSize: bounds[0], MaxRecords: bounds[1], MaxLeaderEpoch: bounds[2]}, len(c.Check) > 0)
	return Counts(r), err
}

// median takes the median of every figure by itself. All counts must agree.
func median(samples []Sample) (m Sample, err error) {
	m.Counts = samples[0].Counts
	for _, s := range samples {
		if s.Counts != m.Counts {
			return m, fmt.Errorf("bench: two runs of one case count %+v and %+v; one of them is wrong", m.Counts, s.Counts)
		}
	}
	m.Wall = middleOf(samples, func(s Sample) float64 { return s.Wall })
	m.User = middleOf(samples, func(s Sample) float64 { return s.User })
	m.System = middleOf(samples, func(s Sample) float64 { return s.System })
	m.Load = middleOf(samples, func(s Sample) float64 { return s.Load })
	m.PeakRSS = uint64(middleOf(samples, func(s Sample) float64 { return float64(s.PeakRSS) }))
	m.Allocations = uint64(middleOf(samples, func(s Sample) float64 { return float64(s.Allocations) }))
	return m, nil
}

func middleOf(samples []Sample, figure func(Sample) float64) float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = figure(s)
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}
