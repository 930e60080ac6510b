package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"mc/model"
	"mc/run/registry"
)

// variantRow is a variant with what it changes in the one before it, or in the
// one that it varies.
type variantRow struct {
	Name    string            `json:"name"`
	Of      string            `json:"of,omitempty"` // what it varies
	Ref     string            `json:"ref,omitempty"`
	Doc     string            `json:"doc,omitempty"`
	Subject string            `json:"subject"` // what it is a variant of
	Changes map[string]string `json:"changes"`
}

// table is the variants of one model, with the constants that they differ in.
type table struct {
	*model.Variants
	constants []model.Constant
}

// tables are those of models, each once; of the family of that name, or all.
func tables(models registry.Models, family string) (out []table, err error) {
	for _, e := range models {
		v := e.Variants()
		_, has := v.Family(family)
		if v == nil || family != "" && !has || slices.ContainsFunc(out, func(t table) bool { return t.Variants == v }) {
			continue
		}
		constants, err := e.Constants(nil)
		if err != nil {
			return nil, err
		}
		out = append(out, table{v, constants})
	}
	return out, nil
}

// listVariants lists the variants of the models that have a family of that
// name, or of all models.
func listVariants(family string) func(models registry.Models) (listing, error) {
	return func(models registry.Models) (listing, error) {
		all, err := tables(models, family)
		if err != nil {
			return listing{}, err
		}
		rows := []variantRow{}
		for _, t := range all {
			for _, one := range t.All() {
				rows = append(rows, t.row(one))
			}
		}
		return listing{rows, func(tab io.Writer) {
			for i, t := range all {
				if i > 0 {
					fmt.Fprintln(tab)
				}
				if len(all) > 1 {
					fmt.Fprintf(tab, "%s\n", t.Subject)
				}
				t.print(tab)
			}
		}}, nil
	}
}

func (t table) row(one model.Variant) variantRow {
	row := variantRow{one.Name, one.Of, one.Ref, one.Doc, t.Subject, map[string]string{}}
	if one.Of != "" {
		maps.Copy(row.Changes, one.Set)
		return row
	}
	for _, c := range t.Changes(one.Name, t.constants) {
		if c.Now != model.NotThere { // that it has no meaning any more is what another change brings
			row.Changes[c.Name] = c.Now
		}
	}
	return row
}

func (t table) print(tab io.Writer) {
	for i, f := range t.Families {
		if i > 0 {
			name := strings.ToUpper(f.Name[:1]) + f.Name[1:]
			fmt.Fprintf(tab, "\n%s, as variations of a %s:\n", name, t.Families[0].One)
		}
		for _, one := range f.List {
			row := t.row(one)
			if i > 0 {
				fmt.Fprintf(tab, "%s\t%s\n", row.Name, strings.Join(append([]string{row.Of}, lines(row.Changes)...), " "))
				continue
			}
			fmt.Fprintf(tab, "%s\t%s\n", row.Name, row.Doc)
			for _, line := range lines(row.Changes) {
				fmt.Fprintf(tab, "\t  %s\n", line)
			}
		}
		for _, one := range f.Also {
			meant, err := t.Resolve(one.Name)
			if err == nil {
				fmt.Fprintf(tab, "%s\t%s\n", one.Name, meant.Said)
			}
		}
	}
}

func lines(changes map[string]string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		out = append(out, name+"="+changes[name])
	}
	return out
}

// axisRow is an axis or a switch with its value in each variant of the first
// family.
type axisRow struct {
	constantRow
	family string
	cells  map[string]string
}

// MarshalJSON puts the values under the name of the family.
func (r axisRow) MarshalJSON() ([]byte, error) {
	out, err := json.Marshal(r.constantRow)
	if err != nil {
		return nil, err
	}
	cells, err := json.Marshal(map[string]map[string]string{r.family: r.cells})
	if err != nil {
		return nil, err
	}
	return append(append(out[:len(out)-1], ','), cells[1:]...), nil
}

func listAxes(models registry.Models) (listing, error) {
	return listColumns(models, func(model.Constant) bool { return true })
}

// listSwitches lists those of the axes that are on or off.
func listSwitches(models registry.Models) (listing, error) {
	return listColumns(models, func(c model.Constant) bool { return c.Switch })
}

func listColumns(models registry.Models, wanted func(model.Constant) bool) (listing, error) {
	all, err := tables(models, "")
	if err != nil {
		return listing{}, err
	}
	for i := range all {
		all[i].constants = slices.DeleteFunc(slices.Clone(all[i].constants), func(c model.Constant) bool { return !wanted(c) })
	}
	all = slices.DeleteFunc(all, func(t table) bool { return len(t.Table(t.constants)) == 0 })
	rows := []axisRow{}
	for _, t := range all {
		rows = append(rows, t.axes()...)
	}
	return listing{rows, func(tab io.Writer) {
		for i, t := range all {
			if i > 0 {
				fmt.Fprintln(tab)
			}
			t.printAxes(tab)
		}
	}}, nil
}

func (t table) axes() (rows []axisRow) {
	first := t.Families[0]
	for _, c := range t.Table(t.constants) {
		row := axisRow{constantRow{c.Name, c.Range(), "", c.Doc, c.Ref}, first.Name, map[string]string{}}
		for _, one := range first.List {
			row.cells[one.Name] = one.Set[c.Name]
		}
		rows = append(rows, row)
	}
	return rows
}

// printAxes draws the table, then says what each row means.
func (t table) printAxes(tab io.Writer) {
	names, rows := t.Families[0].List, t.axes()
	fmt.Fprint(tab, "axis or switch")
	for _, one := range names {
		fmt.Fprintf(tab, "\t%s", one.Name)
	}
	fmt.Fprintln(tab)
	for _, r := range rows {
		fmt.Fprint(tab, r.Name)
		for _, one := range names {
			fmt.Fprintf(tab, "\t%s", r.cells[one.Name])
		}
		fmt.Fprintln(tab)
	}
	fmt.Fprintln(tab)
	for _, r := range rows {
		fmt.Fprintf(tab, "%s\t%s. %s\n", r.Name, r.Range, withRef(r.Doc, r.Ref))
	}
}
