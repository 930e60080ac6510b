package matrix

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"mc/model"
	"mc/model/schedule"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// Row is a scenario and the one property that is asked about it.
type Row struct {
	Spec     *specfile.Spec // with the names that its model uses
	Entry    registry.Entry
	Models   registry.Models // what Entry is one of: a variant may be another
	Property string
	Fairness string // what a claim about runs that go on for ever is asked under; empty for others
	Impact   string // of the property, one of those of the model
	States   uint64 // most distinct states to visit in a cell

	// Bounds replace constants of the spec that only its own protocol bears.
	Bounds map[string]string

	// Needs are constants without which the property means nothing, and values
	// without which the row's bounds leave out what it asks about, as
	// "shrink_bumps_leader_epoch=off".
	Needs []string

	// Further are larger limits of states under some columns.
	Further map[string]uint64

	// Own are the constants that close what the row is about, with the values
	// that do; nil: those in which a twin differs.
	Own map[string]string
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
	Own   map[string]string `yaml:"own"`   // the row's Own

	Further map[string]uint64 `yaml:"further"` // the row's Further
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
		err = specfile.Beside(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("matrix: %s: %w", CuratedFile, err)
	}
	named := specs.Named()
	for i := range all {
		if _, present := named[all[i].Spec]; !present {
			all[i].Spec = specs.Current(all[i].Spec)
		}
	}
	return all, nil
}

// under is the row's model as a column has it, and the constants of the row
// there: the scenario's own and the column's protocol.
func (r *Row) under(c Column) (registry.Variant, error) {
	constants, err := r.Entry.Constants(nil)
	if err != nil {
		return registry.Variant{}, err
	}
	set := maps.Clone(r.Spec.Set)
	for _, one := range constants {
		value, given := set[one.Name]
		compared := one.Compared
		switch {
		case !given:
		case one.Role == model.OfVariant && r.Entry.Variants().Key() != "":
			delete(set, one.Name) // the column's, whatever the spec makes of it
		case compared.Use != "" && (compared.If == "" || compared.If == value):
			set[one.Name] = compared.Use
		}
	}
	delete(set, r.Entry.Variants().Key())
	v, err := r.Models.Under(r.Entry, c.Name, set)
	maps.Copy(v.Set, r.Bounds)
	return v, err
}

// limit is how many distinct states a cell may visit.
func (r *Row) limit(c Column) uint64 { return max(r.States, r.Further[c.Name]) }

// schedule is the row's script without what its spec expects to see, which
// was meant for one protocol; nil if the row explores.
func (r *Row) schedule() *schedule.Script {
	own := r.Spec.Script()
	if own == nil {
		return nil
	}
	out := &schedule.Script{Clock: own.Clock, Init: own.Init}
	for _, s := range own.Steps {
		out.Steps = append(out.Steps, schedule.Step{Command: s.Command})
	}
	return out
}

// without are the rules that the row leaves out, whatever the column calls
// them: who leaves out a rule does not want its counterpart.
func (r *Row) without() []string {
	counterparts, out := map[string]string{}, map[string]bool{}
	if v, err := r.Entry.Vocabulary(r.Spec.Constants()); err == nil {
		for _, rule := range v.Rules {
			counterparts[rule.Name] = rule.Counterpart
		}
	}
	for _, name := range r.Spec.Without {
		out[name] = true
		rule, args, _ := strings.Cut(name, " ")
		if other := counterparts[rule]; other != "" {
			out[strings.TrimSpace(other+" "+args)] = true
		}
	}
	return slices.Sorted(maps.Keys(out))
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
