package traces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// maxFile bounds what Read takes in: far above any trace, far below memory.
const maxFile = 64 << 20

// FileError says that a trace file is damaged, or is not for this model or
// this version of mc: where, what is wrong, and what to do about it.
type FileError struct {
	Where   string // "line 12, step 3"
	Problem string
	Remedy  Remedy
}

// Remedy is what to do about a file that is refused. A program that has
// commands for it may say the named ones in its own words.
type Remedy string

// The remedies that stand for themselves.
const (
	WriteAgain Remedy = "get the file again, or write a new one"
	GiveTrace  Remedy = "give a trace file"
)

// Error is place, problem and remedy.
func (e *FileError) Error() string {
	return fmt.Sprintf("traces: %s: %s; %s", e.Where, e.Problem, e.Remedy)
}

// Read reads a trace file. It takes only what Write writes: a file with an
// unknown key, a changed byte, a missing end or anything after it is refused
// with a *FileError; other errors come from r.
func Read(r io.Reader) (*File, error) {
	text, err := ReadText(r)
	if err != nil {
		return nil, err
	}
	return Parse(text)
}

// ReadText reads all of r, if that is not too long for a trace.
func ReadText(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(text) > maxFile {
		return nil, &FileError{"the file", fmt.Sprintf("is larger than %d MiB; mc writes no such trace", maxFile>>20),
			WriteAgain}
	}
	return text, err
}

// Parse is Read of a text.
func Parse(text []byte) (*File, error) {
	if err := checkSchema(text); err != nil {
		return nil, err
	}
	f, err := decodeStrict(text)
	if err != nil {
		return nil, err
	}
	if err := f.Verify(); err != nil {
		return nil, err
	}
	if err := f.asWritten(text); err != nil {
		return nil, err
	}
	return f, nil
}

// checkSchema looks at the version alone, so that a file of a later mc is
// told apart from a damaged one.
func checkSchema(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return &FileError{"line 1", "the file is empty", WriteAgain}
	}
	var head struct{ Schema, MC string }
	if err := json.Unmarshal(text, &head); err != nil {
		return syntax(text, err)
	}
	switch {
	case slices.Contains(Schemas, head.Schema):
		return nil
	case head.Schema == "":
		return &FileError{"line 1", `there is no key "schema"; this is not a trace file of mc`, GiveTrace}
	}
	by := ""
	if head.MC != "" {
		by = " (mc " + head.MC + " wrote it)"
	}
	return &FileError{`key "schema"`, fmt.Sprintf("%q is not a format that this mc reads%s", head.Schema, by),
		"read it with the mc that wrote it; this one reads " + Schema + ", " + SchemaLoop + ", " + SchemaAsked + " and " + SchemaInit}
}

func decodeStrict(text []byte) (*File, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	f := new(File)
	if err := d.Decode(f); err != nil {
		if place := d.InputOffset(); place > 0 && place < int64(len(text)) {
			return nil, strictError(text, place, err)
		}
		return nil, syntax(text, err)
	}
	return f, nil
}

// Decode decodes one JSON value, a part of a trace in another format, without
// unknown keys or anything after it. What it finds wrong is a *FileError.
func Decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return strictError(text, d.InputOffset(), err)
	}
	if d.More() {
		return &FileError{place(text, d.InputOffset()), "there is text after its end", WriteAgain}
	}
	return nil
}

// strictError reports a key that the format does not have, or a value of
// another type than it has.
func strictError(text []byte, at int64, err error) error {
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) {
		return &FileError{place(text, typ.Offset), fmt.Sprintf("key %q holds a %s", typ.Field, typ.Value), WriteAgain}
	}
	var bad *json.SyntaxError
	if errors.As(err, &bad) {
		return syntax(text, err)
	}
	return &FileError{place(text, at), trimPrefix(err), WriteAgain}
}

