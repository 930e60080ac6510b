package itf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"mc/traces"
	"mc/traces/internal/jsontext"
	"mc/traces/internal/words"
	"mc/traces/tell"
)

// format is how Apalache and its relatives mark the format.
const format = "ITF"

// document is a trace as ADR 015 describes it. What the format has no place
// for is kept in #meta, so that nothing is lost on the way there and back.
type document struct {
	Meta   head              `json:"#meta"`
	Vars   []string          `json:"vars"`
	States []json.RawMessage `json:"states"`
	Loop   *int              `json:"loop,omitempty"` // the state that follows the last
}

type head struct {
	Format      string          `json:"format"`
	Description string          `json:"description"`
	Trace       json.RawMessage `json:"mc.trace"` // the file without states and steps
}

// stateHead is #meta of one state: the step that led to it, and its view.
type stateHead struct {
	Index int             `json:"index"`
	Step  json.RawMessage `json:"mc.step"` // an Event without its state; at the start a Frame

	// The format has the same variables in every state. These are zero here, and the
	// trace leaves them out.
	Absent []string `json:"mc.absent,omitempty"`

	// Where the variables have names: the state itself, and a sum of the variables.
	State json.RawMessage `json:"mc.state,omitempty"`
	Sum   string          `json:"mc.sum,omitempty"`
}

// Write writes f in the Informal Trace Format. States are their numbers.
func Write(w io.Writer, f *traces.File) error { return write(w, f, encodeStates) }

// WriteNamed is Write with sets, maps, lists and names in the states, as named gives them
// for each step, and with the action that led to a state where Quint has it.
func WriteNamed(w io.Writer, f *traces.File, named func(i int) (*traces.Named, error)) error {
	return write(w, f, func(f *traces.File, out *document) error { return encodeNamed(f, out, named) })
}

func write(w io.Writer, f *traces.File, states func(*traces.File, *document) error) error {
	if err := f.Seal(); err != nil {
		return err
	}
	out, err := encode(f, states)
	if err != nil {
		return err
	}
	text, err := jsontext.Compact(out)
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

func encode(f *traces.File, encodeStates func(*traces.File, *document) error) (*document, error) {
	bare := *f
	bare.Start, bare.Steps = traces.Frame{State: json.RawMessage("null")}, []traces.Event{}
	meta, err := jsontext.Compact(bare)
	if err != nil {
		return nil, err
	}
	out := &document{Meta: head{Format: format, Description: tell.Heading(f), Trace: meta}}
	if err := encodeStates(f, out); err != nil {
		return nil, err
	}
	if l := f.Loop; l != nil {
		out.Loop = &l.To
		if l.Adds != "" { // which the format has no place for
			out.Meta.Description = strings.Join(append([]string{words.Sentence(out.Meta.Description)}, tell.Loop(f)...), " ")
		}
	}
	return out, nil
}

// encodeStates adds the states as they are.
func encodeStates(f *traces.File, out *document) (err error) {
	states := make([]jsontext.Tree, f.States())
	for i := range states {
		if states[i], err = stateOf(f, i); err != nil {
			return fmt.Errorf("traces: state %d: %w", i, err)
		}
	}
	all := variablesOf(states)
	out.Vars = all.names
	for i, state := range states {
		text, err := encodeState(f, i, state, all)
		if err != nil {
			return fmt.Errorf("traces: state %d: %w", i, err)
		}
		out.States = append(out.States, text)
	}
	return nil
}

// stateOf is state i as an object.
func stateOf(f *traces.File, i int) (jsontext.Tree, error) {
	state, err := jsontext.Parse(f.Frame(i).State)
	if err == nil && state.Object == nil {
		state = jsontext.Tree{Object: []jsontext.Member{{Key: oneValue, Value: state}}}
	}
	return state, err
}

// encodeState is state i with the variables of all.
func encodeState(f *traces.File, i int, state jsontext.Tree, all *variables) (json.RawMessage, error) {
	told, err := stepOf(f, i)
	if err != nil {
		return nil, err
	}
	members, absent := all.of(state)
	meta, err := jsontext.Compact(stateHead{Index: i, Step: told, Absent: absent})
	if err != nil {
		return nil, err
	}
	return withMeta(meta, members), nil
}

// stepOf is step i without its state; the start for 0.
func stepOf(f *traces.File, i int) (json.RawMessage, error) {
	if i == 0 {
		start := f.Start
		start.State = json.RawMessage("null")
		return jsontext.Compact(start)
	}
	e := f.Steps[i-1]
	e.State = json.RawMessage("null")
	return jsontext.Compact(e)
}

// withMeta is a state of the format.
func withMeta(meta json.RawMessage, variables []jsontext.Member) json.RawMessage {
	out := jsontext.Tree{Object: []jsontext.Member{{Key: "#meta", Value: jsontext.Tree{Literal: meta}}}}
	for _, m := range variables {
		out.Object = append(out.Object, jsontext.Member{Key: m.Key, Value: toBig(m.Value)})
	}
	return out.Text(nil)
}

// oneValue names the variable of a state that is a single value.
const oneValue = "value"
