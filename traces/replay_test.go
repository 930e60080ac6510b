package traces

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/traces/internal/toy"
)

// randomWalk takes up to n steps of m, chosen by t.
func randomWalk[S comparable](t *rapid.T, m *model.Model[S], n int) *model.Path[S] {
	return toy.Walk(m, n, func(next []model.Transition[S], _ int) int {
		return rapid.IntRange(0, len(next)-1).Draw(t, "step")
	})
}

func TestReplayTakesTheSamePath(t *testing.T) {
	m, f := lossFile(t)
	got, err := Replay(m, f)
	if err != nil {
		t.Fatal(err)
	}
	if want := toy.Shortest(t, m, "committed-on-leader"); got.Path.Last() != want.Last() || got.Path.States() != want.States() {
		t.Errorf("replayed %d states to %+v, want %d to %+v", got.Path.States(), got.Path.Last(), want.States(), want.Last())
	}
	if !got.Broken || got.Witness != f.Property.Witness {
		t.Errorf("broken %v by %q, want the file's witness %q", got.Broken, got.Witness, f.Property.Witness)
	}
}

func TestReplayFindsTheFirstStepThatDiffers(t *testing.T) {
	_, f := lossFile(t)
	kip101 := toy.Model(toy.Config{Brokers: 2, Records: 1, Kills: 2, AskEpoch: true})
	noKills := toy.Model(toy.Config{Brokers: 2, Records: 1})
	three := toy.Model(toy.Config{Brokers: 3, Records: 1, Kills: 2})
	renamed := toy.Model(toy.Loss)
	renamed.Rules[1].Name = "Pull"
	kept := toy.Model(toy.Loss)
	kept.Rules[3].Expand = func(s *toy.State, out *model.Steps[toy.State]) {
		for b := range uint8(2) {
			if !s.Brokers[b].Up {
				out.Step(b).Brokers[b].Up = true
			}
		}
	}
	hidden := toy.Model(toy.Loss)
	hidden.Init = func(add func(toy.State)) {
		toy.Model(toy.Loss).Init(func(s toy.State) {
			s.Kills = 1 // which the view does not show
			add(s)
		})
	}
	harmless := toy.Model(toy.Loss)
	harmless.Properties[0].State = func(*toy.State) error { return nil }
	for _, c := range []struct {
		name       string
		m          *model.Model[toy.State]
		step       int
		kind, want string
	}{
		{"no kills", noKills, 4, NotEnabled, "it could do: "},
		{"rule is gone", renamed, 2, NotEnabled, "has no rule Fetch"},
		{"start differs", three, 0, StartDiffers, "ISR is {b1, b2, b3}, in the trace {b1, b2}"},
		{"start differs out of sight", hidden, 0, StartDiffers, "state Kills is 1, in the trace 0"},
		{"kip-101", kip101, 6, StateDiffers, "offset 0 is m0@e0, in the trace nothing"},
		{"cuts nothing", kept, 6, StateDiffers, "offset 0 is m0@e0, in the trace nothing"},
		{"property holds now", harmless, 7, NotBroken, "committed-on-leader"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			_, err := Replay(c.m, f)
			var d *Divergence
			if !errors.As(err, &d) {
				t.Fatalf("got %v, want a Divergence", err)
			}
			if d.Step != c.step || d.Kind != c.kind || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got step %d, %q: %v; want step %d, %q, saying %q", d.Step, d.Kind, err, c.step, c.kind, c.want)
			}
		})
	}
}

func TestReplayRefusesAnotherModelsTrace(t *testing.T) {
	m, f := lossFile(t)
	m.Name = "toy/other"
	var bad *FileError
	if _, err := Replay(m, f); !errors.As(err, &bad) {
		t.Errorf("got %v, want a FileError", err)
	}
}

func TestRecordRefusesWhatIsNoRun(t *testing.T) {
	m := toy.Model(toy.Loss)
	path := toy.Shortest(t, m, "committed-on-leader")
	path.Steps[3].After.Epoch++
	if _, err := Record(m, path, Meta{}); err == nil || !strings.Contains(err.Error(), "step 4") {
		t.Errorf("got %v, want step 4 refused", err)
	}
	if _, err := Record(m, path, Meta{Property: "no-such"}); err == nil {
		t.Error("a property that the model does not have was recorded")
	}
}

func TestRandomRunsReplay(t *testing.T) {
	m := toy.Model(toy.Config{Brokers: 3, Records: 3, Kills: 3, AskEpoch: true})
	rapid.Check(t, func(t *rapid.T) {
		path := randomWalk(t, m, 12)
		f, err := Record(m, path, Meta{MC: "test", Verdict: "holds"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Replay(m, f)
		if err != nil || got.Path.Last() != path.Last() {
			t.Fatalf("replay ended in %+v, %v", got.Path.Last(), err)
		}
	})
}

func TestDiffStatesNamesTheFields(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{`{"A":1,"B":[1,2]}`, `{"A":1,"B":[1,2]}`, ""},
		{`{"A":1,"B":[1,2]}`, `{"A":2,"B":[1,3]}`, "A 1 2, B[1] 2 3"},
		{`{"A":{"X":1}}`, `{"A":{"X":1,"Y":0}}`, "A.Y  0"},
		{`{"A":{"X":1,"Y":0}}`, `{"A":{"X":1}}`, "A.Y 0 "},
		{`[1]`, `[1,2]`, "[1]  2"},
		{`1`, `2`, " 1 2"},
	} {
		words := []string{}
		for _, d := range diffStates(json.RawMessage(c.before), json.RawMessage(c.after)) {
			words = append(words, d.Field+" "+d.Before+" "+d.After)
		}
		if got := strings.Join(words, ", "); got != c.want {
			t.Errorf("%s to %s: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

// Labels change what is read, not what is replayed or compared.
func TestLabelledTraceReplaysAndCompares(t *testing.T) {
	m, f := lossFile(t)
	f.Label(map[string]string{"m0": "order-17"})
	if got := f.Analysis().Losses; len(got) != 1 || got[0].Records[0] != "order-17@e0" {
		t.Errorf("losses: %+v", got)
	}
	if _, err := Replay(m, f); err != nil {
		t.Error(err)
	}
	c, err := Compare(m, f, m, [2]string{"one", "other"})
	if err != nil || c.Parting != -1 {
		t.Errorf("a labelled trace parts from its own model: %+v, %v", c, err)
	}
}
