package matrix

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"mc/model/kafka"
	"mc/report"
	"mc/run/suite"
	"mc/specs"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// example has a cell of every kind.
func example() *Table {
	why := "isr_news_lost has no meaning here"
	cut := Turned{Key: "truncation", Value: "epoch-offset", Was: "high-watermark", Own: true, Refs: []string{"KIP-101"}}
	fence := Turned{Key: "fence_fetch", Value: "on", Was: "off", Refs: []string{"KIP-320"}, Whose: []string{"r04"}}
	plain := Turned{Key: "isr_news_lost", Value: "off", Was: "on"}
	by := func(keys ...Turned) *Closed { return &Closed{Keys: keys} }
	return &Table{Schema: Schema, Set: "generations", Impacts: []string{"record lost", "slow", "internal only"},
		Columns: []Column{{Name: "hw-truncation", Doc: "cuts at its own high watermark"}, {Name: "kip-101", Doc: "asks <the> leader"}},
		Rows: []Line{
			{Spec: "r01", Title: "A record is lost.", Property: "committed-on-leader", Impact: "record lost", Refs: []string{"KIP-101"},
				Limit: 2_000_000,
				Cells: []Cell{{Verdict: Violated, Length: 10, States: 8089, Depth: 10, Credit: Own, Closed: by(cut)},
					{Verdict: Holds, States: 27618, Depth: 27, Within: []string{"fences <= 2", "kills <= 1"}}}},
			{Spec: "r01", Title: "A record is lost.", Property: "hw-within-isr", Impact: "internal only", Limit: 1_500,
				Cells: []Cell{{Verdict: Bound, States: 1411, Depth: 9, Within: []string{"fences <= 2"}}, {Verdict: NotApplicable, Reason: why}}},
			{Spec: "r02", Title: "A record is lost <twice>.", Property: "committed-on-leader", Limit: 1_500,
				Further: map[string]uint64{"kip-101": 3_000},
				Cells: []Cell{{Verdict: Violated, Length: 4, Depth: 4, Credit: Part, Closed: by(cut, fence)},
					{Verdict: Bound, States: 3_000, Depth: 11}}},
			{Spec: "r03", Title: "A record is lost thrice.", Property: "committed-on-leader", Limit: 1_500,
				Cells: []Cell{{Verdict: Violated, Length: 4, Depth: 4, Credit: Other,
					Closed: &Closed{Keys: []Turned{fence}, Or: []Turned{plain}, Within: true}},
					{Verdict: Violated, Length: 5, States: 80, Depth: 4, Credit: Open}}},
			{Spec: "r04", Title: "News are lost.", Property: "goal", Limit: 1_500,
				Cells: []Cell{{Verdict: Violated, Length: 2, Depth: 4, Credit: Scenario, Closed: by(plain)},
					{Verdict: Violated, Length: 2, States: 80, Depth: 4, Credit: Open}}},
			{Spec: "a-script", Title: "A & B, one after the other", Property: "goal", Limit: 1_500, Script: true,
				Cells: []Cell{{Verdict: Bound, States: 12}, {Verdict: "reachable", Length: 4, States: 30, Depth: 4}}},
			{Spec: "r05", Title: "Nobody is answered.", Property: "answered", Impact: "slow", Limit: 1_500, Fairness: "silent",
				Cells: []Cell{{Verdict: Violated, Length: 6, Stem: 4, Turn: 3, States: 40, Depth: 7, Credit: Own,
					Closed: &Closed{Keys: []Turned{cut}, Waits: []string{"fences <= 0"}}},
					{Verdict: Waits, States: 44, Depth: 7, Waits: []string{"fences <= 0", "kills <= 1"}, Within: []string{"kills <= 1"}}}},
			{Spec: "r06", Title: "Somebody is waited for.", Property: "answered", Impact: "slow", Limit: 1_500, Fairness: "all",
				Cells: []Cell{{Verdict: Violated, Length: 4, Stem: 4, States: 40, Depth: 7, Credit: Own, Closed: by(cut)},
					{Verdict: Holds, States: 44, Depth: 7}}},
		}}
}

