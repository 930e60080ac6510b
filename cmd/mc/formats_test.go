package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/report/graph"
	"mc/run/assess"
	"mc/run/bench"
	"mc/run/cert"
	"mc/run/explain"
	"mc/run/lesson"
	"mc/run/matrix"
	"mc/run/widen"
	"mc/traces"
)

type format struct {
	name     string
	of       reflect.Type
	commands []string
}

// formats are all that leaves as JSON, each with commands whose output is of it.
var formats = []format{
	{report.Schema, report.Shapes()[report.Schema], []string{
		"mc check -q --json kip-101-data-loss", "mc check -q --json kip-279 --set max_leader_epoch=0 --coverage",
		"mc check -q --json kip-279 --continue --max-states 5000", "mc check -q --json kafka-14010-progress-broken",
		"mc check -q --json kafka-13207-broken", "mc check -q --json die-hard --goal 'big = 4'",
		"mc check -q --json die-hard --cache c >/dev/null; mc check -q --json die-hard --cache c",
		"mc check -q --json --model kafka --set generation=3.7 --set replicas=2 --check committed-on-leader --widen --max-states 2000",
	}},
	{traces.Schema, reflect.TypeFor[traces.File](), []string{"mc show kip-101-data-loss --format json", "mc show die-hard --format json"}},
	{traces.SchemaLoop, reflect.TypeFor[traces.File](), []string{"mc show kafka-14010-progress-broken --format json"}},
	{traces.SchemaAsked, reflect.TypeFor[traces.File](), []string{
		"mc check -q die-hard --goal 'big = 4' --check none -o t.json >/dev/null; cat t.json"}},
	{traces.SchemaInit, reflect.TypeFor[traces.File](), []string{
		"mc check -q kubernetes-kafka-98-search-broken -o t.json >/dev/null; cat t.json"}},
	{report.ValidationSchema, report.Shapes()[report.ValidationSchema], []string{
		"mc validate -q --json brokers/recorded/testdata/e11-reelected-leader-keeps-remotes-4.4.0.tar.gz",
		"mc validate -q --json brokers/recorded/testdata/e08-last-known-leader-fenced-4.0.0.tar.gz --set last_known_leader_must_be_alive=on"}},
	{report.SimulationSchema, report.Shapes()[report.SimulationSchema], []string{"mc simulate -q --json kip-101-data-loss --walks 200"}},
	{graph.Schema, graph.Shape(), []string{"mc graph die-hard --format json"}},
	{matrix.Schema, reflect.TypeFor[matrix.Table](), []string{"mc matrix -q --json kip-101-data-loss --columns kip-101,kip-320"}},
	{explain.Schema, reflect.TypeFor[explain.Article](), []string{
		"mc explain --json R05", "mc explain --json KIP-320", "mc explain --json hw-advances", "mc explain --json Fetch",
		"mc explain --json ISR", "mc why --json OFFSET_OUT_OF_RANGE", "mc explain --json all", "mc explain --json kip-966", "mc explain --json kafka"}},
	{assess.Schema, reflect.TypeFor[assess.Answer](), []string{"mc assess -q --json --release 3.9 --brief --max-states 2000",
		"mc assess -q --json --release 4.1 --max-states 2000 --survive 'no power failure' log.flush.interval.messages=5"}},
	{assess.UpgradeSchema, reflect.TypeFor[assess.Upgrade](), []string{"mc assess -q --json --compare 3.9 4.1 --max-states 2000"}},
	{lesson.Schema, reflect.TypeFor[lesson.Grade](), []string{
		"mc learn kip-101 --exercise 1 | mc learn check --json /dev/stdin", "mc learn kip-320 --exercise 2 | sed 's/set: {/set: {fence_fetch: on, /' | mc learn check --json /dev/stdin"}},
	{cert.Schema, reflect.TypeFor[cert.File](), []string{
		"mc cert new -q die-hard", "mc cert new -q kip-279 --set max_leader_epoch=0 --max-depth 3",
		"mc cert new -q die-hard --goal 'big = 4'"}},
	{cert.DiffSchema, reflect.TypeFor[cert.Diff](), []string{
		"mc cert diff -q --json kip-279 'kip-320 max_leader_epoch=1' --max-states 2000", "mc cert diff -q --json die-hard die-hard"}},
	{bench.Schema, reflect.TypeFor[bench.Report](), nil}, // it takes too long here; TestFormatsAreDescribed looks at the type
}

