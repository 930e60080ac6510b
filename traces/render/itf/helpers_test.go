package itf

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/toy"
)

// constants words those of the toy model.
func constants(c toy.Config) map[string]string {
	generation := "hw-truncation"
	if c.AskEpoch {
		generation = "kip-101"
	}
	return map[string]string{
		"brokers": fmt.Sprint(c.Brokers), "generation": generation, "kills": fmt.Sprint(c.Kills), "records": fmt.Sprint(c.Records),
	}
}

// lossFile is the tests' counterexample: a committed record lost.
func lossFile(t testing.TB) (*model.Model[toy.State], *traces.File) {
	t.Helper()
	m := toy.Model(toy.Loss)
	return m, record(t, m, toy.Shortest(t, m, "committed-on-leader"), toy.Loss)
}

// record records a path of the toy model.
func record(t testing.TB, m *model.Model[toy.State], path *model.Path[toy.State], c toy.Config) *traces.File {
	t.Helper()
	p, _ := m.Property("committed-on-leader")
	verdict := model.Holds
	if broken, _ := m.DecidedAt(p, *path); broken {
		verdict = model.Violated
	}
	f, err := traces.Record(m, path, traces.Meta{
		MC: "test", Constants: constants(c), Property: "committed-on-leader", Verdict: verdict,
		Spec: traces.Spec{Name: "toy-loss", Title: "A committed record is lost when a restarted follower cuts its log at a stale high watermark", Hash: "sha256:00"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// difference says how two files differ that were not analysed, or "".
func difference(want, got *traces.File) string {
	if reflect.DeepEqual(want, got) { // cmp takes its time
		return ""
	}
	return cmp.Diff(want, got, cmp.AllowUnexported(traces.File{}))
}
