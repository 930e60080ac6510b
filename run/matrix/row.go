package matrix

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"mc/model/kafka"
	"mc/model/schedule"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// Row is a scenario and the one property that is asked about it.
type Row struct {
	Spec     *specfile.Spec // with the names that its model uses
	Entry    registry.Entry
	Property string
	States   uint64 // most distinct states to visit in a cell

	// Bounds replace constants of the spec that only its own protocol bears.
	Bounds map[string]string

	// Needs are keys of the protocol without which the property means nothing.
	Needs []string
}

// DefaultStates is the limit of a row that gives none.
const DefaultStates = 2_000_000

// Choice is a row as the list of curated rows has it.
type Choice struct {
	Spec     string `yaml:"spec"`
	Property string `yaml:"property"`
	States   uint64 `yaml:"states"`

	Set   map[string]string `yaml:"set"`   // the row's Bounds
	Needs []string          `yaml:"needs"` // the row's Needs
}

// CuratedFile is where a suite keeps its list of curated rows, beside its specs.
const CuratedFile = "matrix/rows.yml"

// Curated lists the rows that a suite comes with; there may be none.
func Curated(specs suite.Specs) ([]Choice, error) {
	text, err := specs.Data(CuratedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []Choice
	if err == nil {
		err = yaml.UnmarshalWithOptions(text, &all, yaml.Strict())
	}
	if err != nil {
		return nil, fmt.Errorf("matrix: %s: %w", CuratedFile, err)
	}
	return all, nil
}

// scenarioKeys are the axes and switches that say how a scenario is looked
// at, or how its cluster is set up, rather than which protocol runs: they go
// with the row. All others that the table of generations has are the
// column's, whatever the spec makes of them.
var scenarioKeys = map[string]bool{
	"reply_hw":            true, // which of two orders in one step is looked at
	"split_lookup":        true, // how fine the steps are
	"metadata":            true, // what delays metadata has
	"commit_by":           true, // what counts as a commitment
	"epoch_cache":         true, // how the cache is represented
	"fetch_from_follower": true, // what consumers are configured to do
	"fsync_each_write":    true, // what brokers are configured to do
	"isr_news_lost":       true, // what the network loses
}

// set are the constants of the row under a column: the scenario's own, and
// the column's protocol. protocol are the keys that belong to the column.
func (r *Row) set(c Column, protocol map[string]bool) map[string]string {
	set := map[string]string{}
	for name, value := range r.Spec.Set {
		if !protocol[name] || scenarioKeys[name] {
			set[name] = value
		}
	}
	set[generationKey] = c.Name
	if _, bounded := set[epochsKey]; bounded {
		set[epochsKey] = fmt.Sprint(kafka.MaxEpoch)
	}
	if set[lagsKey] == fmt.Sprint(kafka.Unbounded) {
		set[lagsKey] = "2"
	}
	maps.Copy(set, r.Bounds)
	return set
}

const (
	generationKey = "generation"

	// epochsKey bounds leader epochs, which protocols spend in different ways
	// on the same events: what is scarce under one would hide what another
	// does. In a matrix only events are scarce.
	epochsKey = "max_epoch"

	// lagsKey bounds the followers that fall behind. Some protocols come to an
	// end without counting them; without idle_stuck_stays there is none.
	lagsKey = "lag_timeouts"
)

// schedule is the row's script without what its spec expects to see, which
// was meant for one protocol; nil if the row explores.
func (r *Row) schedule() *schedule.Script {
	own := r.Spec.Script()
	if own == nil {
		return nil
	}
	out := &schedule.Script{Clock: own.Clock}
	for _, s := range own.Steps {
		out.Steps = append(out.Steps, schedule.Step{Command: s.Command})
	}
	return out
}

// twins are rules that are one event in two eras: who leaves out one does not
// want the other.
var twins = map[string]string{"Shrink": "ProposeShrink", "ProposeShrink": "Shrink"}

// without are the rules that the row leaves out, whatever the column calls
// them.
func (r *Row) without() []string {
	out := map[string]bool{}
	for _, name := range r.Spec.Without {
		out[name] = true
		rule, args, _ := strings.Cut(name, " ")
		if twin, ok := twins[rule]; ok {
			out[strings.TrimSpace(twin+" "+args)] = true
		}
	}
	return slices.Sorted(maps.Keys(out))
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
