package traces

import (
	"encoding/json"
	"fmt"

	"mc/term"
	"mc/traces/internal/jsontext"
)

// stateLane is the lane under which differences of exact states are listed.
const stateLane = "state"

// diffStates lists the fields in which two exact states differ, each by its
// path: "Brokers[1].Log[0]". It finds what a view does not show, and fields
// that one of two versions of a model does not have.
func diffStates(before, after json.RawMessage) []Change {
	was, err := jsontext.Parse(before)
	if err != nil {
		return nil
	}
	is, err := jsontext.Parse(after)
	if err != nil {
		return nil
	}
	return diffTrees("", was, is)
}

func diffTrees(path string, was, is jsontext.Tree) (out []Change) {
	switch {
	case was.Object != nil && is.Object != nil:
		for _, m := range is.Object {
			out = append(out, diffTrees(join(path, m.Key), was.Member(m.Key), m.Value)...)
		}
		for _, m := range was.Object {
			if is.Member(m.Key).Empty() {
				out = append(out, diffTrees(join(path, m.Key), m.Value, jsontext.Tree{})...)
			}
		}
		return out
	case was.Array != nil && is.Array != nil:
		for i := range max(len(was.Array), len(is.Array)) {
			out = append(out, diffTrees(fmt.Sprintf("%s[%d]", path, i), was.Item(i), is.Item(i))...)
		}
		return out
	}
	if a, b := string(was.Text(nil)), string(is.Text(nil)); a != b {
		return []Change{{Lane: stateLane, Field: path, Before: term.Clip(a, 60), After: term.Clip(b, 60)}}
	}
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