// syntax reports text that is not JSON, or not all of it.
func syntax(text []byte, err error) error {
	var bad *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &typ):
		return &FileError{place(text, typ.Offset), fmt.Sprintf("a %s where the format has none", typ.Value), WriteAgain}
	case !errors.As(err, &bad):
		return &FileError{"the file", trimPrefix(err), WriteAgain}
	case bad.Offset >= int64(len(text)):
		return &FileError{place(text, bad.Offset), "the file ends too early", WriteAgain}
	}
	return &FileError{place(text, bad.Offset), trimPrefix(err), WriteAgain}
}

func trimPrefix(err error) string {
	return string(bytes.TrimPrefix([]byte(err.Error()), []byte("json: ")))
}

// place names the line, and the column, of an offset.
func place(text []byte, offset int64) string {
	before := text[:min(offset, int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n') - 1
	return fmt.Sprintf("line %d, column %d", line, max(column, 1))
}

// Verify asks of a file that was read that nothing is missing or damaged; then
// it finds again what the file has in words only. Read has done so; it is for
// readers of other formats.
func (f *File) Verify() error {
	if err := f.complete(); err != nil {
		return err
	}
	if err := f.intact(); err != nil {
		return err
	}
	for i := range f.Steps {
		recognise(f.Steps[i].Changes, f.Frame(i).View, f.Steps[i].View)
	}
	return nil
}

// asWritten holds text against what f is written as: the checksums have found
// the place of what was changed, the bytes find everything else.
func (f *File) asWritten(text []byte) error {
	canonical, err := f.encode()
	if err != nil {
		return err
	}
	if !bytes.Equal(canonical, text) {
		at := firstDifference(canonical, text)
		return &FileError{place(text, int64(at)+1),
			"not as mc writes it, although nothing in it differs (reformatted, or text after its end)", WriteAgain}
	}
	return nil
}

// intact holds the checksums against the contents.
func (f *File) intact() error {
	for i := range f.Steps {
		if want := f.Steps[i].sum(); f.Steps[i].Sum != want {
			return &FileError{fmt.Sprintf("step %d", i+1), "its checksum does not match; the step was changed or damaged",
				WriteAgain}
		}
	}
	if f.Checksum != f.sum() {
		return &FileError{"the head of the file", "the checksum does not match; it was changed or damaged", WriteAgain}
	}
	return nil
}

func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// complete asks for the parts without which a trace cannot be shown or
// replayed.
func (f *File) complete() error {
	switch {
	case f.Model == "":
		return Missing("the head of the file", "model")
	case f.MC == "":
		return Missing("the head of the file", "mc")
	case f.Constants == nil:
		return Missing("the head of the file", "constants")
	case f.Verdict == "":
		return Missing("the head of the file", "verdict")
	case f.Steps == nil:
		return Missing("the end of the file", "steps")
	case len(f.Start.State) == 0:
		return Missing("the start", "state")
	case f.Schema == SchemaLoop && f.Loop == nil:
		return Missing("the head of the file", "loop")
	case f.Schema == SchemaAsked && len(f.Asked) == 0:
		return Missing("the head of the file", "asked")
	case f.Schema == SchemaInit && len(f.Init) == 0:
		return Missing("the head of the file", "init")
	case f.Schema != SchemaInit && f.Init != nil:
		return &FileError{`key "init"`, fmt.Sprintf("%s has none", f.Schema), WriteAgain}
	case f.Schema != SchemaAsked && f.Schema != SchemaInit && len(f.Asked) > 0:
		return &FileError{`key "asked"`, fmt.Sprintf("%s has none", f.Schema), WriteAgain}
	case f.Schema != f.schema():
		return &FileError{`key "loop"`, fmt.Sprintf("%s has none", f.Schema), WriteAgain}
	}
	if f.Loop != nil {
		if err := f.Loop.sound(len(f.Steps)); err != nil {
			return err
		}
	}
	for i, e := range f.Steps {
		where := fmt.Sprintf("step %d", i+1)
		switch {
		case e.Rule == "":
			return Missing(where, "rule")
		case e.Action == "":
			return Missing(where, "action")
		case len(e.State) == 0:
			return Missing(where, "state")
		}
	}
	return nil
}

// Missing is the error of a part that is not there.
func Missing(where, key string) error {
	return &FileError{where, fmt.Sprintf("there is no %q", key), WriteAgain}
}
