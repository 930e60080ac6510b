package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"mc/model"
	"mc/model/schedule"
	"mc/run/registry"
	"mc/traces/tell"
)

// listCommand is mc list.
type listCommand struct {
	What  string `arg:"" optional:"" help:"One of ${lists}."`
	Model string `placeholder:"NAME" help:"Only of this model."`
	JSON  bool   `name:"json" help:"Print one JSON array instead of text."`
}

// list is what mc list can list.
type list struct {
	name string
	of   func(*world, registry.Models) (listing, error)
}

// everyFamily is the list of the variants of all models; the name of a family
// is that of the variants of the models that have it.
const everyFamily = "variants"

// lists are all of them, in the order in which help names them.
func (w *world) lists() []list {
	all := []list{
		{"models", anywhere(listModels)},
		{everyFamily, anywhere(listVariants(""))},
	}
	for _, f := range w.Models.Families() {
		if f != everyFamily {
			all = append(all, list{f, anywhere(listVariants(f))})
		}
	}
	return append(all,
		list{"axes", anywhere(listAxes)},
		list{"switches", anywhere(listSwitches)},
		list{"rules", anywhere(listRules)},
		list{"properties", anywhere(listProperties)},
		list{"terms", anywhere(listTerms)},
		list{"fairness", anywhere(listFairness)},
		list{"commands", anywhere(listCommands)},
		list{"specs", (*world).listSpecs})
}

// anywhere is a list that needs nothing but the models.
func anywhere(of func(registry.Models) (listing, error)) func(*world, registry.Models) (listing, error) {
	return func(_ *world, models registry.Models) (listing, error) { return of(models) }
}

func (w *world) listNames() (names []string) {
	for _, l := range w.lists() {
		names = append(names, l.name)
	}
	return names
}

// listing is a list in both its forms: rows for JSON, lines for people.
type listing struct {
	rows any
	text func(tab io.Writer)
}

// Run prints the list.
func (c *listCommand) Run(w *world) error {
	models := w.Models
	if c.Model != "" {
		entry, ok := models.Find(c.Model)
		if !ok {
			return usage("--model %s: there is no such model%s; mc list models names all", c.Model, model.Nearest(c.Model, models.Names()))
		}
		models = registry.Models{entry}
	}
	lists := w.lists()
	i := slices.IndexFunc(lists, func(l list) bool { return l.name == c.What })
	switch {
	case c.What == "":
		return usage("list what? Name one of %s", strings.Join(w.listNames(), ", "))
	case i < 0:
		return usage("list %s: there is no such list%s; name one of %s", c.What, model.Nearest(c.What, w.listNames()), strings.Join(w.listNames(), ", "))
	}
	l, err := lists[i].of(w, models)
	if err != nil {
		return err
	}
	if c.JSON {
		e := json.NewEncoder(w.out)
		e.SetIndent("", "  ")
		return written(e.Encode(l.rows))
	}
	tab := tabwriter.NewWriter(w.prose, 0, 0, 2, ' ', 0)
	l.text(tab)
	return written(tab.Flush())
}

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

func constantRows(constants []model.Constant) []constantRow {
	rows := make([]constantRow, len(constants))
	for i, c := range constants {
		rows[i] = constantRow{c.Name, c.Range(), c.Default, c.Doc, c.Ref}
	}
	return rows
}

type modelRow struct {
	Name      string        `json:"name"`
	Doc       string        `json:"doc"`
	Constants []constantRow `json:"constants"`
}

func listModels(models registry.Models) (listing, error) {
	rows := []modelRow{}
	for _, e := range models {
		constants, err := e.Constants(nil)
		if err != nil {
			return listing{}, err
		}
		rows = append(rows, modelRow{e.Name(), e.Doc(), constantRows(constants)})
	}
	return listing{rows, func(tab io.Writer) {
		for i, r := range rows {
			if i > 0 {
				fmt.Fprintln(tab)
			}
			fmt.Fprintf(tab, "%s\n  %s\n", r.Name, r.Doc)
			for _, c := range r.Constants {
				values, doc := c.cells()
				fmt.Fprintf(tab, "    %s\t%s\tdefault %s\t%s\n", c.Name, values, c.Default, doc)
			}
		}
	}}, nil
}

type ruleRow struct {
	Model string `json:"model"`
	registry.Rule
}

func listRules(models registry.Models) (listing, error) {
	return perModel(models, func(of string, v *registry.Vocabulary) (rows []ruleRow) {
		for _, r := range v.Rules {
			rows = append(rows, ruleRow{of, r})
		}
		return rows
	}, func(tab io.Writer, r *ruleRow) (heading string, write func()) {
		return r.Model, func() {
			words := append([]string{r.Name}, r.Params...)
			fmt.Fprintf(tab, "  %s\t%s\n", strings.Join(words, " "), withRef(r.Doc, r.names()))
		}
	})
}

