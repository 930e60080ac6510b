package graph

import (
	"encoding/json"
	"io"
	"reflect"

	"mc/model"
)

// Schema is the format that JSON writes.
const Schema = "mc.graph/1"

// Shape is the type of what JSON writes: for those who describe it to others.
func Shape() reflect.Type { return reflect.TypeFor[graphJSON]() }

type graphJSON struct {
	Schema   string     `json:"schema"`
	Spec     string     `json:"spec"`
	Model    string     `json:"model"`
	Around   string     `json:"around,omitempty"`
	Cut      bool       `json:"cut"`
	Beyond   int        `json:"beyond"`
	Unmarked []string   `json:"unmarked,omitempty"`
	States   []nodeJSON `json:"states"`
	Edges    []edgeJSON `json:"edges"`
}

type nodeJSON struct {
	Number   int        `json:"number"`
	Level    int        `json:"level"`
	Initial  bool       `json:"initial,omitempty"`
	OnRun    bool       `json:"on_run,omitempty"`
	Deadlock bool       `json:"deadlock,omitempty"`
	Violates []string   `json:"violates,omitempty"`
	Reaches  []string   `json:"reaches,omitempty"`
	Beyond   int        `json:"beyond,omitempty"`
	Outside  int        `json:"outside,omitempty"`
	Text     string     `json:"text"`
	View     model.View `json:"view"`
}

type edgeJSON struct {
	From     int      `json:"from"`
	To       int      `json:"to"`
	Actions  []string `json:"actions"`
	Violates []string `json:"violates,omitempty"`
	OnRun    bool     `json:"on_run,omitempty"`
}

// JSON writes the graph as one object on a line.
func (g *Graph) JSON(w io.Writer) error {
	out := graphJSON{Schema: Schema, Spec: g.Heading, Model: g.Model, Around: g.Run, Cut: g.Cut, Beyond: g.Beyond,
		Unmarked: g.Unmarked, States: []nodeJSON{}, Edges: []edgeJSON{}}
	for i, n := range g.Nodes {
		out.States = append(out.States, nodeJSON{Number: i, Level: n.Level, Initial: n.Initial, OnRun: n.OnRun,
			Deadlock: n.Deadlock, Violates: n.Broken, Reaches: n.Reached, Beyond: n.Beyond, Outside: n.Outside,
			Text: n.Text, View: n.View})
	}
	for _, e := range g.Edges {
		out.Edges = append(out.Edges, edgeJSON{e.From, e.To, e.Actions, e.Broken, e.OnRun})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}
