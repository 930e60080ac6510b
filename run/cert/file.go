package cert

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"mc/explorer"
	"mc/model"
	"mc/model/ask"
	"mc/report"
	"mc/run/cache"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// Schema is the format of a certificate.
const Schema = "mc.cert/1"

// File is a certificate: what a run established, and what decided it.
type File struct {
	Schema   string  `json:"schema"`
	Checksum string  `json:"checksum"`
	Program  Program `json:"program"`
	Spec     Spec    `json:"spec"`
	Model    Model   `json:"model"`

	// What was asked: enough to ask it again.
	Key       string            `json:"key"`       // of the job, as the result cache has it
	Set       map[string]string `json:"set"`       // constants that were given
	Constants map[string]string `json:"constants"` // all
	Without   []string          `json:"without,omitempty"`
	Check     []string          `json:"check,omitempty"` // of the properties; null is the model's default
	Fairness  string            `json:"fairness,omitempty"`
	Symmetry  bool              `json:"symmetry"`
	Init      []model.Given     `json:"init,omitempty"`
	Asked     []Question        `json:"asked,omitempty"`
	MaxDepth  int               `json:"max_depth,omitempty"`
	Store     string            `json:"store"`

	// What was found.
	Forgets    string     `json:"forgets,omitempty"`
	Whole      bool       `json:"whole"` // every reachable state was visited
	Certifies  string     `json:"certifies"`
	Cut        Cut        `json:"cut"`
	Bounds     []Bound    `json:"bounds,omitempty"`
	Verdict    string     `json:"verdict"`
	Properties []Property `json:"properties"`
	States     States     `json:"states"`
	Levels     []Level    `json:"levels"`
	Rules      []Rule     `json:"rules"`
	Collision  float64    `json:"collision_probability"`
}

// Program is what made the run.
type Program struct {
	Version string `json:"version"`
	Sum     string `json:"sum"` // of its bytes, SHA-256, cut to half
}

// Spec is what the run was of; a model without a spec has no hash.
type Spec struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"`
	Hash  string `json:"hash,omitempty"`
}

// Model is the model by what it says of itself.
type Model struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

// Question is what a reader asked for in the run.
type Question struct {
	Name string `json:"name"`
	Goal bool   `json:"goal"`
	Text string `json:"text"`
}

// Cut is what kept the run from being whole.
type Cut struct {
	Constraint uint64   `json:"constraint,omitempty"`
	Frontier   uint64   `json:"frontier,omitempty"`
	Reasons    []string `json:"reasons,omitempty"`
}

// Bound is a budget, and what it stopped.
type Bound struct {
	Name    string `json:"name"`
	Limit   int    `json:"limit"`
	Stopped uint64 `json:"stopped"`
	Jointly uint64 `json:"jointly"`
}

// Property is a verdict.
type Property struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Verdict string `json:"verdict"`
	Length  int    `json:"trace_length,omitempty"`
}

// States are counts.
type States struct {
	Distinct  uint64 `json:"distinct"`
	Generated uint64 `json:"generated"`
	Depth     int    `json:"depth"`
	Deadlocks uint64 `json:"deadlocks"`
}

// Level is one level: how many states, and their sum.
type Level struct {
	States uint64 `json:"states"`
	Sum    string `json:"sum"`
}

// Rule is what one rule did.
type Rule struct {
	Name  string `json:"name"`
	Fired uint64 `json:"fired"`
	New   uint64 `json:"new"`
}

// Unfit says why a run has no certificate.
type Unfit struct{ Reason string }

func (e *Unfit) Error() string {
	return fmt.Sprintf("the run was cut by %s, and what it saw depends on when: there is nothing to certify", e.Reason)
}

