package itfcheck

import (
	"strings"
	"testing"
)

// The format's forms, all in one trace.
const sound = `{"#meta": {"format": "ITF", "anything": [null, 0.5]}, "params": ["N"], "vars": ["x", "y"], "states": [
  {"#meta": {"index": 0}, "x": {"#bigint": "-9007199254740993"}, "y": [1, true, "text", {"f": {"#tup": [1, "a"]}}]},
  {"x": {"#set": [1, {"#set": []}]}, "y": {"#map": [["k", {"#map": []}], [{"#tup": []}, 9007199254740991]]}},
  {"x": {"#unserializable": "Nat"}, "y": {}}
], "loop": 1}`

func TestSound(t *testing.T) {
	if err := Trace([]byte(sound)); err != nil {
		t.Error(err)
	}
}

// Every change makes it something that the format does not allow.
func TestUnsound(t *testing.T) {
	for _, c := range [][2]string{
		{`"vars": ["x", "y"]`, `"vars": ["x", "y", "z"]`},
		{`"vars": ["x", "y"]`, `"vars": ["x"]`},
		{`"vars": ["x", "y"]`, `"vars": ["x", "y", "y"]`},
		{`"vars": ["x", "y"]`, `"vars": "x"`},
		{`"params": ["N"]`, `"params": [1]`},
		{`"loop": 1`, `"loop": 3`},
		{`"loop": 1`, `"other": 1`},
		{`"loop": 1`, `"loop": "1"`},
		{`9007199254740991`, `9007199254740992`},
		{`[1, true, "text"`, `[1.5, true, "text"`},
		{`[1, true, "text"`, `[null, true, "text"`},
		{`{"#bigint": "-9007199254740993"}`, `{"#bigint": "9e15"}`},
		{`{"#bigint": "-9007199254740993"}`, `{"#bigint": 7}`},
		{`{"#tup": [1, "a"]}`, `{"#tup": [1, "a"], "more": 1}`},
		{`{"#tup": [1, "a"]}`, `{"#tuple": [1, "a"]}`},
		{`["k", {"#map": []}]`, `["k"]`},
		{`{"#unserializable": "Nat"}`, `{"#unserializable": 1}`},
		{`{"#meta": {"index": 0},`, `{"#meta": 0,`},
		{`"loop": 1}`, `"loop": 1} more`},
	} {
		damaged := strings.Replace(sound, c[0], c[1], 1)
		if damaged == sound {
			t.Fatalf("%q is not in the trace", c[0])
		}
		if err := Trace([]byte(damaged)); err == nil {
			t.Errorf("%s in place of %s is taken for sound", c[1], c[0])
		}
	}
}
