package runs_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
)

// TestLook: what lies in a directory is told by name and contents together;
// neither is enough.
func TestLook(t *testing.T) {
	own := func(d *runstest.Memory, name string) {
		w, err := runs.Create(d, "run/"+name, runs.Header{Words: 1, Run: [16]byte{7}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	text := func(name, contents string) func(*runstest.Memory) {
		return func(d *runstest.Memory) { d.Put("run/"+name, []byte(contents)) }
	}
	manifest := text("run.json", `{"schema": "mc-run/99", of a later day`)
	lock := text("lock", "")
	file := func(d *runstest.Memory) { own(d, "000003-level.run") }
	for name, tc := range map[string]struct {
		put          []func(*runstest.Memory)
		want         runs.Survey
		stray, taken bool
	}{
		"empty":             {},
		"a lock":            {[]func(*runstest.Memory){lock}, runs.Survey{Locked: true}, false, false},
		"a lock with words": {[]func(*runstest.Memory){text("lock", "of mine")}, runs.Survey{Foreign: []string{"lock"}}, false, true},
		"a run": {[]func(*runstest.Memory){lock, manifest, file},
			runs.Survey{Manifest: true, Locked: true, Next: 4, Files: []runs.Found{{Name: "000003-level.run", Run: [16]byte{7}}}}, false, false},
		"a run without its manifest": {[]func(*runstest.Memory){lock, file},
			runs.Survey{Locked: true, Next: 4, Files: []runs.Found{{Name: "000003-level.run", Run: [16]byte{7}}}}, true, false},
		"a run whose manifest was garbled": {[]func(*runstest.Memory){lock, text("run.json", "\x00\x00")},
			runs.Survey{Manifest: true, Locked: true}, false, false},
		"a run.json of another program": {[]func(*runstest.Memory){text("run.json", `{"a": 1}`)},
			runs.Survey{Foreign: []string{"run.json"}}, false, true},
		"names that are nearly ours": {[]func(*runstest.Memory){text("cuda.run", "x"), text("000001-X.run", "x"), text("01-level.run", "x"),
			text("000001-level.run.bak", "x")},
			runs.Survey{Foreign: []string{"000001-X.run", "000001-level.run.bak", "01-level.run", "cuda.run"}}, false, true},
		"our name without our contents": {[]func(*runstest.Memory){lock, text("000009-level.run", "an installer")},
			runs.Survey{Locked: true, Next: 10, Foreign: []string{"000009-level.run"}}, false, true},
		"cut off early": {[]func(*runstest.Memory){lock, text("000009-rest.run.tmp", "mc runs"), text("run.json.tmp", "{")},
			runs.Survey{Locked: true, Next: 10, Leftovers: []string{"000009-rest.run.tmp", "run.json.tmp"}}, false, false},
		"cut off early, it seems": {[]func(*runstest.Memory){text("000009-rest.run.tmp", "mc runs")},
			runs.Survey{Next: 10, Leftovers: []string{"000009-rest.run.tmp"}}, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			disk := runstest.NewMemory()
			for _, put := range tc.put {
				put(disk)
			}
			got, err := runs.Look(disk, "run")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&tc.want, got, cmpopts.IgnoreUnexported(runs.Survey{})); diff != "" {
				t.Error(diff)
			}
			if got.Stray() != tc.stray || got.Taken() != tc.taken {
				t.Errorf("stray %v, taken %v", got.Stray(), got.Taken())
			}
		})
	}
}
