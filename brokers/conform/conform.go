package main

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"time"

	properties "mc/invariants/kafka"
	"mc/model/kafka"
	"mc/traces"
)

// budgets are what walks may spend unless told otherwise: some of everything
// that the harness can do.
var budgets = map[string]string{
	"replicas": "3", "records": "12", "max_leader_epoch": "7", "fetch_records": "2", "kills": "3", "fences": "5",
	"unfences": "4", "elections": "4", "lag_timeouts": "6", "clean_stops": "2", "lossy_crashes": "1", "flushes": "2",
	"checkpoints": "4", "min_isr_changes": "2", "reassignments": "1", "lost_answers": "2", "reads": "4",
	"produce_timeouts": "1", "track_acks": "separate", "acks": "any",
}

// constants are those of a run: budgets, the generation that a release is, and
// what is set.
func constants(version string, set map[string]string) (map[string]string, error) {
	name := version
	if given, ok := set["generation"]; ok {
		name = given
	}
	meant, err := kafka.Variants.Resolve(name)
	if err != nil {
		return nil, &usageError{err}
	}
	all := maps.Clone(budgets)
	maps.Copy(all, meant.Set)
	maps.Copy(all, set)
	all["generation"] = meant.Name
	return all, nil
}

// build makes the model for a release, and refuses what the harness has not.
func build(set map[string]string) (*system, error) {
	m, values, err := properties.Template.Build(set)
	if err != nil {
		return nil, &usageError{err}
	}
	p, err := kafka.NewProtocol(values)
	if err != nil {
		return nil, &usageError{err}
	}
	if p.IsrUpdate != kafka.AlterPartition || p.Truncation != kafka.OnFetch {
		return nil, &usageError{fmt.Errorf("generation %s is none of Kafka 4: give one that truncates on fetch and asks the controller for ISR changes", p.Generation)}
	}
	return &system{Protocol: p, model: m, values: values}, nil
}

// conform takes the schedules that are asked for.
func (o *options) conform(progress io.Writer) (*tally, error) {
	h, err := launch(o.kafka)
	if err != nil {
		return nil, &usageError{err}
	}
	if len(o.traces) > 0 {
		return o.replay(h)
	}
	t, err := o.wander(h, progress)
	if err != nil {
		return nil, err
	}
	return t, h.close()
}

// wander takes random walks.
func (o *options) wander(h *harness, progress io.Writer) (*tally, error) {
	set, err := constants(o.kafka, o.set)
	if err != nil {
		return nil, err
	}
	y, err := build(set)
	if err != nil {
		return nil, err
	}
	t := newTally(o.kafka, set, o.seed)
	for n := 1; n <= o.walks; n++ {
		p, budgetSpent := y.walk(rand.New(rand.NewPCG(o.seed, uint64(n))), o.steps)
		if err := t.take(y, h, p, budgetSpent, n); err != nil {
			return nil, err
		}
		if n%100 == 0 {
			fmt.Fprintf(progress, "%d of %d walks, %d different\n", n, o.walks, t.Ends[differed])
		}
	}
	return t, o.shorten(y, h, t)
}

// take runs one schedule and counts it.
func (t *tally) take(y *system, h *harness, p *path, budgetSpent bool, number int) error {
	began := time.Now()
	out, err := y.run(h, p, budgetSpent)
	if err != nil {
		return fmt.Errorf("walk %d: %w", number, err)
	}
	t.add(y, p, out, number, time.Since(began))
	return nil
}

func (o *options) shorten(y *system, h *harness, t *tally) error {
	if !o.shrink {
		return nil
	}
	for _, f := range t.Findings {
		if err := y.shrink(h, f); err != nil {
			return err
		}
	}
	return nil
}

// replay takes the schedules of trace files, under the constants that they name.
func (o *options) replay(h *harness) (*tally, error) {
	t := newTally(o.kafka, o.set, 0)
	for n, name := range o.traces {
		y, p, err := o.read(name)
		if err != nil {
			return nil, err
		}
		if err := t.take(y, h, p, false, n+1); err != nil {
			return nil, err
		}
		if err := o.shorten(y, h, t); err != nil {
			return nil, err
		}
	}
	return t, h.close()
}

func (o *options) read(name string) (*system, *path, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, &usageError{err}
	}
	defer f.Close()
	trace, err := traces.Read(f)
	if err != nil {
		return nil, nil, &usageError{fmt.Errorf("%s: %w", name, err)}
	}
	set := maps.Clone(trace.Constants)
	maps.Copy(set, o.set)
	y, err := build(set)
	if err != nil {
		return nil, nil, err
	}
	replayed, err := traces.Replay(y.model, trace)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return y, &replayed.Path, nil
}
