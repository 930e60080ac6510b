package listing

import (
	"fmt"
	"strings"

	"mc/model/schedule"
	"mc/run/registry"
	"mc/traces/tell"
)

type constantRow struct {
	Name    string `json:"name"`
	Range   string `json:"range"`
	Default string `json:"default,omitempty"`
	Doc     string `json:"doc"`
	Ref     string `json:"ref,omitempty"`
}

// cells are the values and the meaning of a constant as columns; a list of
// names that would make a column too wide comes last.
func (c constantRow) cells() (values, doc string) {
	const wide = 50
	if len(c.Range) <= wide {
		return c.Range, c.Doc
	}
	names := strings.Split(c.Range, " | ")
	return fmt.Sprintf("%d names", len(names)), c.Doc + " One of " + strings.Join(names, ", ") + "."
}

type modelRow struct {
	Name      string        `json:"name"`
	Doc       string        `json:"doc"`
	Constants []constantRow `json:"constants"`
}

// listModels lists models with their constants; of a model that the filter does not
// name, the constants that it does.
func listModels(models registry.Models, f *Filter) (out Listing, err error) {
	rows := []modelRow{}
	for _, e := range models {
		constants, err := e.Constants(nil)
		if err != nil {
			return Listing{}, err
		}
		row, whole := modelRow{e.Name(), e.Doc(), []constantRow{}}, f.keeps(nil, e.Name(), e.Doc())
		for _, c := range constants {
			if whole || f.keeps(nil, c.Name, c.Range(), c.Doc) {
				row.Constants = append(row.Constants, constantRow{c.Name, c.Range(), c.Default, c.Doc, c.Ref})
			}
		}
		if whole || len(row.Constants) > 0 {
			rows = append(rows, row)
		}
	}
	for i, r := range rows {
		if i > 0 {
			out.Page.heading("")
		}
		out.Page.heading(r.Name)
		out.Page.row("  " + r.Doc)
		for _, c := range r.Constants {
			values, doc := c.cells()
			out.Page.row("    "+c.Name, values, "default "+c.Default, doc)
		}
	}
	out.Rows, out.Left = rows, len(rows)
	return out, nil
}

type ruleRow struct {
	Model string `json:"model"`
	registry.Rule
}

func listRules(models registry.Models, f *Filter) (Listing, error) {
	return perModel(models, func(of string, v *registry.Vocabulary) (rows []ruleRow) {
		for _, r := range v.Rules {
			if f.keeps([]string{r.Ref}, r.Name, r.Doc, r.Published) {
				rows = append(rows, ruleRow{of, r})
			}
		}
		return rows
	}, func(r *ruleRow) (heading string, cells []string) {
		words := append([]string{r.Name}, r.Params...)
		return r.Model, []string{"  " + strings.Join(words, " "), withRef(r.Doc, r.names())}
	})
}

// perModel lists what is found in the vocabulary of each model, under headings.
func perModel[R any](models registry.Models, find func(model string, v *registry.Vocabulary) []R,
	show func(r *R) (heading string, cells []string)) (Listing, error) {
	rows := []R{}
	for _, e := range models {
		v, err := e.Vocabulary(nil)
		if err != nil {
			return Listing{}, err
		}
		rows = append(rows, find(e.Name(), v)...)
	}
	return headed(rows, show), nil
}

// headed are rows under the headings that they have in common.
func headed[R any](rows []R, show func(r *R) (heading string, cells []string)) Listing {
	out, last := Listing{Rows: rows, Left: len(rows)}, ""
	for i := range rows {
		heading, cells := show(&rows[i])
		if heading != last {
			out.Page.heading(heading)
		}
		last = heading
		out.Page.row(cells...)
	}
	return out
}

// names are what a rule is called elsewhere: what it came with, and its name in
// the published module.
func (r *ruleRow) names() string {
	switch {
	case r.Published == "":
		return r.Ref
	case r.Ref == "":
		return "published as " + r.Published
	}
	return r.Ref + "; published as " + r.Published
}

// withRef is a sentence with its reference, if it has one.
func withRef(doc, ref string) string {
	if ref == "" {
		return doc
	}
	return doc + " (" + ref + ")"
}

type fairnessRow struct {
	Model string `json:"model"`
	registry.Fairness
}

