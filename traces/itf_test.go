package traces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mc/model"
	"pgregory.net/rapid"
)

func itfText(t fataler, f *File) string {
	var out bytes.Buffer
	if err := WriteITF(&out, f); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// fataler is what testing.T and rapid.T share.
type fataler interface{ Fatal(...any) }

func TestITFReadsBackAndReplays(t *testing.T) {
	m, f := lossFile(t)
	text := itfText(t, f)
	back, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(f, back); d != "" {
		t.Errorf("what is read differs (-written +read):\n%s", d)
	}
	if r, err := Replay(m, back); err != nil || !r.Broken {
		t.Errorf("replay of what was read: %v", err)
	}
}

func TestITFOfARandomRunReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFile(t)
		text := itfText(t, f)
		back, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(f, back); d != "" {
			t.Fatalf("what is read differs (-written +read):\n%s", d)
		}
		if err := conformsToADR15([]byte(text)); err != nil {
			t.Fatal(err)
		}
	})
}

// Integers beyond 2^53 go through ITF's big integers.
func TestITFKeepsLargeIntegers(t *testing.T) {
	type wide struct {
		N uint64
		M int64
	}
	m := &model.Model[wide]{Name: "wide", Init: func(add func(wide)) { add(wide{1<<64 - 1, -1 << 63}) }}
	f, err := Record(m, &Path[wide]{Start: wide{1<<64 - 1, -1 << 63}}, Meta{MC: "test", Verdict: "holds"})
	if err != nil {
		t.Fatal(err)
	}
	text := itfText(t, f)
	if !strings.Contains(text, `"#bigint": "18446744073709551615"`) {
		t.Errorf("no big integer in\n%s", text)
	}
	back, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Replay(m, back); err != nil {
		t.Error(err)
	}
	if err := conformsToADR15([]byte(text)); err != nil {
		t.Error(err)
	}
}

func TestITFIsReadStrictly(t *testing.T) {
	_, f := lossFile(t)
	text := itfText(t, f)
	for _, c := range []struct{ name, old, new, want string }{
		{"a variable's value", `"Epoch": 1`, `"Epoch": 7`, "checksum"},
		{"the head", `"kills": "2"`, `"kills": "3"`, "checksum"},
		{"a variable is missing", `"Kills": 0,`, ``, "variables"},
		{"unknown key", `"vars":`, `"loop": 0, "vars":`, `unknown field "loop"`},
		{"states out of order", `"index": 3`, `"index": 4`, "its index is 4"},
		{"other tool", `"mc.trace"`, `"apalache"`, `unknown field "apalache"`},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			damaged := strings.Replace(text, c.old, c.new, 1)
			if damaged == text {
				t.Fatalf("%q is not in the file", c.old)
			}
			var bad *FileError
			if _, err := Read(strings.NewReader(damaged)); !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a FileError that says %q", err, c.want)
			}
		})
	}
}

// conformsToADR15 checks a trace against the format's description: the keys
// of the trace, every variable in every state, expressions of the known forms.
func conformsToADR15(text []byte) error {
	var trace map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&trace); err != nil {
		return err
	}
	for key := range trace {
		if !regexp.MustCompile(`^(#meta|params|vars|states|loop)$`).MatchString(key) {
			return fmt.Errorf("the trace has a key %q", key)
		}
	}
	vars, _ := trace["vars"].([]any)
	states, _ := trace["states"].([]any)
	if len(states) == 0 {
		return fmt.Errorf("the trace has no states")
	}
	for i, s := range states {
		state := s.(map[string]any)
		delete(state, "#meta")
		if len(state) != len(vars) {
			return fmt.Errorf("state %d has %d variables of %d", i, len(state), len(vars))
		}
		for _, v := range vars {
			if err := itfExpression(state[v.(string)]); err != nil {
				return fmt.Errorf("state %d, %v: %w", i, v, err)
			}
		}
	}
	return nil
}

func itfExpression(e any) error {
	switch e := e.(type) {
	case bool, string:
		return nil
	case json.Number:
		if n, err := e.Int64(); err != nil || n >= 1<<53 || n <= -1<<53 {
			return fmt.Errorf("%s is no integer that JSON carries", e)
		}
		return nil
	case []any:
		for _, x := range e {
			if err := itfExpression(x); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		if digits, ok := e["#bigint"].(string); ok && len(e) == 1 && regexp.MustCompile(`^-?[0-9]+$`).MatchString(digits) {
			return nil
		}
		for key, x := range e {
			if strings.HasPrefix(key, "#") {
				return fmt.Errorf("unknown form %q", key)
			}
			if err := itfExpression(x); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%v (%T) is no expression", e, e)
}
