package tell

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/internal/fold"
	"mc/traces/internal/views"
)

// changes lists what a step changed, a lane a line. What the picture of the
// logs shows is left to it.
func (t *teller) changes(changes []traces.Change) {
	lane, told := "", []string(nil)
	flush := func() {
		if len(told) > 0 {
			t.wrap("     ", lane+": "+strings.Join(told, ", "))
		}
		told = nil
	}
	for _, c := range changes {
		if c.What == traces.RecordChanged {
			continue
		}
		if c.Lane != lane {
			flush()
			lane = c.Lane
		}
		told = append(told, c.Field+" "+t.beforeAfter(c))
	}
	flush()
}

// beforeAfter is a change in short: of a long list only what came and went.
func (t *teller) beforeAfter(c traces.Change) string {
	if gone, come, kept := c.Items(); kept > 0 {
		told := []string{fmt.Sprintf("(%d as before)", kept)}
		for _, item := range gone {
			told = append(told, t.paint(term.Red, "-["+item+"]"))
		}
		for _, item := range come {
			told = append(told, t.paint(term.Green, "+["+item+"]"))
		}
		return strings.Join(told, " ")
	}
	return t.value(c.Before) + " " + t.sign.to + " " + t.paint(term.Bold, t.value(c.After))
}

func (t *teller) value(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// scene shows the model's own picture of the state after step i, if that step
// changed it.
func (t *teller) scene(i int) {
	now := t.f.Frame(i).View.Picture
	if i > 0 && slices.Equal(now, t.f.Frame(i-1).View.Picture) {
		return
	}
	for _, line := range now {
		t.line("       %s", line)
	}
}

// picture draws the replicas' logs after step i, if that step changed any.
func (t *teller) picture(i int) {
	v := t.f.Frame(i).View
	if !views.HasLogs(v) || i > 0 && !logsChanged(t.f.Steps[i-1].Changes, v) {
		return
	}
	before := t.f.Frame(max(i-1, 0)).View
	t.replicas(before, v, func(lane string) bool {
		return i > 0 && logsChanged(traces.DiffLane(views.Lane(before, lane), views.Lane(v, lane)), v)
	})
}

// replicas draws all logs of a state below each other.
func (t *teller) replicas(before, after model.View, changed func(lane string) bool) {
	t.lanes(before, after, true, changed)
}

// lanes draws all logs of a state, below the offsets if these are wanted.
func (t *teller) lanes(before, after model.View, offsets bool, changed func(lane string) bool) {
	logs, longest := fold.Logs(before, after)
	columns := t.columns(logs, longest)
	if offsets || t.cols > fold.Above { // else every picture has the same columns
		t.offsets(columns)
	}
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
	fold.Fold
	width int
}

// columns divides the offsets for a picture. In short logs every offset has a
// column, of the same width in the whole story.
func (t *teller) columns(logs []fold.Pair, longest int) (out []textColumn) {
	if t.cols <= fold.Above {
		for o := range t.cols {
			out = append(out, textColumn{fold.Fold{From: o, Past: o + 1}, t.cell})
		}
		return out
	}
	for _, f := range fold.Offsets(logs, longest, true) {
		c := textColumn{f, term.Width(offsetText(f)) + 1}
		for _, l := range logs {
			if l.Kind(f.From).State != fold.None {
				c.width = max(c.width, term.Width(l.Text(f))+2)
			}
		}
		out = append(out, c)
	}
	return out
}

// offsetText is a fold's heading: "3", or "0..9".
func offsetText(f fold.Fold) string {
	if f.Past-f.From == 1 {
		return fmt.Sprint(f.From)
	}
	return fmt.Sprintf("%d..%d", f.From, f.Past-1)
}

// logsChanged reports a change that the picture would show.
func logsChanged(changes []traces.Change, v model.View) bool {
	for _, c := range changes {
		if c.OfReplica() && views.Lane(v, c.Lane).Log != nil {
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
		line += " " + term.Pad(offsetText(c.Fold), c.width)
	}
	t.line("%s", t.paint(term.Dim, strings.TrimRight(line, " ")))
}

// replica draws one log: the mark of a change, name, role, cells, HW and LEO.
func (t *teller) replica(lane model.Lane, log fold.Pair, changed bool, columns []textColumn) {
	mark := " "
	if changed {
		mark = t.sign.changed
	}
	line := fmt.Sprintf("     %s %s  %s ", mark, term.Pad(lane.Name, t.name), term.Pad(views.Role(lane), t.role))
	end := 0
	for _, c := range columns {
		line += t.gutter(log.Is, c.From) + t.cellText(log, c)
		end = c.Past
	}
	line += t.gutter(log.Is, end)
	line = fmt.Sprintf("%s  HW %d, LEO %d", line, log.Is.HighWatermark, len(log.Is.Cells))
	if lane.Off {
		line = t.paint(term.Dim, line)
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
func (t *teller) cellText(log fold.Pair, c textColumn) string {
	switch log.Kind(c.From).State {
	case fold.None:
		return t.paint(term.Dim, term.Pad(t.sign.none, c.width))
	case fold.Cut, fold.Lost:
		return t.paint(term.Red, term.Pad(t.sign.cut+log.Text(c.Fold), c.width))
	case fold.Fresh:
		return t.paint(term.Green, term.Pad(log.Text(c.Fold), c.width))
	}
	return term.Pad(log.Text(c.Fold), c.width)
}

// end says how the run goes on, if it does, and what is violated.
func (t *teller) end() {
	for _, sentence := range Loop(t.f) {
		t.wrap("     ", sentence)
		t.line("")
	}
	why := append(Supposed(t.f), Evidence(t.f)...)
	for _, sentence := range why {
		t.wrap("     ", sentence)
	}
	if len(why) > 0 {
		t.line("")
	}
	t.finding()
}

// finding says what is violated, in the property's words and parts.
func (t *teller) finding() {
	p := t.f.Property
	if p.Name == "" {
		return
	}
	t.line("%s", t.paint(term.Bold, t.ending()))
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
		color := term.Green
		if m.What == traces.MomentCut {
			color = term.Red
		}
		t.line("     step %2d  %s", m.Step, t.paint(color, Moment(m)))
	}
}

func (t *teller) yes(holds bool) string {
	if holds {
		return t.paint(term.Green, "yes")
	}
	return t.paint(term.Red, "no ")
}

// ending is what the last state shows. What the claim goes back to is said of
// the claim: that it breaks here may have another cause.
func (t *teller) ending() string {
	p := t.f.Property
	ref := ""
	if p.Ref != "" {
		ref = " (a claim after " + p.Ref + ")"
	}
	switch t.f.Verdict {
	case model.Violated:
		here := "Here"
		if t.f.Loop != nil && t.f.Loop.Fairness != "" {
			here = "By this" // it is the whole run, not its end
		}
		return fmt.Sprintf("%s %s is violated%s", here, p.Name, ref)
	case model.Reached:
		return fmt.Sprintf("Here %s is reached%s", p.Name, ref)
	}
	return fmt.Sprintf("%s: %s%s", p.Name, t.f.Verdict, ref)
}

// replay says how to take the steps again.
func (t *teller) replay() {
	if t.o.Replay != "" {
		t.line("Replay: %s", t.o.Replay)
	}
}

func (t *teller) verdictColor(verdict model.Verdict) term.Color {
	if t.o.Expected {
		return term.Bold
	}
	if verdict == model.Violated {
		return term.BoldRed
	}
	return term.BoldGreen
}

func (t *teller) paint(color term.Color, text string) string {
	return term.Paint(t.o.Color).Text(color, text)
}

func (t *teller) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	t.out.WriteString(strings.TrimRight(text, " ") + "\n")
}

// wrap writes a sentence over as many lines as it needs.
func (t *teller) wrap(indent, text string) {
	for line := range term.Wrap(indent, text, t.o.Width) {
		t.line("%s", line)
	}
}