// listFairness lists what can be supposed of runs that go on for ever, for the
// models that have more to suppose than nothing.
func listFairness(models registry.Models, f *Filter) (out Listing, err error) {
	rows := []fairnessRow{}
	for _, e := range models {
		v, err := e.Vocabulary(nil)
		if err != nil {
			return Listing{}, err
		}
		if len(v.Fairness) < 2 && len(models) > 1 {
			continue
		}
		for _, one := range v.Fairness {
			if f.keeps(nil, append([]string{one.Name, one.Doc}, one.Conditions...)...) {
				rows = append(rows, fairnessRow{e.Name(), one})
			}
		}
	}
	last := ""
	for _, r := range rows {
		if r.Model != last {
			out.Page.heading(r.Model)
		}
		last = r.Model
		out.Page.row("  "+r.Name, r.Doc)
		for _, c := range tell.Folded(r.Conditions) {
			out.Page.row("  ", "  "+c)
		}
	}
	out.Rows, out.Left = rows, len(rows)
	return out, nil
}

// wordRow is a word of the language in which scripts are written.
type wordRow struct {
	Model string `json:"model"`
	Kind  string `json:"kind"` // "command", "sight": what expect may name, or "start": what init may
	Name  string `json:"name"`
	Usage string `json:"usage,omitempty"`
	Doc   string `json:"doc"`
}

func listCommands(models registry.Models, f *Filter) (Listing, error) {
	rows := []wordRow{}
	for _, e := range models {
		commands, sights, starts := e.Language()
		rows = append(rows, wordRows(f, e.Name(), "command", commands)...)
		rows = append(rows, wordRows(f, e.Name(), "sight", sights)...)
		rows = append(rows, wordRows(f, e.Name(), "start", starts)...)
	}
	headings := map[string]string{"command": "commands of scripts", "sight": "what a step may expect", "start": "what init may give"}
	return headed(rows, func(r *wordRow) (heading string, cells []string) {
		return r.Model + ": " + headings[r.Kind], []string{"  " + r.Name, r.Usage, r.Doc}
	}), nil
}

func wordRows(f *Filter, model, kind string, words []schedule.Word) (rows []wordRow) {
	for _, w := range words {
		if f.keeps(nil, w.Name, w.Usage, w.Doc) {
			rows = append(rows, wordRow{model, kind, w.Name, w.Usage, w.Doc})
		}
	}
	return rows
}

// termRow is a term of the questions that a model answers.
type termRow struct {
	Model string `json:"model"`
	Name  string `json:"name"` // with the kinds of its arguments
	Type  string `json:"type"`
	Doc   string `json:"doc"`
}

// listTerms lists what never and goal can speak of.
func listTerms(models registry.Models, f *Filter) (Listing, error) {
	rows := []termRow{}
	for _, e := range models {
		words, err := e.Askable(nil)
		if err != nil {
			return Listing{}, err
		}
		for _, w := range words {
			if f.keeps(nil, w.Usage, w.Doc) {
				rows = append(rows, termRow{e.Name(), w.Usage, w.Type, w.Doc})
			}
		}
	}
	return headed(rows, func(r *termRow) (heading string, cells []string) {
		return r.Model, []string{"  " + r.Name, r.Type, r.Doc}
	}), nil
}

// glossaryRow is a term of a glossary.
type glossaryRow struct {
	Model    string   `json:"model"`
	Name     string   `json:"name"`
	Also     []string `json:"also,omitempty"`
	Sentence string   `json:"sentence"`
	Picture  string   `json:"picture,omitempty"` // the spec whose end shows it
}

// listGlossary lists the words that people use of what a model is of, with what they
// mean.
func listGlossary(models registry.Models, f *Filter) (Listing, error) {
	rows := []glossaryRow{}
	for _, e := range models {
		for _, t := range e.Terms() {
			if t.Sentence != "" && f.keeps(nil, append([]string{t.Sentence}, t.Names...)...) {
				rows = append(rows, glossaryRow{e.Name(), t.Names[0], t.Names[1:], t.Sentence, t.Picture.Spec})
			}
		}
	}
	return headed(rows, func(r *glossaryRow) (heading string, cells []string) {
		return r.Model, []string{"  " + r.Name, r.Sentence}
	}), nil
}
