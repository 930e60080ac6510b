package explain

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/run/matrix"
	"mc/run/registry"
)

// Protocol is a variant of a model.
type Protocol struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"`             // what its family calls it
	Subject string  `json:"subject"`          // what it is a variant of
	Of      string  `json:"of,omitempty"`     // the variant that it varies
	OfKind  string  `json:"-"`                // what that one's family calls it
	Since   string  `json:"since,omitempty"`  // the one before it
	Doc     string  `json:"doc,omitempty"`    //
	Said    string  `json:"said,omitempty"`   // what name stands for it: "3.9: as 3.7"
	Changes []Value `json:"changes"`          // against Since, or Of
	Hit     []Hit   `json:"hit,omitempty"`    // scenarios of the matrix that break their claim here
	Spared  int     `json:"spared,omitempty"` // scenarios of the matrix that do not
}

// Value is what a key is set to, and what it was or is elsewhere.
type Value struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Was   string `json:"was,omitempty"`
	Doc   string `json:"doc,omitempty"`
	Ref   string `json:"ref,omitempty"`
}

// Hit is a scenario of the matrix with the length of its shortest violation.
type Hit struct {
	Scenario string `json:"scenario"`
	Title    string `json:"title"`
	Length   int    `json:"length"`
	Fairness string `json:"fairness,omitempty"` // that it is asked under, if its claim is about runs that go on for ever

	// Credit is whose the violation is, and By what closes it.
	Credit matrix.Credit   `json:"credit,omitempty"`
	By     []matrix.Turned `json:"by,omitempty"`
	Blame  string          `json:"-"` // in words, if it is not wholly the scenario's
}

// protocols are the variants that the topic names, or that go back to it. Models
// that are each other's variants have them in common.
func (l *Library) protocols(topic string) (out []Protocol) {
	seen := map[*model.Variants]bool{nil: true}
	for _, e := range l.Models {
		v := e.Variants()
		if seen[v] {
			continue
		}
		seen[v] = true
		if meant, err := v.Resolve(topic); err == nil && meant.Said != "" {
			one, _, _ := v.Find(meant.Name)
			p := l.protocol(e, one)
			p.Said = topic + ": " + meant.Said
			out = append(out, p)
		}
		for _, one := range v.All() {
			if strings.EqualFold(one.Name, topic) || covers(one.Ref, topic) {
				out = append(out, l.protocol(e, one))
			}
		}
	}
	return out
}

func (l *Library) protocol(e registry.Entry, one model.Variant) Protocol {
	v := e.Variants()
	_, family, _ := v.Find(one.Name)
	set := family.Name
	p := Protocol{Name: one.Name, Kind: family.One, Subject: v.Subject, Doc: one.Doc, Changes: []Value{}}
	if before, ok := v.Before(one.Name); ok && one.Of == "" {
		p.Since = before
	} else if ok {
		_, family, _ = v.Find(before)
		p.Of, p.OfKind = before, family.One
	}
	for _, c := range v.Changes(one.Name, constants(e)) {
		p.Changes = append(p.Changes, Value{c.Name, c.Now, c.Was, c.Doc, c.Ref})
	}
	p.Hit, p.Spared = l.hits(one.Name, set)
	return p
}

// hits are the scenarios of the recorded matrix that break their claim under a
// protocol, and the number of the others. The table is that of its family.
func (l *Library) hits(column, family string) (hit []Hit, spared int) {
	for _, t := range l.Matrix.Tables {
		if t.Set != family || !slices.ContainsFunc(t.Columns, func(c matrix.Column) bool { return c.Name == column }) {
			continue
		}
		for _, r := range t.Rows {
			c, _ := t.Cell(r.Spec, r.Property, column)
			switch c.Verdict {
			case matrix.Violated:
				one := Hit{Scenario: t.Label(r), Title: r.Title, Length: c.Length, Fairness: r.Fairness, Credit: c.Credit,
					Blame: c.Blame()}
				if c.Closed != nil {
					one.By = c.Closed.Keys
				}
				hit = append(hit, one)
			case matrix.Holds, matrix.Waits, matrix.Bound:
				spared++
			}
		}
	}
	return hit, spared
}

// where says under which columns of each recorded table a scenario's claim
// breaks and holds, and what breaks it that is not the scenario's.
func (l *Library) where(spec string) (lines []string) {
	for _, t := range l.Matrix.Tables {
		for _, r := range t.Rows {
			if r.Spec != spec {
				continue
			}
			for _, verdict := range []string{matrix.Violated, matrix.Waits, matrix.Bound, matrix.Holds, matrix.NotApplicable} {
				if names := columnsOf(t, r, verdict); len(names) > 0 {
					lines = append(lines, fmt.Sprintf("%s is %s under %s.", r.Property, phrases[verdict], strings.Join(names, ", ")))
				}
			}
		}
	}
	return lines
}

var phrases = map[string]string{
	matrix.Violated: "violated", matrix.Waits: "broken only by waiting for spent budgets",
	matrix.Bound: "not seen to break within the bound", matrix.Holds: "safe", matrix.NotApplicable: "not to be asked",
}

func columnsOf(t *matrix.Table, r matrix.Line, verdict string) (names []string) {
	for j, c := range r.Cells {
		switch {
		case c.Verdict != verdict:
		case c.Length > 0:
			words := fmt.Sprintf("%s (%d states", t.Columns[j].Name, c.Length)
			if blame := c.Blame(); c.Credit == matrix.Part {
				words += "; it takes " + blame + " too"
			} else if blame != "" {
				words += "; " + blame
			}
			names = append(names, words+")")
		default:
			names = append(names, t.Columns[j].Name)
		}
	}
	return names
}
