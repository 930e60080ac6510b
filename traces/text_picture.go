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
	t.offsets()
	for _, lane := range v.Lanes {
		if lane.Log == nil {
			continue
		}
		was := lane
		if i > 0 {
			was = laneNamed(t.f.Frame(i-1).View, lane.Name)
		}
		t.replica(was, lane, i > 0 && logsChanged(diffLane(was, lane), v))
	}
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
func (t *teller) offsets() {
	if t.cols == 0 {
		return
	}
	line := strings.Repeat(" ", 10+t.name+t.role)
	for i := range t.cols {
		line += " " + pad(fmt.Sprint(i), t.cell)
	}
	t.line("%s", t.paint(dim, strings.TrimRight(line, " ")))
}

// replica draws one log: the mark of a change, name, role, cells, HW and LEO.
func (t *teller) replica(was, is model.Lane, changed bool) {
	mark := " "
	if changed {
		mark = t.sign.changed
	}
	line := fmt.Sprintf("     %s %s  %s ", mark, pad(is.Name, t.name), pad(role(is), t.role))
	before := logOf(was)
	for i := range t.cols + 1 {
		line += t.gutter(is.Log, i)
		if i < t.cols {
			line += t.cellAt(before, *is.Log, i)
		}
	}
	line = fmt.Sprintf("%s  HW %d, LEO %d", line, is.Log.HighWatermark, len(is.Log.Cells))
	if is.Off {
		line = t.paint(dim, line)
	}
	t.line("%s", line)
}

// gutter is the column before offset i: the high watermark stands in one.
func (t *teller) gutter(l *model.Log, i int) string {
	if l.HighWatermark == i {
		return t.sign.hw
	}
	return " "
}

// cellAt draws offset i: as it is, as it was if this step cut it, or empty.
func (t *teller) cellAt(was, is model.Log, i int) string {
	now, before := cellAt(is, i), cellAt(was, i)
	switch {
	case now == "" && before != "":
		return t.paint(red, pad(t.sign.cut+before, t.cell))
	case now == "":
		return t.paint(dim, pad(t.sign.none, t.cell))
	case now != before:
		return t.paint(green, pad(now, t.cell))
	}
	return pad(now, t.cell)
}

// claim says what is violated, in the property's words and parts.
func (t *teller) claim() {
	p := t.f.Property
	if p.Name == "" {
		return
	}
	t.line("%s", t.paint(bold, t.ending()))
	t.wrap("     ", p.Witness)
	t.parts(Explain(t.f))
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
	case t.f.Spec.Name != "":
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
