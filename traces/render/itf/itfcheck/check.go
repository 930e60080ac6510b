package itfcheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Trace reports the first thing in text that the format does not allow.
func Trace(text []byte) error {
	var trace map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&trace); err != nil {
		return fmt.Errorf("itfcheck: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("itfcheck: there is text after the trace")
	}
	vars, err := heads(trace)
	if err != nil {
		return err
	}
	states, ok := trace["states"].([]any)
	if !ok || len(states) == 0 {
		return fmt.Errorf(`itfcheck: "states" is no list of at least one state`)
	}
	for i, s := range states {
		if err := state(s, vars); err != nil {
			return fmt.Errorf("itfcheck: state %d: %w", i, err)
		}
	}
	return loop(trace, len(states))
}

// heads checks everything of a trace but its states.
func heads(trace map[string]any) (vars []string, err error) {
	for key := range trace {
		if !slices.Contains([]string{"#meta", "params", "vars", "states", "loop"}, key) {
			return nil, fmt.Errorf("itfcheck: the trace has a key %q", key)
		}
	}
	if err := meta(trace); err != nil {
		return nil, err
	}
	if params, has := trace["params"]; has {
		if _, err := names(params); err != nil {
			return nil, fmt.Errorf(`itfcheck: "params": %w`, err)
		}
	}
	if vars, err = names(trace["vars"]); err != nil || len(vars) == 0 {
		return nil, fmt.Errorf(`itfcheck: "vars" does not list variables: %v`, err)
	}
	return vars, nil
}

func meta(of map[string]any) error {
	m, has := of["#meta"]
	if _, object := m.(map[string]any); has && !object {
		return fmt.Errorf(`itfcheck: "#meta" is %T, not an object`, m)
	}
	return nil
}

// names reads a list of different names.
func names(list any) (out []string, err error) {
	items, ok := list.([]any)
	if !ok {
		return nil, fmt.Errorf("%T is no list", list)
	}
	for _, item := range items {
		name, ok := item.(string)
		switch {
		case !ok || name == "" || strings.HasPrefix(name, "#"):
			return nil, fmt.Errorf("%v is no name", item)
		case slices.Contains(out, name):
			return nil, fmt.Errorf("%q is there twice", name)
		}
		out = append(out, name)
	}
	return out, nil
}

func loop(trace map[string]any, states int) error {
	at, has := trace["loop"]
	if !has {
		return nil
	}
	n, ok := at.(json.Number)
	if i, err := n.Int64(); !ok || err != nil || i < 0 || i >= int64(states) {
		return fmt.Errorf(`itfcheck: "loop" is %v, which is no index of a state`, at)
	}
	return nil
}

// state asks for every variable and nothing else.
func state(s any, vars []string) error {
	values, ok := s.(map[string]any)
	if !ok {
		return fmt.Errorf("%T is no object", s)
	}
	if err := meta(values); err != nil {
		return err
	}
	for key, value := range values {
		if key == "#meta" {
			continue
		}
		if !slices.Contains(vars, key) {
			return fmt.Errorf(`%q is not in "vars"`, key)
		}
		if err := expression(value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	for _, v := range vars {
		if _, has := values[v]; !has {
			return fmt.Errorf("%s has no value", v)
		}
	}
	return nil
}

// exactly bounds the integers that JSON numbers carry without loss: beyond
// them the format asks for big integers.
const exactly = 1<<53 - 1

var digits = regexp.MustCompile(`^-?[0-9]+$`)

func expression(e any) error {
	switch e := e.(type) {
	case bool, string:
		return nil
	case json.Number:
		if n, err := e.Int64(); err != nil || n > exactly || n < -exactly {
			return fmt.Errorf("%s is no integer that JSON carries exactly", e)
		}
		return nil
	case []any:
		return expressions(e)
	case map[string]any:
		for key := range e {
			if strings.HasPrefix(key, "#") {
				return form(e)
			}
		}
		return record(e)
	}
	return fmt.Errorf("%v (%T) is no expression", e, e)
}

func expressions(list []any) error {
	for i, x := range list {
		if err := expression(x); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return nil
}

func record(fields map[string]any) error {
	for key, x := range fields {
		if err := expression(x); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// form is one of the objects that stand for something else than a record.
func form(e map[string]any) error {
	if len(e) != 1 {
		return fmt.Errorf("a special form has other keys beside its own: %v", e)
	}
	for key, content := range e {
		list, isList := content.([]any)
		text, isText := content.(string)
		switch {
		case key == "#bigint" && isText && digits.MatchString(text), key == "#unserializable" && isText:
			return nil
		case (key == "#tup" || key == "#set") && isList:
			return expressions(list)
		case key == "#map" && isList:
			return pairs(list)
		}
		return fmt.Errorf("%q with %v is none of the format's forms", key, content)
	}
	return nil
}

// pairs are the entries of a map.
func pairs(list []any) error {
	for i, entry := range list {
		pair, ok := entry.([]any)
		if !ok || len(pair) != 2 {
			return fmt.Errorf("entry %d of a map is no pair of key and value", i)
		}
		if err := expressions(pair); err != nil {
			return err
		}
	}
	return nil
}
