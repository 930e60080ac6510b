package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"mc/model"
	"mc/run/specfile"
)

var update = flag.Bool("update", false, "rewrite the files that tests generate")

const schemaFile = "../../specs/schema.json"

// TestSchema keeps specs/schema.json, which editors use, the same as what the
// decoder and the models take. Run it with -update to write the file.
func TestSchema(t *testing.T) {
	want, err := json.MarshalIndent(specSchema(t), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(schemaFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date; run go test ./cmd/mc -run TestSchema -update\n%s", schemaFile, cmp.Diff(string(got), string(want)))
	}
}

// TestSchemaTakesSpecs validates every embedded spec against the schema.
func TestSchemaTakesSpecs(t *testing.T) {
	schema, err := specSchema(t).Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range shippedSpecs.Paths() {
		data, err := shippedSpecs.Data(file)
		if err != nil {
			t.Fatal(err)
		}
		var spec map[string]any
		if err := yaml.Unmarshal(data, &spec); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(spec); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, bad := range []map[string]any{
		{"name": "x", "model": "none"},
		{"name": "x"},
		{"name": "x", "model": "kafkaspec/kip-320", "colour": "red"},
		{"name": "x", "model": "kafkaspec/kip-320", "set": map[string]any{"replicas": 9}},
		{"name": "x", "model": "kafkaspec/kip-320", "set": map[string]any{"brokers": 3}},
		{"name": "x", "model": "kafkaspec/kip-320", "expect": map[string]any{"WeakIsr": "holding"}},
	} {
		if schema.Validate(bad) == nil {
			t.Errorf("%v is taken for a spec", bad)
		}
	}
}

// specSchema is a JSON schema of spec files: the keys, and for each model its
// constants.
func specSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	properties := specProperties(t)
	if got, want := slices.Sorted(maps.Keys(properties)), specfile.Keys(); !slices.Equal(got, want) {
		t.Fatalf("the schema has the keys %v, the decoder %v", got, want)
	}
	all := models()
	for _, entry := range all {
		if key := entry.Variants().Key(); key != "" {
			properties[key] = text("A variant of " + entry.Variants().Subject + "; short for the constant of that name.")
		}
	}
	s := &jsonschema.Schema{
		Schema: "https://json-schema.org/draft/2020-12/schema",
		Title:  "A spec of mc", Type: "object", Required: []string{"name", "model"},
		Properties: properties, AdditionalProperties: nothing(),
	}
	for _, entry := range all {
		constants, err := entry.Constants(nil)
		if err != nil {
			t.Fatal(err)
		}
		properties["model"].Enum = append(properties["model"].Enum, entry.Name())
		var name any = entry.Name()
		s.AllOf = append(s.AllOf, &jsonschema.Schema{
			If:   &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"model": {Const: &name}}},
			Then: &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"set": constantsSchema(constants)}},
		})
	}
	return s
}

func specProperties(t *testing.T) map[string]*jsonschema.Schema {
	texts := func(doc string) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "array", Items: text(""), Description: doc}
	}
	positive := func(doc string) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "integer", Minimum: jsonschema.Ptr(1.0), Description: doc}
	}
	check := texts("Properties to check; none explores only. Without it, the model's default set.")
	check.Type, check.Types = "", []string{"array", "string"}
	return map[string]*jsonschema.Schema{
		"name":     {Type: "string", Pattern: "^[a-z0-9][a-z0-9-]*$", Description: "The name of the file without .yaml."},
		"formerly": texts("Names that the spec had before; they are still understood."),
		"title":    text("One sentence: what the spec shows."),
		"doc":      text("A few sentences more."),
		"about":    text("What goes wrong in a real cluster, and where to look."),
		"model":    text("The model to explore."),
		"set":      {Type: "object", Description: "Values of constants, axes and switches."},
		"without":  texts("Rules, or single actions, to leave out."),
		"init": {Type: "object", Description: "The state in which runs start, in the words of what a step may expect.", AdditionalProperties: &jsonschema.Schema{
			Types: []string{"array", "boolean", "integer", "object", "string"}}},
		"check":    check,
		"expect":   {Type: "object", AdditionalProperties: expectationSchema(), Description: "The verdict expected of each property."},
		"never":    predicates("What is never so of a state or of a step: one predicate, or several by name."),
		"goal":     predicates("What there is to be a shortest way to: one predicate, or several by name."),
		"symmetry": {Enum: []any{"on", "off", true, false}, Description: "Visit one state per orbit of the model's symmetry."},
		"limits": {Type: "object", AdditionalProperties: nothing(), Description: "What ends the run early.", Properties: map[string]*jsonschema.Schema{
			"time":   text("As in 60s."),
			"memory": text("As in 1GiB."),
			"states": positive("Distinct states."),
			"depth":  positive("Levels."),
		}},
		"liveness": {Type: "array", Description: "Claims about progress that the spec is about and leaves alone.", Items: &jsonschema.Schema{Enum: words(livenessClaims(t))}},
		"fairness": text("The set of the model's that claims about runs are decided under; none supposes nothing."),
		"refs":     texts("KIPs and tickets."),
		"steps":    {Type: "array", Description: "The schedule of a script: one command to a step, with what is expected after it.", Items: &jsonschema.Schema{Types: []string{"object", "string"}}},
		"clock":    {Type: "object", AdditionalProperties: text("As in 30s."), Description: "The times of a script's clock: lag, check, session, fetch_wait, checkpoint, request."},
	}
}

