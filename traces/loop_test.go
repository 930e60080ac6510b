package traces

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/traces/internal/toy"
)

// loopFile goes on for ever from its start.
func loopFile(t testing.TB) *File {
	t.Helper()
	m := toy.Commit(true)
	path := toy.Run(t, m, "Vote p1", "Decide", "Again", "Vote p2", "Decide")
	f, err := RecordLasso(m, &model.Lasso[toy.Round]{Path: *path, Loop: 0}, Meta{MC: "test", Verdict: model.Violated})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestLoopNamesTheStepThatLeadsBack(t *testing.T) {
	f := loopFile(t)
	if want := (Loop{To: 0, Action: "Again", Title: "Again"}); !reflect.DeepEqual(*f.Loop, want) {
		t.Errorf("got %+v, want %+v", *f.Loop, want)
	}
	if text := written(t, f); !strings.HasPrefix(text, "{\n"+`"schema":"mc.trace/2",`) {
		t.Errorf("a trace with a loop begins with %.40q", text)
	}
	_, plain := lossFile(t)
	if text := written(t, plain); !strings.HasPrefix(text, "{\n"+`"schema":"mc.trace/1",`) || strings.Contains(text, `"loop"`) {
		t.Errorf("a trace without a loop is written in another way than before: %.80q", text)
	}
}

func TestLassosReadBackAndReplay(t *testing.T) {
	m := toy.Commit(true)
	loops := 0
	rapid.Check(t, func(t *rapid.T) {
		lasso := toy.Lasso(m, rapid.IntRange(0, 9).Draw(t, "steps"), func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") })
		f, err := RecordLasso(m, lasso, Meta{MC: "test", Verdict: model.Violated})
		if err != nil {
			t.Fatal(err)
		}
		if !f.Loop.Stays() {
			loops++
		}
		var out bytes.Buffer
		if err := f.Write(&out); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&out)
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(f, back); d != "" {
			t.Fatalf("what is read differs (-written +read):\n%s", d)
		}
		if _, err := Replay(m, back); err != nil {
			t.Fatal(err)
		}
		if n, err := MarkAside(m, back); n != 0 || err != nil {
			t.Fatalf("%d steps of a lasso are aside, %v", n, err)
		}
	})
	if loops == 0 {
		t.Error("no lasso goes back; the test shows nothing")
	}
}

func TestRecordRefusesALassoThatDoesNotClose(t *testing.T) {
	m := toy.Commit(true)
	path := toy.Run(t, m, "Vote p1", "Decide")
	for loop, want := range map[int]string{-1: "begins at state -1", 3: "begins at state 3", 1: "no step leads from the last state to state 1"} {
		_, err := RecordLasso(m, &model.Lasso[toy.Round]{Path: *path, Loop: loop}, Meta{MC: "test"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("loop %d: got %v, want it to say %q", loop, err, want)
		}
	}
}

// A loop is damaged where it leads out of the run, or closes by no step.
func TestDamagedLoopsAreRefused(t *testing.T) {
	for name, tc := range map[string]struct {
		loop Loop
		want string
	}{
		"beyond the end":   {Loop{To: 6, Action: "Again"}, `key "loop": it goes back to state 6, and the states are 0 to 5`},
		"before the start": {Loop{To: -1, Action: "Again"}, `key "loop": it goes back to state -1`},
		"without a step":   {Loop{To: 2}, `key "loop": it goes back to state 2, and there is no step that leads there`},
	} {
		f := loopFile(t)
		written(t, f) // for the sums of the steps
		f.Loop = &tc.loop
		if err := f.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%s: written", name)
		}
		f.Checksum = f.sum()
		text, err := f.encode()
		if err != nil {
			t.Fatal(err)
		}
		var bad *FileError
		if _, err := Read(bytes.NewReader(text)); !errors.As(err, &bad) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: got %v, want a FileError that says %q", name, err, tc.want)
		}
		if _, err := Replay(toy.Commit(true), f); !errors.As(err, &bad) {
			t.Errorf("%s: replay gives %v, want a FileError", name, err)
		}
	}
}

// A loop that the model does not close is no fault of the file.
func TestReplayTakesTheStepThatLeadsBack(t *testing.T) {
	for name, loop := range map[string]Loop{
		"to another state": {To: 1, Action: "Again"}, "by another step": {To: 0, Action: "Decide"},
	} {
		f := loopFile(t)
		f.Loop = &loop
		var d *Divergence
		if _, err := Replay(toy.Commit(true), f); !errors.As(err, &d) || d.Kind != NotClosed || d.Step != 6 {
			t.Errorf("%s: got %v, want a Divergence at step 6", name, err)
		}
	}
	once := toy.Commit(true)
	once.Rules = once.Rules[:4]
	f := loopFile(t)
	var d *Divergence
	if _, err := Replay(once, f); !errors.As(err, &d) || d.Kind != NotEnabled {
		t.Errorf("got %v, want a Divergence where the round does not begin anew", err)
	}
}

// Labels reach the step that leads back.
func TestLoopIsLabelled(t *testing.T) {
	m := toy.Commit(true)
	path := toy.Run(t, m, "Vote p1", "Decide", "Again")
	f, err := RecordLasso(m, &model.Lasso[toy.Round]{Path: *path, Loop: 3}, Meta{MC: "test", Verdict: model.Violated})
	if err != nil {
		t.Fatal(err)
	}
	if !f.Loop.Stays() {
		t.Fatalf("the last state stays, but %q is said to lead back", f.Loop.Action)
	}
	f.Loop = &Loop{To: 0, Action: "Vote p1", Title: "p1 is ready"}
	f.Label(map[string]string{"p1": "bank-1"})
	if f.Loop.Title != "bank-1 is ready" {
		t.Errorf("got %q", f.Loop.Title)
	}
}
