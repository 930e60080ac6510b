package matrix

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/model"
)

// Schema names the JSON form of a table.
const Schema = "mc.matrix/1"

// Table is a filled matrix.
type Table struct {
	Schema string `json:"schema"`

	// Set is the family of variants that the columns are, all of it in its order,
	// which people are shown from the newest on; empty for columns in an order of
	// somebody's own.
	Set string `json:"set,omitempty"`

	// Impacts are those that the model names, the worst first.
	Impacts []string `json:"impacts,omitempty"`

	// Recorded is how many cells were taken from the recorded tables.
	Recorded int `json:"recorded,omitempty"`

	// Alike is how many rows were left out because their cells are all alike.
	Alike int `json:"alike,omitempty"`

	Columns []Column `json:"columns"`
	Rows    []Line   `json:"rows"`

	// Parted says that the rows whose cells are not alike come first.
	Parted bool `json:"-"`
}

// DifferFirst moves the rows whose cells are not all alike to the front.
func (t *Table) DifferFirst() {
	differ, same := t.divided()
	t.Rows, t.Parted = append(differ, same...), true
}

// divided are the rows that differ, and the others.
func (t *Table) divided() (differ, same []Line) {
	for _, r := range t.Rows {
		if r.differs() {
			differ = append(differ, r)
		} else {
			same = append(same, r)
		}
	}
	return differ, same
}

// OnlyDiffering leaves out the rows whose cells are all alike.
func (t *Table) OnlyDiffering() {
	differ, same := t.divided()
	t.Rows, t.Alike, t.Parted = append([]Line{}, differ...), t.Alike+len(same), true
}

// differs reports whether not all cells of a row say the same.
func (l Line) differs() bool {
	for j := range l.Cells {
		if l.changed(j) {
			return true
		}
	}
	return false
}

// changed reports whether a cell says something else than the one before it: the
// verdict, or after how many states. How far a search came that found nothing is
// no verdict.
func (l Line) changed(j int) bool {
	if j == 0 {
		return false
	}
	a, b := l.Cells[j-1], l.Cells[j]
	return a.Verdict != b.Verdict || a.Length != b.Length || a.Stem != b.Stem || a.Turn != b.Turn
}

// Line is a row of a filled matrix.
type Line struct {
	Spec     string   `json:"spec"`
	Title    string   `json:"title"`
	Property string   `json:"property"`
	Refs     []string `json:"refs,omitempty"`
	Impact   string   `json:"impact,omitempty"` // what it means to users that the claim is broken
	Limit    uint64   `json:"limit"`            // of distinct states
	Script   bool     `json:"script,omitempty"`

	// Fairness is what a claim about runs that go on for ever is asked under;
	// empty for other claims.
	Fairness string `json:"fairness,omitempty"`

	Further map[string]uint64 `json:"further,omitempty"` // larger limits, by column

	Cells []Cell `json:"cells"`
}

// NewTable is a table whose cells are to be filled.
func NewTable(rows []Row, columns []Column) *Table {
	t := &Table{Schema: Schema, Columns: columns, Set: familyOf(rows, columns)}
	for _, r := range rows {
		t.Rows = append(t.Rows, Line{Spec: r.Spec.Name, Title: r.Spec.Title, Property: r.Property, Refs: r.Spec.Refs,
			Impact: r.Impact, Limit: r.States, Further: r.Further, Script: r.Spec.Script() != nil, Fairness: r.Fairness})
		if t.Impacts == nil && r.Entry != nil {
			t.Impacts = r.Entry.Impacts().Names()
		}
	}
	return t
}

// familyOf is the family of variants that columns are, all of it in its order; ""
// if they are something else.
func familyOf(rows []Row, columns []Column) string {
	if len(rows) == 0 || rows[0].Entry == nil || rows[0].Entry.Variants() == nil {
		return ""
	}
	for _, f := range rows[0].Entry.Variants().Families {
		same := func(c Column, v model.Variant) bool { return c.Name == v.Name }
		if slices.EqualFunc(columns, f.List, same) {
			return f.Name
		}
	}
	return ""
}

// JSON writes the table as mc.matrix/1.
func (t *Table) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(t)
}

// Read is the inverse of JSON.
func Read(data []byte) (*Table, error) {
	t := &Table{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("matrix: %w", err)
	}
	if t.Schema != Schema {
		return nil, fmt.Errorf("matrix: the table's schema is %q, and this mc reads %s", t.Schema, Schema)
	}
	for _, r := range t.Rows {
		if len(r.Cells) != len(t.Columns) {
			return nil, fmt.Errorf("matrix: %s has %d cells under %d columns", r.Spec, len(r.Cells), len(t.Columns))
		}
		for j, c := range r.Cells {
			if closes := c.Closed != nil || c.Credit != "" && c.Credit != Open; closes && len(c.Closed.keys()) == 0 {
				return nil, fmt.Errorf("matrix: %s under %s is closed by nothing", r.Spec, t.Columns[j].Name)
			}
		}
	}
	return t, nil
}

