package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"mc/explorer"
	"mc/model"
	"mc/traces"
)

// Schema names the format of a result. Fields may be added to it; a change of
// those it has makes a new version.
const Schema = "mc.result/1"

type result struct {
	Schema     string            `json:"schema"`
	Spec       string            `json:"spec"`
	Model      string            `json:"model"`
	Asked      string            `json:"asked,omitempty"`
	Taken      string            `json:"taken,omitempty"`
	Constants  map[string]any    `json:"constants"`
	Verdict    model.Verdict     `json:"verdict"`
	Impact     string            `json:"impact,omitempty"`
	Expected   bool              `json:"expected"`
	Exhaustive bool              `json:"exhaustive"`
	Properties []property        `json:"properties"`
	States     states            `json:"states"`
	Forgets    string            `json:"forgets,omitempty"`
	Cut        cut               `json:"cut"`
	Actions    map[string]action `json:"actions"`
	Coverage   *coverage         `json:"coverage,omitempty"`
	Bounds     map[string]bound  `json:"bounds,omitempty"`
	Widening   json.Marshaler    `json:"widening,omitempty"`
	OutDegree  outDegree         `json:"out_degree"`
	Deadlocks  uint64            `json:"deadlocks"`
	Graph      *graph            `json:"graph,omitempty"` // what claims about runs were decided on

	CollisionProbability float64         `json:"collision_probability"`
	Store                string          `json:"store"`
	Search               string          `json:"search,omitempty"`
	Workers              int             `json:"workers"`
	Cached               bool            `json:"cached,omitempty"` // times and memory are those of the run that made it
	Seconds              float64         `json:"seconds"`
	StatesPerSecond      uint64          `json:"states_per_second"`
	BytesPerState        float64         `json:"bytes_per_state"`
	PackedBytes          int             `json:"packed_bytes"`
	PeakRSS              uint64          `json:"peak_rss"`
	Files                *files          `json:"files,omitempty"`
	Memory               *memory         `json:"memory,omitempty"`
	Checkpoint           string          `json:"checkpoint,omitempty"` // the directory in which the run can be resumed
	Warnings             []string        `json:"warnings,omitempty"`
	Script               *script         `json:"script,omitempty"` // what was played; the counts above are 0 then
	Trace                json.RawMessage `json:"trace,omitempty"`
}

type script struct {
	Steps   int `json:"steps"`
	Actions int `json:"actions"`
}

type property struct {
	Name        string          `json:"name"`
	Kind        string          `json:"kind"`
	Verdict     model.Verdict   `json:"verdict"`
	Impact      string          `json:"impact,omitempty"`
	Known       []Known         `json:"known,omitempty"`
	Note        string          `json:"note,omitempty"`
	Lacks       []string        `json:"lacks,omitempty"`
	Witness     string          `json:"witness,omitempty"`
	Asked       string          `json:"asked,omitempty"` // the predicate, if a reader asked for it
	Fairness    string          `json:"fairness,omitempty"`
	TraceLength int             `json:"trace_length,omitempty"`
	Counted     *counted        `json:"counted,omitempty"`
	Trace       json.RawMessage `json:"trace,omitempty"`
}

type graph struct {
	Edges        uint64  `json:"edges"`
	Kept         bool    `json:"kept"` // else the steps were generated again
	BytesPerEdge float64 `json:"bytes_per_edge"`
	Seconds      float64 `json:"seconds"`
}

type states struct {
	Distinct  uint64   `json:"distinct"`
	Generated uint64   `json:"generated"`
	Depth     int      `json:"depth"`
	Levels    []uint64 `json:"levels"`
	Digests   []string `json:"digests,omitempty"` // of the states of each level
}

type cut struct {
	Constraint uint64            `json:"constraint,omitempty"`
	Frontier   uint64            `json:"frontier,omitempty"`
	Reasons    []explorer.Reason `json:"reasons,omitempty"`
}

type action struct {
	Fired uint64 `json:"fired"`
	New   uint64 `json:"new"`
}

