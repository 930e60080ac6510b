package traces

import (
	"encoding/json"
	"reflect"
)

// Rewritten is a copy of the file in which every text that people read is what
// text makes of it: what a file says comes from elsewhere, and some readers obey
// control characters. States stay as they are. The file itself is given if
// nothing changes.
func (f *File) Rewritten(text func(string) string) *File {
	if f == nil {
		return nil
	}
	c := *f
	c.analysis = nil
	r := rewriting{text: text}
	r.value(reflect.ValueOf(&c).Elem())
	if !r.changed {
		return f
	}
	return &c
}

// Rewritten is a copy of the comparison, as of a file.
func (c *Comparison) Rewritten(text func(string) string) *Comparison {
	if c == nil {
		return nil
	}
	out := *c
	out.File = nil
	r := rewriting{text: text}
	r.value(reflect.ValueOf(&out).Elem())
	if out.File = c.File.Rewritten(text); out.File == c.File && !r.changed {
		return c
	}
	return &out
}

type rewriting struct {
	text    func(string) string
	changed bool
}

// value replaces the texts in v, which may be set, and gives what it refers to
// a copy of its own.
func (r *rewriting) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if text := r.text(v.String()); text != v.String() {
			v.SetString(text)
			r.changed = true
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				r.value(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			r.value(v.Index(i))
		}
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		r.reference(v)
	}
}

// reference copies what v refers to.
func (r *rewriting) reference(v reflect.Value) {
	if v.IsNil() || v.Type() == reflect.TypeFor[json.RawMessage]() {
		return
	}
	switch v.Kind() {
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(c, v)
		v.Set(c)
		for i := range c.Len() {
			r.value(c.Index(i))
		}
	case reflect.Map:
		c := reflect.MakeMapWithSize(v.Type(), v.Len())
		for key, value := range v.Seq2() {
			c.SetMapIndex(r.copied(key), r.copied(value))
		}
		v.Set(c)
	case reflect.Pointer:
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(v.Elem())
		r.value(c.Elem())
		v.Set(c)
	case reflect.Interface:
		v.Set(r.copied(v.Elem()))
	}
}

// copied is v, rewritten in a place of its own.
func (r *rewriting) copied(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	r.value(c)
	return c
}
