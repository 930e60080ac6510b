// Package views reads what a model's views hold: lanes by name, what a lane
// is, the records of its log. All that traces, their telling and their
// rendering ask of a view in common is here.
package views

import (
	"fmt"
	"slices"

	"mc/model"
)

// Lane is the lane of v with that name, or an empty one.
func Lane(v model.View, name string) model.Lane {
	for _, lane := range v.Lanes {
		if lane.Name == name {
			return lane
		}
	}
	return model.Lane{}
}

// Role is a lane's badge; a lane that is off and does not say so is "off".
func Role(l model.Lane) string {
	if l.Off && l.Badge == "" {
		return "off"
	}
	return l.Badge
}

// Field is the value of the lane's field of that name, or "".
func Field(l model.Lane, name string) string {
	for _, f := range l.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// HasField reports whether the lane has a field of that name.
func HasField(l model.Lane, name string) bool {
	return slices.ContainsFunc(l.Fields, func(f model.Field) bool { return f.Name == name })
}

// HasLogs reports whether any lane keeps a log.
func HasLogs(v model.View) bool {
	return slices.ContainsFunc(v.Lanes, func(l model.Lane) bool { return l.Log != nil })
}

// Log is the lane's log, or an empty one.
func Log(l model.Lane) model.Log {
	if l.Log == nil {
		return model.Log{}
	}
	return *l.Log
}

// At is the record at offset i with its epoch, or "".
func At(l model.Log, i int) string {
	if i >= len(l.Cells) {
		return ""
	}
	return Record(l.Cells[i])
}

// Record is a record with its epoch: "m0@e0"; "-" if it was deleted.
func Record(c model.Cell) string {
	if c.Text == "" {
		return "-"
	}
	return fmt.Sprintf("%s@e%d", c.Text, c.Epoch)
}

// Deleted reports whether the record at offset i was deleted.
func Deleted(l model.Log, i int) bool { return i < len(l.Cells) && l.Cells[i].Text == "" }