// formatFile is where the schema of a format is.
func formatFile(name string) string {
	return filepath.Join("../../docs/schemas", strings.ReplaceAll(name, "/", "-")+".schema.json")
}

// TestFormatsAreDescribed keeps the schemas in docs/schemas the same as what is
// written. Run it with -update to write them. That a field may be added to a format
// is its promise, so that they take fields which they do not name.
func TestFormatsAreDescribed(t *testing.T) {
	for _, name := range traces.Schemas {
		if !slices.ContainsFunc(formats, func(f format) bool { return f.name == name }) {
			t.Errorf("nothing describes %s", name)
		}
	}
	for _, f := range formats {
		want, err := json.MarshalIndent(open(strict(t, f.name, f.of)), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, '\n')
		file := formatFile(f.name)
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date; run go test ./cmd/mc -run TestFormatsAreDescribed -update\n%s", file, cmp.Diff(string(got), string(want)))
		}
	}
}

// TestFormats holds what commands print to the schemas: it has all that they demand,
// and nothing that they do not name.
func TestFormats(t *testing.T) {
	for _, f := range formats {
		schema, err := strict(t, f.name, f.of).Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, command := range f.commands {
			if i == 2 && !thorough {
				break // CI runs each, with -tags oracle
			}
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir = withRecordings(t, t.TempDir())
			out, err := cmd.Output()
			if len(out) == 0 {
				t.Errorf("%s: %v", command, err)
				continue
			}
			var value any
			if err := json.Unmarshal(out, &value); err != nil {
				t.Errorf("%s: %v", command, err)
			} else if err := schema.Validate(value); err != nil {
				t.Errorf("%s: %v", command, err)
			}
		}
	}
}

// strict is the schema of a format that takes no field which it does not name.
func strict(t *testing.T, name string, of reflect.Type) *jsonschema.Schema {
	t.Helper()
	raw, words := &jsonschema.Schema{}, &jsonschema.Schema{Type: "string"}
	types := map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[json.RawMessage](): raw}
	if of != reflect.TypeFor[traces.File]() {
		trace := strict(t, traces.Schema, reflect.TypeFor[traces.File]())
		trace.Schema, trace.Title = "", ""
		trace.Properties["schema"] = words // any of the three
		types[reflect.TypeFor[json.RawMessage]()] = trace
	}
	if of == report.Shapes()[report.Schema] {
		told, err := jsonschema.ForType(widen.Shape(), nil)
		if err != nil {
			t.Fatal(err)
		}
		types[reflect.TypeFor[json.Marshaler]()] = told
	}
	types[reflect.TypeFor[explorer.Reason]()] = words // it is written as it is said
	if of == reflect.TypeFor[explain.Article]() {
		// A key has its values in the variants of a family under the family's name.
		key, err := jsonschema.For[explain.Key](nil)
		if err != nil {
			t.Fatal(err)
		}
		if key.AdditionalProperties, err = jsonschema.For[[]explain.Value](nil); err != nil {
			t.Fatal(err)
		}
		types[reflect.TypeFor[explain.Key]()] = key
	}
	field, err := jsonschema.For[struct {
		Name  string          `json:"name"`
		Value string          `json:"value"`
		Kind  model.FieldKind `json:"kind,omitempty"`
	}](nil)
	if err != nil {
		t.Fatal(err)
	}
	types[reflect.TypeFor[model.Field]()] = field
	s, err := jsonschema.ForType(of, &jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", name
	var constant any = name
	s.Properties["schema"] = &jsonschema.Schema{Const: &constant}
	return s
}

// open lets a schema take fields that it does not name.
func open(s *jsonschema.Schema) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil {
		s.AdditionalProperties = nil
	}
	open(s.AdditionalProperties)
	open(s.Items)
	for _, p := range s.Properties {
		open(p)
	}
	return s
}
