package traces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
)

// stateJSON is a state exactly, as JSON: structs are objects, arrays arrays,
// and nothing is left out, so equal texts are equal states. It walks the type
// itself because encoding/json passes over unexported fields, which a state
// may have.
func stateJSON[S comparable](s *S) (json.RawMessage, error) {
	text, err := appendValue(nil, reflect.ValueOf(s).Elem())
	return json.RawMessage(text), err
}

// sameState reports that two texts are the same state. Fields are told apart by
// name, so that a file outlives a model that keeps them in another order.
func sameState(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	s := sorted(a)
	return s != nil && bytes.Equal(s, sorted(b))
}

// sorted is a state with its fields by name; nil if it is not JSON.
func sorted(text json.RawMessage) []byte {
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return nil
	}
	out, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return out
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
		if name == "_" {
			continue
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
