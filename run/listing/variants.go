package listing

import (
	"encoding/json"
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
func listVariants(family string) func(models registry.Models, f *Filter) (Listing, error) {
	return func(models registry.Models, f *Filter) (out Listing, err error) {
		all, err := tables(models, family)
		if err != nil {
			return Listing{}, err
		}
		rows := []variantRow{}
		for i, t := range all {
			if i > 0 {
				out.Page.heading("")
			}
			if len(all) > 1 {
				out.Page.heading(t.Subject)
			}
			rows = append(rows, t.show(&out.Page, f)...)
		}
		out.Rows, out.Left = rows, len(rows)
		return out, nil
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

// show puts the variants that a filter keeps on a page, and says which they are.
func (t table) show(p *Page, f *Filter) (rows []variantRow) {
	for i, family := range t.Families {
		var kept []variantRow
		for _, one := range family.List {
			if row := t.row(one); f.keeps([]string{row.Ref}, append(lines(row.Changes), row.Name, row.Of, row.Doc)...) {
				kept = append(kept, row)
			}
		}
		if i > 0 && len(kept) > 0 {
			name := strings.ToUpper(family.Name[:1]) + family.Name[1:]
			p.heading("")
			p.heading(name + ", as variations of a " + t.Families[0].One + ":")
		}
		for _, row := range kept {
			if i > 0 {
				p.row(row.Name, strings.Join(append([]string{row.Of}, lines(row.Changes)...), " "))
				continue
			}
			p.row(row.Name, row.Doc)
			for _, line := range lines(row.Changes) {
				p.row("", "  "+line)
			}
		}
		for _, one := range family.Also {
			if meant, err := t.Resolve(one.Name); err == nil && *f == (Filter{}) {
				p.row(one.Name, meant.Said)
			}
		}
		rows = append(rows, kept...)
	}
	return rows
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

func listAxes(models registry.Models, f *Filter) (Listing, error) {
	return listColumns(models, f, func(model.Constant) bool { return true })
}

// listSwitches lists those of the axes that are on or off.
func listSwitches(models registry.Models, f *Filter) (Listing, error) {
	return listColumns(models, f, func(c model.Constant) bool { return c.Switch })
}

// listColumns lists constants that variants differ in. Those of one variant are
// those that have a meaning there, and of switches those that are on.
func listColumns(models registry.Models, f *Filter, wanted func(model.Constant) bool) (out Listing, err error) {
	all, err := tables(models, "")
	if err != nil {
		return Listing{}, err
	}
	named, said, err := f.variants(models)
	if err != nil {
		return Listing{}, err
	}
	rows := []axisRow{}
	for _, t := range all {
		under, known := of(named, t.Variants)
		t.constants = slices.DeleteFunc(slices.Clone(t.constants), func(c model.Constant) bool {
			acts := f.Variant == "" || known && !slices.Contains([]string{model.NotThere, "off", ""}, under.cell(c.Name))
			return !wanted(c) || !acts || !f.keeps([]string{c.Ref}, c.Name, c.Range(), c.Doc)
		})
		these := t.axes()
		if len(these) > 0 && len(rows) > 0 {
			out.Page.heading("")
		}
		t.showAxes(&out.Page, these)
		rows = append(rows, these...)
	}
	out.Rows, out.Left, out.Said = rows, len(rows), said
	return out, nil
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

// showAxes draws the table, then says what each row means.
func (t table) showAxes(p *Page, rows []axisRow) {
	if len(rows) == 0 {
		return
	}
	grid := []([]string){{"axis or switch"}}
	for _, one := range t.Families[0].List {
		grid[0] = append(grid[0], one.Name)
	}
	for _, r := range rows {
		cells := []string{r.Name}
		for _, one := range t.Families[0].List {
			cells = append(cells, r.cells[one.Name])
		}
		grid = append(grid, cells)
	}
	p.grid(grid)
	p.heading("")
	for _, r := range rows {
		p.row(r.Name, r.Range+". "+withRef(r.Doc, r.Ref))
	}
}
