package traces

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"mc/model"
)

// changes lists what a step changed, a lane a line. What the picture of the
// logs shows is left to it.
func (t *teller) changes(changes []Change) {
	lane, words := "", []string(nil)
	flush := func() {
		if len(words) > 0 {
			t.wrap("     ", lane+": "+strings.Join(words, ", "))
		}
		words = nil
	}
	for _, c := range changes {
		if strings.HasPrefix(c.Field, "offset ") {
			continue
		}
		if c.Lane != lane {
			flush()
			lane = c.Lane
		}
		words = append(words, c.Field+" "+t.beforeAfter(c))
	}
	flush()
}

// beforeAfter is a change in short: of a long list only what came and went.
func (t *teller) beforeAfter(c Change) string {
	if gone, come, kept := listChange(c.Before, c.After); kept > 0 {
		words := []string{fmt.Sprintf("(%d as before)", kept)}
		for _, item := range gone {
			words = append(words, t.paint(red, "-["+item+"]"))
		}
		for _, item := range come {
			words = append(words, t.paint(green, "+["+item+"]"))
		}
		return strings.Join(words, " ")
	}
	return t.value(c.Before) + " " + t.sign.to + " " + t.paint(bold, t.value(c.After))
}

func (t *teller) value(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// picture draws the replicas' logs after step i, if that step changed any.
func (t *teller) picture(i int) {
	v := t.f.Frame(i).View
	if !hasLogs(v) || i > 0 && !logsChanged(t.f.Steps[i-1].Changes, v) {
		return
	}
	before := t.f.Frame(max(i-1, 0)).View
	t.replicas(before, v, func(lane string) bool {
		return i > 0 && logsChanged(diffLane(laneNamed(before, lane), laneNamed(v, lane)), v)
	})
}

// replicas draws all logs of a state below each other.
func (t *teller) replicas(before, after model.View, changed func(lane string) bool) {
	logs, longest := logsOf(before, after)
	columns := t.columns(logs, longest)
	t.offsets(columns)
	i := 0
	for _, lane := range after.Lanes {
		if lane.Log != nil {
			t.replica(lane, logs[i], changed(lane.Name), columns)
			i++
		}
	}
}

// textColumn is a fold of offsets and the width that it takes.
type textColumn struct {
	fold
	width int
}

// columns divides the offsets for a picture. In short logs every offset has a
// column, of the same width in the whole story.
func (t *teller) columns(logs []logPair, longest int) (out []textColumn) {
	if t.cols <= foldAbove {
		for o := range t.cols {
			out = append(out, textColumn{fold{o, o + 1}, t.cell})
		}
		return out
	}
	for _, f := range foldOffsets(logs, longest, true) {
		c := textColumn{f, width(offsetText(f)) + 1}
		for _, l := range logs {
			if l.kind(f.from).state != cellNone {
				c.width = max(c.width, width(l.foldText(f))+2)
			}
		}
		out = append(out, c)
	}
	return out
}

// offsetText is a fold's heading: "3", or "0..9".
func offsetText(f fold) string {
	if f.past-f.from == 1 {
		return fmt.Sprint(f.from)
	}
	return fmt.Sprintf("%d..%d", f.from, f.past-1)
}

func hasLogs(v model.View) bool {
	for _, lane := range v.Lanes {
		if lane.Log != nil {
			return true
		}
	}
	return false
}

// logsChanged reports a change that the picture would show.
func logsChanged(changes []Change, v model.View) bool {
	for _, c := range changes {
		shown := c.Field == fieldRole || c.Field == fieldHW || strings.HasPrefix(c.Field, "offset ")
		if shown && laneNamed(v, c.Lane).Log != nil {
			return true
		}
	}
	return false
}

// offsets writes the heading of a picture.
func (t *teller) offsets(columns []textColumn) {
	if t.cols == 0 {
		return
	}
	line := strings.Repeat(" ", 10+t.name+t.role)
	for _, c := range columns {
		line += " " + pad(offsetText(c.fold), c.width)
	}
	t.line("%s", t.paint(dim, strings.TrimRight(line, " ")))
}

// replica draws one log: the mark of a change, name, role, cells, HW and LEO.
func (t *teller) replica(lane model.Lane, log logPair, changed bool, columns []textColumn) {
	mark := " "
	if changed {
		mark = t.sign.changed
	}
	line := fmt.Sprintf("     %s %s  %s ", mark, pad(lane.Name, t.name), pad(role(lane), t.role))
	end := 0
	for _, c := range columns {
		line += t.gutter(log.is, c.from) + t.cellText(log, c)
		end = c.past
	}
	line += t.gutter(log.is, end)
	line = fmt.Sprintf("%s  HW %d, LEO %d", line, log.is.HighWatermark, len(log.is.Cells))
	if lane.Off {
		line = t.paint(dim, line)
	}
	t.line("%s", line)
}

// gutter is the column before offset i: the high watermark stands in one.
func (t *teller) gutter(l model.Log, i int) string {
	if l.HighWatermark == i {
		return t.sign.hw
	}
	return " "
}

// cellText draws a fold: as it is, as it was if this step cut it, or empty.
func (t *teller) cellText(log logPair, c textColumn) string {
	switch log.kind(c.from).state {
	case cellNone:
		return t.paint(dim, pad(t.sign.none, c.width))
	case cellCut, cellLost:
		return t.paint(red, pad(t.sign.cut+log.foldText(c.fold), c.width))
	case cellFresh:
		return t.paint(green, pad(log.foldText(c.fold), c.width))
	}
	return pad(log.foldText(c.fold), c.width)
}

// claim says what is violated, in the property's words and parts.
func (t *teller) claim() {
	p := t.f.Property
	if p.Name == "" {
		return
	}
	t.line("%s", t.paint(bold, t.ending()))
	t.wrap("     ", p.Witness)
	x := Explain(t.f)
	t.parts(x)
	t.timeline(x)
	t.line("")
}

// parts shows the property's conditions before and after the last step.
func (t *teller) parts(x *Explanation) {
	if len(x.Parts) == 0 {
		return
	}
	t.line("     before  after  the last step (%s)", x.Last)
	for _, c := range x.Parts {
		t.line("     %s     %s    %s", t.yes(c.Before), t.yes(c.After), c.Text)
	}
}

// timeline lists what was committed, acknowledged and cut, if anything was.
func (t *teller) timeline(x *Explanation) {
	for i, m := range x.Timeline {
		if i == 0 {
			t.line("     What happened when:")
		}
		color := green
		if m.What == MomentCut {
			color = red
		}
		t.line("     step %2d  %s", m.Step, t.paint(color, m.Words()))
	}
}

func (t *teller) yes(holds bool) string {
	if holds {
		return t.paint(green, "yes")
	}
	return t.paint(red, "no ")
}

func (t *teller) ending() string {
	p := t.f.Property
	ref := ""
	if p.Ref != "" {
		ref = " (" + p.Ref + ")"
	}
	switch t.f.Verdict {
	case verdictViolated:
		return fmt.Sprintf("Here %s is violated%s", p.Name, ref)
	case verdictReachable:
		return fmt.Sprintf("Here %s is reached%s", p.Name, ref)
	}
	return fmt.Sprintf("%s: %s%s", p.Name, t.f.Verdict, ref)
}

// replay names the command that takes the steps again.
func (t *teller) replay() {
	switch {
	case t.o.Source != "":
		t.line("Replay: mc replay %s", t.o.Source)
	case t.o.Command != "":
		t.line("Replay: %s -o trace.json, then mc replay trace.json", t.o.Command)
	case t.f.Spec.Name != "" && t.f.Spec.Name != t.f.Model:
		t.line("Replay: mc check %s -o trace.json, then mc replay trace.json", t.f.Spec.Name)
	default:
		t.line("Replay: write the trace with -o trace.json, then mc replay trace.json")
	}
}

// The colours of a terminal.
const (
	bold  = "1"
	dim   = "2"
	red   = "31"
	green = "32"
)

func verdictColor(verdict string) string {
	if verdict == verdictViolated {
		return "1;31"
	}
	return "1;32"
}

func (t *teller) paint(color, text string) string {
	if !t.o.Color || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func (t *teller) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	t.out.WriteString(strings.TrimRight(text, " ") + "\n")
}

// wrap writes a sentence over as many lines as it needs.
func (t *teller) wrap(indent, text string) {
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && width(line)+1+width(word) > t.o.Width {
			t.line("%s", line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	if line != indent {
		t.line("%s", line)
	}
}

// width counts what a terminal shows: characters, without colour codes.
func width(text string) int {
	n, code := 0, false
	for _, r := range text {
		switch {
		case r == '\x1b':
			code = true
		case code:
			code = r != 'm'
		default:
			n++
		}
	}
	return n
}

func pad(text string, n int) string {
	return text + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(text)))
}
