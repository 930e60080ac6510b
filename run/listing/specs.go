package listing

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"mc/model"
	"mc/run/matrix"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

type propertyRow struct {
	Model string `json:"model"`
	registry.Property

	Violated []broken `json:"violated,omitempty"` // in the column that the filter names
}

// broken is a cell on record in which a claim is violated.
type broken struct {
	Spec     string `json:"spec"`
	Property string `json:"property"`
	Column   string `json:"column"`
	Cell     string `json:"cell"` // as tables have it: "violated 10"

	// Credit says whose the violation is, as far as that is on record.
	Credit matrix.Credit `json:"credit,omitempty"`

	model string // of the spec
}

// text is the cell in short; what is not the row's own failure is told as that.
func (b broken) text() string {
	if b.Credit == matrix.Other {
		return b.Cell + " " + b.Property + ", by another cause"
	}
	return b.Cell + " " + b.Property
}

// cells are those on record that a filter asks for; it fails if the filter names an
// impact that there is not.
func (f *Filter) cells(s *suite.Suite, models registry.Models, named []variant) ([]broken, error) {
	if f.Impact != "" {
		if err := f.impacts(models); err != nil {
			return nil, err
		}
	}
	return onRecord(s, named)
}

// onRecord are the violated cells in the columns of some variants.
func onRecord(s *suite.Suite, named []variant) (all []broken, err error) {
	families := s.Models.Families()
	slices.Reverse(families) // what varies another says more
	recorded, err := matrix.ReadRecorded(s.Specs, families...)
	if err != nil {
		return nil, err
	}
	for _, v := range named {
		for _, t := range recorded.Tables {
			for _, row := range t.Rows {
				cell, ok := t.Cell(row.Spec, row.Property, v.Name)
				if !ok || cell.Verdict != matrix.Violated {
					continue
				}
				spec, err := s.Embedded(row.Spec)
				if err != nil {
					return nil, err
				}
				all = append(all, broken{row.Spec, row.Property, v.Name, cell.Text(), cell.Credit, spec.Model})
			}
		}
	}
	return all, nil
}

// listProperties groups them under their models and families. Those of a variant are
// those that some scenario on record violates there.
func listProperties(s *suite.Suite, models registry.Models, f *Filter) (Listing, error) {
	named, said, err := f.variants(models)
	if err != nil {
		return Listing{}, err
	}
	cells, err := f.cells(s, models, named)
	if err != nil {
		return Listing{}, err
	}
	models = slices.DeleteFunc(slices.Clone(models), func(e registry.Entry) bool {
		_, has := of(named, e.Variants())
		return f.Variant != "" && !has
	})
	out, err := perModel(models, func(of string, v *registry.Vocabulary) (rows []propertyRow) {
		for _, p := range worstFirst(s, of, v.Properties) {
			row := propertyRow{Model: of, Property: p}
			for _, c := range cells {
				if c.model == of && c.Property == p.Name {
					row.Violated = append(row.Violated, c)
				}
			}
			if (f.Variant == "" || len(row.Violated) > 0) && f.hurts(p.Impact) && f.keeps([]string{p.Ref}, slices.Concat(p.Aliases, []string{p.Name, p.Family, p.Doc})...) {
				rows = append(rows, row)
			}
		}
		return rows
	}, func(r *propertyRow) (heading string, cells []string) {
		heading = r.Model
		if r.Family != "" {
			heading += ": " + r.Family
		}
		names := strings.Join(append([]string{r.Name}, r.Aliases...), ", ")
		return heading, []string{"  " + names, r.notes(), withRef(r.Doc, r.Ref) + r.where()}
	})
	out.Said = said
	return out, err
}

// worstFirst are properties with the worst first in each family.
func worstFirst(s *suite.Suite, of string, all []registry.Property) []registry.Property {
	entry, _ := s.Models.Find(of)
	families := map[string]int{}
	for _, p := range all {
		if _, known := families[p.Family]; !known {
			families[p.Family] = len(families)
		}
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b registry.Property) int {
		return cmp.Or(families[a.Family]-families[b.Family], entry.Impacts().Rank(a.Impact)-entry.Impacts().Rank(b.Impact))
	})
	return all
}

// notes say what kind of property it is, and when it is asked.
func (r *propertyRow) notes() string {
	notes := r.Kind
	if r.Fairness != "" {
		notes += ", fairness " + r.Fairness
	}
	if r.OnRequest {
		notes += ", on request"
	}
	if r.Impact != "" {
		notes += ", " + r.Impact
	}
	return notes
}

// where says in which scenarios it is violated.
func (r *propertyRow) where() string {
	if len(r.Violated) == 0 {
		return ""
	}
	var words []string
	for _, c := range r.Violated {
		words = append(words, c.Spec)
	}
	return fmt.Sprintf(" Violated under %s by %s.", r.Violated[0].Column, strings.Join(words, ", "))
}

