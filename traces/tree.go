package traces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
)

// tree is a JSON value that keeps the order of its keys, which the text of a
// state depends on. Exactly one field is set; an empty object or array is not
// nil.
type tree struct {
	object  []member
	array   []tree
	literal json.RawMessage // a number, string, boolean or null; or any text that is only copied
}

type member struct {
	key   string
	value tree
}

func parseTree(text []byte) (tree, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	t, err := readTree(d)
	if err != nil {
		return tree{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return tree{}, fmt.Errorf("there is text after the value")
	}
	return t, nil
}

func readTree(d *json.Decoder) (tree, error) {
	token, err := d.Token()
	if err != nil {
		return tree{}, err
	}
	switch token {
	case json.Delim('{'):
		return readObject(d)
	case json.Delim('['):
		return readArray(d)
	}
	text, err := compact(token)
	return tree{literal: text}, err
}

func readObject(d *json.Decoder) (tree, error) {
	t := tree{object: []member{}}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return tree{}, err
		}
		value, err := readTree(d)
		if err != nil {
			return tree{}, err
		}
		t.object = append(t.object, member{key.(string), value})
	}
	_, err := d.Token()
	return t, err
}

func readArray(d *json.Decoder) (tree, error) {
	t := tree{array: []tree{}}
	for d.More() {
		value, err := readTree(d)
		if err != nil {
			return tree{}, err
		}
		t.array = append(t.array, value)
	}
	_, err := d.Token()
	return t, err
}

// text appends the tree as JSON without spaces.
func (t tree) text(out []byte) []byte {
	switch {
	case t.object != nil:
		out = append(out, '{')
		for i, m := range t.object {
			if i > 0 {
				out = append(out, ',')
			}
			key, _ := compact(m.key)
			out = m.value.text(append(append(out, key...), ':'))
		}
		return append(out, '}')
	case t.array != nil:
		out = append(out, '[')
		for i, v := range t.array {
			if i > 0 {
				out = append(out, ',')
			}
			out = v.text(out)
		}
		return append(out, ']')
	}
	return append(out, t.literal...)
}

// largest is the last integer that every JSON reader takes exactly.
var largest = big.NewInt(1<<53 - 1)

const bigint = "#bigint"

// big writes the integers that other readers may round as ITF's big integers.
func (t tree) big() tree {
	switch {
	case t.object != nil:
		out := tree{object: []member{}}
		for _, m := range t.object {
			out.object = append(out.object, member{m.key, m.value.big()})
		}
		return out
	case t.array != nil:
		out := tree{array: []tree{}}
		for _, v := range t.array {
			out.array = append(out.array, v.big())
		}
		return out
	}
	n, ok := new(big.Int).SetString(string(t.literal), 10)
	if !ok || n.CmpAbs(largest) <= 0 {
		return t
	}
	return tree{object: []member{{bigint, tree{literal: json.RawMessage(`"` + n.String() + `"`)}}}}
}

// small is the inverse of big.
func (t tree) small() (tree, error) {
	switch {
	case len(t.object) == 1 && t.object[0].key == bigint:
		var digits string
		err := json.Unmarshal(t.object[0].value.text(nil), &digits)
		n, ok := new(big.Int).SetString(digits, 10)
		if err != nil || !ok || n.String() != digits {
			return tree{}, fmt.Errorf("%s holds %s, which is no integer", bigint, t.object[0].value.text(nil))
		}
		return tree{literal: json.RawMessage(digits)}, nil
	case t.object != nil:
		for i := range t.object {
			v, err := t.object[i].value.small()
			if err != nil {
				return tree{}, err
			}
			t.object[i].value = v
		}
	case t.array != nil:
		for i := range t.array {
			v, err := t.array[i].small()
			if err != nil {
				return tree{}, err
			}
			t.array[i] = v
		}
	}
	return t, nil
}