// predicates are one predicate: a text, or texts by name.
func predicates(doc string) *jsonschema.Schema {
	return &jsonschema.Schema{Types: []string{"string", "boolean", "object"}, AdditionalProperties: text("A predicate."), Description: doc}
}

// livenessClaims are those of all models.
func livenessClaims(t *testing.T) (names []string) {
	t.Helper()
	for _, e := range shipped.Models {
		v, err := e.Vocabulary(nil)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, v.Liveness...)
	}
	return names
}

// expectationSchema is a verdict, alone or with a number of states.
func expectationSchema() *jsonschema.Schema {
	word := &jsonschema.Schema{}
	counted := &jsonschema.Schema{Type: "object", MinProperties: jsonschema.Ptr(1), MaxProperties: jsonschema.Ptr(1),
		Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: nothing()}
	for _, v := range specfile.Verdicts {
		word.Enum = append(word.Enum, v)
		if (specfile.Expectation{Verdict: model.Verdict(v)}).HasTrace() {
			counted.Properties[v] = &jsonschema.Schema{Type: "integer", Minimum: jsonschema.Ptr(1.0), Description: "States in the trace of a breadth-first run: a shortest one, or of a claim about runs a shortest way to a loop and the shortest loop from there."}
		}
	}
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{word, counted}}
}

func constantsSchema(constants []model.Constant) *jsonschema.Schema {
	s := &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: nothing()}
	for _, c := range constants {
		p := &jsonschema.Schema{Description: c.Doc + " Default: " + c.Default + "."}
		switch {
		case c.Switch:
			p.Enum = []any{true, false, "on", "off"}
		case c.Choices != nil:
			for _, choice := range c.Choices {
				p.Enum = append(p.Enum, choice)
			}
		default:
			p.Type = "integer"
			p.Minimum, p.Maximum = jsonschema.Ptr(float64(c.Min)), jsonschema.Ptr(float64(c.Max))
		}
		s.Properties[c.Name] = p
		s.PropertyOrder = append(s.PropertyOrder, c.Name)
		for _, old := range c.Formerly {
			former := *p
			former.Deprecated, former.Description = true, "The former name of "+c.Name+"."
			s.Properties[old] = &former
			s.PropertyOrder = append(s.PropertyOrder, old)
		}
	}
	return s
}

// words are strings as the values of an enum.
func words(names []string) (out []any) {
	for _, name := range names {
		out = append(out, name)
	}
	return out
}

func text(doc string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: doc}
}

// nothing is a schema that no value fits.
func nothing() *jsonschema.Schema { return &jsonschema.Schema{Not: &jsonschema.Schema{}} }

// TestKeysAreDocumented: the page names every key that a spec may have (H3).
func TestKeysAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/01-first-check.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range specfile.Keys() {
		if !regexp.MustCompile("(?m)^\\| (`[a-z]+`, )*`" + key + "`").Match(page) {
			t.Errorf("no row of the page on specs has the key %s", key)
		}
	}
}
