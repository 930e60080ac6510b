package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Plan is what to measure and how.
type Plan struct {
	Cases   []Case
	Runs    int                          // of each case
	Command func(c Case) *exec.Cmd       // a process that prints a Sample of the case
	Say     func(round int, name string) // before each run
	Version string
	Fixed   bool // the cases are the fixed set: show targets and peers
}

// Run measures all cases, round by round.
func (p *Plan) Run(ctx context.Context) (*Report, error) {
	r := &Report{Schema: Schema, Version: p.Version, Machine: here(), Runs: p.Runs}
	for _, c := range p.Cases {
		r.Cases = append(r.Cases, Series{Case: c})
	}
	for round := range p.Runs {
		for i := range r.Cases {
			s := &r.Cases[i]
			p.Say(round+1, s.Name)
			sample, err := once(ctx, p.Command(s.Case))
			if err != nil {
				return nil, fmt.Errorf("bench: %s: %w", s.Name, err)
			}
			s.Samples = append(s.Samples, sample)
		}
	}
	r.Machine.LoadAfter = load()
	return r, r.finish(p.Fixed)
}

func (r *Report) finish(fixed bool) error {
	resting := uint64(0)
	for i := range r.Cases {
		s := &r.Cases[i]
		if err := s.summarise(resting); err != nil {
			return err
		}
		if s.Kind == Idle {
			resting = s.Median.PeakRSS // it is the first
		}
	}
	if fixed {
		r.Targets, r.Peers = r.targets(), Peers
	}
	return nil
}

// once runs the process of one measurement.
func once(ctx context.Context, cmd *exec.Cmd) (s Sample, err error) {
	stop := context.AfterFunc(ctx, func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill() // it may have ended by itself
		}
	})
	defer stop()
	if err := ctx.Err(); err != nil {
		return s, err
	}
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return s, ctx.Err()
	case errors.As(err, &exit):
		return s, fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	case err != nil:
		return s, err
	}
	return s, json.Unmarshal(out, &s)
}
