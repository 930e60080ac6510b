package kafkaspec

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"mc/model"
	"mc/model/modeltest"
)

// small bounds the runs of the slow twin. The larger rows are run by the
// engine, in explorer/oracletest.
const small = 100_000

// row is one published figure or verdict: see testdata/oracle.json.
type row struct {
	Model       string
	Constants   map[string]int
	Symmetry    bool
	Property    string
	Result      string
	TraceLength int `json:"trace_length"`
	Distinct    int
	Generated   int
	Depth       int
	Fired       []int
	Source      string
}

// run names what has to be explored for a row.
func (r row) run() string {
	return fmt.Sprint(r.Model, " ", r.Constants, " symmetry ", r.Symmetry)
}

func (r row) set() map[string]string {
	set := map[string]string{}
	for k, v := range r.Constants {
		set[k] = strconv.Itoa(v)
	}
	return set
}

func readOracle(t *testing.T) []row {
	t.Helper()
	text, err := os.ReadFile("testdata/oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestOracle holds every small row against the slow twin of the engine.
func TestOracle(t *testing.T) {
	runs, size := map[string][]row{}, map[string]int{}
	for _, r := range readOracle(t) {
		runs[r.run()] = append(runs[r.run()], r)
		size[r.run()] = max(size[r.run()], r.Distinct)
	}
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		if size[name] <= small {
			t.Run(name, func(t *testing.T) { compareRun(t, runs[name]) })
		}
	}
}

func compareRun(t *testing.T, rows []row) {
	found, nameOf := explore(t, rows[0])
	for _, r := range rows {
		if r.Property != "" {
			compareVerdict(t, r, found, nameOf(r.Property))
		}
		if r.Distinct != 0 && (found.Distinct != r.Distinct || found.Depth != r.Depth || found.Generated != r.Generated) {
			t.Errorf("distinct %d, generated %d, depth %d; the oracle has %d, %d, %d",
				found.Distinct, found.Generated, found.Depth, r.Distinct, r.Generated, r.Depth)
		}
		if fired := fired(found); r.Fired != nil && !slices.Equal(fired, r.Fired) {
			t.Errorf("fired %v, the oracle has %v", fired, r.Fired)
		}
	}
}

func compareVerdict(t *testing.T, r row, found modeltest.Counts, name string) {
	if name == "" {
		t.Errorf("the model has no property %s", r.Property)
	}
	want := 0
	if r.Result == "violated" {
		want = r.TraceLength
	}
	if got := found.Violated[name]; got != want {
		t.Errorf("%s: shortest violation %d, the oracle has %d (0 is none)", r.Property, got, want)
	}
}

// fired gives the counts per rule in ascending order, without their names:
// the published models name the same rule differently.
func fired(c modeltest.Counts) []int {
	return slices.Sorted(maps.Values(c.Fired))
}

// explore runs the slow twin on a row's model. nameOf finds the name of a
// property by its aliases.
func explore(t *testing.T, r row) (c modeltest.Counts, nameOf func(string) string) {
	t.Helper()
	if a := AsyncIsr(); r.Model == a.Name {
		return exploreTemplate(t, a, r)
	}
	for _, template := range Templates() {
		if template.Name == r.Model {
			return exploreTemplate(t, template, r)
		}
	}
	t.Fatalf("there is no model %s", r.Model)
	return c, nil
}

func exploreTemplate[S comparable](t *testing.T, template model.Template[S], r row) (modeltest.Counts, func(string) string) {
	t.Helper()
	m, _, err := template.Build(r.set())
	if err != nil {
		t.Fatal(err)
	}
	nameOf := func(alias string) string {
		if p, ok := m.Property(alias); ok {
			return p.Name
		}
		return ""
	}
	return modeltest.Explore(m, r.Symmetry), nameOf
}