// perModel lists what is found in the vocabulary of each model, under headings.
func perModel[R any](models registry.Models, find func(model string, v *registry.Vocabulary) []R,
	show func(tab io.Writer, r *R) (heading string, write func())) (listing, error) {
	rows := []R{}
	for _, e := range models {
		v, err := e.Vocabulary(nil)
		if err != nil {
			return listing{}, err
		}
		rows = append(rows, find(e.Name(), v)...)
	}
	return listing{rows, func(tab io.Writer) {
		last := ""
		for i := range rows {
			heading, write := show(tab, &rows[i])
			if heading != last {
				fmt.Fprintln(tab, heading)
			}
			last = heading
			write()
		}
	}}, nil
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

type propertyRow struct {
	Model string `json:"model"`
	registry.Property
}

// listProperties groups them under their models and families.
func listProperties(models registry.Models) (listing, error) {
	return perModel(models, func(of string, v *registry.Vocabulary) (rows []propertyRow) {
		for _, p := range v.Properties {
			rows = append(rows, propertyRow{of, p})
		}
		return rows
	}, func(tab io.Writer, r *propertyRow) (heading string, write func()) {
		heading = r.Model
		if r.Family != "" {
			heading += ": " + r.Family
		}
		return heading, func() {
			names := strings.Join(append([]string{r.Name}, r.Aliases...), ", ")
			fmt.Fprintf(tab, "  %s\t%s\t%s\n", names, r.notes(), withRef(r.Doc, r.Ref))
		}
	})
}

// notes say what kind of property it is, and when it is asked.
func (r *propertyRow) notes() string {
	notes := r.Kind
	if r.Fairness != "" {
		notes += ", fairness " + r.Fairness
	}
	if r.OnRequest {
		notes += ", on request"
	}
	if r.Impact != "" {
		notes += ", " + r.Impact
	}
	return notes
}

type fairnessRow struct {
	Model string `json:"model"`
	registry.Fairness
}

// listFairness lists what can be supposed of runs that go on for ever, for the
// models that have more to suppose than nothing.
func listFairness(models registry.Models) (listing, error) {
	return perModel(models, func(of string, v *registry.Vocabulary) (rows []fairnessRow) {
		if len(v.Fairness) < 2 && len(models) > 1 {
			return nil
		}
		for _, f := range v.Fairness {
			rows = append(rows, fairnessRow{of, f})
		}
		return rows
	}, func(tab io.Writer, r *fairnessRow) (heading string, write func()) {
		return r.Model, func() {
			fmt.Fprintf(tab, "  %s\t%s\n", r.Name, r.Doc)
			for _, c := range tell.Folded(r.Conditions) {
				fmt.Fprintf(tab, "  \t  %s\n", c)
			}
		}
	})
}

type specRow struct {
	Name  string   `json:"name"`
	Path  string   `json:"path"`
	Model string   `json:"model"`
	Title string   `json:"title"`
	Refs  []string `json:"refs,omitempty"`
}

func (w *world) listSpecs(models registry.Models) (listing, error) {
	rows := []specRow{}
	for _, file := range w.Specs.Paths() {
		s, err := w.Specs.Parse(file)
		if err != nil {
			return listing{}, err
		}
		if _, ok := models.Find(s.Model); ok {
			rows = append(rows, specRow{s.Name, w.Specs.Shown(file), s.Model, s.Title, s.Refs})
		}
	}
	return listing{rows, func(tab io.Writer) {
		for _, r := range rows {
			fmt.Fprintf(tab, "%s\t%s\t%s\n", r.Name, r.Model, r.Title)
		}
	}}, nil
}

// wordRow is a word of the language in which scripts are written.
type wordRow struct {
	Model string `json:"model"`
	Kind  string `json:"kind"` // "command", "sight": what expect may name, or "start": what init may
	Name  string `json:"name"`
	Usage string `json:"usage,omitempty"`
	Doc   string `json:"doc"`
}

func listCommands(models registry.Models) (listing, error) {
	rows := []wordRow{}
	for _, e := range models {
		commands, sights, starts := e.Language()
		rows = append(rows, wordRows(e.Name(), "command", commands)...)
		rows = append(rows, wordRows(e.Name(), "sight", sights)...)
		rows = append(rows, wordRows(e.Name(), "start", starts)...)
	}
	return listing{rows, func(tab io.Writer) {
		heading := map[string]string{"command": "commands of scripts", "sight": "what a step may expect", "start": "what init may give"}
		var last wordRow
		for _, r := range rows {
			if r.Model != last.Model || r.Kind != last.Kind {
				fmt.Fprintf(tab, "%s: %s\n", r.Model, heading[r.Kind])
			}
			last = r
			fmt.Fprintf(tab, "  %s\t%s\t%s\n", r.Name, r.Usage, r.Doc)
		}
	}}, nil
}

func wordRows(model, kind string, words []schedule.Word) (rows []wordRow) {
	for _, w := range words {
		rows = append(rows, wordRow{model, kind, w.Name, w.Usage, w.Doc})
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
func listTerms(models registry.Models) (listing, error) {
	rows := []termRow{}
	for _, e := range models {
		words, err := e.Askable(nil)
		if err != nil {
			return listing{}, err
		}
		for _, w := range words {
			rows = append(rows, termRow{e.Name(), w.Usage, w.Type, w.Doc})
		}
	}
	return listing{rows, func(tab io.Writer) {
		before := ""
		for _, r := range rows {
			if r.Model != before {
				fmt.Fprintln(tab, r.Model)
			}
			before = r.Model
			fmt.Fprintf(tab, "  %s\t%s\t%s\n", r.Name, r.Type, r.Doc)
		}
	}}, nil
}
