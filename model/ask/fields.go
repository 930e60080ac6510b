package ask

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode"
	"unsafe"

	"mc/model"
)

// Fields is the vocabulary of any model: the fields of its state, in lower case, those
// of a struct in it behind its name and an underscore, and the elements of an array by
// number, from 0: big, queue_len, at(1). An element beyond the end is unknown.
func Fields[S comparable](m *model.Model[S], _ model.Values) (*Vocabulary, error) {
	v := &Vocabulary{}
	f := fields{v}
	f.walk(m.Layout(), "", "", nil, 0)
	return v, nil
}

// axis is an array on the way to a value.
type axis struct {
	len    int
	stride uintptr
}

type fields struct{ v *Vocabulary }

// walk adds the values in a type that lies at an offset of the state.
func (f fields) walk(t reflect.Type, name, path string, axes []axis, offset uintptr) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			if field.Name == "_" {
				continue
			}
			inner := snake(field.Name)
			if name != "" {
				inner = name + "_" + inner
			}
			f.walk(field.Type, inner, path+"."+field.Name, axes, offset+field.Offset)
		}
	case reflect.Array:
		if len(axes) < len(Args{}) {
			f.walk(t.Elem(), name, path+"[]", append(axes[:len(axes):len(axes)], axis{t.Len(), t.Elem().Size()}), offset)
		}
	default:
		f.value(t, name, path, axes, offset)
	}
}

// value adds a number or a truth.
func (f fields) value(t reflect.Type, name, path string, axes []axis, offset uintptr) {
	if name == "" {
		name = "state"
	}
	params := make([]Type, len(axes))
	for i := range params {
		params[i] = Type{Shape: Number}
	}
	typ := Type{Shape: Number}
	if t.Kind() == reflect.Bool {
		typ = Type{Shape: Truth}
	}
	read := reader(t)
	f.v.Terms = append(f.v.Terms, Term{Name: name, Params: params, Type: typ,
		Doc: fmt.Sprintf("The field %s of the state.", strings.TrimPrefix(path, ".")),
		Num: func(s State, a Args) int {
			at := offset
			for i, x := range axes {
				if a[i] < 0 || a[i] >= x.len {
					return map[Shape]int{Number: Unknown}[typ.Shape]
				}
				at += uintptr(a[i]) * x.stride
			}
			return read(unsafe.Add(s, at))
		}})
}

// reader reads a value of a type.
func reader(t reflect.Type) func(at unsafe.Pointer) int {
	switch t.Kind() {
	case reflect.Bool, reflect.Uint8:
		return func(at unsafe.Pointer) int { return int(*(*uint8)(at)) }
	case reflect.Int8:
		return func(at unsafe.Pointer) int { return int(*(*int8)(at)) }
	case reflect.Uint16:
		return func(at unsafe.Pointer) int { return int(*(*uint16)(at)) }
	case reflect.Int16:
		return func(at unsafe.Pointer) int { return int(*(*int16)(at)) }
	case reflect.Uint32:
		return func(at unsafe.Pointer) int { return int(*(*uint32)(at)) }
	case reflect.Int32:
		return func(at unsafe.Pointer) int { return int(*(*int32)(at)) }
	case reflect.Uint64:
		return func(at unsafe.Pointer) int { return int(min(*(*uint64)(at), math.MaxInt)) }
	}
	return func(at unsafe.Pointer) int { return int(*(*int64)(at)) }
}

// snake is a Go name as a term: HighWatermark is high_watermark.
func snake(name string) string {
	var out strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		lower := func(i int) bool { return i < len(letters) && unicode.IsLower(letters[i]) }
		if unicode.IsUpper(r) && i > 0 && (lower(i-1) || lower(i+1)) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
