package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mc/run/verdict"
	"mc/traces"
)

// lossTrace writes the counterexample of an embedded spec to a file.
func lossTrace(t *testing.T) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "t.json")
	if code := mc([]string{"check", "-q", "kip-279", "-o", file}, io.Discard, io.Discard); code != verdict.OK {
		t.Fatalf("exit code %d", code)
	}
	return file
}

// TestReplayOfAnotherRun changes a trace so that the file is sound but the
// model does something else: 75, with the first step that differs.
func TestReplayOfAnotherRun(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*traces.File)
		want   string
	}{
		"another state": {func(f *traces.File) { f.Steps[3].State, f.Steps[4].State = f.Steps[4].State, f.Steps[3].State }, "step 4 "},
		"another order": {func(f *traces.File) { f.Steps[1], f.Steps[8] = f.Steps[8], f.Steps[1] }, "step 2 "},
		"another start": {func(f *traces.File) { f.Start.State = f.Steps[0].State }, "the start"},
		"no violation":  {func(f *traces.File) { f.Steps = f.Steps[:5] }, "not broken"},
	} {
		t.Run(name, func(t *testing.T) {
			file := lossTrace(t)
			rewrite(t, file, tc.change)
			var errs bytes.Buffer
			if code := mc([]string{"replay", file}, io.Discard, &errs); code != verdict.Fault {
				t.Errorf("exit code %d, want 75", code)
			}
			if !strings.Contains(errs.String(), tc.want) {
				t.Errorf("the message does not name %q: %s", tc.want, errs.String())
			}
		})
	}
}

// TestReplayOfAForeignTrace seals traces that this mc has no model, constant or
// property for: 2, with what to do.
func TestReplayOfAForeignTrace(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*traces.File)
		want   string
	}{
		"model":    {func(f *traces.File) { f.Model = "raft" }, `of model "raft", which this mc does not have`},
		"constant": {func(f *traces.File) { f.Constants["racks"] = "2" }, "racks: no such constant"},
		"rule":     {func(f *traces.File) { f.Without = []string{"Vote"} }, `no rule "Vote"`},
		"property": {func(f *traces.File) { f.Property.Name = "no-such-claim" }, `no property "no-such-claim" today`},
	} {
		t.Run(name, func(t *testing.T) {
			file := lossTrace(t)
			rewrite(t, file, tc.change)
			var errs bytes.Buffer
			if code := mc([]string{"replay", file}, io.Discard, &errs); code != verdict.Usage {
				t.Errorf("exit code %d, want 2", code)
			}
			if !strings.Contains(errs.String(), tc.want) || !strings.Contains(errs.String(), file) {
				t.Errorf("the message does not name the file and %q: %s", tc.want, errs.String())
			}
		})
	}
}

// rewrite changes a trace file and seals it again.
func rewrite(t *testing.T, file string, change func(*traces.File)) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := traces.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	change(f)
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedTrace flips bytes all over a trace file; each must be refused
// with 2, in one line.
func TestDamagedTrace(t *testing.T) {
	file := lossTrace(t)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(text); i += len(text)/40 + 1 {
		damaged := bytes.Clone(text)
		damaged[i] ^= 1
		if err := os.WriteFile(file, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		var errs bytes.Buffer
		if code := mc([]string{"replay", file}, io.Discard, &errs); code != verdict.Usage {
			t.Errorf("byte %d (%q) flipped: exit code %d: %s", i, text[i], code, errs.String())
		}
		if n := strings.Count(errs.String(), "\n"); n > 2 {
			t.Errorf("byte %d flipped: %d lines of complaint", i, n)
		}
	}
}

// TestTraceInResult takes the trace out of a JSON result: it is the trace
// that -o writes.
func TestTraceInResult(t *testing.T) {
	var out bytes.Buffer
	if code := mc([]string{"check", "-q", "--json", "kip-279"}, &out, io.Discard); code != verdict.OK {
		t.Fatalf("exit code %d", code)
	}
	var result struct{ Trace *traces.File }
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := result.Trace.Write(&again); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(lossTrace(t))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), want) {
		t.Errorf("the trace in the result differs from the one in the file")
	}
	var raw struct {
		Trace      json.RawMessage
		Properties []struct{ Trace json.RawMessage }
	}
	if err := json.Unmarshal(out.Bytes(), &raw); err != nil {
		t.Fatal(err)
	}
	for _, p := range raw.Properties {
		if len(p.Trace) > 0 {
			if !bytes.Equal(raw.Trace, p.Trace) {
				t.Errorf("the first property that has a trace has another than the result")
			}
			return
		}
	}
	t.Errorf("no property has a trace")
}

// TestReplayOfAFormerName replays a trace that was written when
// max_leader_epoch was called max_epoch, here and under other rules.
func TestReplayOfAFormerName(t *testing.T) {
	const file = "testdata/traces/before-max-leader-epoch.json"
	for _, flags := range [][]string{nil, {"--as", "kip-101"}, {"--set", "max_epoch=3"}, {"--set", "max_leader_epoch=3"}} {
		var out, errs bytes.Buffer
		if code := mc(append([]string{"replay", file}, flags...), &out, &errs); code != verdict.OK {
			t.Errorf("%v: exit code %d: %s", flags, code, errs.String())
		}
		if strings.Contains(out.String(), "max_epoch") {
			t.Errorf("%v: the former name is told:\n%s", flags, out.String())
		}
	}
}
