package matrix

import (
	"maps"
	"reflect"
	"slices"

	"mc/model"
	"mc/run/cache"
	"mc/run/suite"
)

// Record are the recorded tables with the rows that they are of, from which cells
// can be taken that are of the very same scenario and variant.
type Record struct {
	tables *Recorded
	rows   []Row
}

// NewRecord is that of a suite.
func NewRecord(s *suite.Suite) (*Record, error) {
	tables, err := ReadRecorded(s.Specs, s.Models.Families()...)
	if err != nil {
		return nil, err
	}
	rows, err := CuratedRows(s)
	return &Record{tables, rows}, err
}

// cell finds the recorded cell of a row under a column, if there is one of the same:
// the row is the recorded one, and the column is recorded, or differs from one that
// is in nothing that acts in this row.
func (r *Record) cell(row *Row, c Column) (Cell, bool) {
	if r == nil || !slices.ContainsFunc(r.rows, row.equal) {
		return Cell{}, false
	}
	if found, ok := r.tables.Cell(row.Spec.Name, row.Property, c.Name); ok || c.As == "" {
		return found, ok
	}
	found, ok := r.tables.Cell(row.Spec.Name, row.Property, c.As)
	return found, ok && row.actsAlike(c, Column{Name: c.As})
}

// equal reports whether two rows ask the same within the same limits.
func (r *Row) equal(o Row) bool {
	return r.Property == o.Property && r.Fairness == o.Fairness && r.States == o.States &&
		r.Entry.Name() == o.Entry.Name() && reflect.DeepEqual(r.Spec, o.Spec) && maps.Equal(r.Bounds, o.Bounds) && slices.Equal(r.Needs, o.Needs) &&
		maps.Equal(r.Further, o.Further)
}

// actsAlike reports whether two columns are the same in this row but for constants
// that do nothing here for want of another.
func (r *Row) actsAlike(a, b Column) bool {
	x, err := r.acting(a)
	y, err2 := r.acting(b)
	return err == nil && err2 == nil && x != "" && x == y
}

// acting is a sum of all that decides a cell, without the constants that do nothing;
// "" where the row cannot be asked.
func (r *Row) acting(c Column) (string, error) {
	t, err := prepare(r, c)
	if err != nil || t.cell.Verdict == NotApplicable {
		return "", err
	}
	constants, err := t.entry.Constants(t.job.Set)
	if err != nil {
		return "", err
	}
	values, err := model.Resolve(constants, t.job.Set)
	if err != nil {
		return "", err
	}
	acting := maps.Clone(t.values)
	for _, one := range constants {
		if len(model.Unmet(constants, values, one.Needs)) > 0 {
			delete(acting, one.Name)
		}
	}
	return cache.Key(t.decides(acting)), nil
}