// TestFormats holds how the example is written against the golden files.
func TestFormats(t *testing.T) {
	table := example()
	for file, write := range map[string]func(io.Writer) error{
		"example.txt":       func(w io.Writer) error { return table.Text(w, report.Style{}) },
		"example-color.txt": func(w io.Writer) error { return table.Text(w, report.Style{Color: true}) },
		"example.md":        table.Markdown, "example.json": table.JSON, "example.html": table.HTML,
	} {
		var got bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", file)
		if *update {
			if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s: run go test -update if this is meant\n%s", file, diff)
		}
	}
}

func TestReadIsTheInverseOfJSON(t *testing.T) {
	var out bytes.Buffer
	if err := example().JSON(&out); err != nil {
		t.Fatal(err)
	}
	back, err := Read(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(example(), back, cmpopts.IgnoreUnexported(Table{})); diff != "" {
		t.Error(diff)
	}
	if _, err := Read([]byte(`{"schema":"mc.matrix/9"}`)); err == nil {
		t.Error("a table of another schema is read")
	}
}

// TestDifferences holds that a changed verdict is named, that the number of
// states visited does not matter, and that what was not recorded is said to be
// missing.
func TestDifferences(t *testing.T) {
	recorded := &Recorded{Tables: []*Table{example()}}
	now := example()
	if differ, missing := now.Differences(recorded); len(differ)+len(missing) > 0 {
		t.Errorf("a table differs from itself: %v %v", differ, missing)
	}
	now.Rows[0].Cells[0].Length = 11
	now.Rows[0].Cells[1].States++
	now.Columns[1].Name = "kip-102"
	differ, missing := now.Differences(recorded)
	if len(differ) != 1 || !strings.Contains(differ[0].String(), "r01 (committed-on-leader) under hw-truncation: violated 11, recorded violated 10") {
		t.Errorf("differences: %v", differ)
	}
	if len(missing) != len(now.Rows) {
		t.Errorf("missing: %v", missing)
	}
	now.Columns[1].Name = "kip-101"
	now.Rows[1].Cells[1].Reason = "another"
	now.Rows[2].Cells[0].Credit = Other
	if differ, _ = now.Differences(recorded); len(differ) != 3 {
		t.Errorf("differences: %v", differ)
	}
	now.Rows[2].Cells[0].Credit, now.Rows[2].Cells[0].Closed = "", nil // not asked for
	if differ, _ = now.Differences(recorded); len(differ) != 2 {
		t.Errorf("differences: %v", differ)
	}
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": len(kafka.Generations), "releases": len(kafka.Releases), "2.8,kip-101,2.8": 2} {
		got, err := Columns(kafka.Variants, text)
		if err != nil || len(got) != want {
			t.Errorf("%s: %d columns, %v, want %d", text, len(got), err, want)
		}
	}
	if _, err := Columns(kafka.Variants, "kip-32"); err == nil || !strings.Contains(err.Error(), `did you mean "kip-320"`) {
		t.Errorf("kip-32: %v", err)
	}
	if _, err := Columns(nil, ""); err == nil {
		t.Error("a model without variants has columns")
	}
}

// TestCuratedRows holds that the list can be read, and that no row is there
// twice.
func TestCuratedRows(t *testing.T) {
	rows, err := Curated(suite.Specs{Files: specs.Files})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range rows {
		key := r.Spec + "/" + r.Property
		if seen[key] || r.Spec == "" || r.Property == "" {
			t.Errorf("%s is there twice, or has no name", key)
		}
		seen[key] = true
		if r.States > 5_000_000 {
			t.Errorf("%s visits %d states under every column; give it those where it takes them", key, r.States)
		}
	}
}
