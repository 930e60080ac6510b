package cert

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"mc/run/registry"
)

// DiffSchema is the format of a difference.
const DiffSchema = "mc.certdiff/1"

// Diff is what a change did to the states of a model: two certificates, and what
// their models do that the other does not.
type Diff struct {
	Schema     string          `json:"schema"`
	Names      [2]string       `json:"names"`
	Models     [2]string       `json:"models"`
	Certifies  [2]string       `json:"certifies"`
	Constants  []Values        `json:"constants"`
	Counts     []Count         `json:"counts"`
	Properties []Verdicts      `json:"properties"`
	Rules      []Fired         `json:"rules"`
	Equal      bool            `json:"equal"`                  // both reach the same states at every level
	Differs    int             `json:"differs,omitempty"`      // the first level whose sums or numbers differ
	Sizes      [2]uint64       `json:"level_states"`           // of that level
	Apart      *registry.Apart `json:"apart,omitempty"`        // what only one of them does
	Apartness  string          `json:"not_compared,omitempty"` // why that is not known
	Notes      []string        `json:"notes,omitempty"`
	More       string          `json:"-"` // what follows the two further, for whoever reads text
}

// Values is a constant in both.
type Values struct {
	Name   string    `json:"name"`
	Values [2]string `json:"values"` // empty where the model has none of that name
}

// Count is a number in both.
type Count struct {
	What   string    `json:"what"`
	Values [2]uint64 `json:"values"`
}

// Verdicts are those on a property that differ in verdict or length.
type Verdicts struct {
	Name     string    `json:"name"`
	Verdicts [2]string `json:"verdicts"` // empty where it was not checked
	Lengths  [2]int    `json:"trace_lengths"`
}

// Fired is a rule that did another number of steps, or led to another number of
// states.
type Fired struct {
	Name  string    `json:"name"`
	Fired [2]uint64 `json:"fired"`
	New   [2]uint64 `json:"new"`
	Has   [2]bool   `json:"has"` // whether the model has the rule under its constants
}

// Between holds two certificates against each other. What their models do is added
// by whoever has run them.
func Between(a, b *File) *Diff {
	d := &Diff{Schema: DiffSchema, Names: namesOf(a, b), Models: [2]string{a.Model.Name, b.Model.Name},
		Certifies: [2]string{a.Certifies, b.Certifies}, Constants: []Values{}, Properties: []Verdicts{}, Rules: []Fired{}}
	for _, name := range names(a.Constants, b.Constants) {
		if x, y := a.Constants[name], b.Constants[name]; x != y {
			d.Constants = append(d.Constants, Values{name, [2]string{x, y}})
		}
	}
	d.Counts = []Count{
		{"states", [2]uint64{a.States.Distinct, b.States.Distinct}},
		{"generated", [2]uint64{a.States.Generated, b.States.Generated}},
		{"depth", [2]uint64{uint64(a.States.Depth), uint64(b.States.Depth)}},
		{"deadlocks", [2]uint64{a.States.Deadlocks, b.States.Deadlocks}},
	}
	paired(a.Properties, b.Properties, func(p Property) string { return p.Name }, func(name string, x, y *Property) {
		v := Verdicts{Name: name}
		for i, p := range []*Property{x, y} {
			if p != nil {
				v.Verdicts[i], v.Lengths[i] = p.Verdict, p.Length
			}
		}
		if v.Verdicts[0] != v.Verdicts[1] || v.Lengths[0] != v.Lengths[1] {
			d.Properties = append(d.Properties, v)
		}
	})
	paired(a.Rules, b.Rules, func(r Rule) string { return r.Name }, func(name string, x, y *Rule) {
		f := Fired{Name: name}
		for i, r := range []*Rule{x, y} {
			if r != nil {
				f.Fired[i], f.New[i], f.Has[i] = r.Fired, r.New, true
			}
		}
		if f.Fired[0] != f.Fired[1] || f.New[0] != f.New[1] {
			d.Rules = append(d.Rules, f)
		}
	})
	d.level(a, b)
	return d
}

