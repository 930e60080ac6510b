package matrix

import (
	"context"
	"fmt"
	"strings"

	"mc/run/registry"
	"mc/traces"
)

// Story is a cell that has a trace, with the run that shows it.
type Story struct {
	Name   string // of the cell, which may be the name of a file
	Row    *Row
	Column Column
	Entry  registry.Entry
	Job    registry.Job
	Script bool         // it is played, not searched for
	Trace  *traces.File // nil as long as nobody is to be told
}

// stories says of each cell with a trace what shows it, and has it told where
// somebody is to be told; cells of the same run are told once.
func (f *filling) stories(ctx context.Context, rows []Row, table *Table, tasks [][]*task) error {
	if f.Again == nil && f.Tell == nil {
		return nil
	}
	taken, places := names{}, map[string][]*Cell{}
	var all []Story
	var runs []*task
	for i := range rows {
		for j, c := range table.Columns {
			cell, t := &table.Rows[i].Cells[j], tasks[i][j]
			if cell.Length == 0 {
				continue
			}
			if t.entry == nil { // it was recorded
				var err error
				if t, err = prepare(&rows[i], c); err != nil {
					return err
				}
			}
			s := Story{Name: taken.free(table.Label(table.Rows[i]) + "-" + c.Name), Row: &rows[i], Column: c,
				Entry: t.entry, Job: t.job, Script: t.script != nil}
			if f.Again != nil {
				cell.Again = f.Again(s)
			}
			if places[t.key] == nil {
				all, runs = append(all, s), append(runs, t)
			}
			places[t.key] = append(places[t.key], cell)
		}
	}
	if f.Tell == nil {
		return nil
	}
	f.causes += len(all)
	return f.each(ctx, len(all), func(ctx context.Context, n int) error {
		page, err := f.told(ctx, all[n], runs[n])
		if err != nil {
			return fmt.Errorf("%s under %s: %w", all[n].Row.Spec.Name, all[n].Column.Name, err)
		}
		for _, cell := range places[runs[n].key] {
			cell.Page = page
		}
		f.ended(runs[n])
		return nil
	})
}

// told finds the trace of a cell, if this run has not, and tells it.
func (f *filling) told(ctx context.Context, s Story, t *task) (page string, err error) {
	if s.Trace = t.trace; s.Trace == nil {
		s.Trace = f.way(t.key)
	}
	if s.Trace == nil {
		if err := f.search(ctx, t); err != nil {
			return "", err
		}
		s.Trace = t.trace
	}
	if s.Trace == nil {
		return "", nil // what ended this search did not end the other
	}
	return f.Tell(s)
}

// names are those that were given away, which are all unlike.
type names map[string]bool

// free is a name for a text that nothing else has yet: of letters, digits, dots and
// dashes.
func (n names) free(text string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_':
			return r
		}
		return '-'
	}, text)
	name := plain
	for i := 2; n[strings.ToLower(name)]; i++ { // some disks know no other letters
		name = fmt.Sprintf("%s-%d", plain, i)
	}
	n[strings.ToLower(name)] = true
	return name
}
