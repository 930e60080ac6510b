//go:build matrix

package main

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"mc/model/kafka"
	"mc/run/cache"
	"mc/run/matrix"
)

// everyCause, in the environment, has what closes each violated cell found
// again, not only in every fourth row.
const everyCause = "MC_EVERY_CAUSE"

// someRows keeps TestMatrixIsFresh to some rows, all of them with their causes.
var someRows = flag.String("rows", "", "rows of the matrix to explore: scenarios, or parts of their names, separated by commas")

// TestMatrixIsFresh explores every cell of both tables and holds them against
// the recorded ones, and with them what closes the violated cells of a sample
// of rows. Run it with -update to record what came out, with all causes, then
// TestMatrixPage with -update to show it. With -rows it is about those rows alone,
// and records them in their places among the others.
func TestMatrixIsFresh(t *testing.T) {
	rows, err := matrix.CuratedRows(shipped)
	if err != nil {
		t.Fatal(err)
	}
	owners, err := matrix.NewOwners(shipped, rows)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := cache.Open(t.TempDir()) // the tables share cells
	if err != nil {
		t.Fatal(err)
	}
	plain := matrix.Options{Workers: 2, Cache: kept}
	credited := plain
	credited.Owners = owners
	some := named(rows)
	if len(some) == 0 {
		t.Fatalf("-rows %s: no row is of such a scenario; specs/matrix/rows.yml has them", *someRows)
	}
	for _, which := range []string{"generations", "releases"} {
		columns, err := matrix.Columns(kafka.Variants, which)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			record(t, which, among(t, which, matrix.NewTable(rows, columns), filled(t, some, columns, credited)))
			continue
		}
		isRecorded(t, which, filled(t, some, columns, plain))
		isRecorded(t, which, filled(t, sample(some), columns, credited))
	}
}

// named are the rows that are asked for; all if none is.
func named(rows []matrix.Row) (some []matrix.Row) {
	for _, r := range rows {
		of := func(part string) bool { return strings.Contains(r.Spec.Name, part) }
		if slices.ContainsFunc(strings.Split(*someRows, ","), of) {
			some = append(some, r)
		}
	}
	return some
}

// among is a table of all rows with the cells of those that were filled, and for
// the others those that are recorded.
func among(t *testing.T, which string, all, now *matrix.Table) *matrix.Table {
	t.Helper()
	tables := []*matrix.Table{now}
	if *someRows != "" {
		recorded, err := recordedTable(which)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, recorded)
	}
	for i := range all.Rows {
		r := &all.Rows[i]
		for _, c := range all.Columns {
			cell, known := (&matrix.Recorded{Tables: tables}).Cell(r.Spec, r.Property, c.Name)
			if !known {
				t.Fatalf("%s (%s) under %s is not recorded; name it in -rows", r.Spec, r.Property, c.Name)
			}
			r.Cells = append(r.Cells, cell)
		}
	}
	return all
}

// sample is every fourth row, or all of them where that is asked for.
func sample(rows []matrix.Row) (some []matrix.Row) {
	step := 4
	if os.Getenv(everyCause) != "" || *someRows != "" {
		step = 1
	}
	for i := step / 2; i < len(rows); i += step {
		some = append(some, rows[i])
	}
	return some
}

// isRecorded holds a table against the recorded one.
func isRecorded(t *testing.T, which string, table *matrix.Table) {
	t.Helper()
	recorded, err := recordedTable(which)
	if err != nil {
		t.Fatal(err)
	}
	differ, missing := table.Differences(&matrix.Recorded{Tables: []*matrix.Table{recorded}})
	for _, d := range differ {
		t.Error(d)
	}
	for _, m := range missing {
		t.Errorf("%s is not recorded", m)
	}
}
