package render_test

import (
	"bytes"
	"context"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/model/kafkaspec"
	"mc/traces"
	"mc/traces/render"
	"mc/traces/render/itf"
	"mc/traces/tell"
)

// ladder builds one of the published models.
func ladder(t testing.TB, name string, set map[string]string) (*model.Model[kafkaspec.State], map[string]string) {
	t.Helper()
	templates := kafkaspec.Templates()
	for i := range templates {
		if templates[i].Name == "kafkaspec/"+name {
			m, _, err := templates[i].Build(set)
			if err != nil {
				t.Fatal(err)
			}
			return m, set
		}
	}
	t.Fatalf("no model %s", name)
	return nil, nil
}

func constants(replicas, logSize, records, epoch string) map[string]string {
	return map[string]string{"replicas": replicas, "log_size": logSize, "max_records": records, "max_leader_epoch": epoch}
}

// counterexample checks one property and records its trace.
func counterexample(t testing.TB, name string, set map[string]string, property string, symmetry bool) (*model.Model[kafkaspec.State], *traces.File) {
	t.Helper()
	m, set := ladder(t, name, set)
	r, err := explorer.Check(context.Background(), m, explorer.Options{Check: []string{property}, Symmetry: symmetry})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Properties[0]
	if p.Path == nil {
		t.Fatalf("%s: %s is %s, want a counterexample", name, property, p.Verdict)
	}
	f, err := traces.Record(m, p.Path, traces.Meta{MC: "test", Constants: set, Symmetry: symmetry, Property: property, Verdict: p.Verdict})
	if err != nil {
		t.Fatal(err)
	}
	return m, f
}

// rungs are the published models that break, each in its smallest
// configuration, with the one that mends it.
var rungs = []struct {
	name     string
	set      map[string]string
	property string
	states   int
	mended   string
}{
	{"truncate-to-hw", constants("2", "1", "1", "1"), "WeakIsr", 9, "kip-101"},
	{"truncate-to-hw", constants("2", "1", "1", "1"), "StrongIsr", 10, "kip-101"},
	{"kip-101", constants("2", "2", "2", "2"), "WeakIsr", 12, "kip-279"},
	{"kip-279", constants("3", "1", "1", "1"), "StrongIsr", 12, "kip-320"},
	{"kip-320-first-try", constants("3", "1", "1", "2"), "StrongIsr", 13, "kip-320"},
}

// Every counterexample of the ladder goes to a file and back, replays, and is
// told by the comparison apart from the protocol that mends it.
func TestLadderTracesReplayAndPart(t *testing.T) {
	for _, c := range rungs {
		t.Run(c.name+"/"+c.property, func(t *testing.T) {
			m, f := counterexample(t, c.name, c.set, c.property, false)
			if f.States() != c.states {
				t.Errorf("%d states, want %d", f.States(), c.states)
			}
			f = throughFile(t, f)
			if r, err := traces.Replay(m, f); err != nil || !r.Broken {
				t.Errorf("replay: %v", err)
			}
			if n, err := traces.MarkAside(m, f); n != 0 || err != nil {
				t.Errorf("%d steps of a shortest trace are aside, %v", n, err)
			}
			other, _ := ladder(t, c.mended, c.set)
			got, err := traces.Compare(m, f, other, [2]string{c.name, c.mended})
			if err != nil {
				t.Fatal(err)
			}
			if got.Parting < 1 || got.Broken[1] {
				t.Errorf("parts at %d, broken %v: %s", got.Parting, got.Broken, tell.Lesson(got))
			}
			for _, format := range render.Names(func(f render.Format) bool { return !f.Drives }) {
				if err := render.Render(&bytes.Buffer{}, f, format, render.Options{Comparison: got}); err != nil {
					t.Errorf("%s: %v", format, err)
				}
			}
		})
	}
}

// throughFile writes and reads f, as mc.trace/1 and as ITF.
func throughFile(t *testing.T, f *traces.File) *traces.File {
	t.Helper()
	for _, write := range []func(*traces.File, *bytes.Buffer) error{
		func(f *traces.File, out *bytes.Buffer) error { return f.Write(out) },
		func(f *traces.File, out *bytes.Buffer) error { return itf.Write(out, f) },
	} {
		var out bytes.Buffer
		if err := write(f, &out); err != nil {
			t.Fatal(err)
		}
		back, err := render.Read(&out)
		if err != nil {
			t.Fatal(err)
		}
		f = back
	}
	return f
}

// A trace that was found with symmetry names real brokers: it replays without.
func TestTraceFoundWithSymmetryReplaysWithout(t *testing.T) {
	c := rungs[3]
	m, f := counterexample(t, c.name, c.set, c.property, true)
	f = throughFile(t, f)
	r, err := traces.Replay(m, f)
	if err != nil || !r.Broken || f.States() != c.states {
		t.Errorf("%d states, replay: %v", f.States(), err)
	}
}

// The minimised counterexample is one too, and uses no more.
func TestLadderTracesMinimise(t *testing.T) {
	for _, c := range rungs[:3] {
		m, f := counterexample(t, c.name, c.set, c.property, false)
		r, err := traces.Replay(m, f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := traces.Minimize(m, c.property, &r.Path, traces.MinimizeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Path.States() != c.states {
			t.Errorf("%s: %d states, want %d", c.name, got.Path.States(), c.states)
		}
	}
}
