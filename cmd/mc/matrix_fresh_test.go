//go:build matrix

package main

import (
	"testing"

	"mc/run/cache"
	"mc/run/matrix"
)

// TestMatrixIsFresh explores every cell of both tables and holds them against
// the recorded ones. Run it with -update to record what came out, then
// TestMatrixPage with -update to show it.
func TestMatrixIsFresh(t *testing.T) {
	rows, err := matrix.CuratedRows(shipped)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := cache.Open(t.TempDir()) // the tables share cells
	if err != nil {
		t.Fatal(err)
	}
	for _, which := range []string{"generations", "releases"} {
		columns, err := matrix.Columns(which)
		if err != nil {
			t.Fatal(err)
		}
		table, err := matrix.Fill(t.Context(), rows, columns, matrix.Options{Workers: 2, Cache: kept})
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			record(t, which, table)
			continue
		}
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
}
