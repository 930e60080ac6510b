package report

import (
	"encoding/json"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
)

// cutRun is a run of many properties that was cut, without a trace.
func cutRun() *Report {
	out := &Outcome{
		Model:     "toy",
		Constants: []Setting{{Name: "brokers", Text: "3", Notable: true}, {Name: "fast", Text: "on"}},
		Verdict:   model.HoldsWithinBounds,
		States:    explorer.States{Distinct: 1200, Generated: 5000, Depth: 7, Levels: []uint64{1, 1199}},
		Actions:   []explorer.ActionCount{{Rule: "Write", Fired: 7, New: 3}, {Rule: "Read"}, {Rule: "Erase", Absent: true}},
		Cut:       explorer.Cut{Constraint: 12, Frontier: 300, Reasons: []explorer.Reason{{Kind: explorer.MaxDepth, Limit: 7}}},
		Run:       Run{Store: "exact", Workers: 1, StoreBytes: 12000, Seconds: 0.5},
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		out.Properties = append(out.Properties, Property{Name: name, Verdict: model.Holds})
	}
	out.Properties = append(out.Properties, Property{Name: "e", Verdict: model.Vacuous})
	out.Properties[0].Lacks = []string{"reads"} // of which a claim that holds says nothing
	r := &Report{Subject: Subject{Name: "toy"}, Outcome: out, Findings: make([]Finding, len(out.Properties)), Met: true, Advice: Advice{Rules: "-v lists them"}}
	for i := range r.Findings {
		r.Findings[i] = Finding{Met: true, Note: map[bool]string{true: "as expected"}[out.Properties[i].Name == "e"]}
	}
	return r
}

// TestLacks: a claim about nothing says what it would take to be about something.
func TestLacks(t *testing.T) {
	r := cutRun()
	last := &r.Outcome.Properties[len(r.Outcome.Properties)-1]
	last.Lacks = []string{"reads", "acks=all|any"}
	var out strings.Builder
	if err := r.Text(&out, Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ok  e  vacuous without reads and acks=all|any, as expected\n",
		"warning: e holds of nothing: its premise was never true, and cannot be without reads and acks=all|any\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, &out)
		}
	}
}

func TestText(t *testing.T) {
	var out strings.Builder
	if err := cutRun().Text(&out, Style{Verbose: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"toy: holds-within-bounds, cut by max-depth 7\n",
		"model toy: brokers=3\n",
		"ok  e  vacuous, as expected\n",
		"1200 distinct states, 5000 generated, depth 7: not the whole space\n",
		"10.0 bytes per state in the store",
		"warning: cut by max-depth 7: 300 states were found and not expanded\n",
		"warning: the model's constraint cut 12 generated states; what lies behind them was not seen\n",
		"warning: e holds of nothing: its premise was never true\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "without reads") {
		t.Error("says what a claim lacks that holds of something")
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("colours, though the style has none")
	}
	if strings.Contains(out.String(), "Erase") {
		t.Error("shows a rule that the constants rule out")
	}
	if strings.Contains(out.String(), "never fired") {
		t.Error("a cut run cannot tell which rules never fire")
	}
}

// TestColor paints only what a style with colours asks for.
func TestColor(t *testing.T) {
	var out strings.Builder
	if err := cutRun().Text(&out, Style{Color: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\x1b[33mwarning:\x1b[0m cut by") {
		t.Errorf("no colours:\n%s", out.String())
	}
}

func TestLine(t *testing.T) {
	var out strings.Builder
	if err := cutRun().Line(&out, Style{}, 5); err != nil {
		t.Fatal(err)
	}
	if want := "ok    toy    e vacuous, 4 hold  (1200 states, 0.5s)\n"; out.String() != want {
		t.Errorf("got  %q\nwant %q", out.String(), want)
	}
}

// TestUnfired names a few rules, and counts many.
func TestUnfired(t *testing.T) {
	r := cutRun()
	r.Outcome.Exhaustive, r.Outcome.Cut = true, explorer.Cut{}
	if got := strings.Join(r.Warnings(), "\n"); !strings.HasPrefix(got, "never fired: Read\n") {
		t.Errorf("warnings: %s", got)
	}
	for _, name := range []string{"A", "B", "C", "D", "E", "F"} {
		r.Outcome.Actions = append(r.Outcome.Actions, explorer.ActionCount{Rule: name})
	}
	if got := strings.Join(r.Warnings(), "\n"); !strings.Contains(got, "never fired: Read, A, B, C, D, E and 1 more rules (-v lists them)") {
		t.Errorf("warnings: %s", got)
	}
}

// TestJSON holds the keys of mc.result/1 and the types of constants.
func TestJSON(t *testing.T) {
	var out strings.Builder
	if err := cutRun().JSON(&out); err != nil {
		t.Fatal(err)
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"schema":          `"mc.result/1"`,
		"constants":       `{"brokers":3,"fast":true}`,
		"verdict":         `"holds-within-bounds"`,
		"expected":        `true`,
		"exhaustive":      `false`,
		"states":          `{"distinct":1200,"generated":5000,"depth":7,"levels":[1,1199]}`,
		"cut":             `{"constraint":12,"frontier":300,"reasons":["max-depth 7"]}`,
		"actions":         `{"Read":{"fired":0,"new":0},"Write":{"fired":7,"new":3}}`,
		"bytes_per_state": `10`, "states_per_second": `2400`, "seconds": `0.5`, "workers": `1`,
		"store": `"exact"`, "collision_probability": `0`,
	} {
		if string(got[key]) != want {
			t.Errorf("%s is %s, want %s", key, got[key], want)
		}
	}
	if _, has := got["trace"]; has || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("not one line without a trace: %s", out.String())
	}
}

// TestMemoryAdvice: each of the two cuts for want of memory has a remedy of its
// own.
func TestMemoryAdvice(t *testing.T) {
	for kind, want := range map[explorer.ReasonKind]string{
		explorer.Memory: "cut by memory 512 bytes: 9 states were found and not expanded, " +
			"and 4 more seen in the level behind, which is not complete and not counted; spill",
		explorer.SystemMemory: "cut by system memory at 512 bytes: 9 states were found and not expanded, " +
			"and 4 more seen in the level behind, which is not complete and not counted; limit",
	} {
		r := &Report{Outcome: &Outcome{Cut: explorer.Cut{Frontier: 9, Reasons: []explorer.Reason{{Kind: kind, Limit: 512}}},
			Run: Run{Beyond: 4}}, Advice: Advice{Spill: "spill", Limit: "limit"}}
		if got := r.Warnings(); len(got) != 1 || got[0] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
