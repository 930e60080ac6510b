package render

import (
	"bytes"
	"regexp"
	"testing"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/toy"
)

// ofLogs are the words of replicated logs.
var ofLogs = regexp.MustCompile(`(?i)broker|replica|records?\b|epoch|offset|watermark|\bHW\b|\bLEO\b|acknowledged|producer`)

var style = regexp.MustCompile(`(?s)<style>.*?</style>`)

// commits is a run of two-phase commit that goes wrong and on for ever, beside
// the rules that wait for every vote.
func commits(t testing.TB) (*traces.File, *traces.Comparison) {
	t.Helper()
	m := toy.Commit(true)
	path := toy.Run(t, m, "Vote p1", "Decide", "Hear p1", "Refuse p2")
	lasso := &model.Lasso[toy.Round]{Path: *path, Loop: 0}
	f, err := traces.RecordLasso(m, lasso, traces.Meta{MC: "test", Property: "agreement", Verdict: model.Violated})
	if err != nil {
		t.Fatal(err)
	}
	c, err := traces.Compare(m, f, toy.Commit(false), [2]string{"hasty", "patient"})
	if err != nil {
		t.Fatal(err)
	}
	return f, c
}

// A model that keeps no logs is shown without the words of those that do.
func TestModelsWithoutLogsAreNotToldOfLogs(t *testing.T) {
	f, c := commits(t)
	for _, format := range ofAnyTrace() {
		for name, o := range map[string]Options{"alone": {}, "compared": {Comparison: c}} {
			text := style.ReplaceAll(rendered(t, f, format.Name, o), nil) // class names are no words
			for _, at := range ofLogs.FindAllIndex(text, -1) {
				t.Errorf("%s, %s: %q", format.Name, name, text[max(at[0]-40, 0):min(at[1]+40, len(text))])
			}
		}
	}
	_, loss := lossFile(t)
	for _, format := range Names(func(f Format) bool { return f.Beside }) {
		if !ofLogs.Match(rendered(t, loss, format, Options{})) {
			t.Errorf("%s of a model with logs does not speak of them; the test shows nothing", format)
		}
	}
}

// TestScriptExpects: a script decides what happens up to its end, and nothing
// about what goes on for ever.
func TestScriptExpects(t *testing.T) {
	f, _ := commits(t)
	const expected = "check: [agreement]\nexpect:\n  agreement: {violated: 5}\n"
	if text := rendered(t, f, "script", Options{}); !bytes.Contains(text, []byte(expected)) {
		t.Errorf("lacks %q:\n%s", expected, text)
	}
	for _, k := range model.Kinds() {
		if !k.Temporal() {
			continue
		}
		f.Property.Kind = k.String()
		text := rendered(t, f, "script", Options{})
		if bytes.Contains(text, []byte("expect:")) || !bytes.Contains(text, []byte("# Nothing is expected: agreement is about runs")) {
			t.Errorf("%v:\n%s", k, text)
		}
	}
}

// Every format for people says where a run that goes on for ever goes back to.
func TestLoopsAreTold(t *testing.T) {
	f, _ := commits(t)
	for format, want := range map[string]string{
		"text": "leads back to the start, and so on for ever", "markdown": "and so on for ever", "html": "and so on for ever",
		"svg":    "and so on for ever",
		"script": "# One more step (Again) leads back to the start", "sequence": "and so on for ever", "plantuml": "and so on for ever",
		"dot": `s4 -> s0 [label="Again"]`, "json": `"loop":{"to":0,"action":"Again","title":"Again"}`, "itf": "\n \"loop\": 0\n",
	} {
		if text := rendered(t, f, format, Options{}); !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s does not say %q:\n%s", format, want, text)
		}
	}
	for _, format := range ofAnyTrace() {
		toy.Golden(t, "loop"+format.Extension, rendered(t, f, format.Name, Options{Replay: "replay it"}))
	}
}

// TestLoopThatAdds: where a loop comes back to a state that is only alike, every
// format that draws or tells the way back says in what it is another.
func TestLoopThatAdds(t *testing.T) {
	f, _ := commits(t)
	f.Loop.Adds = "seventeen"
	for _, format := range ofAnyTrace() {
		if !bytes.Contains(rendered(t, f, format.Name, Options{}), []byte("seventeen")) {
			t.Errorf("%s draws a way back to the same state", format.Name)
		}
	}
}
