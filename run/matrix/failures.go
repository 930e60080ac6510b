package matrix

import (
	"cmp"
	"maps"
	"slices"

	"mc/model"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// Failure is a failure on record: a claim that a scenario is known to break
// under a variant, and what to run to see it.
type Failure struct {
	Spec     string
	Property string
	Set      map[string]string // the scenario's constants, and the variant
	Without  []string          // rules left out
	States   uint64            // visited when it was recorded; 0 if it is not in a table
}

// failures are gathered for one protocol.
type failures struct {
	suite  *suite.Suite
	entry  registry.Entry
	set    map[string]string // makes the protocol
	column Column            // the variant that it is, or begins with
	list   []Failure
}

// Failures are what a suite knows to fail under a protocol, which set makes of a
// variant of the model: the violated cells of the variant in the recorded
// tables, but those that are another scenario's or the scenario's own; and what
// specs expect to be violated under the very protocol. Those that took the
// fewest states come first, those of which that is not known last.
func Failures(s *suite.Suite, entry registry.Entry, set map[string]string) ([]Failure, error) {
	f := &failures{suite: s, entry: entry, set: set}
	var err error
	if f.column.Name, err = variantIn(entry, set); err != nil || f.column.Name == "" {
		return nil, err
	}
	if err := f.recorded(); err != nil {
		return nil, err
	}
	if err := f.expected(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(f.list, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(min(1, b.States), min(1, a.States)), cmp.Compare(a.States, b.States))
	})
	return f.list, nil
}

// variantIn is the variant that a run under set is of; "" if there are none.
func variantIn(e registry.Entry, set map[string]string) (string, error) {
	constants, err := e.Constants(set)
	for _, c := range constants {
		if c.Name != e.Variants().Key() {
			continue
		}
		if name, given := set[c.Name]; given {
			return name, nil
		}
		return c.Default, nil
	}
	return "", err
}

// recorded adds the violated cells of the variant, but for claims about runs that
// go on for ever, which a search for shortest traces never meets.
func (f *failures) recorded() error {
	rows, err := CuratedRows(f.suite)
	if err != nil {
		return err
	}
	tables, err := ReadRecorded(f.suite.Specs, f.suite.Models.Families()...)
	if err != nil {
		return err
	}
	for _, r := range rows {
		cell, known := tables.Cell(r.Spec.Name, r.Property, f.column.Name)
		if r.Fairness == "" && known && cell.Verdict == Violated && !cell.elsewhere() {
			if err := f.add(&r, cell.States); err != nil {
				return err
			}
		}
	}
	return nil
}

// elsewhere reports whether a violation stands for nothing that fails in the
// cell's variant: its cause has another scenario, or is one's own setting.
func (c Cell) elsewhere() bool { return c.Credit == Other || c.Credit == Scenario }

// expected adds what specs expect to be violated under the same protocol.
func (f *failures) expected() error {
	here, err := registry.Protocol(f.entry, f.set)
	if err != nil {
		return err
	}
	for _, file := range f.suite.Specs.Paths() {
		spec, err := f.suite.Specs.Parse(file)
		if err != nil {
			return err
		}
		if spec.Model != f.entry.Name() || spec.Script() != nil {
			continue
		}
		if _, err := f.suite.Resolve(spec); err != nil {
			return err
		}
		there, err := registry.Protocol(f.entry, spec.Constants())
		if err != nil {
			return err
		}
		if maps.Equal(here, there) {
			if err := f.addAll(spec); err != nil {
				return err
			}
		}
	}
	return nil
}

// addAll adds what a spec expects to be violated and no table has, with the same
// exception.
func (f *failures) addAll(spec *specfile.Spec) error {
	v, err := f.entry.Vocabulary(spec.Constants())
	if err != nil {
		return err
	}
	for _, property := range sorted(spec.Expect) {
		has := func(one Failure) bool { return one.Spec == spec.Name && one.Property == property }
		if spec.Expect[property].Verdict != model.Violated || slices.ContainsFunc(f.list, has) {
			continue
		}
		if p, _ := v.Property(property); p.Temporal {
			continue
		}
		r, err := RowOf(f.suite, spec, property)
		if err != nil {
			return err
		}
		if err := f.add(&r, 0); err != nil {
			return err
		}
	}
	return nil
}

// add adds a row under the variant.
func (f *failures) add(r *Row, states uint64) error {
	if r.Entry.Name() != f.entry.Name() || r.Spec.Script() != nil {
		return nil
	}
	there, err := r.under(f.column)
	if err != nil {
		return err
	}
	f.list = append(f.list, Failure{r.Spec.Name, r.Property, there.Set, r.without(), states})
	return nil
}
