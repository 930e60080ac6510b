package cert

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"mc/report"
)

// sealed is a certificate of nothing in particular.
func sealed() *File {
	f := &File{Schema: Schema, Spec: Spec{Name: "s"}, Model: Model{"m", "h"}, Constants: map[string]string{"replicas": "3"},
		Set: map[string]string{"replicas": "3"}, Whole: true, Certifies: "the whole space", Verdict: "violated",
		Properties: []Property{{"p", "always", "violated", 2}}, States: States{3, 4, 2, 0},
		Levels: []Level{{1, "0123456789abcdef0123456789abcdef"}, {2, "00000000000000000000000000000000"}},
		Rules:  []Rule{{"Go", 3, 2}}}
	f.seal()
	return f
}

// FuzzParse reads any bytes as a certificate: what is taken is what was written, and
// all else is refused in a sentence. The same values under a good checksum are
// compared and told.
func FuzzParse(f *testing.F) {
	text := sealed().Text()
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add([]byte(`{"schema":"mc.cert/1"}`))
	f.Add(bytes.Replace(text, []byte(`"states": 1`), []byte(`"states": -1`), 1))
	f.Fuzz(func(t *testing.T, text []byte) {
		parsed, err := Parse(text)
		var wrong *Wrong
		switch {
		case err != nil && !errors.As(err, &wrong):
			t.Errorf("%q is refused by %v", text, err)
		case err == nil && !bytes.Equal(parsed.Text(), text):
			t.Errorf("%q is written again as %q", text, parsed.Text())
		}
		forged := &File{}
		if json.Unmarshal(text, forged) != nil {
			return
		}
		forged.Schema = Schema
		forged.seal()
		again, err := Parse(forged.Text())
		if err != nil {
			return
		}
		Compare(again, sealed(), 0)
		again.Adopt("x.json")
		for _, d := range []*Diff{Between(again, sealed()), Between(sealed(), again)} {
			if err := errors.Join(d.Text(io.Discard, report.Style{Width: 40}), d.Markdown(io.Discard), d.JSON(io.Discard)); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestForged: what no run has is refused under a good checksum, too, and every
// changed byte is.
func TestForged(t *testing.T) {
	for _, spoil := range []func(*File){
		func(f *File) { f.Levels[0].States = 2 }, func(f *File) { f.States.Depth = 3 },
		func(f *File) { f.Levels[1].Sum = "x" }, func(f *File) { f.Rules[0].Fired = 9 },
	} {
		f := sealed()
		spoil(f)
		f.seal()
		if _, err := Parse(f.Text()); err == nil {
			t.Errorf("%s is taken", f.Text())
		}
	}
	good := sealed().Text()
	if _, err := Parse(good); err != nil {
		t.Fatal(err)
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 1
		if _, err := Parse(bad); err == nil {
			t.Errorf("byte %d was changed, and it is taken", i)
		}
	}
}

// TestCompare: each thing that is not as certified is told.
func TestCompare(t *testing.T) {
	for name, change := range map[string]func(*File){
		"state": func(f *File) { f.States.Distinct++ }, "generated": func(f *File) { f.States.Generated++ },
		"depth": func(f *File) { f.States.Depth++ }, "sum": func(f *File) { f.Levels[1].Sum = f.Levels[0].Sum },
		"level": func(f *File) { f.Levels[0].States++ }, "verdict": func(f *File) { f.Properties[0].Verdict = "holds" },
		"length": func(f *File) { f.Properties[0].Length++ }, "rule": func(f *File) { f.Rules[0].New++ },
		"rules": func(f *File) { f.Rules = nil }, "constant": func(f *File) { f.Constants["replicas"] = "4" },
		"model": func(f *File) { f.Model.Hash = "g" }, "deadlocks": func(f *File) { f.States.Deadlocks++ },
		"bound": func(f *File) { f.Bounds = []Bound{{"fences", 1, 2, 3}} }, "whole": func(f *File) { f.Whole = false },
		"cut": func(f *File) { f.Cut.Frontier++ }, "forgets": func(f *File) { f.Forgets = "up to" },
		"overall": func(f *File) { f.Verdict = "holds" },
	} {
		again := sealed()
		change(again)
		if differences := Compare(sealed(), again, 0); len(differences) != 1 {
			t.Errorf("%s: %q", name, differences)
		}
	}
	if differences := Compare(sealed(), sealed(), 0); differences != nil {
		t.Errorf("%q", differences)
	}
}