type memory struct {
	Limit uint64 `json:"limit"`
	Of    string `json:"of,omitempty"`
	Room  uint64 `json:"room,omitempty"`
}

type files struct {
	Levels uint64 `json:"levels"` // bytes
	States uint64 `json:"states"` // in these
	Peak   uint64 `json:"peak"`   // bytes of all files, at most
}

type outDegree struct {
	Min  int     `json:"min"`
	Mean float64 `json:"mean"`
	Max  int     `json:"max"`
}

// JSON writes the result as one line.
func (r *Report) JSON(w io.Writer) error {
	out, err := r.result()
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(out)
}

// sealed is a trace as its file has it, or nil.
func sealed(t *traces.File) (json.RawMessage, error) {
	if t == nil {
		return nil, nil
	}
	var text bytes.Buffer
	err := t.Write(&text)
	return text.Bytes(), err
}

func (r *Report) result() (out result, err error) {
	o := r.Outcome
	out = result{
		Schema: Schema, Spec: r.Subject.Name, Model: o.Model, Constants: map[string]any{},
		Asked: r.Subject.Asked, Taken: r.Subject.Taken,
		Verdict: o.Verdict, Impact: o.Impact(), Expected: r.Met, Exhaustive: o.Exhaustive,
		Properties: []property{},
		States:     states{o.States.Distinct, o.States.Generated, o.States.Depth, o.States.Levels, o.Sums}, Forgets: o.Forgets,
		Cut: cut(o.Cut), Actions: map[string]action{}, Deadlocks: o.Deadlocks, Bounds: o.boundsByName(), Coverage: o.coverageByName(),
		OutDegree:            outDegree{o.OutDegree.Min, o.OutDegree.Mean, o.OutDegree.Max},
		CollisionProbability: o.Run.CollisionProbability, Store: o.Run.Store, Workers: o.Run.Workers, Cached: r.Cached,
		Seconds: o.Run.Seconds, PackedBytes: o.Run.PackedBytes,
		Search: r.Search, Checkpoint: o.Run.Checkpoint, Warnings: r.Warnings(),
		BytesPerState: o.Run.BytesPerState(o.States.Distinct), PeakRSS: o.Run.PeakMemory,
	}
	if sc := o.Script; sc != nil {
		out.Script, out.States.Levels = &script{sc.Steps, sc.Actions}, []uint64{}
	}
	if g := o.Graph; g != nil {
		out.Graph = &graph{g.Edges, g.Kept, g.PerEdge(), g.Elapsed.Seconds()}
	}
	if r.Widened != nil {
		out.Widening = r.Widened
	}
	if m := o.Run.Memory; m.Bytes > 0 {
		out.Memory = &memory{m.Bytes, m.Of, m.Room}
	}
	if f := o.Run.Files; f != nil {
		out.Files = &files{f.Levels, f.States, f.Peak}
	}
	if o.Run.Seconds > 0 {
		out.StatesPerSecond = uint64(float64(o.States.Distinct) / o.Run.Seconds)
	}
	for _, c := range o.Constants {
		out.Constants[c.Name] = scalar(c.Text)
	}
	for _, a := range o.Actions {
		if !a.Absent {
			out.Actions[a.Rule] = action{a.Fired, a.New}
		}
	}
	for i, p := range o.Properties {
		q := property{Name: p.Name, Kind: p.KindText(), Verdict: p.Verdict, Impact: p.Impact, Known: p.Known,
			Note: r.Findings[i].Note, Lacks: p.Lacks, Witness: p.Witness, Asked: p.Asked, Fairness: p.Fairness,
			TraceLength: p.States(), Counted: countedOf(p.Breaks)}
		if q.Trace, err = sealed(p.Trace); err != nil {
			return out, err
		}
		out.Properties = append(out.Properties, q)
	}
	out.Trace, err = sealed(r.Trace())
	return out, err
}

// scalar is a constant's text as JSON has it: a number, true or false, or a
// word.
func scalar(text string) any {
	switch text {
	case "on":
		return true
	case "off":
		return false
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return text
}
