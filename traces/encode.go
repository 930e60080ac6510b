package traces

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"reflect"
	"strings"

	"mc/traces/internal/jsontext"
)

// Write writes f as mc.trace/1: one line per part of the head and one per
// step, so that a difference between two files is a difference between lines.
// It sets the checksums in f.
func (f *File) Write(w io.Writer) error {
	f.Seal()
	text, err := f.encode()
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// Seal sets the schema and the checksums: one per step, which tells where a
// file is damaged, and one over the whole, which tells that it is.
func (f *File) Seal() {
	f.Schema = Schema
	for i := range f.Steps {
		f.Steps[i].Sum = f.Steps[i].sum()
	}
	f.Checksum = f.sum()
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
