package model

import (
	"fmt"
	"reflect"
)

// CheckPlain reports the first field that keeps S from being identified by
// its bytes: a pointer, a string, a float, an int of unfixed size, padding.
func CheckPlain[S comparable]() error {
	t := reflect.TypeFor[S]()
	return plain(t, t.Name())
}

// CheckPlain is that of the model's states.
func (m *Model[S]) CheckPlain() error { return plain(m.Layout(), m.Layout().Name()) }

func plain(t reflect.Type, path string) error {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil
	case reflect.Array:
		return plain(t.Elem(), path+"[]")
	case reflect.Struct:
		return plainStruct(t, path)
	}
	return fmt.Errorf("model: %s is a %s; a state holds only booleans, sized integers, arrays and structs", path, t.Kind())
}

func plainStruct(t reflect.Type, path string) error {
	var end uintptr
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Offset != end {
			return fmt.Errorf("model: %s has %d bytes of padding before %s; reorder the fields or pad with a named array", path, f.Offset-end, f.Name)
		}
		if err := plain(f.Type, path+"."+f.Name); err != nil {
			return err
		}
		end = f.Offset + f.Type.Size()
	}
	if end != t.Size() {
		return fmt.Errorf("model: %s has %d bytes of padding at its end; pad with a named array", path, t.Size()-end)
	}
	return nil
}

// SetAllBits sets every bit of v, which is of a plain type; a boolean has one.
func SetAllBits(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(-1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(^uint64(0) >> (64 - v.Type().Bits()))
	case reflect.Array:
		for i := range v.Len() {
			SetAllBits(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				SetAllBits(reflect.NewAt(v.Field(i).Type(), v.Field(i).Addr().UnsafePointer()).Elem())
			}
		}
	}
}
