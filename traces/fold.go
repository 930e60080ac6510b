package traces

import "mc/model"

// foldAbove is the length of logs from which runs of records are drawn as one.
const foldAbove = 8

// logPair is one replica's log before and after what a picture shows.
type logPair struct {
	was, is model.Log
	lost    func(offset int) bool // whether a record that is cut had been committed; nil is no
}

// The states of a cell in a picture.
const (
	cellNone  = iota
	cellLive  // there, and not touched
	cellFresh // written in this step
	cellCut   // cut in this step
	cellLost  // cut although it had been committed
)

// cellKind is what two cells must share to be drawn as one.
type cellKind struct{ state, epoch int }

func (l logPair) kind(o int) cellKind {
	switch {
	case o < len(l.is.Cells) && cellAt(l.was, o) == cellAt(l.is, o):
		return cellKind{cellLive, l.is.Cells[o].Epoch}
	case o < len(l.is.Cells):
		return cellKind{cellFresh, l.is.Cells[o].Epoch}
	case o >= len(l.was.Cells):
		return cellKind{}
	case l.lost != nil && l.lost(o):
		return cellKind{cellLost, l.was.Cells[o].Epoch}
	}
	return cellKind{cellCut, l.was.Cells[o].Epoch}
}

// cell is the record at o: as it is, or as it was if it is cut.
func (l logPair) cell(o int) model.Cell {
	if o < len(l.is.Cells) {
		return l.is.Cells[o]
	}
	return l.was.Cells[o]
}

// fold is a run of offsets that a picture draws as one: from, up to but not
// including past.
type fold struct{ from, past int }

// foldOffsets divides the first n offsets for a picture of several logs, so
// that what stands below each other has the same offset. In a trace of long
// logs, offsets fold together where no log has anything to tell them apart.
func foldOffsets(logs []logPair, n int, long bool) []fold {
	var out []fold
	for o := 0; o < n; {
		past := o + 1
		for long && past < n && alike(logs, past) {
			past++
		}
		if past-o < 3 { // two records are drawn as easily as a fold
			past = o + 1
		}
		out = append(out, fold{o, past})
		o = past
	}
	return out
}

// alike reports that no log tells offset o from the one before it, and that
// no high watermark stands between them.
func alike(logs []logPair, o int) bool {
	for _, l := range logs {
		if l.is.HighWatermark == o || l.kind(o) != l.kind(o-1) {
			return false
		}
	}
	return true
}

// foldText is the records of a fold in one log: "m0@e0", or "m0..m9@e0".
func (l logPair) foldText(f fold) string {
	first := l.cell(f.from)
	if f.past-f.from == 1 {
		return cellText(first)
	}
	return first.Text + ".." + cellText(l.cell(f.past-1))
}

// logsOf are the logs of the lanes of after, with what they were before.
func logsOf(before, after model.View) (logs []logPair, longest int) {
	for _, lane := range after.Lanes {
		if lane.Log == nil {
			continue
		}
		l := logPair{was: logOf(laneNamed(before, lane.Name)), is: *lane.Log}
		longest = max(longest, len(l.was.Cells), len(l.is.Cells), l.is.HighWatermark)
		logs = append(logs, l)
	}
	return logs, longest
}
