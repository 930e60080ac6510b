package itf

import (
	"encoding/json"
	"fmt"
	"slices"

	"mc/traces"
	"mc/traces/internal/jsontext"
)

// WriteITF is what to do about an ITF file that does not read back.
const WriteITF traces.Remedy = "only ITF files that mc wrote are read; write it again"

// Is reports that text is a JSON object in the Informal Trace Format.
func Is(text []byte) bool {
	var head struct {
		Schema *json.RawMessage `json:"schema"`
		Meta   *json.RawMessage `json:"#meta"`
		States *json.RawMessage `json:"states"`
	}
	return json.Unmarshal(text, &head) == nil && head.Schema == nil && head.Meta != nil && head.States != nil
}

// Parse reads what Write writes; it may have been laid out in another way. ITF
// files of other tools are refused: they do not say which rules were taken.
func Parse(text []byte) (*traces.File, error) {
	var d document
	if err := traces.Decode(text, &d); err != nil {
		return nil, err
	}
	if d.Meta.Format != format || len(d.Meta.Trace) == 0 {
		return nil, &traces.FileError{Where: `key "#meta"`,
			Problem: "the ITF file was not written by mc: it does not name the rules that were taken", Remedy: WriteITF}
	}
	f := new(traces.File)
	if err := traces.Decode(d.Meta.Trace, f); err != nil {
		return nil, inside(err, `key "#meta"`)
	}
	if !slices.Contains(traces.Schemas, f.Schema) {
		return nil, &traces.FileError{Where: `key "#meta"`, Problem: fmt.Sprintf("%q is not a format that this mc reads",
			f.Schema), Remedy: "read it with the mc that wrote it"}
	}
	if len(d.States) == 0 {
		return nil, traces.Missing("the file", "states")
	}
	f.Steps = []traces.Event{}
	for i, state := range d.States {
		if err := decodeState(f, i, state, d.Vars); err != nil {
			return nil, inside(err, fmt.Sprintf("state %d", i))
		}
	}
	if d.Loop == nil != (f.Loop == nil) || d.Loop != nil && *d.Loop != f.Loop.To {
		return nil, &traces.FileError{Where: `key "loop"`, Problem: `it is not the loop that "#meta" has`, Remedy: WriteITF}
	}
	if err := f.Verify(); err != nil {
		return nil, err
	}
	return f, nil
}

// decodeState adds state i to f.
func decodeState(f *traces.File, i int, text json.RawMessage, vars []string) error {
	all, err := jsontext.Parse(text)
	if err != nil {
		return err
	}
	if len(all.Object) == 0 || all.Object[0].Key != "#meta" {
		return traces.Missing("the state", "#meta")
	}
	var meta stateHead
	if err := traces.Decode(all.Object[0].Value.Text(nil), &meta); err != nil {
		return err
	}
	if meta.Index != i {
		return &traces.FileError{Where: "the state", Problem: fmt.Sprintf("its index is %d", meta.Index), Remedy: WriteITF}
	}
	state, err := meta.state(all.Object[1:], vars)
	if err != nil {
		return err
	}
	if i == 0 {
		err = traces.Decode(meta.Step, &f.Start)
		f.Start.State = state
		return err
	}
	var e traces.Event
	err = traces.Decode(meta.Step, &e)
	e.State = state
	f.Steps = append(f.Steps, e)
	return err
}

// state is what the variables stand for.
func (h *stateHead) state(members []jsontext.Member, vars []string) (json.RawMessage, error) {
	switch {
	case len(h.State) == 0:
		return fromVars(members, vars, h.Absent)
	case sumOf(members) != h.Sum:
		return nil, &traces.FileError{Where: "the state", Problem: "its variables do not match the checksum", Remedy: WriteITF}
	}
	return h.State, nil
}

// fromVars makes the variables a state again, without those that were left out.
func fromVars(members []jsontext.Member, vars, absent []string) (json.RawMessage, error) {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Key
		var err error
		if members[i].Value, err = fromBig(m.Value); err != nil {
			return nil, err
		}
	}
	if !slices.Equal(names, vars) {
		return nil, &traces.FileError{Where: "the state", Problem: fmt.Sprintf("it has the variables %v, not %v", names,
			vars), Remedy: WriteITF}
	}
	left := members[:0]
	for _, m := range members {
		if !slices.Contains(absent, m.Key) {
			left = append(left, m)
			continue
		}
		if text := m.Value.Text(nil); !slices.Equal(text, zero(m.Value).Text(nil)) {
			return nil, &traces.FileError{Where: "the state", Problem: fmt.Sprintf("it leaves out %s, which is %s", m.Key, text), Remedy: WriteITF}
		}
	}
	members = left
	if len(members) == 1 && members[0].Key == oneValue {
		return members[0].Value.Text(nil), nil
	}
	return jsontext.Tree{Object: members}.Text(nil), nil
}

// inside says in which part of the file an error was found.
func inside(err error, where string) error {
	if bad, ok := err.(*traces.FileError); ok {
		return &traces.FileError{Where: where + ", " + bad.Where, Problem: bad.Problem, Remedy: bad.Remedy}
	}
	return &traces.FileError{Where: where, Problem: err.Error(), Remedy: WriteITF}
}
