package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/model/kafka"
	"mc/report"
	"mc/run/cache"
	"mc/run/matrix"
	"mc/run/registry"
)

const matrixPage = "../../docs/matrix.md"

// TestMatrixPage holds the tables in docs/matrix.md against the recorded
// ones. Run it with -update to write them into the page, and today's titles
// into the recorded tables. That the recorded verdicts are right is for
// TestMatrixIsFresh, behind the tag matrix.
func TestMatrixPage(t *testing.T) {
	rows, err := matrix.CuratedRows(shipped)
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(matrixPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(old)
	for _, columns := range []string{"generations", "releases"} {
		table, err := recordedTable(columns)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			retitle(table, matrix.NewTable(rows, table.Columns))
			record(t, columns, table)
		}
		page = withTable(t, page, columns, table)
	}
	if *update {
		if err := os.WriteFile(matrixPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if page != string(old) {
		t.Errorf("%s is not what is recorded; run go test ./cmd/mc -run TestMatrixPage -update\n%s", matrixPage, cmp.Diff(string(old), page))
	}
}

// recordedTable is the table of a set of columns that comes with mc.
func recordedTable(columns string) (*matrix.Table, error) {
	all, err := matrix.ReadRecorded(shippedSpecs, columns)
	if err != nil || len(all.Tables) != 1 {
		return nil, fmt.Errorf("%s: %d tables, %w", columns, len(all.Tables), err)
	}
	return all.Tables[0], nil
}

// retitle gives the recorded rows the titles that their specs have today.
func retitle(recorded, today *matrix.Table) {
	for i := range recorded.Rows {
		r := &recorded.Rows[i]
		for _, l := range today.Rows {
			if l.Spec == r.Spec && l.Property == r.Property {
				r.Title, r.Refs = l.Title, l.Refs
			}
		}
	}
}

// record writes a table beside the specs.
func record(t *testing.T, columns string, table *matrix.Table) {
	t.Helper()
	var out bytes.Buffer
	if err := table.JSON(&out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("../../specs/matrix", columns+".json"), out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// withTable puts the table between the marks that name its columns.
func withTable(t *testing.T, page, columns string, table *matrix.Table) string {
	t.Helper()
	mark := "<!-- mc matrix --columns " + columns + " --format markdown -->\n"
	before, rest, ok := strings.Cut(page, mark)
	_, after, ended := strings.Cut(rest, "<!-- end -->\n")
	if !ok || !ended {
		t.Fatalf("the page lacks the marks %s and <!-- end -->", strings.TrimSpace(mark))
	}
	var out bytes.Buffer
	if err := table.Markdown(&out); err != nil {
		t.Fatal(err)
	}
	return before + mark + out.String() + "<!-- end -->\n" + after
}

// TestRecordedRows holds that the recorded tables are of today's rows and
// columns: the same scenarios, properties, titles and limits.
func TestRecordedRows(t *testing.T) {
	rows, err := matrix.CuratedRows(shipped)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 25 {
		t.Errorf("there are %d rows, want at least 25", len(rows))
	}
	for _, which := range []string{"generations", "releases"} {
		columns, err := matrix.Columns(kafka.Variants, which)
		if err != nil {
			t.Fatal(err)
		}
		recorded, err := recordedTable(which)
		if err != nil {
			t.Fatal(err)
		}
		empty := matrix.NewTable(rows, columns)
		empty.Set = which
		for i := range recorded.Rows {
			if got, want := len(recorded.Rows[i].Cells), len(columns); got != want {
				t.Errorf("%s: %s has %d cells, want %d", which, recorded.Rows[i].Spec, got, want)
			}
			recorded.Rows[i].Cells = nil
		}
		if diff := cmp.Diff(empty, recorded); diff != "" {
			t.Errorf("the %s table was recorded of other rows; if only words differ, run go test ./cmd/mc -run TestMatrixPage -update, else first go test -tags matrix ./cmd/mc -run TestMatrixIsFresh -update\n%s", which, diff)
		}
	}
}

// counted is a model that counts how often it is explored.
type counted struct {
	registry.Entry
	runs *atomic.Int32
}

func (c counted) Check(ctx context.Context, job registry.Job) (*report.Outcome, error) {
	c.runs.Add(1)
	return c.Entry.Check(ctx, job)
}

// TestMatrixExploresOnce holds that cells with the same protocol are explored
// once, that a second run explores nothing, and that a different limit, a
// damaged entry or no cache are reasons to explore again.
func TestMatrixExploresOnce(t *testing.T) {
	found, err := shipped.Find("v09-diverging-answer-shows")
	if err != nil {
		t.Fatal(err)
	}
	row, err := matrix.RowOf(shipped, found[0], "K13")
	if err != nil {
		t.Fatal(err)
	}
	var runs atomic.Int32
	row.Entry, row.States = counted{row.Entry, &runs}, 300
	columns, err := matrix.Columns(kafka.Variants, "kip-497,3.1,kip-320,2.1") // two protocols by four names
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	kept, err := cache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	fill := func(kept *cache.Cache, want int32) *matrix.Table {
		t.Helper()
		runs.Store(0)
		table, err := matrix.Fill(t.Context(), []matrix.Row{row}, columns, matrix.Options{Workers: 2, Cache: kept})
		if err != nil {
			t.Fatal(err)
		}
		if runs.Load() != want {
			t.Errorf("explored %d times, want %d", runs.Load(), want)
		}
		return table
	}
	first := fill(kept, 2)
	if diff := cmp.Diff(first, fill(kept, 0)); diff != "" {
		t.Errorf("the kept table differs:\n%s", diff)
	}
	if diff := cmp.Diff(first, fill(nil, 2)); diff != "" {
		t.Errorf("the table without a cache differs:\n%s", diff)
	}
	row.States = 400
	fill(kept, 2)
}
