package pipeline

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"mc/model"
	"mc/report"
	"mc/traces"
	"mc/traces/render"
)

var update = flag.Bool("update", false, "rewrite the files that tests hold the formats to")

// loss is a trace of some steps.
func loss(t testing.TB) *traces.File {
	f, err := os.Open("../../traces/render/testdata/loss.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	trace, err := render.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// checked is a result of a spec whose claims are found as given.
func checked(name, file string, properties []report.Property, findings ...report.Finding) Result {
	r := &report.Report{Subject: report.Subject{Name: name}, Findings: findings, Met: true,
		Outcome: &report.Outcome{Model: "toy", Verdict: model.Holds, Properties: properties, Run: report.Run{Seconds: 1.5}}}
	for _, f := range findings {
		r.Met = r.Met && f.Met
	}
	lines := map[string]int{"safe": 7, "alive": 9}
	return Result{Name: name, File: file, Report: r, Line: func(p string) int { return lines[p] }}
}

// suite has every state of a claim, and text that means to break out.
func suite(t testing.TB) *Suite {
	all := checked("all", "specs/all of it.yaml",
		[]report.Property{{Name: "safe", Verdict: model.Violated, Witness: hostile, Trace: loss(t)},
			{Name: "alive", Verdict: model.Inconclusive}, {Name: "there", Verdict: model.Reached}},
		report.Finding{Note: "expected holds"}, report.Finding{Open: true}, report.Finding{Met: true})
	none := checked("none", "", nil)
	broken := Result{Name: "broken", File: "/abs/x.yaml", Failed: "the disk is full"}
	half := checked("half", "half.yaml", []report.Property{{Name: "safe", Verdict: model.Holds}}, report.Finding{Met: true})
	half.Failed = "the trace could not be written"
	return &Suite{Program: "mc v1.2.3", Results: []Result{all, none, broken, half}}
}

const hostile = "</failure>]]>\x00\x1b[31m|`x`<script>\"'&%0A::error::\n```\n</details>"

// TestGolden holds every format to a file: go test ./report/pipeline -update.
func TestGolden(t *testing.T) {
	for _, f := range Formats() {
		var out strings.Builder
		if err := Write(&out, f.Name, suite(t)); err != nil {
			t.Fatal(err)
		}
		file := "testdata/" + f.Name + ".golden"
		if *update {
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), out.String()); diff != "" {
			t.Errorf("%s (- file, + now; -update if it is meant):\n%s", f.Name, diff)
		}
	}
}

// stated is what a format says of a claim that is not as expected.
type stated struct {
	claim string
	file  string
	line  int
	level string
}

// wanted is the same by the suite itself, slowly.
func wanted(t *testing.T) []stated {
	return []stated{{"all/safe", "specs/all of it.yaml", 7, "unmet"}, {"all/alive", "specs/all of it.yaml", 9, "open"},
		{"broken", "/abs/x.yaml", 0, "failed"}, {"half", "half.yaml", 0, "failed"}}
}

func written(t *testing.T, format string) string {
	var out strings.Builder
	if err := Write(&out, format, suite(t)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestJUnit reads the XML back by its tokens: every claim is a case, and those that
// are not as expected are faults, with their places.
func TestJUnit(t *testing.T) {
	var got []stated
	var cases, faults int
	var at stated
	d := xml.NewDecoder(strings.NewReader(written(t, "junit")))
	for {
		token, err := d.Token()
		if token == nil {
			if err.Error() != "EOF" {
				t.Fatal(err)
			}
			break
		}
		e, is := token.(xml.StartElement)
		if !is {
			continue
		}
		attr := map[string]string{}
		for _, a := range e.Attr {
			attr[a.Name.Local] = a.Value
		}
		switch e.Name.Local {
		case "testcase":
			cases++
			at = stated{claim: attr["classname"] + "/" + attr["name"], file: attr["file"]}
			at.claim = strings.TrimSuffix(at.claim, "/"+attr["classname"])
			_, _ = fmt.Sscan(attr["line"], &at.line)
		case "failure", "error":
			faults++
			at.level = map[string]string{"FAIL": "unmet", "open": "open", "error": "failed"}[attr["type"]]
			if (e.Name.Local == "failure") != (at.level == "unmet") {
				t.Errorf("%v is a %s", at, e.Name.Local)
			}
			got = append(got, at)
		}
	}
	if !slices.Equal(got, wanted(t)) {
		t.Errorf("faults %v, want %v", got, wanted(t))
	}
	if cases != 7 || faults != 4 {
		t.Errorf("%d cases, %d faults", cases, faults)
	}
}

// TestSARIF reads the results back.
func TestSARIF(t *testing.T) {
	var log sarifLog
	if err := json.Unmarshal([]byte(written(t, "sarif")), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	for i, want := range wanted(t) {
		r := run.Results[i]
		at := r.Locations[0].Physical
		level := map[string]string{"unmet": "error", "open": "warning", "failed": "error"}[want.level]
		if r.Level != level || !strings.HasPrefix(r.Message.Text, want.claim+": ") || run.Tool.Driver.Rules[r.Index].ID != r.Rule {
			t.Errorf("result %d: %+v, want %+v", i, r, want)
		}
		if want.line > 0 && at.Region.StartLine != want.line || want.line == 0 && at.Region != nil {
			t.Errorf("result %d is at %+v, want line %d", i, at, want.line)
		}
	}
	if len(run.Results) != 4 || len(run.Results[0].Flows[0].Threads[0].Steps) != len(loss(t).Steps) {
		t.Errorf("%d results, the first without all steps of its trace", len(run.Results))
	}
	if run.Invocations[0].ExecutionSuccessful {
		t.Error("a run in which a spec could not be checked is called successful")
	}
}

// TestSchema holds SARIF to its schema, which .ci/run takes out of a library that
// brings it: SARIF_SCHEMA names the file.
func TestSchema(t *testing.T) {
	file := os.Getenv("SARIF_SCHEMA")
	if file == "" {
		t.Skip("SARIF_SCHEMA names no file with the schema; .ci/run has one")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	whole, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a suite": written(t, "sarif"), "none": sarifOf(t, &Suite{})} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if err := whole.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		delete(value.(map[string]any)["runs"].([]any)[0].(map[string]any), "tool")
		if whole.Validate(value) == nil {
			t.Error("the schema takes a run without a tool")
		}
	}
}

func sarifOf(t *testing.T, s *Suite) string {
	var out strings.Builder
	if err := Write(&out, "sarif", s); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestAnnotations: a line for each, in which nothing ends early.
func TestAnnotations(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(written(t, "github"), "\n"), "\n")
	want := []string{"::error file=specs/all of it.yaml,line=7,title=all/safe::violated in ", "::warning file=specs/all of it.yaml,line=9,",
		"::error file=/abs/x.yaml,title=broken::the disk is full", "::error file=half.yaml,title=half::", "::notice::"}
	if len(lines) != len(want) {
		t.Fatalf("%d lines: %q", len(lines), lines)
	}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("line %d: %q, want %q", i, lines[i], want[i])
		}
	}
}

// TestMarkdown: a table is not ended by what a cell holds, nor a fence by a story.
func TestMarkdown(t *testing.T) {
	text := written(t, "markdown")
	rows := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "| ") {
			rows++
			if n := strings.Count(line, "|") - strings.Count(line, `\|`); n != 7 {
				t.Errorf("%d cells end in %q", n, line)
			}
		}
	}
	if rows != 8 || strings.Contains(text, "<script>") || strings.ContainsAny(text, "\x00\x1b") {
		t.Errorf("%d rows:\n%s", rows, text)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

// TestFull: what cannot be written is an error, in every format.
func TestFull(t *testing.T) {
	for _, f := range Formats() {
		if Write(full{}, f.Name, suite(t)) == nil {
			t.Errorf("%s was written", f.Name)
		}
	}
	if Write(full{}, "tap", suite(t)) == nil {
		t.Error("a format that there is not was written")
	}
}

// FuzzPipeline: whatever names and witnesses hold, every format can be read back.
func FuzzPipeline(f *testing.F) {
	f.Add("all", "x.yaml", hostile)
	f.Add("\xff", "a:b/ c.yaml", "|")
	f.Fuzz(func(t *testing.T, name, file, witness string) {
		r := checked(name, file, []report.Property{{Name: "safe", Verdict: model.Violated, Witness: witness}}, report.Finding{})
		s := &Suite{Program: "mc " + name, Results: []Result{r}}
		text := map[string]string{}
		for _, format := range Formats() {
			var out strings.Builder
			if err := Write(&out, format.Name, s); err != nil {
				t.Fatal(err)
			}
			text[format.Name] = out.String()
		}
		var suites junitSuites
		if err := xml.Unmarshal([]byte(text["junit"]), &suites); err != nil || suites.Failures != 1 {
			t.Errorf("junit: %v\n%s", err, text["junit"])
		}
		var log sarifLog
		if err := json.Unmarshal([]byte(text["sarif"]), &log); err != nil || len(log.Runs[0].Results) != 1 {
			t.Errorf("sarif: %v\n%s", err, text["sarif"])
		}
		if n := strings.Count(text["github"], "\n"); n != 2 || strings.Contains(text["github"], "\r") {
			t.Errorf("github: %d lines: %q", n, text["github"])
		}
	})
}
