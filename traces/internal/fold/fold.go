package fold

import (
	"mc/model"
	"mc/traces/internal/views"
)

// Above is the length of logs from which runs of records are drawn as one.
const Above = 8

// Pair is one replica's log before and after what a picture shows.
type Pair struct {
	Was, Is model.Log
	Lost    func(offset int) bool // whether a record that is cut had been committed; nil is no
}

// The states of a cell in a picture.
const (
	None  = iota
	Live  // there, and not touched
	Fresh // written in this step
	Cut   // cut in this step
	Lost  // cut although it had been committed
)

// Kind is what two cells must share to be drawn as one.
type Kind struct{ State, Epoch int }

func (l Pair) Kind(o int) Kind {
	switch {
	case views.Deleted(l.Is, o):
		return Kind{}
	case o < len(l.Is.Cells) && views.At(l.Was, o) == views.At(l.Is, o):
		return Kind{Live, l.Is.Cells[o].Epoch}
	case o < len(l.Is.Cells):
		return Kind{Fresh, l.Is.Cells[o].Epoch}
	case o >= len(l.Was.Cells):
		return Kind{}
	case l.Lost != nil && l.Lost(o):
		return Kind{Lost, l.Was.Cells[o].Epoch}
	}
	return Kind{Cut, l.Was.Cells[o].Epoch}
}

// cell is the record at o: as it is, or as it was if it is cut.
func (l Pair) Cell(o int) model.Cell {
	if o < len(l.Is.Cells) {
		return l.Is.Cells[o]
	}
	return l.Was.Cells[o]
}

// Fold is a run of offsets that a picture draws as one: From, up to but not
// including Past.
type Fold struct{ From, Past int }

// Offsets divides the first n offsets for a picture of several logs, so
// that what stands below each other has the same offset. In a trace of long
// logs, offsets fold together where no log has anything to tell them apart.
func Offsets(logs []Pair, n int, long bool) []Fold {
	var out []Fold
	for o := 0; o < n; {
		past := o + 1
		for long && past < n && alike(logs, past) {
			past++
		}
		if past-o < 3 { // two records are drawn as easily as a fold
			past = o + 1
		}
		out = append(out, Fold{o, past})
		o = past
	}
	return out
}

// alike reports that no log tells offset o from the one before it, and that
// no high watermark stands between them.
func alike(logs []Pair, o int) bool {
	for _, l := range logs {
		if l.Is.HighWatermark == o || l.Kind(o) != l.Kind(o-1) {
			return false
		}
	}
	return true
}

// Text is the records of a fold in one log: "m0@e0", or "m0..m9@e0".
func (l Pair) Text(f Fold) string {
	first := l.Cell(f.From)
	if f.Past-f.From == 1 {
		return views.Record(first)
	}
	return first.Text + ".." + views.Record(l.Cell(f.Past-1))
}

// Logs are the logs of the lanes of after, with what they were before.
func Logs(before, after model.View) (logs []Pair, longest int) {
	for _, lane := range after.Lanes {
		if lane.Log == nil {
			continue
		}
		l := Pair{Was: views.Log(views.Lane(before, lane.Name)), Is: *lane.Log}
		longest = max(longest, len(l.Was.Cells), len(l.Is.Cells), l.Is.HighWatermark)
		logs = append(logs, l)
	}
	return logs, longest
}
