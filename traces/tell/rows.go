package tell

import (
	"strconv"
	"strings"

	"mc/model"
	"mc/traces/internal/views"
)

// Row is one thing that a lane shows, before and after.
type Row struct{ Name, Was, Is string }

// Rows are all that a lane shows: role and log first, then its fields.
func Rows(was, is model.Lane) (rows []Row) {
	add := func(name string, value func(l model.Lane) string) {
		rows = append(rows, Row{name, value(was), value(is)})
	}
	if views.Role(is)+views.Role(was) != "" {
		add("role", views.Role)
	}
	if is.Log != nil {
		add("log", ofLog(records))
		add(rowHW, ofLog(func(l *model.Log) string { return strconv.Itoa(l.HighWatermark) }))
		if !views.HasField(is, rowLEO) {
			add(rowLEO, ofLog(func(l *model.Log) string { return strconv.Itoa(len(l.Cells)) }))
		}
	}
	for _, f := range is.Fields {
		if f.Name == rowHW && is.Log != nil {
			continue
		}
		add(f.Name, func(l model.Lane) string { return views.Field(l, f.Name) })
	}
	return rows
}

// The rows of a log beside its records.
const (
	rowHW  = "HW"
	rowLEO = "LEO"
)

// ofLog is the value of a row about a lane's log; "" if it keeps none.
func ofLog(value func(l *model.Log) string) func(model.Lane) string {
	return func(l model.Lane) string {
		if l.Log == nil {
			return ""
		}
		return value(l.Log)
	}
}

func records(l *model.Log) string {
	cells := make([]string, len(l.Cells))
	for i, c := range l.Cells {
		cells[i] = views.Record(c)
	}
	return strings.Join(cells, " ")
}
