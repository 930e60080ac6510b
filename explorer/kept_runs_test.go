package explorer_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mc/explorer"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
)

// decided is the result of a run, whose claims about runs are compared with others.
func decided[S comparable](t *testing.T, m *model.Model[S], opt explorer.Options) *explorer.Result[S] {
	t.Helper()
	r, err := explorer.Check(context.Background(), m, opt)
	if err != nil {
		t.Fatalf("%+v: %v", opt, err)
	}
	return r
}

// TestRunsOfLargeLevels: where levels lie in files, and a file has more states than
// a batch, claims about runs are decided all the same.
func TestRunsOfLargeLevels(t *testing.T) {
	const n = 12 // a level of 924 states; a batch has 64
	want := decided(t, lamps(n), explorer.Options{})
	for name, opt := range map[string]explorer.Options{
		"fp64": {Store: explorer.StoreFP64}, "fp128": {Store: explorer.StoreFP128}, "interned": {Store: explorer.StoreInterned},
		"directory": {Dir: t.TempDir()}, "spilled": explorer.Options{Dir: "run", Memory: 1 << 20}.OnDisk(runstest.NewMemory(), 1),
	} {
		got := decided(t, lamps(n), opt)
		if !reflect.DeepEqual(got.Properties, want.Properties) || got.Graph.Edges != want.Graph.Edges {
			t.Errorf("%s: %+v, want %+v", name, got.Properties, want.Properties)
		}
	}
}

// TestRunsOfOlderForms: a run that the form before was saved in is refused by the
// name of its form, and so is each of its files, and nothing of it is touched.
func TestRunsOfOlderForms(t *testing.T) {
	const saved = "testdata/run-of-form-1"
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(saved)); err != nil {
		t.Fatal(err)
	}
	for _, resume := range []bool{true, false} {
		_, err := explorer.Check(context.Background(), lamps(2), explorer.Options{Dir: dir, Resume: resume})
		var foreign *runs.Foreign
		if !errors.As(err, &foreign) || !strings.Contains(err.Error(), `it has form "mc-run/3"`) {
			t.Errorf("resume %v: %v", resume, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.run"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		_, err := runs.Open(runs.OS{}, file, runs.Header{Words: 2})
		if err == nil || !strings.Contains(err.Error(), "it has form 1, and this program reads form 2") {
			t.Errorf("%s: %v", file, err)
		}
		was, _ := os.ReadFile(filepath.Join(saved, filepath.Base(file)))
		if is, _ := os.ReadFile(file); !bytes.Equal(is, was) {
			t.Errorf("%s was changed", file)
		}
	}
}

// TestKeptRuns: the verdicts on claims about runs, and the runs, are had again from
// a result that is kept, however often, and nothing stays when it is released.
func TestKeptRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 3))
	verdicts := map[model.Verdict]int{}
	for i := range 30 {
		m, disk := drawModel(r, 30, 70), runstest.NewMemory()
		want := check(t, m, explorer.Options{})
		opt := explorer.Options{Dir: "run", Keep: true}.OnDisk(disk, 1)
		var got *explorer.Result[uint8]
		for range 3 {
			got = check(t, m, opt)
			if got.Kept == nil || !got.Kept.Whole || !reflect.DeepEqual(got.Properties, want.Properties) {
				t.Fatalf("model %d: %+v, want %+v", i, got.Properties, want.Properties)
			}
			opt.Resume, opt.MaxStates, opt.MaxDepth = true, 1, 1
			disk.Crash(r)
		}
		for _, p := range want.Properties {
			verdicts[p.Verdict]++
		}
		if err := got.Kept.Release(); err != nil {
			t.Fatal(err)
		}
		if names, _ := disk.ReadDir("run"); len(names) != 1 {
			t.Fatalf("model %d: %v is left", i, names)
		}
	}
	if verdicts[model.Violated] < 5 || verdicts[model.Holds] < 5 {
		t.Errorf("%v: the test shows little", verdicts)
	}
}

// TestUndecidedRunsGoOn: where memory has no room for the graph, the levels stay in
// the directory, and a run with more of it decides the claims from them.
func TestUndecidedRunsGoOn(t *testing.T) {
	const n = 10
	want := decided(t, lamps(n), explorer.Options{})
	for _, keep := range []bool{false, true} {
		opt := explorer.Options{Dir: "run", Keep: keep, Memory: 1}.OnDisk(runstest.NewMemory(), 1)
		first := decided(t, lamps(n), opt)
		if v := first.Properties[0].Verdict; v != model.Inconclusive || first.Checkpoint != "run" || first.Kept != nil {
			t.Fatalf("keep %v: %v, checkpoint %q, kept %v", keep, v, first.Checkpoint, first.Kept)
		}
		opt.Resume, opt.Memory = true, 0
		if then := decided(t, lamps(n), opt); !reflect.DeepEqual(then.Properties, want.Properties) {
			t.Errorf("keep %v: %+v, want %+v", keep, then.Properties, want.Properties)
		}
	}
}
