package suite

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"mc/explorer"
	"mc/report"
	"mc/run/registry"
	"mc/traces"
)

// InOrder does n things, so many at a time, and hands over what comes of each in
// their order, on the goroutine of the caller, until take has had enough: then what
// is going on is stopped. When ctx ends nothing more is begun, but the first; what was
// begun is handed over.
func InOrder[T any](outer context.Context, n, jobs int, do func(ctx context.Context, i int) T, take func(i int, came T) bool) {
	if jobs <= 1 {
		for i := range n {
			if i > 0 && outer.Err() != nil || !take(i, do(outer, i)) {
				return
			}
		}
		return
	}
	ctx, stop := context.WithCancel(outer)
	came := make([]chan T, n)
	for i := range came {
		came[i] = make(chan T, 1)
	}
	var (
		mu   sync.Mutex
		next int
		all  sync.WaitGroup
	)
	begin := func() (i int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == n || next > 0 && ctx.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	for range min(jobs, n) {
		all.Go(func() {
			for i, ok := begin(); ok; i, ok = begin() {
				came[i] <- do(ctx, i)
			}
		})
	}
	over := make(chan struct{})
	go func() { all.Wait(); close(over) }()
	defer func() { stop(); <-over }()
	for i := range n {
		select {
		case c := <-came[i]:
			if !take(i, c) {
				return
			}
		case <-over:
			if len(came[i]) == 0 || !take(i, <-came[i]) {
				return
			}
		}
	}
}

// leastShare is the memory with which it makes sense to begin a run beside others.
const leastShare = 64 << 20

// Crew does jobs beside each other on one machine.
type Crew struct {
	Jobs    int    // at a time
	workers int    // of each
	memory  uint64 // that each may take; 0 if there is no limit

	alone sync.RWMutex // held for reading by those beside each other
}

// NewCrew shares out processors and memory (0: what the system leaves) among so many
// jobs; 0: as many as there are processors and memory for, and things to do.
func NewCrew(jobs, todo int, memory uint64) *Crew {
	processors := runtime.GOMAXPROCS(0)
	if memory == 0 {
		memory = explorer.DefaultMemory().Bytes
	}
	if jobs == 0 {
		jobs = processors
		if memory > 0 {
			jobs = min(jobs, int(memory/leastShare))
		}
	}
	jobs = max(1, min(jobs, todo))
	return &Crew{Jobs: jobs, workers: max(1, processors/jobs), memory: memory / uint64(jobs)}
}

// Do does a job, beside others with its share of the machine. A run that its share
// cuts short is made again when nobody else's is, with all of it: what comes out does
// not depend on the others.
func (c *Crew) Do(ctx context.Context, job registry.Job, run func(registry.Job) (*report.Outcome, error)) (*report.Outcome, error) {
	if c.Jobs == 1 {
		return run(job)
	}
	c.alone.RLock()
	out, err := run(c.shared(job))
	c.alone.RUnlock()
	if err != nil || ctx.Err() != nil || !short(out) {
		return out, err
	}
	c.alone.Lock()
	defer c.alone.Unlock()
	return run(job)
}

// shared is the job with a share of the machine.
func (c *Crew) shared(job registry.Job) registry.Job {
	o := &job.Options
	if o.Workers == 0 && o.Shortest() {
		o.Workers = c.workers
	}
	if c.memory > 0 && (o.Memory == 0 || o.Memory > c.memory) {
		o.Memory = c.memory
	}
	return job
}

// short reports whether a run had too little of a machine, or of time on it.
func short(out *report.Outcome) bool {
	lacked := func(p report.Property) bool { return p.Short != traces.Complete }
	return out.Cut.By(explorer.Timeout) || out.Cut.By(explorer.Memory) || out.Cut.By(explorer.SystemMemory) ||
		slices.ContainsFunc(out.Properties, lacked)
}
