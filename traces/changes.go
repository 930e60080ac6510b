package traces

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/traces/internal/views"
)

// Change is one thing that a step changed, as the view names it: a field of a
// lane, the lane's role, its high watermark, or one cell of its log ("offset
// 3"). An empty text stands for "nothing there".
type Change struct {
	Lane   string `json:"lane"`
	Field  string `json:"field"` // what changed, in words
	Before string `json:"before"`
	After  string `json:"after"`

	// What changed, for programs. A file has only the words; reading one
	// finds this again in the views.
	What   Aspect `json:"-"`
	Offset int    `json:"-"` // of a record that changed
}

// Aspect is what of a lane changed.
type Aspect uint8

// The aspects of a lane.
const (
	FieldChanged     Aspect = iota // a field by its name
	RoleChanged                    // what it is
	WatermarkChanged               // the high watermark of its log
	RecordChanged                  // a cell of its log
	LaneChanged                    // whether it is there at all
)

// OfReplica reports a change of what makes a lane a replica: its role, its
// log, or its high watermark.
func (c Change) OfReplica() bool {
	return c.What == RoleChanged || c.What == WatermarkChanged || c.What == RecordChanged
}

// In words as files have them.
const (
	wordRole = "role"
	wordHW   = "HW"
)

// Diff lists what differs between two views, lane by lane in the order of
// after, and nothing else.
func Diff(before, after model.View) []Change {
	var out []Change
	for _, lane := range after.Lanes {
		out = append(out, DiffLane(views.Lane(before, lane.Name), lane)...)
	}
	for _, lane := range before.Lanes {
		if views.Lane(after, lane.Name).Name == "" {
			out = append(out, Change{Lane: lane.Name, Field: "lane", Before: "there", What: LaneChanged})
		}
	}
	return out
}

// DiffLane lists what differs between two states of a lane.
func DiffLane(was, is model.Lane) []Change {
	d := laneDiff{lane: is.Name}
	d.note(RoleChanged, wordRole, views.Role(was), views.Role(is))
	d.logs(views.Log(was), views.Log(is))
	for _, f := range is.Fields {
		d.note(FieldChanged, f.Name, views.Field(was, f.Name), f.Value)
	}
	for _, f := range was.Fields {
		if views.Field(is, f.Name) == "" {
			d.note(FieldChanged, f.Name, f.Value, "")
		}
	}
	return d.changes
}

// laneDiff gathers the changes of one lane.
type laneDiff struct {
	lane    string
	changes []Change
}

// note adds a change, unless the view told it before: a high watermark may be
// the log's and a field of the same name.
func (d *laneDiff) note(what Aspect, field, before, after string) {
	c := Change{Lane: d.lane, Field: field, Before: before, After: after, What: what}
	if before != after && !slices.ContainsFunc(d.changes, c.saysTheSame) {
		d.changes = append(d.changes, c)
	}
}

func (c Change) saysTheSame(d Change) bool {
	return c.Lane == d.Lane && c.Field == d.Field && c.Before == d.Before && c.After == d.After
}

func (d *laneDiff) logs(was, is model.Log) {
	for i := range max(len(was.Cells), len(is.Cells)) {
		n := len(d.changes)
		d.note(RecordChanged, fmt.Sprintf("offset %d", i), views.At(was, i), views.At(is, i))
		if len(d.changes) > n {
			d.changes[n].Offset = i
		}
	}
	d.note(WatermarkChanged, wordHW, strconv.Itoa(was.HighWatermark), strconv.Itoa(is.HighWatermark))
}

// DiffShared lists what differs between two views of different models, as far
// as both show it: a field that only one has is no difference.
func DiffShared(before, after model.View) []Change {
	return slices.DeleteFunc(Diff(before, after), func(c Change) bool {
		was, is := views.Lane(before, c.Lane), views.Lane(after, c.Lane)
		if was.Name == "" || is.Name == "" || c.OfReplica() {
			return false
		}
		return !views.HasField(was, c.Field) || !views.HasField(is, c.Field)
	})
}

// recognise finds again what the changes of a file are, of which it has only
// the words.
func recognise(changes []Change, before, after model.View) {
	told := Diff(before, after)
	for i := range changes {
		if n := slices.IndexFunc(told, changes[i].saysTheSame); n >= 0 {
			changes[i].What, changes[i].Offset = told[n].What, told[n].Offset
		}
	}
}

// Items takes the values of a list apart: what went, what came, and how many
// items stayed. Lists are divided by semicolons, or by commas if they are
// long; kept is 0 for texts that are no lists, or too short to be worth it.
func (c Change) Items() (gone, come []string, kept int) {
	least := 1
	was, is := strings.Split(c.Before, "; "), strings.Split(c.After, "; ")
	if len(was)+len(is) < 3 {
		was, is, least = commaItems(c.Before), commaItems(c.After), 3
	}
	if c.Before == "" || c.After == "" {
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
	for _, brackets := range []string{"[]", "{}"} {
		if inner, ok := strings.CutPrefix(text, brackets[:1]); ok {
			text = strings.TrimSuffix(inner, brackets[1:])
		}
	}
	return strings.Split(text, ", ")
}
