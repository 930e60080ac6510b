package widen

import (
	"encoding/json"
	"reflect"
)

// Shape is the type of what a result has as JSON: for those who describe it to others.
func Shape() reflect.Type { return reflect.TypeFor[told]() }

type told struct {
	OnRecord []onRecord     `json:"on_record,omitempty"`
	Runs     []ran          `json:"runs"`
	Breaks   []broke        `json:"breaks"`
	Open     []string       `json:"open"`
	Idle     []string       `json:"idle,omitempty"`
	Left     int            `json:"left"`
	Ended    map[string]int `json:"ended,omitempty"`
	States   uint64         `json:"states"`
	Seconds  float64        `json:"seconds"`
	Missed   []missed       `json:"missed,omitempty"`
}

type onRecord struct {
	Spec     string `json:"spec"`
	Property string `json:"property"`
	Found    bool   `json:"found"`
	Length   int    `json:"length,omitempty"`
	States   uint64 `json:"states"`
	Whole    bool   `json:"whole"`
	Refused  string `json:"refused,omitempty"`
	Command  string `json:"command"`
}

type missed struct {
	Spec     string `json:"spec"`
	Property string `json:"property"`
	Command  string `json:"command"`
}

type ran struct {
	Raised map[string]int `json:"raised"`
	States uint64         `json:"states"`
	Whole  bool           `json:"whole"`
	Broken []string       `json:"broken,omitempty"`
}

type broke struct {
	Property string         `json:"property"`
	Raised   map[string]int `json:"raised"`
	Length   int            `json:"length"`
	Command  string         `json:"command"`
}

// MarshalJSON is the result for programs.
func (t *Told) MarshalJSON() ([]byte, error) {
	out := told{Runs: []ran{}, Breaks: []broke{}, Open: append([]string{}, t.Open...), Idle: t.Idle, Left: t.Left,
		States: t.States, Seconds: t.Took.Seconds(), Ended: byName(t.ended())}
	for i := range t.Tried {
		s := &t.Tried[i]
		one := onRecord{s.Name, s.Property, s.Found(), s.Length(), s.Visited, s.Whole, s.Refused, t.TriedCommand(s)}
		out.OnRecord = append(out.OnRecord, one)
		if !s.Reached() {
			out.Missed = append(out.Missed, missed{s.Name, s.Property, one.Command})
		}
	}
	for _, r := range t.Runs {
		out.Runs = append(out.Runs, ran{byName(r.Raised), r.States, r.Whole, r.Broken})
	}
	for _, b := range t.Breaks {
		out.Breaks = append(out.Breaks, broke{b.Property, byName(b.Raised), b.Length, t.Command(b.Raised, b.Property)})
	}
	return json.Marshal(out)
}

func byName(raised []Raise) map[string]int {
	all := map[string]int{}
	for _, r := range raised {
		all[r.Constant] = r.To
	}
	return all
}
