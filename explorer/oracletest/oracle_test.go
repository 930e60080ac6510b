package oracletest

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/model/kafkaspec"
)

// row is a published figure (counts of a whole run) or verdict (of one
// property), or both.
type row struct {
	Model       string
	Constants   map[string]int
	Symmetry    bool
	Property    string
	Result      string // "holds" or "violated"
	TraceLength int    `json:"trace_length"`
	Distinct    uint64
	Generated   uint64 // 0 where it is not published
	Depth       int
	Fired       []uint64 // per rule, ascending; the published names differ
}

// run names the run that a row needs. A run ends when its properties are
// decided, so that violations and counts of the whole space do not share one.
func (r row) run() string {
	return fmt.Sprintf("%s %v symmetry %v %s", r.Model, r.Constants, r.Symmetry, r.Result)
}

// TestOracle makes one run of the engine for all rows that can share it.
func TestOracle(t *testing.T) {
	text, err := os.ReadFile("../../model/kafkaspec/testdata/oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	runs, compared := map[string][]row{}, 0
	for _, r := range rows {
		runs[r.run()] = append(runs[r.run()], r)
	}
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		if size(rows, runs[name][0]) > limit {
			continue
		}
		compared += len(runs[name])
		t.Run(name, func(t *testing.T) { compareRun(t, runs[name]) })
	}
	t.Logf("compared %d of %d rows", compared, len(rows))
}

// size is how many states the model of a row has: another row tells, if it is
// about a violation.
func size(rows []row, of row) (distinct uint64) {
	for _, r := range rows {
		if r.Model == of.Model && maps.Equal(r.Constants, of.Constants) && r.Symmetry == of.Symmetry {
			distinct = max(distinct, r.Distinct)
		}
	}
	return distinct
}

func compareRun(t *testing.T, rows []row) {
	if async := kafkaspec.AsyncIsr(); async.Name == rows[0].Model {
		compareModel(t, async, rows)
		return
	}
	for _, template := range kafkaspec.Templates() {
		if template.Name == rows[0].Model {
			compareModel(t, template, rows)
			return
		}
	}
	t.Fatalf("there is no model %s", rows[0].Model)
}

func compareModel[S comparable](t *testing.T, template model.Template[S], rows []row) {
	t.Helper()
	set := map[string]string{}
	for name, v := range rows[0].Constants {
		set[name] = strconv.Itoa(v)
	}
	m, _, err := template.Build(set)
	if err != nil {
		t.Fatal(err)
	}
	result, err := explorer.Check(t.Context(), m, explorer.Options{Check: properties(t, m, rows), Symmetry: rows[0].Symmetry})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		compareVerdict(t, m, result, r)
		if r.Distinct != 0 { // a row about a violation gives no counts
			compareCounts(t, result, r)
		}
	}
}

// properties are the names, not aliases, of those that the rows are about.
func properties[S comparable](t *testing.T, m *model.Model[S], rows []row) []string {
	t.Helper()
	names := []string{}
	for _, r := range rows {
		if r.Property == "" {
			continue
		}
		p, ok := m.Property(r.Property)
		if !ok {
			t.Fatalf("%s has no property %s", m.Name, r.Property)
		}
		names = append(names, p.Name)
	}
	return names
}

func compareVerdict[S comparable](t *testing.T, m *model.Model[S], result *explorer.Result[S], r row) {
	t.Helper()
	if r.Property == "" {
		return
	}
	p, _ := m.Property(r.Property)
	i := slices.IndexFunc(result.Properties, func(got explorer.PropertyResult[S]) bool { return got.Name == p.Name })
	got := result.Properties[i]
	switch {
	case r.Result != "violated":
		if got.Verdict != model.Holds && got.Verdict != model.HoldsWithinBounds {
			t.Errorf("%s: %s, the oracle says %s", r.Property, got.Verdict, r.Result)
		}
	case got.Verdict != model.Violated || got.Path.States() != r.TraceLength:
		t.Errorf("%s: %s (path %+v), the oracle says violated in %d states", r.Property, got.Verdict, got.Path, r.TraceLength)
	}
}

func compareCounts[S comparable](t *testing.T, result *explorer.Result[S], r row) {
	t.Helper()
	got := result.States
	if got.Distinct != r.Distinct || got.Depth != r.Depth || r.Generated != 0 && got.Generated != r.Generated {
		t.Errorf("distinct %d, generated %d, depth %d; the oracle says %d, %d, %d",
			got.Distinct, got.Generated, got.Depth, r.Distinct, r.Generated, r.Depth)
	}
	var fired []uint64
	for _, a := range result.Actions {
		if a.Fired != 0 { // the oracle leaves these out
			fired = append(fired, a.Fired)
		}
	}
	if slices.Sort(fired); r.Fired != nil && !slices.Equal(fired, r.Fired) {
		t.Errorf("fired %v, the oracle says %v", fired, r.Fired)
	}
}
