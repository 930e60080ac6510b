package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"mc/model"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// CuratedRows are the rows that the suite comes with.
func CuratedRows(s *suite.Suite) ([]Row, error) {
	choices, err := Curated(s.Specs)
	if err != nil {
		return nil, err
	}
	var rows []Row
	reader, named := s.Reader(), s.Specs.Named()
	for _, choice := range choices {
		file, there := named[choice.Spec]
		if !there {
			_, err := s.Embedded(choice.Spec) // which says what there is
			return nil, err
		}
		spec, err := s.Specs.Parse(file)
		if err != nil {
			return nil, err
		}
		entry, err := reader.Resolve(spec)
		if err != nil {
			return nil, err
		}
		row, err := rowIn(entry, s, spec, choice.Property)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row.asCurated(choices))
	}
	runsLast(rows)
	return rows, nil
}

// NamedRows makes a row of every property that a named spec speaks of. A spec
// with a curated row has that row's bounds. Specs of which nothing can be asked
// are left out if there are others, with the reason.
func NamedRows(s *suite.Suite, names []string) (rows []Row, leftOut specfile.Problems, err error) {
	choices, err := Curated(s.Specs)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		found, err := s.Find(name)
		if err != nil {
			return nil, nil, err
		}
		for _, spec := range found {
			these, err := rowsOf(s, spec)
			if err == nil && len(rows) > 0 && these[0].Entry.Variants() != rows[0].Entry.Variants() {
				err = &unaskable{spec.Complain("model", "%s has other variants than %s; make a matrix of its own of it", spec.Model, rows[0].Spec.Model)}
				these = nil
			}
			var odd *unaskable
			if errors.As(err, &odd) {
				leftOut = append(leftOut, odd.problem)
			} else if err != nil {
				return nil, nil, err
			}
			rows = append(rows, these...)
		}
	}
	if len(rows) == 0 {
		return nil, nil, leftOut.Err()
	}
	for i := range rows {
		rows[i] = rows[i].asCurated(choices)
	}
	runsLast(rows)
	return rows, leftOut, nil
}

// runsLast moves the rows that ask about runs that go on for ever behind the
// others.
func runsLast(rows []Row) {
	var runs []Row
	n := 0
	for _, r := range rows {
		if r.Fairness != "" {
			runs = append(runs, r)
		} else {
			rows[n], n = r, n+1
		}
	}
	copy(rows[n:], runs)
}

// unaskable is a spec that has no row in any matrix.
type unaskable struct{ problem *specfile.Problem }

func (u *unaskable) Error() string { return u.problem.Error() }

// rowsOf makes the rows of one spec.
func rowsOf(suite *suite.Suite, s *specfile.Spec) (rows []Row, err error) {
	properties := slices.Clone(s.Check)
	if properties == nil {
		properties = sorted(s.Expect)
	}
	if len(properties) == 0 {
		return nil, &unaskable{s.Complain("check", "names no property, so there is nothing to ask in a matrix; add check: or expect:")}
	}
	for _, property := range properties {
		row, err := RowOf(suite, s, property)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// asCurated gives a row the bounds of the curated row about the same.
func (row Row) asCurated(choices []Choice) Row {
	for _, c := range choices {
		if c.Spec == row.Spec.Name && c.Property == row.Property {
			row.Bounds, row.Needs, row.Further, row.Own = c.Set, c.Needs, c.Further, c.Own
			if c.States > 0 {
				row.States = c.States
			}
		}
	}
	return row
}

// RowOf makes a row of a spec and one of its properties.
func RowOf(suite *suite.Suite, s *specfile.Spec, property string) (Row, error) {
	entry, err := suite.Resolve(s)
	if err != nil {
		return Row{}, err
	}
	return rowIn(entry, suite, s, property)
}

// rowIn makes a row of a spec whose names are resolved against its model.
func rowIn(entry registry.Entry, suite *suite.Suite, s *specfile.Spec, property string) (Row, error) {
	if entry.Variants() == nil {
		return Row{}, &unaskable{s.Complain("model", "%s has no variants to compare; name a spec of a model that has (mc list variants)", s.Model)}
	}
	v, err := entry.Vocabulary(s.Constants())
	if err != nil {
		return Row{}, err
	}
	p, ok := v.Property(property)
	if !ok {
		return Row{}, fmt.Errorf("%s: %s has no property %q%s", s.Name, s.Model, property, model.Nearest(property, v.PropertyNames()))
	}
	row := Row{Spec: s, Entry: entry, Models: suite.Models, Property: p.Name, Impact: p.Impact, States: DefaultStates}
	if p.Temporal {
		row.Fairness = cmp.Or(s.Fairness, p.Fairness)
	}
	return row, nil
}
