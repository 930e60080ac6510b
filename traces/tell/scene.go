package tell

import (
	"io"
	"slices"
	"strings"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/views"
)

// Scene draws the last state of f: the step that led there by its title, all logs, with
// what that step cut and added, and of each lane the fields that are named; a name
// stands for all fields that begin with its words, too.
func Scene(w io.Writer, f *traces.File, fields []string, o Options) error {
	t := newTeller(f, o)
	last := len(f.Steps)
	now := f.Frame(last).View
	before := f.Frame(max(last-1, 0)).View
	if last > 0 {
		t.line("after: %s", f.Title(last))
	}
	if views.HasLogs(now) {
		t.replicas(before, now, func(lane string) bool {
			return last > 0 && logsChanged(traces.DiffLane(views.Lane(before, lane), views.Lane(now, lane)), now)
		})
	}
	for _, line := range now.Picture {
		t.line("       %s", line)
	}
	for _, lane := range now.Lanes {
		t.named(lane, views.Lane(before, lane.Name), fields)
	}
	_, err := w.Write(t.out.Bytes())
	return err
}

// named writes the fields of a lane that are wanted, each with what it was before the
// step if that was something else.
func (t *teller) named(now, before model.Lane, wanted []string) {
	var told []string
	for _, f := range now.Fields {
		if !slices.ContainsFunc(wanted, func(name string) bool { return f.Name == name || strings.HasPrefix(f.Name, name+" ") }) {
			continue
		}
		was := f.Value
		if i := slices.IndexFunc(before.Fields, func(one model.Field) bool { return one.Name == f.Name }); i >= 0 {
			was = before.Fields[i].Value
		}
		text := f.Name + " " + t.value(f.Value)
		if was != f.Value {
			text = f.Name + " " + t.value(was) + " " + t.sign.to + " " + t.value(f.Value)
		}
		told = append(told, text)
	}
	if len(told) > 0 {
		t.wrap("       ", now.Name+": "+strings.Join(told, ", "))
	}
}
