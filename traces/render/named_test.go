package render_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/model/kafkaspec"
	"mc/traces"
	"mc/traces/render/itf"
	"mc/traces/render/itf/itfcheck"
)

// TestNamesInITFReadBack: what is written with names is a trace of the format, and reads
// back as the very same trace; its sets are those that the view shows.
func TestNamesInITFReadBack(t *testing.T) {
	m, set := ladder(t, "kip-320", constants("3", "2", "2", "2"))
	rapid.Check(t, func(t *rapid.T) {
		path := &model.Path[kafkaspec.State]{}
		m.Init(func(s kafkaspec.State) { path.Start = s })
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			now := path.Last()
			var next []model.Transition[kafkaspec.State]
			m.Expand(&now, model.NewSteps(func(a model.Action, s *kafkaspec.State) {
				next = append(next, model.Transition[kafkaspec.State]{Action: a, After: *s})
			}))
			if len(next) == 0 {
				break
			}
			path.Steps = append(path.Steps, next[rapid.IntRange(0, len(next)-1).Draw(t, "step")])
		}
		f, err := traces.Record(m, path, traces.Meta{MC: "test", Constants: set, Verdict: model.Holds})
		if err != nil {
			t.Fatal(err)
		}
		again, err := traces.Replay(m, f)
		if err != nil {
			t.Fatal(err)
		}
		var text, plain, back bytes.Buffer
		if err := itf.WriteNamed(&text, f, func(i int) (*traces.Named, error) { return again.Named(m, f, i) }); err != nil {
			t.Fatal(err)
		}
		if err := itfcheck.Trace(text.Bytes()); err != nil {
			t.Fatal(err)
		}
		read, err := itf.Parse(text.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if f.Write(&plain) != nil || read.Write(&back) != nil || plain.String() != back.String() {
			t.Fatalf("what is read differs from what was written")
		}
		agree(t, f, text.Bytes())
	})
}

// agree compares the variables of an ITF file with what the view shows.
func agree(t *rapid.T, f *traces.File, text []byte) {
	var doc struct{ States []map[string]any }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for i, state := range doc.States {
		view := f.Frame(i).View
		isr := state["ISR"].(map[string]any)["#set"].([]any)
		if want, got := view.Lanes[0].Fields[2].Value, fmt.Sprintf("{%s}", strings.Trim(strings.ReplaceAll(fmt.Sprint(isr), " ", ","), "[]")); want != got {
			t.Fatalf("state %d: the ISR is %s, and %s in ITF", i, want, got)
		}
		replicas := state["Replicas"].(map[string]any)["#map"].([]any)
		if len(replicas) != len(view.Lanes)-1 {
			t.Fatalf("state %d: %d replicas", i, len(replicas))
		}
		for k, pair := range replicas {
			lane, entry := view.Lanes[k+1], pair.([]any)
			var texts []any
			for _, cell := range lane.Log.Cells {
				texts = append(texts, fmt.Sprintf("%s@e%d", cell.Text, cell.Epoch))
			}
			if log := entry[1].(map[string]any)["Log"]; entry[0] != lane.Name || fmt.Sprint(log) != fmt.Sprint(texts) {
				t.Fatalf("state %d: %s has %v, and %v in ITF", i, lane.Name, texts, log)
			}
		}
		action := "init"
		if i > 0 {
			action = f.Steps[i-1].Rule
		}
		if state["mbt::actionTaken"] != action {
			t.Fatalf("state %d: %v was taken, not %s", i, state["mbt::actionTaken"], action)
		}
	}
}

// TestNamesAreGuarded: a variable that somebody has changed is not read.
func TestNamesAreGuarded(t *testing.T) {
	m, f := counterexample(t, rungs[0].name, rungs[0].set, rungs[0].property, false)
	again, err := traces.Replay(m, f)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := itf.WriteNamed(&text, f, func(i int) (*traces.Named, error) { return again.Named(m, f, i) }); err != nil {
		t.Fatal(err)
	}
	damaged := strings.Replace(text.String(), `"mbt::actionTaken": "init"`, `"mbt::actionTaken": "End"`, 1)
	if _, err := itf.Parse([]byte(damaged)); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("another action: %v", err)
	}
}
