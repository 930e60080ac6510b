package model

import (
	"fmt"
	"reflect"
)

// View is a state laid out for people: named lanes (a broker, the
// controller, the clients) with fields, and a replicated log where a lane has
// one. Traces, diffs and pictures are made from it.
type View struct {
	Lanes []Lane `json:"lanes"`
}

// Lane is one participant of the system in one state.
type Lane struct {
	Name   string  `json:"name"`
	Badge  string  `json:"badge,omitempty"` // "leader e1", "down"; empty if there is nothing to say
	Off    bool    `json:"off,omitempty"`   // the participant is not running
	Log    *Log    `json:"log,omitempty"`   // nil if the lane keeps none
	Fields []Field `json:"fields,omitempty"`
}

// Log is a replica's log: cells from offset 0, with the high watermark as a
// mark before cell HighWatermark (0..len(Cells)).
type Log struct {
	Cells         []Cell `json:"cells,omitempty"`
	HighWatermark int    `json:"hw"`
	Capacity      int    `json:"capacity,omitempty"` // cells to leave room for in a picture
}

// Cell is one record: what it holds and the epoch it was written in.
type Cell struct {
	Text  string `json:"text"`
	Epoch int    `json:"epoch"`
}

// Field is a named value, already worded ("ISR", "{b1, b2}"). Traces know one by
// its name: "acked" lists the records whose producers were told so ("r1, r2").
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Describe lays out s by the model's View, or field by field if it has none.
func (m *Model[S]) Describe(s *S) View {
	if m.View != nil {
		return m.View(s)
	}
	v := reflect.ValueOf(s).Elem()
	if v.Kind() != reflect.Struct {
		return View{Lanes: []Lane{{Name: "state", Fields: []Field{{"value", fmt.Sprint(v)}}}}}
	}
	lane := Lane{Name: "state"}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Name != "_" {
			lane.Fields = append(lane.Fields, Field{f.Name, fmt.Sprint(v.Field(i))})
		}
	}
	return View{Lanes: []Lane{lane}}
}
