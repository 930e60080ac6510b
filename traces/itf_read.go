package traces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

const itfRemedy = "mc reads the ITF files that mc show --format itf writes; write it again"

// readITF reads what WriteITF writes. ITF files of other tools are refused:
// they do not say which rules were taken.
func readITF(text []byte) (*File, error) {
	var trace itfTrace
	if err := strict(text, &trace); err != nil {
		return nil, err
	}
	if trace.Meta.Format != itfFormat || len(trace.Meta.Trace) == 0 {
		return nil, &FileError{`key "#meta"`, "the ITF file was not written by mc: it does not name the rules that were taken", itfRemedy}
	}
	f := new(File)
	if err := strict(trace.Meta.Trace, f); err != nil {
		return nil, inside(err, `key "#meta"`)
	}
	if f.Schema != Schema {
		return nil, &FileError{`key "#meta"`, fmt.Sprintf("%q is not a format that this mc reads", f.Schema), "read it with the mc that wrote it"}
	}
	if len(trace.States) == 0 {
		return nil, missing("the file", "states")
	}
	f.Steps = []Event{}
	for i, state := range trace.States {
		if err := f.takeITF(i, state, trace.Vars); err != nil {
			return nil, inside(err, fmt.Sprintf("state %d", i))
		}
	}
	if err := f.complete(); err != nil {
		return nil, err
	}
	return f, f.intact()
}

// takeITF adds state i to f.
func (f *File) takeITF(i int, text json.RawMessage, vars []string) error {
	all, err := parseTree(text)
	if err != nil {
		return err
	}
	if len(all.object) == 0 || all.object[0].key != "#meta" {
		return missing("the state", "#meta")
	}
	var meta itfStateMeta
	if err := strict(all.object[0].value.text(nil), &meta); err != nil {
		return err
	}
	if meta.Index != i {
		return &FileError{"the state", fmt.Sprintf("its index is %d", meta.Index), itfRemedy}
	}
	state, err := fromITF(all.object[1:], vars)
	if err != nil {
		return err
	}
	if i == 0 {
		err = strict(meta.Step, &f.Start)
		f.Start.State = state
		return err
	}
	var e Event
	err = strict(meta.Step, &e)
	e.State = state
	f.Steps = append(f.Steps, e)
	return err
}

// fromITF makes the variables a state again.
func fromITF(members []member, vars []string) (json.RawMessage, error) {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.key
		var err error
		if members[i].value, err = m.value.small(); err != nil {
			return nil, err
		}
	}
	if !slices.Equal(names, vars) {
		return nil, &FileError{"the state", fmt.Sprintf("it has the variables %v, not %v", names, vars), itfRemedy}
	}
	if len(members) == 1 && members[0].key == itfValue {
		return members[0].value.text(nil), nil
	}
	return tree{object: members}.text(nil), nil
}

// strict decodes one JSON value without unknown keys or anything after it.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return strictError(text, d.InputOffset(), err)
	}
	if d.More() {
		return &FileError{place(text, d.InputOffset()), "there is text after its end", again}
	}
	return nil
}

// inside says in which part of the file an error was found.
func inside(err error, where string) error {
	if bad, ok := err.(*FileError); ok {
		return &FileError{where + ", " + bad.Where, bad.Problem, bad.Remedy}
	}
	return &FileError{where, err.Error(), itfRemedy}
}
