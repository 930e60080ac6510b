package traces

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mc/model"
)

// Change is one thing that a step changed, as the view names it: a field of a
// lane, the lane's role, its high watermark, or one cell of its log ("offset
// 3"). An empty text stands for "nothing there".
type Change struct {
	Lane   string `json:"lane"`
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// The names of changes that are not fields of a lane.
const (
	fieldRole = "role"
	fieldHW   = "HW"
)

// Diff lists what differs between two views, lane by lane in the order of
// after, and nothing else.
func Diff(before, after model.View) []Change {
	var out []Change
	for _, lane := range after.Lanes {
		out = append(out, diffLane(laneNamed(before, lane.Name), lane)...)
	}
	for _, lane := range before.Lanes {
		if laneNamed(after, lane.Name).Name == "" {
			out = append(out, Change{lane.Name, "lane", "there", ""})
		}
	}
	return out
}

// laneNamed is the lane of v with that name, or an empty one.
func laneNamed(v model.View, name string) model.Lane {
	for _, lane := range v.Lanes {
		if lane.Name == name {
			return lane
		}
	}
	return model.Lane{}
}

func diffLane(was, is model.Lane) []Change {
	var out []Change
	note := func(field, before, after string) {
		if before != after {
			out = append(out, Change{is.Name, field, before, after})
		}
	}
	note(fieldRole, role(was), role(is))
	diffLog(logOf(was), logOf(is), note)
	for _, f := range is.Fields {
		note(f.Name, fieldNamed(was, f.Name), f.Value)
	}
	for _, f := range was.Fields {
		if fieldNamed(is, f.Name) == "" {
			note(f.Name, f.Value, "")
		}
	}
	return dedupe(out)
}

// role is a lane's badge; a lane that is off and does not say so is "off".
func role(l model.Lane) string {
	if l.Off && l.Badge == "" {
		return "off"
	}
	return l.Badge
}

func logOf(l model.Lane) model.Log {
	if l.Log == nil {
		return model.Log{}
	}
	return *l.Log
}

func fieldNamed(l model.Lane, name string) string {
	for _, f := range l.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

func diffLog(was, is model.Log, note func(field, before, after string)) {
	for i := range max(len(was.Cells), len(is.Cells)) {
		note(fmt.Sprintf("offset %d", i), cellAt(was, i), cellAt(is, i))
	}
	note(fieldHW, strconv.Itoa(was.HighWatermark), strconv.Itoa(is.HighWatermark))
}

// cellAt is the record at offset i with its epoch, or "".
func cellAt(l model.Log, i int) string {
	if i >= len(l.Cells) {
		return ""
	}
	return cellText(l.Cells[i])
}

func cellText(c model.Cell) string { return fmt.Sprintf("%s@e%d", c.Text, c.Epoch) }

// listChange takes two lists apart: what went, what came, and how many items
// stayed. Lists are divided by semicolons, or by commas if they are long; kept
// is 0 for texts that are no lists, or too short to be worth it.
func listChange(before, after string) (gone, come []string, kept int) {
	least := 1
	was, is := strings.Split(before, "; "), strings.Split(after, "; ")
	if len(was)+len(is) < 3 {
		was, is, least = commaItems(before), commaItems(after), 3
	}
	if before == "" || after == "" {
		return nil, nil, 0
	}
	for _, item := range was {
		if !slices.Contains(is, item) {
			gone = append(gone, item)
		}
	}
	for _, item := range is {
		if !slices.Contains(was, item) {
			come = append(come, item)
		}
	}
	if kept = len(is) - len(come); kept < least {
		return nil, nil, 0
	}
	return gone, come, kept
}

// commaItems are the items of a list in brackets or without.
func commaItems(text string) []string {
	if inner, ok := strings.CutPrefix(text, "["); ok {
		text = strings.TrimSuffix(inner, "]")
	}
	return strings.Split(text, ", ")
}

// dedupe drops a change that the view told twice: as the log's high watermark
// and as a field of the same name.
func dedupe(changes []Change) []Change {
	out := changes[:0]
	for _, c := range changes {
		seen := false
		for _, d := range out {
			seen = seen || c == d
		}
		if !seen {
			out = append(out, c)
		}
	}
	return out
}
