package matrix

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// view is a table as people read it: a family of variants from the newest on, and
// the rows in parts and groups, the worst first.
type view struct {
	*Table
	order []int // of the columns
	parts []part
	notes []string
}

// part is the rows whose cells differ, those whose cells do not, or all of them.
type part struct {
	title  string // empty for the first
	groups []group
}

// group is rows of one impact.
type group struct {
	title string // empty if there is nothing to tell apart
	rows  []Line
}

// sameEverywhere is the heading of the rows whose cells are all alike.
const sameEverywhere = "the same everywhere"

// forEver is the heading of the rows that ask about runs that go on for ever.
const forEver = "what stops for ever, under the fairness of its spec"

// view puts the table in the order in which it is read.
func (t *Table) view() *view {
	v := &view{Table: t}
	for j := range t.Columns {
		v.order = append(v.order, j)
	}
	if t.Set != "" {
		slices.Reverse(v.order)
	}
	if !t.Parted {
		v.add("", t.Rows)
	} else {
		differ, same := t.divided()
		v.add("", differ)
		v.add(sameEverywhere, same)
	}
	v.notes = v.numbered()
	return v
}

// add adds a part, its rows by impact; those about runs that go on for ever come
// last of each.
func (v *view) add(title string, rows []Line) {
	p := part{title: title}
	for rank := range len(v.Impacts) + 1 {
		for _, runs := range []bool{false, true} {
			g := group{}
			for _, r := range rows {
				if v.rank(r) == rank && runs == (r.Fairness != "") {
					g.rows, g.title = append(g.rows, r), v.heading(r)
				}
			}
			if g.rows != nil {
				p.groups = append(p.groups, g)
			}
		}
	}
	if len(p.groups) == 1 && v.rank(rows[0]) == len(v.Impacts) {
		p.groups[0].title = ""
	}
	if len(rows) > 0 {
		v.parts = append(v.parts, p)
	}
}

// rank is how bad it is what a row asks about, 0 the worst.
func (v *view) rank(l Line) int {
	if i := slices.Index(v.Impacts, l.Impact); i >= 0 {
		return i
	}
	return len(v.Impacts)
}

// heading is that of the group of a row.
func (v *view) heading(l Line) string {
	var words []string
	switch {
	case v.rank(l) < len(v.Impacts):
		words = append(words, l.Impact)
	case len(v.Impacts) > 0:
		words = append(words, "of no impact that is told")
	}
	if l.Fairness != "" {
		words = append(words, forEver)
	}
	return capital(strings.Join(words, ": "))
}

// capital is text with a large first letter.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// rows are all that are shown, in their order.
func (v *view) rows() (all []Line) {
	for _, p := range v.parts {
		for _, g := range p.groups {
			all = append(all, g.rows...)
		}
	}
	return all
}

// numbered are what has to be said of cells, each once, in the order in which they
// are read.
func (v *view) numbered() (all []string) {
	for _, r := range v.rows() {
		for _, j := range v.order {
			if note := r.Cells[j].note(); note != "" && !slices.Contains(all, note) {
				all = append(all, note)
			}
		}
	}
	return all
}

// cell is a cell of a row as tables have it: with the number of its note, and a mark
// if the table is to show what differs and it does.
func (v *view) cell(l Line, j int) string {
	text := noted(l.Cells[j], v.notes)
	if v.Parted && l.changed(j) {
		return text + mark
	}
	return text
}

// mark is behind a cell that says something else than the one before it.
const mark = " *"

// about are sentences on the table as a whole.
func (v *view) about() (lines []string) {
	if v.Alike > 0 || v.Parted && len(v.Columns) > 1 && len(v.Rows) > 1 {
		lines = append(lines, v.differLegend())
	}
	if v.Recorded > 0 {
		lines = append(lines, v.recordedLegend())
	}
	for _, c := range v.Columns {
		if c.As != "" {
			lines = append(lines, c.Doc+".")
		}
	}
	lines = append(lines, v.legend()...)
	if v.Parted && slices.ContainsFunc(v.Rows, Line.differs) {
		before := "the column before it"
		if v.Set != "" {
			before = "the column behind it, the next older"
		}
		lines = append(lines, "*: the cell says something else than "+before+".")
	}
	return lines
}

// differLegend counts the rows that differ and those that do not.
func (v *view) differLegend() string {
	differ, where := 0, fmt.Sprintf("all %d columns", len(v.Columns))
	for _, r := range v.Rows {
		differ += number(r.differs())
	}
	if len(v.Columns) == 2 {
		where = "both columns"
	}
	if len(v.Rows) == 0 {
		return fmt.Sprintf("No row differs; each of %d says the same under %s.", v.Alike, where)
	}
	verb := " differ"
	if differ == 1 {
		verb = " differs"
	}
	text := fmt.Sprintf("%d of %d rows", differ, v.Alike+len(v.Rows)) + verb
	if len(v.Columns) == 2 && differ > 0 {
		text += ": " + v.ways()
	}
	if v.Alike > 0 {
		text += fmt.Sprintf("; %d say the same under %s, and are left out", v.Alike, where)
	}
	return text + "."
}

// ways are those in which rows differ between two columns, with their numbers.
func (v *view) ways() string {
	var first, second, both, other int
	for _, r := range v.Rows {
		if !r.differs() {
			continue
		}
		switch a, b := r.Cells[0].Verdict == Violated, r.Cells[1].Verdict == Violated; {
		case a && b:
			both++
		case a:
			first++
		case b:
			second++
		default:
			other++
		}
	}
	a, b := v.Columns[0].Name, v.Columns[1].Name
	text := fmt.Sprintf("%d violated under %s alone, %d under %s alone", first, a, second, b)
	if both > 0 {
		text += fmt.Sprintf(", %d under both after other numbers of states", both)
	}
	if other > 0 {
		text += fmt.Sprintf(", %d under neither", other)
	}
	return text
}

func (v *view) recordedLegend() string {
	total := (v.Alike + len(v.Rows)) * len(v.Columns)
	if v.Recorded == total {
		return fmt.Sprintf("All %d cells are as recorded; nothing was explored.", total)
	}
	const some = "%d of %d cells are as recorded; the others were explored now, or cannot be asked."
	return fmt.Sprintf(some, v.Recorded, total)
}
