package explorer

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/store"
	"mc/model"
)

// Deadlock is the name under which Options.Check asks that every state within
// the constraint have a successor.
const Deadlock = "deadlock"

// Options say what to check and within which limits. The zero value checks
// the model's default properties on every processor, without limits.
type Options struct {
	// Workers is the number of goroutines that expand states; 0 means one per
	// processor.
	Workers int
	// Check names the properties to decide; nil means all that are not
	// OnRequest, an empty slice none.
	Check []string
	// Symmetry explores one state of each orbit of the model's Canonical.
	Symmetry bool

	MaxDepth  int           // levels to expand; 0 means no limit
	MaxStates uint64        // distinct states; 0 means no limit
	Timeout   time.Duration // 0 means no limit
	Memory    uint64        // bytes for states and table; 0 means no limit

	// Search is the order: BreadthFirst (the default), DepthFirst or Guided.
	// The last two use one worker and the exact store, and promise neither
	// shortest traces nor levels.
	Search string

	// Store says how seen states are kept: StoreExact (the default),
	// StoreInterned, StoreFP64 or StoreFP128. The last two put the states of
	// each level into files below Dir, or where the system keeps temporary
	// files.
	Store string

	// Dir is a directory for the run's files. With it the run is saved now and
	// then and can be resumed, and states that Memory has no room for go to
	// disk instead of ending the run. Only for breadth-first search with the
	// exact store.
	Dir        string
	Resume     bool          // go on with the run that Dir holds
	Checkpoint time.Duration // time between checkpoints; 0 means a minute
	Identity   string        // what else must be equal for runs to share files: constants, spec, version

	// Progress, if set, is called about once a second, from one goroutine at
	// a time.
	Progress func(Progress)

	disk        runs.Disk // for tests; nil is the machine's
	leastBuffer uint64    // for tests; see store.SpillOptions

	_ struct{}
}

// The stores that Options.Store can name.
const (
	StoreExact    = "exact"    // whole states
	StoreInterned = "interned" // whole states, their parts numbered: less memory, more work
	StoreFP64     = "fp64"     // hashes of 64 bits, the states in files: a state may be missed
	StoreFP128    = "fp128"    // hashes of 128 bits
)

// The orders that Options.Search can name.
const (
	BreadthFirst = "breadth-first"
	DepthFirst   = "depth-first" // the newest state first: deep bugs, long traces
	Guided       = "guided"      // the most promising state first, as Model.Promise says
)

// Progress is a glance at a running search.
type Progress struct {
	States    uint64 // distinct so far
	Generated uint64
	Depth     int           // the level being expanded
	Frontier  uint64        // its size
	Rate      float64       // distinct states a second, since the last call
	Memory    uint64        // bytes in use for states and table
	Elapsed   time.Duration // since the start
}

// ModelError says that the model, not the run, is at fault: a state does not
// fit its encoding, a rule panicked, a property is not symmetric.
type ModelError struct {
	Model  string
	Detail string
}

func (e *ModelError) Error() string {
	return fmt.Sprintf("explorer: model %s: %s", e.Model, e.Detail)
}

// normalise fills in defaults and refuses what cannot be done.
func (o Options) normalise(rules int) (Options, error) {
	var problems []error
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Workers < 0 || o.Workers > 1024 {
		problems = append(problems, fmt.Errorf("explorer: workers must be 1..1024, got %d", o.Workers))
	}
	problems = append(problems,
		oneOf("store", &o.Store, StoreExact, StoreInterned, StoreFP64, StoreFP128),
		oneOf("search", &o.Search, BreadthFirst, DepthFirst, Guided))
	if o.Resume && o.Dir == "" {
		problems = append(problems, errors.New("explorer: resuming needs the directory that the run was saved in"))
	}
	if resumable := o.Store == StoreExact && o.Search == BreadthFirst; o.Resume && !resumable || o.Dir != "" && (o.Store == StoreInterned || o.Search != BreadthFirst) {
		problems = append(problems, fmt.Errorf("explorer: only a breadth-first search with the exact store can be saved and resumed, not %s with %s; leave out the directory", o.Search, o.Store))
	}
	if o.MaxDepth < 0 {
		problems = append(problems, fmt.Errorf("explorer: max depth must not be negative, got %d", o.MaxDepth))
	}
	if o.Timeout < 0 {
		problems = append(problems, fmt.Errorf("explorer: timeout must not be negative, got %v", o.Timeout))
	}
	if rules > store.MaxRules {
		problems = append(problems, fmt.Errorf("explorer: the model has %d rules, at most %d can be told apart; merge some", rules, store.MaxRules))
	}
	return o, errors.Join(problems...)
}

// oneOf makes the first of known the default of *value and refuses others.
func oneOf(what string, value *string, known ...string) error {
	if *value == "" {
		*value = known[0]
	}
	if !slices.Contains(known, *value) {
		return fmt.Errorf("explorer: no %s %q%s; there are %s", what, *value, model.DidYouMean(*value, known), strings.Join(known, ", "))
	}
	return nil
}

// chosen are the properties of m that the options ask for, in the order of
// Check; deadlock tells whether deadlock is among them.
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
		if name == Deadlock {
			props = append(props, &model.Property[S]{Name: Deadlock, Doc: "Every state has a successor.", Kind: model.Deadlock})
			continue
		}
		p, known := m.Property(name)
		if !known {
			return nil, fmt.Errorf("explorer: %s has no property %q%s", m.Name, name, model.DidYouMean(name, append(propertyNames(m), Deadlock)))
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