// level finds the first level whose states are not the same.
func (d *Diff) level(a, b *File) {
	at := func(f *File, i int) Level {
		if i < len(f.Levels) {
			return f.Levels[i]
		}
		return Level{}
	}
	for i := range max(len(a.Levels), len(b.Levels)) {
		if x, y := at(a, i), at(b, i); x != y {
			d.Differs, d.Sizes = i+1, [2]uint64{x.States, y.States}
			return
		}
	}
	d.Equal = true
}

// namesOf are what the two are called: by what tells them apart.
func namesOf(a, b *File) [2]string {
	x, y := a.Spec.Name, b.Spec.Name
	if x != y {
		return [2]string{x, y}
	}
	var differ []string
	for _, name := range names(a.Constants, b.Constants) {
		if a.Constants[name] != b.Constants[name] {
			differ = append(differ, name)
		}
	}
	for _, name := range differ { // the variant brings the others along
		if a.Set[name] != "" && b.Set[name] != "" {
			differ[0] = name
			break
		}
	}
	if len(differ) > 0 {
		x, y := a.Constants[differ[0]], b.Constants[differ[0]]
		if word(x) && word(y) {
			return [2]string{x, y}
		}
		return [2]string{a.Spec.Name + " " + differ[0] + "=" + x, b.Spec.Name + " " + differ[0] + "=" + y}
	}
	return [2]string{x + " (first)", y + " (second)"}
}

// word reports whether a value says by itself what it is: the name of a variant.
func word(value string) bool { return strings.Contains(value, "-") }

// paired visits what either list has, in the order of the first, then the second.
func paired[T any](a, b []T, name func(T) string, visit func(string, *T, *T)) {
	find := func(list []T, wanted string) *T {
		for i := range list {
			if name(list[i]) == wanted {
				return &list[i]
			}
		}
		return nil
	}
	for i := range a {
		visit(name(a[i]), &a[i], find(b, name(a[i])))
	}
	for i := range b {
		if find(a, name(b[i])) == nil {
			visit(name(b[i]), nil, &b[i])
		}
	}
}

// JSON writes the difference as one object.
func (d *Diff) JSON(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(d)
}

// words is a rule in a sentence: "fires 12 times as often: 100 to 1,200 steps (+1,100)".
func (f Fired) words() string {
	steps := fmt.Sprintf("%s to %s steps (%s), %s to %s new states", thousands(f.Fired[0]), thousands(f.Fired[1]),
		change(f.Fired[0], f.Fired[1]), thousands(f.New[0]), thousands(f.New[1]))
	switch often := times(f.Fired[0], f.Fired[1]); {
	case !f.Has[0]:
		return fmt.Sprintf("is only in the second: %s, %s", counted(f.Fired[1], "step"), counted(f.New[1], "new state"))
	case !f.Has[1]:
		return fmt.Sprintf("is only in the first: %s, %s", counted(f.Fired[0], "step"), counted(f.New[0], "new state"))
	case f.Fired[0] == 0:
		return "fires now: " + steps
	case f.Fired[1] == 0:
		return "fires no more: " + steps
	case often != "":
		return "fires " + often + ": " + steps
	}
	return steps
}

// words is a change of verdict: "violated in 9 states, now holds"; "trace 9 to 7 states".
func (v Verdicts) words() string {
	word := func(i int) string {
		switch {
		case v.Verdicts[i] == "":
			return "not checked"
		case v.Lengths[i] > 0:
			return fmt.Sprintf("%s in %s", v.Verdicts[i], counted(uint64(v.Lengths[i]), "state"))
		}
		return v.Verdicts[i]
	}
	if v.Verdicts[0] == v.Verdicts[1] {
		return fmt.Sprintf("%s, trace %d to %d states", v.Verdicts[0], v.Lengths[0], v.Lengths[1])
	}
	return word(0) + ", now " + word(1)
}

// words is a number in both.
func (c Count) words() string {
	if c.Values[0] == c.Values[1] {
		return thousands(c.Values[0]) + " in both"
	}
	return fmt.Sprintf("%s to %s (%s)", thousands(c.Values[0]), thousands(c.Values[1]), change(c.Values[0], c.Values[1]))
}
