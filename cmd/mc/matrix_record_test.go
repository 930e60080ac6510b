package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mc/model/kafka"
	"mc/run/matrix"
)

// quick are the rows whose recorded cells took few states under some releases.
func quick(t *testing.T, most uint64, columns ...string) (rows []matrix.Row) {
	t.Helper()
	all, err := matrix.CuratedRows(shipped)
	if err != nil {
		t.Fatal(err)
	}
	table, err := recordedTable("releases")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		large := func(column string) bool {
			c, ok := table.Cell(r.Spec.Name, r.Property, column)
			return !ok || c.States > most
		}
		if !slices.ContainsFunc(columns, large) {
			rows = append(rows, r)
		}
	}
	return rows
}

func filled(t *testing.T, rows []matrix.Row, columns []matrix.Column, o matrix.Options) *matrix.Table {
	t.Helper()
	table, err := matrix.Fill(t.Context(), rows, columns, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestRecordIsWhatIsExplored: a cell that is taken from the record under another name
// of a release is, to the number of states, what a search finds there.
func TestRecordIsWhatIsExplored(t *testing.T) {
	columns, err := matrix.Columns(kafka.Variants, "3.3,3.4,3.7,3.9,4.2,2.8.1")
	if err != nil {
		t.Fatal(err)
	}
	rows := quick(t, 8_000, "2.8", "3.3", "3.7", "4.1")
	record, err := matrix.NewRecord(shipped)
	if err != nil {
		t.Fatal(err)
	}
	taken := filled(t, rows, columns, matrix.Options{Workers: 2, Record: record})
	explored := filled(t, rows, columns, matrix.Options{Workers: 2})
	for i, r := range explored.Rows {
		for j, want := range r.Cells {
			got := taken.Rows[i].Cells[j]
			if got.Text() != want.Text() || got.States != want.States || got.Depth != want.Depth {
				t.Errorf("%s under %s: %s, %d states, want %s, %d states", explored.Label(r), columns[j].Name, got.Text(),
					got.States, want.Text(), want.States)
			}
		}
	}
	if cells := len(rows) * len(columns); len(rows) < 20 || taken.Recorded < cells/2 || taken.Recorded > cells-len(rows)/2 {
		t.Errorf("%d of %d cells of %d rows are recorded: the test shows little", taken.Recorded, cells, len(rows))
	}
}

// TestAgainShowsTheCell: the command that a violated cell names finds a trace of the
// same length.
func TestAgainShowsTheCell(t *testing.T) {
	names := []string{}
	for _, r := range quick(t, 3_000, "0.11", "2.8", "4.1") {
		if !slices.Contains(names, r.Spec.Name) {
			names = append(names, r.Spec.Name)
		}
	}
	args := append([]string{"matrix", "-q", "--recorded", "--json", "--columns", "0.11,2.8,4.1"}, names...)
	out, err := exec.Command("mc", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	table, err := matrix.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, r := range table.Rows {
		for j, c := range r.Cells {
			if c.Verdict != matrix.Violated || !thorough && (i+j)%6 > 0 {
				continue
			}
			n++
			out, _ := exec.Command("sh", "-c", c.Again+" -q --json").Output()
			length, err := lengthIn(out, r.Property)
			if err != nil || length != c.Length {
				t.Errorf("%s: %.200s, %v; want %s in %d states", c.Again, out, err, r.Property, c.Length)
			}
		}
	}
	if n < 3 {
		t.Errorf("%d cells: the test shows little", n)
	}
}

// lengthIn is the length of the trace that a run tells of the property alone, or that
// the only cell of a table does: what no flags of a run can say is shown so.
func lengthIn(out []byte, property string) (int, error) {
	if table, err := matrix.Read(out); err == nil {
		if len(table.Rows) != 1 || len(table.Rows[0].Cells) != 1 || table.Rows[0].Property != property {
			return 0, errors.New("not the table of one cell")
		}
		return table.Rows[0].Cells[0].Length, nil
	}
	var result struct {
		Properties []struct {
			Name        string `json:"name"`
			TraceLength int    `json:"trace_length"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(out, &result); err != nil {
		return 0, err
	}
	if len(result.Properties) != 1 || result.Properties[0].Name != property {
		return 0, errors.New("not the result of one property")
	}
	return result.Properties[0].TraceLength, nil
}

// TestPagesOfCells: each violated cell of a page in a directory leads to a page beside
// it, which tells the trace that the cell counts.
func TestPagesOfCells(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pages")
	cmd := exec.Command("mc", "matrix", "-q", "--no-cache", "--recorded", "--columns", "0.10.2,0.11,2.8", "--format", "html",
		"-o", dir+"/", "r36-kafka-7414-broken", "r11-kafka-7152-broken", "r15-kafka-14704-broken")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	cells := regexp.MustCompile(`<td class="violated[^>]*><a href="([^"]*)">violated (\d+)</a>`).FindAllStringSubmatch(string(index), -1)
	if len(cells) != 4 {
		t.Errorf("%d violated cells lead somewhere, want 4", len(cells))
	}
	for _, c := range cells {
		page, err := os.ReadFile(filepath.Join(dir, c[1]))
		if err != nil {
			t.Error(err)
			continue
		}
		if states := strings.Count(string(page), ` data-step="`); c[2] != map[int]string{3: "3", 8: "8", 10: "10"}[states] {
			t.Errorf("%s tells %d states, and its cell says %s", c[1], states, c[2])
		}
	}
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(all) < 4 || len(all) > 5 {
		t.Errorf("%q, %v", all, err)
	}
}
