package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/cmd/mc/internal/registry"
	"mc/model"
)

// generationRow is a protocol generation as the value of each axis and switch
// under it.
type generationRow struct {
	Model string            `json:"model"`
	Name  string            `json:"name"`
	Axes  map[string]string `json:"axes"`

	order []string // of Axes, as the model lists them
}

// listGenerations shows each generation by what it changes in the one before.
func listGenerations(models registry.Models) (listing, error) {
	rows := []generationRow{}
	for _, e := range models {
		more, err := generations(e)
		if err != nil {
			return listing{}, err
		}
		rows = append(rows, more...)
	}
	return listing{rows, func(tab io.Writer) {
		var before generationRow
		for _, r := range rows {
			if r.Model != before.Model {
				before = generationRow{}
			}
			fmt.Fprintf(tab, "%s\t%s\n", r.Name, strings.Join(r.changes(before), "\n\t"))
			before = r
		}
	}}, nil
}

// generations reads the table off the model: the constant "generation" names
// the rows, and the defaults under each are the cells.
func generations(e registry.Entry) (rows []generationRow, err error) {
	constants, err := e.Constants(nil)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(constants, func(c model.Constant) bool { return c.Name == "generation" })
	if i < 0 {
		return nil, nil
	}
	for _, name := range constants[i].Choices {
		under, err := e.Constants(map[string]string{"generation": name})
		if err != nil {
			return nil, err
		}
		row := generationRow{Model: e.Name(), Name: name, Axes: map[string]string{}}
		for _, c := range under {
			if isAxis(c) {
				row.Axes[c.Name] = c.Default
				row.order = append(row.order, c.Name)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// isAxis tells the policies of a protocol from the bounds of a run.
func isAxis(c model.Constant) bool {
	return c.Name != "generation" && (c.Switch || c.Choices != nil)
}

// changes are the cells in which r differs from the row before, or all of
// them for the first.
func (r generationRow) changes(before generationRow) (cells []string) {
	for _, name := range r.order {
		if r.Axes[name] != before.Axes[name] {
			cells = append(cells, name+"="+r.Axes[name])
		}
	}
	return cells
}

type axisRow struct {
	Model string `json:"model"`
	constantRow
}

func listAxes(models registry.Models) (listing, error) {
	rows := []axisRow{}
	for _, e := range models {
		constants, err := e.Constants(nil)
		if err != nil {
			return listing{}, err
		}
		for _, c := range constants {
			if isAxis(c) {
				rows = append(rows, axisRow{e.Name(), constantRows([]model.Constant{c})[0]})
			}
		}
	}
	return listing{rows, func(tab io.Writer) {
		for _, r := range rows {
			fmt.Fprintf(tab, "%s\t%s\tdefault %s\t%s\n", r.Name, r.Range, r.Default, r.Doc)
		}
	}}, nil
}
