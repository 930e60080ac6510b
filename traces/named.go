package traces

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"mc/model"
)

// Named is a state as programs of others know such things, with sets, maps, lists and
// names in place of the bits that the model keeps. A file does not have it, as the types
// are needed that say so: Replay finds it.
type Named struct {
	State json.RawMessage // a record, in the notation of ITF: {"#set": ["b1"]}, {"#map": [["b1", 0]]}
	Rule  string          // that led here; empty at the start
	Picks []Pick          // its arguments
}

// Pick is one argument of an action.
type Pick struct{ Name, Value string }

// Named is the state after step i of f, which r is a replay of.
func (r *Replayed[S]) Named(m *model.Model[S], f *File, i int) (*Named, error) {
	s := r.Path.Start
	if i > 0 {
		s = r.Path.Steps[i-1].After
	}
	n := naming{}
	for _, lane := range f.Frame(i).View.Lanes {
		n.lanes = append(n.lanes, lane.Name)
	}
	text, err := n.value(nil, m.Value(&s), "")
	if err != nil || i == 0 {
		return &Named{State: text}, err
	}
	e, rule := &f.Steps[i-1], m.Rule(f.Steps[i-1].Rule)
	out := &Named{State: text, Rule: e.Rule}
	for k, p := range m.Rules[rule].Params {
		out.Picks = append(out.Picks, Pick{p.Name, e.Args[k]})
	}
	return out, nil
}

// naming writes parts of a state by what their types say of them.
type naming struct{ lanes []string }

// value goes by, in this order, what a type says itself (model.Namer), the String of a
// number, and its kind. Elements of an array whose field has the tag `name:"b%d"` are
// those of a map by such names, counted from 1, as far as they are lanes; a field with
// `name:"-"` is left out.
func (n naming) value(out []byte, v reflect.Value, tag string) ([]byte, error) {
	if v.CanInterface() {
		switch known := v.Interface().(type) {
		case model.Namer:
			return n.named(out, known.Named())
		case fmt.Stringer:
			if v.Kind() != reflect.Struct && v.Kind() != reflect.Array { // whose parts say more
				return appendText(out, known.String())
			}
		}
	}
	switch {
	case v.Kind() == reflect.String:
		return appendText(out, v.String())
	case v.Kind() == reflect.Struct:
		return n.record(out, v)
	case v.Kind() == reflect.Array && tag != "":
		return n.byLane(out, v, tag)
	case v.Kind() == reflect.Array, v.Kind() == reflect.Slice:
		return n.list(out, v)
	}
	return appendValue(out, v)
}

// named writes what a type says of itself.
func (n naming) named(out []byte, known any) ([]byte, error) {
	switch known := known.(type) {
	case model.Names:
		members := slices.Clone(known)
		slices.Sort(members)
		return appendMarked(out, "#set", slices.Compact(members))
	case map[int]int:
		pairs := [][2]int{}
		for k, v := range known {
			pairs = append(pairs, [2]int{k, v})
		}
		slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
		return appendMarked(out, "#map", pairs)
	}
	return n.value(out, reflect.ValueOf(known), "")
}

func (n naming) record(out []byte, v reflect.Value) (_ []byte, err error) {
	out = append(out, '{')
	first := true
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Name == "_" || field.Tag.Get("name") == "-" {
			continue
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(strconv.AppendQuote(out, field.Name), ':')
		if out, err = n.value(out, v.Field(i), field.Tag.Get("name")); err != nil {
			return nil, err
		}
	}
	return append(out, '}'), nil
}

// byLane writes the elements of an array that the view has lanes for.
func (n naming) byLane(out []byte, v reflect.Value, tag string) (_ []byte, err error) {
	out = append(out, `{"#map":[`...)
	first := true
	for i := range v.Len() {
		name := fmt.Sprintf(tag, i+1)
		if !slices.Contains(n.lanes, name) {
			continue
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(strconv.AppendQuote(append(out, '['), name), ',')
		if out, err = n.value(out, v.Index(i), ""); err != nil {
			return nil, err
		}
		out = append(out, ']')
	}
	return append(out, "]}"...), nil
}

// list writes an array. Of things that are no plain numbers, zeros at its end are places
// that are not taken, and left out.
func (n naming) list(out []byte, v reflect.Value) (_ []byte, err error) {
	end, of := v.Len(), v.Type().Elem()
	for (of.PkgPath() != "" || of.Kind() == reflect.Struct) && end > 0 && v.Index(end-1).IsZero() {
		end--
	}
	out = append(out, '[')
	for i := range end {
		if i > 0 {
			out = append(out, ',')
		}
		if out, err = n.value(out, v.Index(i), ""); err != nil {
			return nil, err
		}
	}
	return append(out, ']'), nil
}

func appendMarked(out []byte, mark string, value any) (_ []byte, err error) {
	out = append(strconv.AppendQuote(append(out, '{'), mark), ':')
	if out, err = appendJSON(out, value); err != nil {
		return nil, err
	}
	return append(out, '}'), nil
}

func appendText(out []byte, text string) ([]byte, error) { return appendJSON(out, text) }

func appendJSON(out []byte, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	return append(out, text...), err
}
