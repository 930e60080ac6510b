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
		return nil, &usageError{fmt.Errorf("generation %s is none of Kafka 4: give one that "+
			"truncates on fetch and asks the controller for ISR changes", p.Generation)}
	}
	y := &system{Protocol: p, model: m, values: values}
	y.begin = y.cluster()
	return y, nil
}

// job is a run of conform: schedules that are taken on a harness and counted.
type job struct {
	*options
	brokers  brokers
	tally    *tally
	told     io.Writer // steps, if they are to be told
	progress io.Writer
}

// conform takes the schedules that are asked for.
func (o *options) conform(told, progress io.Writer) (result, error) {
	systems, err := o.chosen()
	if err != nil {
		return nil, err
	}
	h, err := launch(o.kafka)
	if err != nil {
		return nil, &usageError{err}
	}
	j := &job{o, h, newTally(o), told, progress}
	r, err := j.do(systems)
	if err != nil {
		_ = h.cmd.Process.Kill() // it may wait for ever
		return nil, err
	}
	return r, h.close()
}

func (j *job) do(systems []*system) (result, error) {
	if j.seeded {
		return j.detect()
	}
	take := func() error { return j.wander(systems) }
	if len(j.traces) > 0 {
		take = j.replay
	}
	if err := take(); err != nil {
		return nil, err
	}
	return j.tally, j.shorten()
}

// wander takes random walks, of the systems in turn. A walk depends on the seed
// and its number, not on those before it.
func (j *job) wander(systems []*system) error {
	first, last := 1, j.walks
	if j.walk > 0 {
		first, last = j.walk, j.walk
	}
	for n := first; n <= last; n++ {
		y := systems[(n-1)%len(systems)]
		p, budgetSpent := y.walk(rand.New(rand.NewPCG(j.seed, uint64(n))), j.steps)
		if err := j.take(y, p, budgetSpent, n); err != nil {
			return err
		}
		if n%100 == 0 {
			fmt.Fprintf(j.progress, "%d of %d walks, %d different\n", n, last, j.tally.Ends[differed])
		}
	}
	return nil
}

// take runs one schedule and counts it.
func (j *job) take(y *system, p *path, budgetSpent bool, number int) error {
	began := time.Now()
	if j.tell {
		y.teller = &teller{out: j.told}
	}
	out, err := y.run(j.brokers, p, budgetSpent)
	y.teller = nil
	if err != nil {
		return fmt.Errorf("schedule %d: %w", number, err)
	}
	j.tally.add(y, p, out, number, time.Since(began))
	return nil
}

// shorten looks for the shortest schedule of every difference.
func (j *job) shorten() error {
	for _, f := range j.tally.Findings {
		if !j.shrink {
			break
		}
		if err := f.shrink(j.brokers); err != nil {
			return err
		}
	}
	return nil
}

// replay takes the schedules of trace files, under the constants that they name.
func (j *job) replay() error {
	for n, name := range j.traces {
		y, p, err := j.read(name)
		if err != nil {
			return err
		}
		if err := j.take(y, p, false, n+1); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) read(name string) (*system, *path, error) {
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
	maps.Copy(set, j.set)
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
