package traces

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
)

// Loss is a run of records that were below some replica's high watermark, that
// another replica cut from its log, and that it does not have at the end.
type Loss struct {
	Records   []string // "m0@e0", one per offset
	Offset    int      // of the first
	Committed int      // the step after which they were below a high watermark
	By        string   // whose
	Cut       int      // the step that cut them
	From      string   // the replica that cut them
	Also      []Cut    // later cuts of the same records from other replicas
	Holders   []string // the replicas that still have them at the end, running or not
}

// Cut is a step at which a replica lost records.
type Cut struct {
	Step int
	From string
}

// Losses finds the committed records that f cuts, each once. It reads the
// pictures of the logs only, so it works for every model that keeps logs.
func Losses(f *File) []Loss {
	var out []Loss
	for _, l := range cuts(f) {
		if i := slices.IndexFunc(out, l.within); i >= 0 {
			out[i].Also = append(out[i].Also, Cut{l.Cut, l.From})
			continue
		}
		out = append(out, l)
	}
	return out
}

// within reports that all records of l are among those of k.
func (l Loss) within(k Loss) bool {
	for i, record := range l.Records {
		if at := l.Offset + i - k.Offset; at < 0 || at >= len(k.Records) || k.Records[at] != record {
			return false
		}
	}
	return true
}

// cuts finds every step at which a replica cuts committed records for good.
func cuts(f *File) []Loss {
	var out []Loss
	committed := commits{}
	committed.note(f.Start.View, 0)
	for i := 1; i <= len(f.Steps); i++ {
		before, after := f.Frame(i-1).View, f.Frame(i).View
		for _, lane := range after.Lanes {
			out = append(out, f.cutFrom(laneNamed(before, lane.Name), lane, i, committed)...)
		}
		committed.note(after, i)
	}
	return out
}

// mark is where a record was first seen below a high watermark.
type mark struct {
	step int
	lane string
}

// commits are the records seen below a high watermark, by offset and text.
type commits map[int]map[string]mark

// commit is a record that was not known to be committed before.
type commit struct {
	record string
	by     mark
}

// note adds what is below a high watermark in v and returns what is new.
func (c commits) note(v model.View, step int) (fresh []commit) {
	for _, lane := range v.Lanes {
		l := logOf(lane)
		for o := range min(l.HighWatermark, len(l.Cells)) {
			if c[o] == nil {
				c[o] = map[string]mark{}
			}
			record := cellText(l.Cells[o])
			if _, known := c[o][record]; !known {
				c[o][record] = mark{step, lane.Name}
				fresh = append(fresh, commit{record, mark{step, lane.Name}})
			}
		}
	}
	return fresh
}

func (f *File) cutFrom(was, is model.Lane, step int, committed commits) []Loss {
	var out []Loss
	l := logOf(was)
	for o, c := range l.Cells {
		record := cellText(c)
		m, known := committed[o][record]
		back := cellAt(logOf(laneNamed(f.Last().View, is.Name)), o) == record
		if !known || back || cellAt(logOf(is), o) == record {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Committed == m.step && out[n-1].Offset+len(out[n-1].Records) == o {
			out[n-1].Records = append(out[n-1].Records, record)
			continue
		}
		out = append(out, Loss{Records: []string{record}, Offset: o, Committed: m.step, By: m.lane, Cut: step, From: is.Name, Holders: f.holders(o, record)})
	}
	return out
}

// holders are the replicas that have the record at the end.
func (f *File) holders(o int, record string) (out []string) {
	for _, lane := range f.Last().View.Lanes {
		if cellAt(logOf(lane), o) == record {
			name := lane.Name
			if lane.Off {
				name += " (" + role(lane) + ")"
			}
			out = append(out, name)
		}
	}
	return out
}

// Words tells a loss in a few sentences.
func (l Loss) Words(f *File) string {
	what, they, them := fmt.Sprintf("Record %s at offset %d was", l.Records[0], l.Offset), "it was", "it"
	if n := len(l.Records); n > 1 {
		what = fmt.Sprintf("Records %s to %s at offsets %d to %d were", l.Records[0], l.Records[n-1], l.Offset, l.Offset+n-1)
		they, them = "they were", "them"
	}
	words := fmt.Sprintf("%s committed in step %d (%s): below the high watermark of %s. Step %d (%s) cut %s from %s.",
		what, l.Committed, f.title(l.Committed), l.By, l.Cut, f.titleAndRule(l.Cut), them, l.From)
	if len(l.Also) > 0 {
		also := make([]string, len(l.Also))
		for i, c := range l.Also {
			also[i] = fmt.Sprintf("%s in step %d", c.From, c.Step)
		}
		words += fmt.Sprintf(" Later %s cut from %s.", they, inWords(also))
	}
	switch len(l.Holders) {
	case 0:
		return words + " At the end no replica has " + them + "."
	case 1:
		return words + fmt.Sprintf(" At the end only %s still has %s.", l.Holders[0], them)
	}
	return words + fmt.Sprintf(" At the end only %s still have %s.", inWords(l.Holders), them)
}

// inWords joins a list as a sentence does.
func inWords(items []string) string {
	n := len(items)
	if n < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
}

func (f *File) title(step int) string {
	if step == 0 {
		return "the start"
	}
	return f.Steps[step-1].Title
}

// titleAndRule names the rule as well, if the title does not.
func (f *File) titleAndRule(step int) string {
	if step == 0 {
		return f.title(step)
	}
	return f.title(step) + ", rule " + f.Steps[step-1].Rule
}
