package jsontext

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzParse holds that what is read is JSON, and that it is written as what
// reads back the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{`{"b":1,"a":[true,null,"\u00e9"]}`, `[]`, `{}`, `1e400`, `"\ud800"`, `{"a":{},"a":[[]]}`, `[1,`, ` 1 2`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tree, err := Parse(text)
		if err != nil {
			return
		}
		once := tree.Text(nil)
		if !json.Valid(once) {
			t.Fatalf("%q becomes %q, which is no JSON", text, once)
		}
		back, err := Parse(once)
		if err != nil || !bytes.Equal(back.Text(nil), once) {
			t.Errorf("%q becomes %q and that %q, %v", text, once, back.Text(nil), err)
		}
	})
}
