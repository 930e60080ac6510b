package itf

import (
	"encoding/json"
	"slices"

	"mc/traces/internal/jsontext"
)

// variables are those of any state of a trace: one of a state may be left out where it
// is zero.
type variables struct {
	names []string
	zeros map[string]jsontext.Tree // what each is where it is left out
}

// variablesOf are those of some states, in the order in which the states have them.
func variablesOf(states []jsontext.Tree) *variables {
	v := &variables{zeros: map[string]jsontext.Tree{}}
	for _, state := range states {
		for _, m := range state.Object {
			if _, known := v.zeros[m.Key]; !known {
				v.names, v.zeros[m.Key] = append(v.names, m.Key), zero(m.Value)
			}
		}
	}
	// States that contradict each other, of which no model is, have no such order.
	for sorted, rounds := false, len(v.names); !sorted && rounds > 0; rounds-- {
		sorted = true
		for _, state := range states {
			sorted = v.follow(state) && sorted
		}
	}
	return v
}

// follow moves variables behind those that they follow in a state; it reports that none
// had to be moved.
func (v *variables) follow(state jsontext.Tree) (followed bool) {
	followed = true
	for i, m := range state.Object[min(1, len(state.Object)):] {
		before, at := slices.Index(v.names, state.Object[i].Key), slices.Index(v.names, m.Key)
		if at < before {
			v.names = slices.Insert(slices.Delete(v.names, at, at+1), before, m.Key)
			followed = false
		}
	}
	return followed
}

// of are all variables in a state, and those that it leaves out.
func (v *variables) of(state jsontext.Tree) (members []jsontext.Member, absent []string) {
	for _, name := range v.names {
		at := slices.IndexFunc(state.Object, func(m jsontext.Member) bool { return m.Key == name })
		if at < 0 {
			absent = append(absent, name)
			members = append(members, jsontext.Member{Key: name, Value: v.zeros[name]})
			continue
		}
		members = append(members, state.Object[at])
	}
	return members, absent
}

// zero is a value of the same shape of which nothing is set.
func zero(t jsontext.Tree) (out jsontext.Tree) {
	switch {
	case t.Object != nil:
		out.Object = []jsontext.Member{}
		for _, m := range t.Object {
			out.Object = append(out.Object, jsontext.Member{Key: m.Key, Value: zero(m.Value)})
		}
	case t.Array != nil:
		out.Array = []jsontext.Tree{}
		for _, e := range t.Array {
			out.Array = append(out.Array, zero(e))
		}
	default:
		out.Literal = zeroOf(t.Literal)
	}
	return out
}

// zeroOf is the zero of a number, a string or a boolean; null stays.
func zeroOf(literal json.RawMessage) json.RawMessage {
	switch literal[0] {
	case '"':
		return json.RawMessage(`""`)
	case 't', 'f':
		return json.RawMessage("false")
	case 'n':
		return literal
	}
	return json.RawMessage("0")
}
