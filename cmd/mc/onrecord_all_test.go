//go:build matrix

package main

import "testing"

// TestOnRecordEverywhere is TestOnRecord for every release with a column.
func TestOnRecordEverywhere(t *testing.T) {
	table, err := recordedTable("releases")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range table.Columns {
		t.Run(c.Name, func(t *testing.T) {
			for _, one := range onRecord(t, c.Name) {
				shows(t, one)
			}
		})
	}
}
