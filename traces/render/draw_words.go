package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/internal/views"
	"mc/traces/internal/words"
)

// whole sets text in lines of n letters. Nothing of it is left out: a word that
// is longer goes on in the next line.
func whole(text string, n int) (out []string) {
	n = max(n, 4)
	for line := range term.Wrap("", text, n) {
		for term.Width(line) > n {
			at, width := 0, 0
			for i, r := range line {
				if width += term.Width(string(r)); width > n {
					break
				}
				at = i + len(string(r))
			}
			out, line = append(out, line[:at]), line[at:]
		}
		out = append(out, line)
	}
	return out
}

// fitted is text in the lines that a column has room for: all of it on a
// timeline, which makes room, and at most so many in rows.
func (d *drawing) fitted(text string, most int) []string {
	if d.timeline {
		return whole(text, d.chars(10.5))
	}
	if most == 1 || text == "" {
		return []string{term.Clip(text, d.chars(10.5))}
	}
	return breakText(text, d.chars(10.5), most)
}

// message is an arrow with its words, and the line of its sender's band at
// which they begin.
type message struct {
	model.Arrow
	lines []string
	line  int
}

// messages are those of a column, as far as both ends are lanes.
func (d *drawing) messages(c column) (out []message) {
	if c.from == 0 {
		return nil
	}
	more, said := "", map[string]int{}
	if c.to > c.from {
		more = " …"
	}
	names := participants(d.f)
	for _, a := range d.f.Steps[c.from-1].Arrows {
		if !slices.Contains(names, a.From) || !slices.Contains(names, a.To) {
			continue
		}
		m := message{Arrow: a, lines: whole("to "+a.To+": "+a.Text+more, d.chars(10.5)), line: said[a.From]}
		said[a.From] += len(m.lines)
		out = append(out, m)
	}
	return out
}

// saidIn are the lines of what a lane sends in a column.
func (d *drawing) saidIn(lane string, c column) (out []string) {
	for _, m := range d.messages(c) {
		if m.From == lane {
			out = append(out, m.lines...)
		}
	}
	return out
}

// fieldLines are the fields of a lane that a column shows: all at the start, later
// those that changed; of a lane with a log those that the property speaks of.
func (d *drawing) fieldLines(b band, c column) (out []tag) {
	before, after := d.views(c)
	told := ""
	for i := c.from; i <= c.to; i++ {
		for _, m := range d.moments[i] {
			if m.What == traces.MomentAcked && m.Lane == b.name {
				out = append(out, d.tags("gd", "✓ "+strings.Join(m.Records, ", ")+" acknowledged")...)
				told = acknowledged(views.Lane(after, b.name))
			}
		}
	}
	return append(out, d.changed(b, before, after, c, told)...)
}

// otherLines are those under the other rules.
func (d *drawing) otherLines(b band, c column) []tag {
	before, after := d.otherViews(c)
	if d.same(c) && b.log {
		before = after
	}
	return d.changed(b, before, after, c, "")
}

// changed words the changes of fields in a lane, but for one that is told already.
func (d *drawing) changed(b band, before, after model.View, c column, told string) (out []tag) {
	was, is := views.Lane(before, b.name), views.Lane(after, b.name)
	if c.to == 0 && !b.log {
		was = model.Lane{Name: b.name}
	}
	for _, x := range traces.DiffLane(was, is) {
		switch {
		case x.Field == told && told != "":
		case b.log && (!d.timeline || !d.decides[x.Field] || drawn(x, was, is)):
		default:
			out = append(out, d.tags("", fieldLine(x))...)
		}
	}
	return out
}

func (d *drawing) tags(class, text string) (out []tag) {
	for _, line := range whole(text, d.chars(10.5)) {
		out = append(out, tag{class, line})
	}
	return out
}

// drawn reports that a change of a field says what the picture of the log shows.
func drawn(x traces.Change, was, is model.Lane) bool {
	if x.What != traces.FieldChanged {
		return true
	}
	a, b := views.Log(was), views.Log(is)
	says := func(was, is int) bool { return x.Before == strconv.Itoa(was) && x.After == strconv.Itoa(is) }
	return says(len(a.Cells), len(b.Cells)) || says(a.HighWatermark, b.HighWatermark)
}

// acknowledged is the name of a lane's field of acknowledged records.
func acknowledged(l model.Lane) string {
	for _, f := range l.Fields {
		if f.Kind == model.Acknowledged {
			return f.Name
		}
	}
	return ""
}

// deciding are the fields of any lane that the property speaks of: in what it
// says, in its witness, or in one of its parts.
func deciding(f *traces.File) map[string]bool {
	texts := []string{f.Property.Doc, f.Property.Witness}
	for i := range f.States() {
		for _, p := range f.Frame(i).Parts {
			texts = append(texts, p.Text)
		}
	}
	slices.Sort(texts)
	text, out := strings.Join(slices.Compact(texts), "\n"), map[string]bool{}
	for i := range f.States() {
		for _, lane := range f.Frame(i).View.Lanes {
			for _, x := range lane.Fields {
				if _, known := out[x.Name]; !known {
					out[x.Name] = speaksOf(text, x.Name)
				}
			}
		}
	}
	return out
}

// speaksOf reports whether a text has a name as words of their own.
func speaksOf(text, name string) bool {
	found, err := regexp.MatchString(`(^|[^\pL\pN_])`+regexp.QuoteMeta(name)+`($|[^\pL\pN_])`, text)
	return err == nil && found && name != ""
}

// fieldLine is a field as it is now; of a long list what came and went. A set is
// short enough to be shown whole.
func fieldLine(c traces.Change) string {
	if gone, come, kept := c.Items(); kept > 0 && !strings.HasPrefix(c.After, "{") {
		line := c.Field
		for _, item := range come {
			line += " +" + item
		}
		for _, item := range gone {
			line += " −" + item
		}
		return line
	}
	if c.After == "" {
		return fmt.Sprintf("%s: %s", c.Field, words.OrNothing(c.After))
	}
	return c.Field + " " + c.After
}
