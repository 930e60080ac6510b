package matrix

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mc/model"
	"mc/run/suite"
)

// Schema names the JSON form of a table.
const Schema = "mc.matrix/1"

// Table is a filled matrix.
type Table struct {
	Schema  string   `json:"schema"`
	Columns []Column `json:"columns"`
	Rows    []Line   `json:"rows"`

	// Set is the family of variants that a recorded table is of.
	Set string `json:"-"`

	// Parted says that the rows whose cells are not alike come first, and are so
	// many.
	Parted    bool `json:"-"`
	Differing int  `json:"-"`
}

// DifferFirst moves the rows whose cells are not all alike to the front.
func (t *Table) DifferFirst() {
	slices.SortStableFunc(t.Rows, func(a, b Line) int { return a.alike() - b.alike() })
	t.Parted, t.Differing = true, 0
	for _, r := range t.Rows {
		t.Differing += 1 - r.alike()
	}
}

// alike is 1 if all cells of the row say the same, and else 0.
func (r Line) alike() int {
	for _, c := range r.Cells[min(1, len(r.Cells)):] {
		if c.Verdict != r.Cells[0].Verdict || c.Length != r.Cells[0].Length {
			return 0
		}
	}
	return 1
}

// Line is a row of a filled matrix.
type Line struct {
	Spec     string   `json:"spec"`
	Title    string   `json:"title"`
	Property string   `json:"property"`
	Refs     []string `json:"refs,omitempty"`
	Limit    uint64   `json:"limit"` // of distinct states
	Script   bool     `json:"script,omitempty"`

	// Fairness is what a claim about runs that go on for ever is asked under;
	// empty for other claims.
	Fairness string `json:"fairness,omitempty"`

	Further map[string]uint64 `json:"further,omitempty"` // larger limits, by column

	Cells []Cell `json:"cells"`
}

// NewTable is a table whose cells are to be filled.
func NewTable(rows []Row, columns []Column) *Table {
	t := &Table{Schema: Schema, Columns: columns}
	for _, r := range rows {
		t.Rows = append(t.Rows, Line{Spec: r.Spec.Name, Title: r.Spec.Title, Property: r.Property, Refs: r.Spec.Refs, Limit: r.States, Further: r.Further, Script: r.Spec.Script() != nil, Fairness: r.Fairness})
	}
	return t
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
	return t, nil
}

// ReadRecorded reads the tables of the named sets of columns that a suite comes
// with; one that is not there is left out.
func ReadRecorded(specs suite.Specs, sets ...string) (*Recorded, error) {
	all := &Recorded{}
	for _, set := range sets {
		data, err := specs.Data(path.Join("matrix", set+".json"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("matrix: the recorded table of %s: %w", set, err)
		}
		t, err := Read(data)
		if err != nil {
			return nil, err
		}
		t.Set = set
		all.Tables = append(all.Tables, t)
	}
	return all, nil
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

// forEver is the heading of the rows that ask about runs that go on for ever.
const forEver = "What stops for ever, under the fairness of its spec"

// begins reports whether such rows begin with row i, where others are as well.
func (t *Table) begins(i int) bool {
	first := i == 0 || t.Rows[i-1].Fairness == "" || t.Parted && i == t.Differing
	others := func(l Line) bool { return l.Fairness == "" }
	return t.Rows[i].Fairness != "" && first && slices.ContainsFunc(t.Rows, others)
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

// notes are what has to be said of cells, each once, in the order in which they
// appear.
func (t *Table) notes() (all []string) {
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if note := c.note(); note != "" && !slices.Contains(all, note) {
				all = append(all, note)
			}
		}
	}
	return all
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

// same reports whether two cells say the same. How many states a verdict took
// is for the curious: it moves whenever the model's state does.
func (c Cell) same(d Cell) bool {
	credits := c.Credit == "" || d.Credit == "" || c.Credit == d.Credit && c.note() == d.note()
	runs := c.Stem == d.Stem && c.Turn == d.Turn && slices.Equal(c.Waits, d.Waits)
	return c.Verdict == d.Verdict && c.Length == d.Length && c.Reason == d.Reason && runs && credits
}

// Difference is a cell that is not as recorded.
type Difference struct {
	Spec, Property, Column string
	Got, Recorded          Cell
}

func (d Difference) String() string {
	return fmt.Sprintf("%s (%s) under %s: %s, recorded %s", d.Spec, d.Property, d.Column, d.Got.full(), d.Recorded.full())
}

// Recorded are tables that were kept to compare with.
type Recorded struct{ Tables []*Table }

// Cell finds a recorded cell.
func (r *Recorded) Cell(spec, property, column string) (Cell, bool) {
	for _, t := range r.Tables {
		if c, ok := t.Cell(spec, property, column); ok {
			return c, true
		}
	}
	return Cell{}, false
}

// Differences holds the table against what was recorded, and names the cells
// that only t has.
func (t *Table) Differences(recorded *Recorded) (differ []Difference, missing []string) {
	for _, r := range t.Rows {
		for j, c := range r.Cells {
			name := t.Columns[j].Name
			old, ok := recorded.Cell(r.Spec, r.Property, name)
			switch {
			case !ok:
				missing = append(missing, fmt.Sprintf("%s (%s) under %s", r.Spec, r.Property, name))
			case !c.same(old):
				differ = append(differ, Difference{r.Spec, r.Property, name, c, old})
			}
		}
	}
	return differ, missing
}
