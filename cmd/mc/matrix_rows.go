package main

import (
	"errors"
	"fmt"
	"slices"

	"mc/cmd/mc/internal/matrix"
	"mc/cmd/mc/internal/specfile"
	"mc/model"
	"mc/specs"
)

// rows are the scenarios that the command line names, or the curated ones.
func (c *matrixCommand) rows(w *world) ([]matrix.Row, error) {
	var rows []matrix.Row
	var err error
	if len(c.Specs) == 0 {
		rows, err = curatedRows(w)
	} else {
		rows, err = namedRows(w, c.Specs)
	}
	if c.MaxStates > 0 {
		for i := range rows {
			rows[i].States = c.MaxStates
		}
	}
	return rows, err
}

func curatedRows(w *world) ([]matrix.Row, error) {
	choices, err := matrix.Curated()
	if err != nil {
		return nil, err
	}
	var rows []matrix.Row
	for _, choice := range choices {
		s, err := embedded(choice.Spec)
		if err != nil {
			return nil, err
		}
		row, err := rowOf(w, s, choice.Property)
		if err != nil {
			return nil, err
		}
		rows = append(rows, asCurated(row, choices))
	}
	return rows, nil
}

// embedded reads the spec of that name that comes with mc.
func embedded(name string) (*specfile.Spec, error) {
	file, ok := specs.Path(name)
	if !ok {
		return nil, fmt.Errorf("there is no embedded spec %q%s", name, suggest(name, specs.Names()))
	}
	data, err := specs.Read(file)
	if err != nil {
		return nil, err
	}
	return specfile.Parse("specs/"+file, data)
}

// namedRows makes a row of every property that a named spec speaks of. A spec
// with a curated row has that row's bounds. Specs of which nothing can be asked
// are left out if there are others.
func namedRows(w *world, names []string) ([]matrix.Row, error) {
	choices, err := matrix.Curated()
	if err != nil {
		return nil, err
	}
	var rows []matrix.Row
	var out specfile.Problems
	for _, name := range names {
		found, err := find(name)
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			these, err := rowsOf(w, s)
			var odd *unaskable
			if errors.As(err, &odd) {
				out = append(out, odd.problem)
			} else if err != nil {
				return nil, err
			}
			rows = append(rows, these...)
		}
	}
	if len(rows) == 0 {
		return nil, out.Err()
	}
	for _, problem := range out {
		fmt.Fprintf(w.err, "mc: left out: %v\n", problem)
	}
	for i := range rows {
		rows[i] = asCurated(rows[i], choices)
	}
	return rows, nil
}

// unaskable is a spec that has no row in any matrix.
type unaskable struct{ problem *specfile.Problem }

func (u *unaskable) Error() string { return u.problem.Error() }

// rowsOf makes the rows of one spec.
func rowsOf(w *world, s *specfile.Spec) (rows []matrix.Row, err error) {
	properties := slices.Clone(s.Check)
	if properties == nil {
		properties = sortedKeys(s.Expect)
	}
	if len(properties) == 0 {
		return nil, &unaskable{s.Complain("check", "names no property, so there is nothing to ask in a matrix; add check: or expect:")}
	}
	for _, property := range properties {
		row, err := rowOf(w, s, property)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// asCurated gives a row the bounds of the curated row about the same.
func asCurated(row matrix.Row, choices []matrix.Choice) matrix.Row {
	for _, c := range choices {
		if c.Spec == row.Spec.Name && c.Property == row.Property {
			if row.Bounds, row.Needs = c.Set, c.Needs; c.States > 0 {
				row.States = c.States
			}
		}
	}
	return row
}

// rowOf makes a row of a spec and one of its properties.
func rowOf(w *world, s *specfile.Spec, property string) (matrix.Row, error) {
	entry, err := resolve(s, w.models)
	if err != nil {
		return matrix.Row{}, err
	}
	constants, err := entry.Constants(s.Constants())
	if err != nil {
		return matrix.Row{}, err
	}
	if !slices.ContainsFunc(constants, func(c model.Constant) bool { return c.Name == "generation" }) {
		return matrix.Row{}, &unaskable{s.Complain("model", "%s has no generations to compare; name a spec of a model that has (mc list specs)", s.Model)}
	}
	v, err := entry.Vocabulary(s.Constants())
	if err != nil {
		return matrix.Row{}, err
	}
	p, ok := v.Property(property)
	if !ok {
		return matrix.Row{}, usage("%s: %s has no property %q%s", s.Name, s.Model, property, suggest(property, v.PropertyNames()))
	}
	return matrix.Row{Spec: s, Entry: entry, Property: p.Name, States: matrix.DefaultStates}, nil
}
