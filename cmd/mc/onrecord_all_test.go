//go:build matrix

package main

import (
	"testing"

	"mc/run/matrix"
)

// TestOnRecordEverywhere is TestOnRecord for every release with a column, and for
// one that is a release with a feature switched on.
func TestOnRecordEverywhere(t *testing.T) {
	table, err := recordedTable("releases")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(table.Columns, matrix.Column{Name: "4.0-elr"}) {
		t.Run(c.Name, func(t *testing.T) {
			for _, one := range onRecord(t, c.Name) {
				shows(t, one)
			}
		})
	}
}