// Of is the certificate of a run. One that was cut by anything but a number of levels
// has none: *Unfit.
func Of(entry registry.Entry, s *specfile.Spec, job registry.Job, out *report.Outcome) (*File, error) {
	for _, r := range out.Cut.Reasons {
		if r.Kind != explorer.MaxDepth {
			return nil, &Unfit{r.String()}
		}
	}
	key, err := suite.Key(entry, s, job, false)
	if err != nil {
		return nil, err
	}
	program, err := cache.Program()
	if err != nil {
		return nil, err
	}
	hash, err := hashOf(entry, job)
	if err != nil {
		return nil, err
	}
	f := &File{Schema: Schema, Program: Program{job.Version, program}, Spec: Spec{s.Name, s.Title, s.Hash},
		Model: Model{entry.Name(), hash}, Key: key, Set: job.Set, Constants: map[string]string{}, Without: s.Without,
		Check: s.Check, Fairness: s.Fairness, Symmetry: job.Options.Symmetry, Init: s.Init,
		MaxDepth: job.Options.MaxDepth, Store: out.Run.Store, Forgets: out.Forgets, Whole: out.Exhaustive,
		Cut: Cut{Constraint: out.Cut.Constraint, Frontier: out.Cut.Frontier}, Verdict: string(out.Verdict),
		States:    States{out.States.Distinct, out.States.Generated, out.States.Depth, out.Deadlocks},
		Collision: out.Run.CollisionProbability, Properties: []Property{}, Levels: []Level{}, Rules: []Rule{}}
	for _, r := range out.Cut.Reasons {
		f.Cut.Reasons = append(f.Cut.Reasons, r.String())
	}
	for _, q := range s.Questions {
		f.Asked = append(f.Asked, Question(q))
	}
	for _, c := range out.Constants {
		f.Constants[c.Name] = c.Text
	}
	for _, b := range out.Budgets {
		f.Bounds = append(f.Bounds, Bound{b.Constant, b.Limit, b.Stopped, b.Jointly})
	}
	for i := range out.Properties {
		p := &out.Properties[i]
		f.Properties = append(f.Properties, Property{p.Name, p.KindText(), string(p.Verdict), p.States()})
	}
	for i, n := range out.States.Levels {
		f.Levels = append(f.Levels, Level{n, out.Sums[i]})
	}
	for _, a := range out.Actions {
		if !a.Absent {
			f.Rules = append(f.Rules, Rule{a.Rule, a.Fired, a.New})
		}
	}
	f.Certifies = f.certifies()
	f.seal()
	return f, nil
}

// certifies says how much the certificate is of.
func (f *File) certifies() string {
	what := "the whole space"
	switch {
	case len(f.Cut.Reasons) > 0:
		what = fmt.Sprintf("the first %s, and nothing of the rest", counted(uint64(f.States.Depth), "level"))
	case !f.Whole:
		what = "all states within the constraint"
	}
	if f.Symmetry {
		what += "; a state stands for all that symmetry makes equal to it"
	}
	if f.Forgets != "" {
		what += "; states are told apart " + f.Forgets
	}
	return what
}

// hashOf is a hash of what a model says of itself under a job: its rules and
// properties with all their words. What the rules do is in the program.
func hashOf(entry registry.Entry, job registry.Job) (string, error) {
	v, err := entry.Vocabulary(job.Set)
	if err != nil {
		return "", err
	}
	return cache.Key(map[string]any{"model": entry.Name(), "rules": v.Rules, "properties": v.Properties, "fairness": v.Fairness})[:32], nil
}

// Adopt makes a spec ask for what the certificate is of.
func (f *File) Adopt(file string) *specfile.Spec {
	s := specfile.New(f.Model.Name, specfile.Place{File: file})
	s.Name, s.Title, s.Hash = f.Spec.Name, f.Spec.Title, f.Spec.Hash
	for k, v := range f.Set {
		s.Set[k] = v
	}
	s.Without, s.Check, s.Fairness, s.Init = slices.Clone(f.Without), slices.Clone(f.Check), f.Fairness, f.Init
	if f.Symmetry {
		s.Symmetry = specfile.On
	}
	for _, q := range f.Asked {
		s.Questions = append(s.Questions, ask.Question(q))
	}
	s.Limits.Depth = f.MaxDepth
	return s
}

// seal sets the checksum.
func (f *File) seal() {
	f.Checksum = ""
	f.Checksum = fmt.Sprintf("%x", sha256.Sum256(f.text()))
}

// Text is the file.
func (f *File) Text() []byte { return f.text() }

func (f *File) text() []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(f); err != nil {
		panic("cert: a certificate is plain data: " + err.Error())
	}
	return out.Bytes()
}
