package explorer

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"time"

	"mc/explorer/internal/runs"
	"mc/model"
)

// Options say what to check and within which limits. The zero value checks
// the model's default properties on every processor, without limits.
type Options struct {
	// Workers is the number of goroutines that expand states; 0 means one per
	// processor.
	Workers int
	// Check names the properties to decide, model.DeadlockName among them; nil
	// means all that are not OnRequest, an empty slice none.
	Check []string
	// Fairness names the set of the model's that claims about runs are decided
	// under, model.NoFairness among them; empty means each claim's own.
	Fairness string
	// KeepGoing explores the whole space even when every property is decided,
	// for its counts. The traces are the same.
	KeepGoing bool
	// Continue keeps going, and counts for each property all states or steps that
	// decide it: PropertyResult.Breaks. The traces are the same.
	Continue bool
	// Coverage counts what rules and premises came to: Result.Coverage.
	Coverage bool
	// Sums adds up the states of every level, in a second pass: Result.Sums.
	Sums bool
	// Symmetry explores one state of each orbit of the model's Canonical.
	Symmetry bool

	MaxDepth  int           // levels to expand; 0 means no limit
	MaxStates uint64        // distinct states; 0 means no limit
	Timeout   time.Duration // 0 means no limit
	// Memory is bytes for all that is kept of states. 0 means as many as
	// DefaultMemory tells, NoLimit as many as the system gives.
	Memory uint64

	// Search is the order, one of Searches; BreadthFirst is the default.
	Search string

	// Store says how seen states are kept, one of Stores; StoreExact is the
	// default.
	Store string

	// Dir is a directory for the run's files. With a search and a store that
	// resume, the run is saved there now and then; if they spill, states that
	// Memory has no room for go there instead of ending the run. A store of
	// fingerprints puts the states of each level there, and without a
	// directory where the system keeps temporary files.
	Dir        string
	Resume     bool          // go on with the run that Dir holds
	Checkpoint time.Duration // time between checkpoints; 0 means a minute

	// Result is a file with the result of a search that has ended elsewhere, in tasks
	// (Shards): it is taken from there, and nothing is searched.
	Result   string
	Identity string // what else must be equal for runs to share files: constants, spec, version

	// Keep leaves the result of a search that is over in Dir, where Resume finds
	// it without searching again, until the result's Kept is released.
	Keep bool
	Note string // is kept with the run, for whoever looks at the directory

	// Progress, if set, is called about once a second, from one goroutine at
	// a time.
	Progress func(Progress)

	disk        runs.Disk   // for tests; nil is the machine's
	leastBuffer uint64      // for tests; see store.SpillOptions
	segments    int         // likewise
	root        fs.FS       // for tests: the files of the system; nil is the machine's
	limit       MemoryLimit // that Memory is

	_ struct{}
}

// Progress is what is shown of a running search.
type Progress struct {
	States    uint64 // distinct so far
	Generated uint64
	Depth     int           // the level being expanded
	Frontier  uint64        // its size
	Rate      float64       // distinct states a second, since the last call
	Memory    uint64        // bytes in use for states and table
	Elapsed   time.Duration // since the start
	Doing     string        // what the search waits for, in a word or two; empty while it expands states
}

// Shortest tells whether traces will be as short as any.
func (o Options) Shortest() bool {
	order := searchNamed(o.Search)
	return order != nil && order.Shortest
}

// normalise fills in defaults and refuses what cannot be done.
func (o Options) normalise() (Options, error) {
	var problems []error
	for _, p := range o.Validate() {
		problems = append(problems, p)
	}
	if err := errors.Join(problems...); err != nil {
		return o, err
	}
	order := searchNamed(o.Search)
	o.Store, o.Search = storeNamed(o.Store).Name, order.Name
	if o.Workers == 0 {
		o.Workers = 1
		if order.Workers {
			o.Workers = runtime.GOMAXPROCS(0)
		}
	}
	o.KeepGoing = o.KeepGoing || o.Continue
	o.limit = MemoryLimit{Bytes: o.Memory}
	switch o.Memory {
	case 0:
		o.limit = defaultMemory(o.root)
	case NoLimit:
		o.limit = MemoryLimit{}
	}
	o.Memory = o.limit.Bytes
	return o, nil
}

// chosen are the properties of m that the options ask for, in the order of
// Check.
func chosen[S comparable](m *model.Model[S], check []string) (props []*model.Property[S], err error) {
	if check == nil {
		for i := range m.Properties {
			if !m.Properties[i].OnRequest {
				props = append(props, &m.Properties[i])
			}
		}
		return props, nil
	}
	for _, name := range check {
		p, known := m.Property(name)
		if !known {
			return nil, fmt.Errorf("explorer: %s has no property %q%s", m.Name, name,
				model.DidYouMean(name, append(propertyNames(m), model.DeadlockName)))
		}
		props = append(props, p)
	}
	return props, nil
}

func propertyNames[S comparable](m *model.Model[S]) []string {
	names := make([]string, len(m.Properties))
	for i := range m.Properties {
		names[i] = m.Properties[i].Name
	}
	return names
}
