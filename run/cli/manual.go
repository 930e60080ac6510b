package cli

import (
	"encoding/json"
	"fmt"
	"slices"

	"mc/run/cli/manual"
	"mc/run/explain"
	"mc/run/listing"
	"mc/run/verdict"
	"mc/traces/render"
)

// completes are the lists of mc list that hold what an argument may be, or the value
// of a flag.
var completes = map[string][]string{
	"spec": {"specs"}, "a": {"specs", "models"}, "b": {"specs", "models"}, "trace": {"specs"}, "--model": {"models"}, "--check": {"properties"}, "--without": {"rules"},
	"--fairness": {"fairness"}, "--columns": {listing.Variants}, "--under": {listing.Variants}, "--release": {listing.Variants}, "--set": {"axes", "switches"},
}

// candidates are the names that an argument may be, or the value of a flag.
func (w *world) candidates(argument string) (out []manual.Candidate) {
	for _, name := range completes[argument] {
		out = append(out, w.listed(name)...)
	}
	switch argument {
	case "what":
		out = words(w.listNames())
	case "shell":
		out = words(manual.Shells())
	case "--format":
		out = words(render.Names())
	case "topic":
		if l, err := explain.Open(&w.Suite); err == nil {
			out = words(l.Names())
		}
	case "--set":
		for i := range out {
			out[i].Word += "="
		}
	}
	return out
}

func words(names []string) (out []manual.Candidate) {
	for _, n := range names {
		out = append(out, manual.Candidate{Word: n})
	}
	return out
}

// listed are the names of a list of mc list, each once. A list that cannot be made has
// none: nobody who presses a key wants to hear why.
func (w *world) listed(name string) (out []manual.Candidate) {
	lists := listing.Lists(w.Models)
	i := slices.IndexFunc(lists, func(l listing.List) bool { return l.Name == name })
	l, err := lists[i].Of(&w.Suite, w.Models, &listing.Filter{})
	if err != nil {
		return nil
	}
	text, err := json.Marshal(l.Rows)
	var rows []struct{ Name, Title, Doc string }
	if err != nil || json.Unmarshal(text, &rows) != nil {
		return nil
	}
	for _, r := range rows {
		c := manual.Candidate{Word: r.Name, Means: r.Title + r.Doc}
		if !slices.ContainsFunc(out, func(o manual.Candidate) bool { return o.Word == c.Word }) {
			out = append(out, c)
		}
	}
	return out
}

// sections are what the manual page says beside commands and flags.
var sections = []manual.Section{
	{Name: "exit codes", Terms: exitTerms()},
	{Name: "environment", Terms: []manual.Term{
		{Word: "NO_COLOR", Means: "No colours, if it is set and not empty."},
		{Word: "GOMAXPROCS", Means: "How many processors are used; one worker runs on each."},
		{Word: "GOMEMLIMIT", Means: "A run without --memory keeps below it."}}},
	{Name: "see also", Terms: []manual.Term{
		{Means: "mc explain TOPIC says what a case, a ticket, a switch or a property is; mc list names all there is."}}},
}

func exitTerms() (terms []manual.Term) {
	for _, c := range verdict.Codes() {
		terms = append(terms, manual.Term{Word: fmt.Sprint(int(c)), Means: c.String()})
	}
	return terms
}
