// Package jsontext reads and writes JSON where the text itself counts: on one
// line, with nothing escaped that need not be, and with the keys of an object
// in their order.
package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Tree is a JSON value that keeps the order of its keys, which the text of a
// state depends on. Exactly one field is set; an empty object or array is not
// nil.
type Tree struct {
	Object  []Member
	Array   []Tree
	Literal json.RawMessage // a number, string, boolean or null; or any text that is only copied
}

// Member is one key of an object with its value.
type Member struct {
	Key   string
	Value Tree
}

// Parse reads one value.
func Parse(text []byte) (Tree, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	t, err := read(d)
	if err != nil {
		return Tree{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return Tree{}, fmt.Errorf("there is text after the value")
	}
	return t, nil
}

func read(d *json.Decoder) (Tree, error) {
	token, err := d.Token()
	if err != nil {
		return Tree{}, err
	}
	switch token {
	case json.Delim('{'):
		return readObject(d)
	case json.Delim('['):
		return readArray(d)
	}
	text, err := literal(token)
	return Tree{Literal: text}, err
}

// literal is the text of a token.
func literal(token json.Token) ([]byte, error) {
	switch v := token.(type) {
	case json.Number:
		return []byte(v), nil
	case string:
		return appendString(nil, v), nil
	}
	return Compact(token)
}

// appendString appends s in quotes. Most have nothing to escape.
func appendString(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			text, _ := Compact(s) // a string can always be written
			return append(out, text...)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}

func readObject(d *json.Decoder) (Tree, error) {
	t := Tree{Object: []Member{}}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return Tree{}, err
		}
		value, err := read(d)
		if err != nil {
			return Tree{}, err
		}
		t.Object = append(t.Object, Member{key.(string), value})
	}
	_, err := d.Token()
	return t, err
}

func readArray(d *json.Decoder) (Tree, error) {
	t := Tree{Array: []Tree{}}
	for d.More() {
		value, err := read(d)
		if err != nil {
			return Tree{}, err
		}
		t.Array = append(t.Array, value)
	}
	_, err := d.Token()
	return t, err
}

// Text appends the Tree as JSON without spaces.
func (t Tree) Text(out []byte) []byte {
	switch {
	case t.Object != nil:
		out = append(out, '{')
		for i, m := range t.Object {
			if i > 0 {
				out = append(out, ',')
			}
			out = m.Value.Text(append(appendString(out, m.Key), ':'))
		}
		return append(out, '}')
	case t.Array != nil:
		out = append(out, '[')
		for i, v := range t.Array {
			if i > 0 {
				out = append(out, ',')
			}
			out = v.Text(out)
		}
		return append(out, ']')
	}
	return append(out, t.Literal...)
}

// Empty reports that there is no value.
func (t Tree) Empty() bool { return t.Object == nil && t.Array == nil && t.Literal == nil }

// Member is the value of a key, or an empty one.
func (t Tree) Member(key string) Tree {
	for _, m := range t.Object {
		if m.Key == key {
			return m.Value
		}
	}
	return Tree{}
}

// Item is the value at i, or an empty one.
func (t Tree) Item(i int) Tree {
	if i < len(t.Array) {
		return t.Array[i]
	}
	return Tree{}
}

// Compact is v as JSON on one line, with < and > left readable.
func Compact(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}
