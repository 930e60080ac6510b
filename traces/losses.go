package traces

import (
	"slices"

	"mc/model"
	"mc/traces/internal/views"
)

// Loss is a run of records that were below some replica's high watermark and
// that another replica does not have at the end: it cut them from its log, or
// the violation says that it never had them.
type Loss struct {
	Records   []string     // "m0@e0", one per offset
	Names     []string     // "m0", the same without their epochs
	Offset    int          // of the first
	Committed int          // the step after which they were below a high watermark
	By        string       // whose
	Cut       int          // the step that cut them though committed; 0 if none did
	Early     int          // Cut is 0: the step that cut them before they were committed; 0 if the replica never had them
	From      string       // the replica that lacks them
	Also      []Truncation // later cuts of the same records from other replicas
	Holders   []string     // the replicas that still have them at the end, running or not
}

// Truncation is a step at which a replica lost records.
type Truncation struct {
	Step int
	From string
}

// once merges the cuts of the same records from one replica after the other.
func once(all []Loss) (out []Loss) {
	for _, l := range all {
		if i := slices.IndexFunc(out, l.within); i >= 0 {
			out[i].Also = append(out[i].Also, Truncation{l.Cut, l.From})
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
			out = append(out, f.cutFrom(views.Lane(before, lane.Name), lane, i, &committed)...)
		}
		committed.note(after, i)
	}
	return out
}

// commit is a record, where it was first seen below a high watermark.
type commit struct {
	offset       int
	record, text string
	step         int
	lane         string
}

// commits are the records seen below a high watermark, in the order in which
// they came there.
type commits struct{ all []commit }

func (c *commits) find(offset int, record string) (commit, bool) {
	i := slices.IndexFunc(c.all, func(x commit) bool { return x.offset == offset && x.record == record })
	if i < 0 {
		return commit{}, false
	}
	return c.all[i], true
}

// note adds what is below a high watermark in v and returns what is new.
func (c *commits) note(v model.View, step int) (fresh []commit) {
	for _, lane := range v.Lanes {
		l := views.Log(lane)
		for o := range min(l.HighWatermark, len(l.Cells)) {
			record := views.Record(l.Cells[o])
			if _, known := c.find(o, record); !known && !views.Deleted(l, o) {
				fresh = append(fresh, commit{o, record, l.Cells[o].Text, step, lane.Name})
				c.all = append(c.all, fresh[len(fresh)-1])
			}
		}
	}
	return fresh
}

// absent finds the committed records that the violation's witness speaks of
// and that a replica of which it speaks does not have.
func absent(f *File) (out []Loss) {
	about := &f.Property.About
	if f.Verdict != model.Violated || len(about.Lanes) == 0 {
		return nil
	}
	committed := commits{}
	for i := range f.States() {
		committed.note(f.Frame(i).View, i)
	}
	for _, lane := range f.Last().View.Lanes {
		if lane.Log == nil || !slices.Contains(about.Lanes, lane.Name) {
			continue
		}
		for _, c := range committed.all {
			told := slices.Contains(about.Records, c.text) || slices.Contains(about.Offsets, c.offset)
			if told && c.lane != lane.Name && !views.Deleted(*lane.Log, c.offset) && views.At(*lane.Log, c.offset) != c.record {
				out = append(out, Loss{
					Records: []string{c.record}, Names: []string{c.text}, Offset: c.offset, Committed: c.step, By: c.lane,
					From:  lane.Name,
					Early: f.lastCut(lane.Name, c.offset, c.record), Holders: f.holders(c.offset, c.record),
				})
			}
		}
	}
	return out
}

// lastCut is the last step that took a record from a replica; 0 if none did.
func (f *File) lastCut(lane string, offset int, record string) int {
	has := func(i int) bool { return views.At(views.Log(views.Lane(f.Frame(i).View, lane)), offset) == record }
	for i := len(f.Steps); i > 0; i-- {
		if has(i-1) && !has(i) {
			return i
		}
	}
	return 0
}

func (f *File) cutFrom(was, is model.Lane, step int, committed *commits) []Loss {
	var out []Loss
	l := views.Log(was)
	for o, c := range l.Cells {
		record := views.Record(c)
		m, known := committed.find(o, record)
		back := views.At(views.Log(views.Lane(f.Last().View, is.Name)), o) == record
		if !known || back || views.Deleted(views.Log(is), o) || views.At(views.Log(is), o) == record {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Committed == m.step && out[n-1].Offset+len(out[n-1].Records) == o {
			out[n-1].Records, out[n-1].Names = append(out[n-1].Records, record), append(out[n-1].Names, c.Text)
			continue
		}
		out = append(out, Loss{
			Records: []string{record}, Names: []string{c.Text}, Offset: o, Committed: m.step, By: m.lane,
			Cut: step, From: is.Name, Holders: f.holders(o, record),
		})
	}
	return out
}

// holders are the replicas that have the record at the end.
func (f *File) holders(o int, record string) (out []string) {
	for _, lane := range f.Last().View.Lanes {
		if views.At(views.Log(lane), o) == record {
			name := lane.Name
			if lane.Off {
				name += " (" + views.Role(lane) + ")"
			}
			out = append(out, name)
		}
	}
	return out
}
