package render

import (
	"fmt"
	"slices"
	"testing"

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

// alone are the formats for which a trace is enough: they need nothing of its model.
func alone(f Format) bool { return !f.Drives }

// ofAnyTrace are these.
func ofAnyTrace() []Format {
	return slices.DeleteFunc(Formats(), func(f Format) bool { return !alone(f) })
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

// compared takes a schedule of the toy model to the other way of truncating.
func compared(t testing.TB, c toy.Config, schedule []string, names [2]string) (*traces.File, *traces.Comparison) {
	t.Helper()
	m := toy.Model(c)
	f := record(t, m, toy.Run(t, m, schedule...), c)
	c.AskEpoch = !c.AskEpoch
	other, err := traces.Compare(m, f, toy.Model(c), names)
	if err != nil {
		t.Fatal(err)
	}
	return f, other
}

// lossComparison is the counterexample beside the rules that mend it.
func lossComparison(t testing.TB) *traces.Comparison {
	t.Helper()
	m, f := lossFile(t)
	other := toy.Loss
	other.AskEpoch = true
	c, err := traces.Compare(m, f, toy.Model(other), [2]string{"hw-truncation", "kip-101"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// manyRecords is a long log, with the other rules beside it.
func manyRecords(t testing.TB) (*traces.File, *traces.Comparison) {
	c, schedule := toy.Many()
	c.AskEpoch = true
	return compared(t, c, schedule, [2]string{"one", "other"})
}

// fiveBrokers is a run of 25 steps on five brokers.
func fiveBrokers(t testing.TB) (*traces.File, *traces.Comparison) {
	c, schedule := toy.Five()
	return compared(t, c, schedule, [2]string{"hw-truncation", "kip-101"})
}
