//go:build matrix

package main

import (
	"os"
	"testing"

	"mc/model/kafka"
	"mc/run/cache"
	"mc/run/matrix"
)

// everyCause, in the environment, has what closes each violated cell found
// again, not only in every fourth row.
const everyCause = "MC_EVERY_CAUSE"

// TestMatrixIsFresh explores every cell of both tables and holds them against
// the recorded ones, and with them what closes the violated cells of a sample
// of rows. Run it with -update to record what came out, with all causes, then
// TestMatrixPage with -update to show it.
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
	for _, which := range []string{"generations", "releases"} {
		columns, err := matrix.Columns(kafka.Variants, which)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			record(t, which, filled(t, rows, columns, credited))
			continue
		}
		isRecorded(t, which, filled(t, rows, columns, plain))
		isRecorded(t, which, filled(t, sample(rows), columns, credited))
	}
}

// sample is every fourth row, or all of them.
func sample(rows []matrix.Row) (some []matrix.Row) {
	step := 4
	if os.Getenv(everyCause) != "" {
		step = 1
	}
	for i := step / 2; i < len(rows); i += step {
		some = append(some, rows[i])
	}
	return some
}

func filled(t *testing.T, rows []matrix.Row, columns []matrix.Column, o matrix.Options) *matrix.Table {
	t.Helper()
	table, err := matrix.Fill(t.Context(), rows, columns, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
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
