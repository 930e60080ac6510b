package traces

import (
	"encoding/json"
	"fmt"
)

// stateLane is the lane under which differences of exact states are listed.
const stateLane = "state"

// diffStates lists the fields in which two exact states differ, each by its
// path: "Brokers[1].Log[0]". It finds what a view does not show, and fields
// that one of two versions of a model does not have.
func diffStates(before, after json.RawMessage) []Change {
	was, err := parseTree(before)
	if err != nil {
		return nil
	}
	is, err := parseTree(after)
	if err != nil {
		return nil
	}
	return diffTrees("", was, is)
}

func diffTrees(path string, was, is tree) (out []Change) {
	switch {
	case was.object != nil && is.object != nil:
		for _, m := range is.object {
			out = append(out, diffTrees(join(path, m.key), was.member(m.key), m.value)...)
		}
		for _, m := range was.object {
			if is.member(m.key).empty() {
				out = append(out, diffTrees(join(path, m.key), m.value, tree{})...)
			}
		}
		return out
	case was.array != nil && is.array != nil:
		for i := range max(len(was.array), len(is.array)) {
			out = append(out, diffTrees(fmt.Sprintf("%s[%d]", path, i), was.item(i), is.item(i))...)
		}
		return out
	}
	if a, b := string(was.text(nil)), string(is.text(nil)); a != b {
		return []Change{{stateLane, path, clip(a, 60), clip(b, 60)}}
	}
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func (t tree) empty() bool { return t.object == nil && t.array == nil && t.literal == nil }

func (t tree) member(key string) tree {
	for _, m := range t.object {
		if m.key == key {
			return m.value
		}
	}
	return tree{}
}

func (t tree) item(i int) tree {
	if i < len(t.array) {
		return t.array[i]
	}
	return tree{}
}
