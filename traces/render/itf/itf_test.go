package itf

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/toy"
	"mc/traces/render/itf/itfcheck"
)

func itfText(t fataler, f *traces.File) string {
	var out bytes.Buffer
	if err := Write(&out, f); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// fataler is what testing.T and rapid.T share.
type fataler interface{ Fatal(...any) }

func TestITFReadsBackAndReplays(t *testing.T) {
	m, f := lossFile(t)
	text := itfText(t, f)
	back, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f.Property.About = model.Witness{} // which a file does not keep
	if d := difference(f, back); d != "" {
		t.Errorf("what is read differs (-written +read):\n%s", d)
	}
	if r, err := traces.Replay(m, back); err != nil || !r.Broken {
		t.Errorf("replay of what was read: %v", err)
	}
}

func TestITFOfARandomRunReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := toy.Config{Brokers: rapid.IntRange(1, 3).Draw(t, "brokers"), Records: rapid.IntRange(0, 4).Draw(t, "records"), Kills: rapid.IntRange(0, 3).Draw(t, "kills")}
		m := toy.Model(c)
		path := toy.Walk(m, rapid.IntRange(0, 12).Draw(t, "steps"), func(next []model.Transition[toy.State], _ int) int {
			return rapid.IntRange(0, len(next)-1).Draw(t, "step")
		})
		f, err := traces.Record(m, path, traces.Meta{MC: "test", Constants: constants(c), Verdict: "holds"})
		if err != nil {
			t.Fatal(err)
		}
		text := itfText(t, f)
		back, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(f, back); d != "" {
			t.Fatalf("what is read differs (-written +read):\n%s", d)
		}
		if err := itfcheck.Trace([]byte(text)); err != nil {
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
	f, err := traces.Record(m, &model.Path[wide]{Start: wide{1<<64 - 1, -1 << 63}}, traces.Meta{MC: "test", Verdict: "holds"})
	if err != nil {
		t.Fatal(err)
	}
	text := itfText(t, f)
	if !strings.Contains(text, `"#bigint": "18446744073709551615"`) {
		t.Errorf("no big integer in\n%s", text)
	}
	back, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := traces.Replay(m, back); err != nil {
		t.Error(err)
	}
	if err := itfcheck.Trace([]byte(text)); err != nil {
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
		{"unknown key", `"vars":`, `"lope": 0, "vars":`, `unknown field "lope"`},
		{"loop that the head lacks", `"vars":`, `"loop": 0, "vars":`, `it is not the loop that "#meta" has`},
		{"states out of order", `"index": 3`, `"index": 4`, "its index is 4"},
		{"other tool", `"mc.trace"`, `"apalache"`, `unknown field "apalache"`},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			damaged := strings.Replace(text, c.old, c.new, 1)
			if damaged == text {
				t.Fatalf("%q is not in the file", c.old)
			}
			var bad *traces.FileError
			if _, err := Parse([]byte(damaged)); !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a FileError that says %q", err, c.want)
			}
		})
	}
}

// A run that goes on for ever has the format's own loop, and reads back.
func TestITFOfALassoReadsBack(t *testing.T) {
	m := toy.Commit(true)
	rapid.Check(t, func(t *rapid.T) {
		lasso := toy.Lasso(m, rapid.IntRange(0, 9).Draw(t, "steps"), func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") })
		f, err := traces.RecordLasso(m, lasso, traces.Meta{MC: "test", Verdict: "violated"})
		if err != nil {
			t.Fatal(err)
		}
		text := itfText(t, f)
		if !strings.Contains(text, fmt.Sprintf("\n \"loop\": %d\n", lasso.Loop)) {
			t.Fatalf("no loop to state %d in\n%s", lasso.Loop, text)
		}
		if err := itfcheck.Trace([]byte(text)); err != nil {
			t.Fatal(err)
		}
		back, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(f, back); d != "" {
			t.Fatalf("what is read differs (-written +read):\n%s", d)
		}
		other := strings.Replace(text, fmt.Sprintf("\n \"loop\": %d\n", lasso.Loop), fmt.Sprintf("\n \"loop\": %d\n", lasso.Loop+1), 1)
		if _, err := Parse([]byte(other)); err == nil {
			t.Fatal("another loop than the trace has is read")
		}
	})
}

// TestITFOfVariablesThatComeAndGo: a trace may leave a part of a state out where it is
// zero, and an ITF file has the same variables in every state.
func TestITFOfVariablesThatComeAndGo(t *testing.T) {
	_, loss := lossFile(t)
	parts := []string{`"a":%d`, `"b":{"c":[%d,true],"d":"x"}`, `"e":[{"f":%d}]`, `"g":%d`}
	rapid.Check(t, func(rt *rapid.T) {
		f := *loss
		f.Steps = append([]traces.Event{}, loss.Steps...)
		state := func() []byte {
			kept := []string{}
			for _, part := range parts {
				if rapid.Bool().Draw(rt, "is there") {
					kept = append(kept, fmt.Sprintf(part, rapid.IntRange(0, 2).Draw(rt, "value")))
				}
			}
			return []byte("{" + strings.Join(kept, ",") + "}")
		}
		f.Start.State = state()
		for i := range f.Steps {
			f.Steps[i].State = state()
		}
		text := itfText(rt, &f)
		back, err := Parse([]byte(text))
		if err != nil {
			rt.Fatalf("%v in\n%s", err, text)
		}
		for i := range f.States() {
			if got, want := back.Frame(i).State, f.Frame(i).State; !bytes.Equal(got, want) {
				rt.Fatalf("state %d is %s, was %s", i, got, want)
			}
		}
		if err := itfcheck.Trace([]byte(text)); err != nil {
			rt.Fatal(err)
		}
	})
}

// TestITFLeavesOutZeros: what a state is to leave out is zero.
func TestITFLeavesOutZeros(t *testing.T) {
	_, f := lossFile(t)
	f.Steps[0].State = append(append([]byte{}, f.Steps[0].State[:len(f.Steps[0].State)-1]...), `,"more":3}`...)
	text := itfText(t, f)
	i := strings.Index(text, `"more": 0`) // of the start, which has no such part
	if i < 0 || !strings.Contains(text, `"mc.absent"`) {
		t.Fatalf("no state leaves anything out:\n%s", text)
	}
	broken := text[:i] + strings.Replace(text[i:], "0", "7", 1)
	if _, err := Parse([]byte(broken)); err == nil || !strings.Contains(err.Error(), "leaves out more, which is 7") {
		t.Errorf("a value that is left out and is not zero: %v", err)
	}
}
