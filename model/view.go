package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// View is a state laid out for people: named lanes (a broker, the
// controller, the clients) with fields, and a replicated log where a lane has
// one. Traces, diffs and pictures are made from it.
type View struct {
	Lanes []Lane `json:"lanes"`

	// Picture is the whole state drawn in lines of text: a board, a ring. It is
	// shown beside the lanes, and programs read nothing from it.
	Picture []string `json:"picture,omitempty"`
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

// Cell is one record: what it holds and the epoch it was written in. One without a text
// is the place of a record that was deleted from the beginning of its log.
type Cell struct {
	Text  string `json:"text"`
	Epoch int    `json:"epoch"`
}

// Field is a named value, already worded ("ISR", "{b1, b2}").
type Field struct {
	Name  string    `json:"name"`
	Value string    `json:"value"`
	Kind  FieldKind `json:"kind,omitempty"`
}

// FieldKind tells programs what a field says; most fields are for people only.
type FieldKind string

// Acknowledged is a list of the records whose producers were told that they
// are written: "{r1, r2}", or "none".
const Acknowledged FieldKind = "acknowledged"

// acked is the name by which files that are older than kinds know a field of
// acknowledged records. Such a field is still written without its kind, so
// that the same trace stays the same bytes; another of that name says so.
const (
	acked = "acked"
	other = FieldKind("other")
)

// MarshalJSON writes the kind of a field, unless its name says it.
func (f Field) MarshalJSON() ([]byte, error) {
	switch {
	case f.Name == acked && f.Kind == Acknowledged:
		f.Kind = ""
	case f.Name == acked && f.Kind == "":
		f.Kind = other
	}
	type field Field // without methods
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // whoever encodes the whole says whether to escape
	err := e.Encode(field(f))
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// UnmarshalJSON reads a field, and its kind where only the name says it.
func (f *Field) UnmarshalJSON(text []byte) error {
	type field Field
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode((*field)(f)); err != nil {
		return fmt.Errorf("a field of a lane: %v", err)
	}
	switch {
	case f.Kind == other:
		f.Kind = ""
	case f.Name == acked && f.Kind == "":
		f.Kind = Acknowledged
	}
	return nil
}

// Describe lays out s by the model's View, or field by field if it has none or
// if that is a picture only.
func (m *Model[S]) Describe(s *S) View {
	var v View
	if m.View != nil {
		v = m.View(s)
	}
	if m.View == nil || v.Picture != nil && v.Lanes == nil {
		v.Lanes = []Lane{fieldsOf(m.Value(s))}
	}
	return v
}

// fieldsOf is a lane with the fields of a state.
func fieldsOf(v reflect.Value) Lane {
	if v.Kind() != reflect.Struct {
		return Lane{Name: "state", Fields: []Field{{Name: "value", Value: fmt.Sprint(v)}}}
	}
	lane := Lane{Name: "state"}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Name != "_" {
			lane.Fields = append(lane.Fields, Field{Name: f.Name, Value: fmt.Sprint(v.Field(i))})
		}
	}
	return lane
}

// Turn is what a step means for the course of a run: "b3 is elected in epoch 1". Long
// runs are told in chapters made of them, and why a run came to harm by those that are
// causes.
type Turn struct {
	Kind  TurnKind
	Words string // a clause without an end: it stands in headings and beside others

	// Cause goes on with the clause, where harm that comes later may be due to it: ",
	// though it lacks r1". What the protocol does as it should has none.
	Cause string
}

// TurnKind is a kind of turning point. Models of other systems have those that they
// have; a kind tells programs where a chapter begins.
type TurnKind string

// The kinds of turns.
const (
	Election TurnKind = "election" // who is to lead changes: a chapter begins
	Missed   TurnKind = "missed"   // somebody acts without having learned of something
	Belief   TurnKind = "belief"   // somebody goes by what is not true any more
	Commit   TurnKind = "commit"   // what counts from now on
	Cut      TurnKind = "cut"      // something is given up as the protocol has it
	Loss     TurnKind = "loss"     // something is gone that nobody gave up
	Failure  TurnKind = "failure"  // something stops, or cannot be reached
)

// Held is what a step did not bring about, and why: "the high watermark of b1 stays at 0:
// one of two required replicas is in the ISR". It is told once, until something else
// is to be said of the same thing.
type Held struct {
	About string // what stays as it is: "the high watermark of b1"
	Words string // a sentence, with its end
}

// Namer is a part of a state that is something else than its bits to people and other
// programs: a set (Names), a map of numbers (map[int]int), a name (string), a number
// (int), a list of such things or a struct of them. A number that has a String alone is
// that name.
type Namer interface{ Named() any }

// Names are the members of a set.
type Names []string
