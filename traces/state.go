package traces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"mc/model"
)

// stateJSON is a state exactly, as JSON: structs are objects, arrays arrays,
// and nothing is left out but zero fields that are marked so, so equal texts are equal
// states. It walks the type
// itself because encoding/json passes over unexported fields, which a state
// may have.
func stateJSON[S comparable](m *model.Model[S], s *S) (json.RawMessage, error) {
	text, err := appendValue(nil, m.Value(s))
	return json.RawMessage(text), err
}

// sameState reports whether a state is the one that was written down, whatever the
// order of its fields. One that the writer did not know of is to be zero.
func sameState(is, written json.RawMessage) bool {
	return bytes.Equal(is, written) || sameValue(decoded(is), decoded(written))
}

// decoded is a value of JSON with its numbers as they are; nil if it is none.
func decoded(text json.RawMessage) (value any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return nil
	}
	return value
}

func sameValue(is, written any) bool {
	switch w := written.(type) {
	case map[string]any:
		now, ok := is.(map[string]any)
		for field := range w {
			_, known := now[field]
			ok = ok && known
		}
		for field, v := range now {
			old, known := w[field]
			ok = ok && (known && sameValue(v, old) || !known && zero(v))
		}
		return ok
	case []any:
		now, ok := is.([]any)
		return ok && slices.EqualFunc(now, w, sameValue)
	}
	return written != nil && is == written
}

// zero reports a value with nothing but zeros in it.
func zero(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, field := range v {
			if !zero(field) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !zero(e) })
	}
	return v == json.Number("0") || v == false || v == ""
}

func appendValue(out []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(out, v.Bool()), nil
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		return strconv.AppendInt(out, v.Int(), 10), nil
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		return strconv.AppendUint(out, v.Uint(), 10), nil
	case reflect.Array:
		return appendArray(out, v)
	case reflect.Struct:
		return appendStruct(out, v)
	}
	return nil, fmt.Errorf("traces: a state holds a %s; states hold only booleans, integers, arrays and structs", v.Kind())
}

func appendArray(out []byte, v reflect.Value) (_ []byte, err error) {
	out = append(out, '[')
	for i := range v.Len() {
		if i > 0 {
			out = append(out, ',')
		}
		if out, err = appendValue(out, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return append(out, ']'), nil
}

func appendStruct(out []byte, v reflect.Value) (_ []byte, err error) {
	out = append(out, '{')
	first := true
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if name == "_" || v.Type().Field(i).Tag.Get("trace") == "omitzero" && v.Field(i).IsZero() {
			continue // traces that are older than the field are of the same states
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(strconv.AppendQuote(out, name), ':')
		if out, err = appendValue(out, v.Field(i)); err != nil {
			return nil, err
		}
	}
	return append(out, '}'), nil
}