type specRow struct {
	Name  string   `json:"name"`
	Path  string   `json:"path"`
	Model string   `json:"model"`
	Title string   `json:"title"`
	Refs  []string `json:"refs,omitempty"`

	Impact   string   `json:"impact,omitempty"`   // the worst that it is expected to come to
	Formerly []string `json:"formerly,omitempty"` // names that it had before

	// Of a filter by a variant: that the spec runs under its very rules, and what it
	// violates there by the recorded tables.
	RunsUnder string   `json:"runs_under,omitempty"`
	Violated  []broken `json:"violated,omitempty"`
}

// listSpecs lists specs. Those of a variant are those that run under its very rules,
// and those that a recorded table shows violated there.
func listSpecs(s *suite.Suite, models registry.Models, f *Filter) (out Listing, err error) {
	named, said, err := f.variants(models)
	if err != nil {
		return Listing{}, err
	}
	cells, err := f.cells(s, models, named)
	if err != nil {
		return Listing{}, err
	}
	rows, words := []specRow{}, map[string]*registry.Vocabulary{}
	for _, file := range s.Specs.Paths() {
		spec, err := s.Specs.Parse(file)
		if err != nil {
			return Listing{}, err
		}
		entry, listed := models.Find(spec.Model)
		if !listed || !f.keeps(spec.Refs, append(spec.Formerly, spec.Name, path.Base(path.Dir(file)), spec.Title, spec.Doc, spec.About)...) {
			continue
		}
		row := specRow{Name: spec.Name, Path: s.Specs.Shown(file), Model: spec.Model, Title: spec.Title, Refs: spec.Refs, Formerly: spec.Formerly}
		if words[spec.Model] == nil {
			if words[spec.Model], err = entry.Vocabulary(nil); err != nil {
				return Listing{}, err
			}
		}
		if row.Impact = suite.Impact(entry, words[spec.Model], spec); !f.hurts(row.Impact) {
			continue
		}
		if f.Variant != "" {
			if err := row.under(s, spec, named, cells); err != nil {
				return Listing{}, err
			}
			if row.RunsUnder == "" && len(row.Violated) == 0 {
				continue
			}
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b specRow) int { return rank(models, a) - rank(models, b) })
	for _, r := range rows {
		cells := []string{r.Name, r.Model, r.Impact, r.Title}
		if f.Variant != "" {
			cells = []string{r.Name, r.Impact, r.there(), r.Title}
		}
		out.Page.row(cells...)
	}
	out.Rows, out.Left, out.Said = rows, len(rows), said
	return out, nil
}

// rank is the place of a row: the worst first, and last what breaks nothing.
func rank(models registry.Models, r specRow) int {
	if entry, ok := models.Find(r.Model); ok && r.Impact != "" {
		return entry.Impacts().Rank(r.Impact)
	}
	return math.MaxInt
}

// under notes what the row has to do with the variants.
func (r *specRow) under(s *suite.Suite, spec *specfile.Spec, named []variant, cells []broken) error {
	entry, err := s.Resolve(spec)
	if err != nil {
		return err
	}
	for _, c := range cells {
		if c.Spec == spec.Name {
			r.Violated = append(r.Violated, c)
		}
	}
	v, has := of(named, entry.Variants())
	if !has {
		return nil
	}
	same, err := v.runs(s.Models, entry, spec)
	if same {
		r.RunsUnder = v.Name
	}
	return err
}

// runs reports whether a spec runs under the very rules of the variant.
func (v variant) runs(models registry.Models, entry registry.Entry, spec *specfile.Spec) (bool, error) {
	own, err := models.Under(entry, v.Name, v.Set)
	if err != nil {
		return false, err
	}
	if v.of.Key() == "" { // a variant is a model of its own
		return own.Entry.Name() == entry.Name(), nil
	}
	here, err := rules(entry, spec.Constants())
	if err != nil {
		return false, err
	}
	there, err := rules(own.Entry, own.Set)
	return maps.Equal(here, there), err
}

// rules are the values of the constants that make a variant.
func rules(e registry.Entry, set map[string]string) (map[string]string, error) {
	list, err := e.Constants(set)
	if err != nil {
		return nil, err
	}
	values, err := model.Resolve(list, set)
	out := map[string]string{}
	for _, c := range list {
		if c.Role == model.OfVariant && c.Name != e.Variants().Key() {
			out[c.Name] = c.Text(values[c.Name])
		}
	}
	return out, err
}

// there is what the row has to do with the variant, in short.
func (r *specRow) there() string {
	var words []string
	if r.RunsUnder != "" {
		words = append(words, "runs under "+r.RunsUnder)
	}
	for _, c := range r.Violated {
		words = append(words, c.text())
	}
	return strings.Join(words, ", ")
}
