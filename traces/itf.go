package traces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// itfFormat is how Apalache and its relatives mark the format.
const itfFormat = "ITF"

// itfTrace is a trace as ADR 015 describes it. What the format has no place
// for is kept in #meta, so that nothing is lost on the way there and back.
type itfTrace struct {
	Meta   itfMeta           `json:"#meta"`
	Vars   []string          `json:"vars"`
	States []json.RawMessage `json:"states"`
}

type itfMeta struct {
	Format      string          `json:"format"`
	Description string          `json:"description"`
	Trace       json.RawMessage `json:"mc.trace"` // the file without states and steps
}

// itfStateMeta is #meta of one state: the step that led to it, and its view.
type itfStateMeta struct {
	Index int             `json:"index"`
	Step  json.RawMessage `json:"mc.step"` // an Event without its state; at the start a Frame
}

// WriteITF writes f in the Informal Trace Format.
func WriteITF(w io.Writer, f *File) error {
	f.seal()
	out, err := toITF(f)
	if err != nil {
		return err
	}
	text, err := compact(out)
	if err != nil {
		return err
	}
	var lines bytes.Buffer
	if err := json.Indent(&lines, text, "", " "); err != nil {
		return err
	}
	lines.WriteByte('\n')
	_, err = w.Write(lines.Bytes())
	return err
}

func toITF(f *File) (*itfTrace, error) {
	head := *f
	head.Start, head.Steps = Frame{State: json.RawMessage("null")}, []Event{}
	meta, err := compact(head)
	if err != nil {
		return nil, err
	}
	out := &itfTrace{Meta: itfMeta{Format: itfFormat, Description: heading(f), Trace: meta}}
	for i := range f.States() {
		vars, text, err := itfState(f, i)
		if err != nil {
			return nil, fmt.Errorf("traces: state %d: %w", i, err)
		}
		out.Vars = vars
		out.States = append(out.States, text)
	}
	return out, nil
}

// itfState is state i with its names.
func itfState(f *File, i int) (vars []string, text json.RawMessage, err error) {
	state, err := parseTree(f.Frame(i).State)
	if err != nil {
		return nil, nil, err
	}
	if state.object == nil {
		state = tree{object: []member{{itfValue, state}}}
	}
	var step any
	if i == 0 {
		start := f.Start
		start.State = json.RawMessage("null")
		step = start
	} else {
		e := f.Steps[i-1]
		e.State = json.RawMessage("null")
		step = e
	}
	told, err := compact(step)
	if err != nil {
		return nil, nil, err
	}
	meta, err := compact(itfStateMeta{Index: i, Step: told})
	if err != nil {
		return nil, nil, err
	}
	out := tree{object: []member{{"#meta", tree{literal: meta}}}}
	for _, m := range state.object {
		vars = append(vars, m.key)
		out.object = append(out.object, member{m.key, m.value.big()})
	}
	return vars, out.text(nil), nil
}

// itfValue names the variable of a state that is a single value.
const itfValue = "value"