// Cell finds a cell by its row and column.
func (t *Table) Cell(spec, property, column string) (Cell, bool) {
	i := slices.IndexFunc(t.Rows, func(l Line) bool { return l.Spec == spec && l.Property == property })
	j := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == column })
	if i < 0 || j < 0 || j >= len(t.Rows[i].Cells) {
		return Cell{}, false
	}
	return t.Rows[i].Cells[j], true
}

// within names the budgets that stopped a step in some column where nothing was
// found: with larger ones the row may look otherwise.
func (l Line) within() string {
	var all []string
	for _, c := range l.Cells {
		for _, budget := range c.Within {
			if !slices.Contains(all, budget) {
				all = append(all, budget)
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "what holds does so within " + strings.Join(all, ", ")
}

// claim is the property, with the fairness that it is asked under.
func (l Line) claim() string {
	if l.Fairness == "" {
		return l.Property
	}
	return l.Property + ", fairness " + l.Fairness
}

// ofRuns reports whether a row asks about runs that go on for ever.
func (t *Table) ofRuns() bool {
	return slices.ContainsFunc(t.Rows, func(l Line) bool { return l.Fairness != "" })
}

// Label is what the table calls a row: its scenario, with the property where
// several rows ask about the same scenario.
func (t *Table) Label(l Line) string {
	for _, other := range t.Rows {
		if other.Spec == l.Spec && other.Property != l.Property {
			return l.Spec + "/" + l.Property
		}
	}
	return l.Spec
}

// limits are the limits of states of cells that say bound, smallest first.
func (t *Table) limits() (out []uint64) {
	for _, r := range t.Rows {
		for j, c := range r.Cells {
			limit := max(r.Limit, r.Further[t.Columns[j].Name])
			if !r.Script && c.Verdict == Bound && !slices.Contains(out, limit) {
				out = append(out, limit)
			}
		}
	}
	slices.Sort(out)
	return out
}

// legend is a sentence for each verdict that the table has.
func (t *Table) legend() (lines []string) {
	has := map[string]bool{}
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			has[c.Verdict] = true
		}
	}
	for _, l := range [][2]string{
		{Holds, t.holdsLegend()},
		{Violated, t.violatedLegend()},
		{string(model.Reached), "reachable n: the goal is reached, at the earliest in the n-th state."},
		{string(model.Unreachable), "unreachable: every state that the scenario can reach was visited, and none is the goal."},
		{Waits, "waits: every state that the scenario can reach was visited, and the only runs that would break the claim " +
			"wait for ever for what a spent budget forbids, which is held against the budget; the notes name it."},
		{Bound, t.boundLegend()},
		{NotApplicable, "n/a: the scenario cannot be asked there; the notes say why."},
	} {
		if has[l[0]] {
			lines = append(lines, l[1])
		}
	}
	return lines
}

func (t *Table) holdsLegend() string {
	text := "holds: every state that the scenario can reach was visited, and the claim holds in all of them."
	if t.ofRuns() {
		text += " One about runs that go on for ever holds of every run through them that has the fairness."
	}
	return text
}

func (t *Table) violatedLegend() string {
	plain := "violated n: the shortest way to break the claim passes through n states, the start included."
	if t.ofRuns() {
		plain += " n+m is a run that goes on for ever: n states of a shortest way to where it goes round, and m steps of " +
			"a turn, 0 where nothing is taken any more; a run of fewer states in all may exist."
	}
	counts := t.Credits()
	all, words := 0, []string{}
	for _, credit := range credits {
		n := counts[credit]
		if all += n; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, credit.words()))
		}
	}
	if all == 0 {
		return plain
	}
	return fmt.Sprintf("%s It is what the row is about that breaks it, unless a note says what does: the keys named "+
		"there, turned together, close it, and none of them can be spared. Of %d such cells %s.",
		plain, all, strings.Join(words, ", "))
}

// Credits counts the violated cells by whose they are.
func (t *Table) Credits() map[Credit]int {
	counts := map[Credit]int{}
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c.Credit != "" {
				counts[c.Credit]++
			}
		}
	}
	return counts
}

func (t *Table) boundLegend() string {
	const schedules = "a schedule: its one course does not break the claim."
	words, limits := "", t.limits()
	if len(limits) == 0 {
		return "bound, of " + schedules
	}
	for i, n := range limits {
		switch {
		case i > 0 && i == len(limits)-1:
			words += " or "
		case i > 0:
			words += ", "
		}
		words += thousands(n)
	}
	text := fmt.Sprintf("bound n: nothing was found in the first %s states, breadth first, and there are more; "+
		"all that can be reached by n states are among them.", words)
	if slices.ContainsFunc(t.Rows, func(l Line) bool { return l.Script }) {
		text += " Of " + schedules
	}
	return text
}

func thousands(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
