package matrix

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"mc/run/suite"
)

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
