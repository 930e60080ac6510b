package traces

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"strings"

	"mc/traces/internal/jsontext"
)

// Write writes f, as mc.trace/1 or with a loop as mc.trace/2: one line per part of the head and one per
// step, so that a difference between two files is a difference between lines.
// It sets the checksums in f, and writes nothing that Read would refuse.
func (f *File) Write(w io.Writer) error {
	if err := f.Seal(); err != nil {
		return err
	}
	text, err := f.encode()
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// Seal sets the schema and the checksums: one per step, which tells where a
// file is damaged, and one over the whole, which tells that it is. It refuses
// a file that lacks what Read asks for.
func (f *File) Seal() error {
	f.Schema = f.schema()
	if err := f.complete(); err != nil {
		return fmt.Errorf("traces: not written, for it would not be read again: %w", err)
	}
	for i := range f.Steps {
		f.Steps[i].Sum = f.Steps[i].sum()
	}
	f.Checksum = f.sum()
	return nil
}

func (f *File) sum() string {
	c := *f
	c.Checksum = ""
	text, _ := c.encode() // an error shows again when the file is written
	return "sha256:" + digest(text, sha256.Size)
}

func (e *Event) sum() string {
	c := *e
	c.Sum = ""
	text, _ := jsontext.Compact(c)
	return digest(text, 8)
}

func digest(text []byte, size int) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:size])
}

// encode is the one text of f.
func (f *File) encode() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	v := reflect.ValueOf(f).Elem()
	for i := range v.NumField() {
		key, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if key == "" || key == "steps" || options == "omitempty" && v.Field(i).IsZero() {
			continue
		}
		value, err := jsontext.Compact(v.Field(i).Interface())
		if err != nil {
			return nil, err
		}
		out.WriteString("\n" + `"` + key + `":`)
		out.Write(value)
		out.WriteByte(',')
	}
	err := f.encodeSteps(&out)
	return out.Bytes(), err
}

func (f *File) encodeSteps(out *bytes.Buffer) error {
	out.WriteString("\n" + `"steps":[`)
	for i := range f.Steps {
		text, err := jsontext.Compact(f.Steps[i])
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		out.Write(text)
	}
	out.WriteString("]}\n")
	return nil
}
