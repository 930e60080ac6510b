package verdict

import (
	"testing"

	"mc/model"
	"mc/report"
	"mc/run/specfile"
	"mc/traces"
)

// trace is one of n states.
func trace(n int) *traces.File { return &traces.File{Steps: make([]traces.Event, n-1)} }

func TestJudge(t *testing.T) {
	for _, tc := range []struct {
		name   string
		got    report.Property
		expect string // "" for none
		whole  bool
		strict bool
		want   Code
	}{
		{"holds", report.Property{Verdict: model.Holds}, "", true, true, OK},
		{"bounds", report.Property{Verdict: model.HoldsWithinBounds}, "", false, false, OK},
		{"bounds strict", report.Property{Verdict: model.HoldsWithinBounds}, "", false, true, Inconclusive},
		{"vacuous", report.Property{Verdict: model.Vacuous}, "", true, false, OK},
		{"vacuous strict", report.Property{Verdict: model.Vacuous}, "", true, true, Unmet},
		{"inconclusive", report.Property{Verdict: model.Inconclusive}, "", false, false, Inconclusive},
		{"safety", report.Property{Verdict: model.Violated, Kind: model.Step, Trace: trace(3)}, "", false, false, Safety},
		{"deadlock", report.Property{Name: "deadlock", Kind: model.Deadlock, Verdict: model.Violated, Trace: trace(3)}, "", false, false, Deadlock},
		{"goal", report.Property{Verdict: model.Reached, Trace: trace(3)}, "", false, true, OK},
		{"goal missed", report.Property{Verdict: model.Unreachable}, "", true, false, Unmet},

		{"expected holds", report.Property{Verdict: model.Holds}, "holds", true, true, OK},
		{"holds, but bounds", report.Property{Verdict: model.HoldsWithinBounds}, "holds", false, false, Inconclusive},
		{"holds, but of nothing", report.Property{Verdict: model.Vacuous}, "holds", true, false, OK},
		{"holds, but of nothing, strict", report.Property{Verdict: model.Vacuous}, "holds", true, true, Unmet},
		{"holds, but of nothing so far", report.Property{Verdict: model.Vacuous}, "holds", false, false, Inconclusive},
		{"holds, but violated", report.Property{Verdict: model.Violated, Trace: trace(3)}, "holds", true, false, Safety},
		{"bounds, as said", report.Property{Verdict: model.HoldsWithinBounds}, "holds-within-bounds", false, true, OK},
		{"bounds, and beyond", report.Property{Verdict: model.Holds}, "holds-within-bounds", true, true, OK},
		{"violated, as said", report.Property{Verdict: model.Violated, Trace: trace(3)}, "violated:3", false, true, OK},
		{"violated, any length", report.Property{Verdict: model.Violated, Trace: trace(3)}, "violated", false, true, OK},
		{"violated, longer", report.Property{Verdict: model.Violated, Trace: trace(3)}, "violated:2", false, true, Unmet},
		{"violated, but holds", report.Property{Verdict: model.Holds}, "violated:2", true, false, Unmet},
		{"violated, but bounds", report.Property{Verdict: model.HoldsWithinBounds}, "violated:2", false, false, Inconclusive},
		{"reachable, but not", report.Property{Verdict: model.Unreachable}, "reachable:2", true, false, Unmet},
		{"reachable, but cut", report.Property{Verdict: model.Inconclusive}, "reachable:2", false, false, Inconclusive},
		{"unreachable, but reached", report.Property{Verdict: model.Reached, Trace: trace(3)}, "unreachable", false, false, Unmet},
		{"unreachable, as said", report.Property{Verdict: model.Unreachable}, "unreachable", true, true, OK},
		{"vacuous, as said", report.Property{Verdict: model.Vacuous}, "vacuous", true, true, OK},
		{"vacuous, but holds", report.Property{Verdict: model.Holds}, "vacuous", true, false, Unmet},
	} {
		t.Run(tc.name, func(t *testing.T) {
			expect := map[string]specfile.Expectation{}
			if tc.expect != "" {
				e, err := specfile.ParseExpectation(tc.expect)
				if err != nil {
					t.Fatal(err)
				}
				expect[tc.got.Name] = e
			}
			out := &report.Outcome{Exhaustive: tc.whole, Properties: []report.Property{tc.got}}
			j := Judge(out, expect, tc.strict)
			if j.Code != tc.want || j.Expected != (tc.want == OK) {
				t.Errorf("code %d, expected %v; want code %d", j.Code, j.Expected, tc.want)
			}
		})
	}
}

// TestNothingChecked covers an exploration without properties.
func TestNothingChecked(t *testing.T) {
	cut := &report.Outcome{Verdict: model.HoldsWithinBounds}
	if got := Judge(cut, nil, false).Code; got != OK {
		t.Errorf("code %d, want 0", got)
	}
	if got := Judge(cut, nil, true).Code; got != Inconclusive {
		t.Errorf("strict: code %d, want 3", got)
	}
}

// TestWorse holds the order of the codes: when several things fail, the exit
// code is the first that applies.
func TestWorse(t *testing.T) {
	order := []Code{Usage, IO, Fault, Safety, Liveness, Deadlock, Unmet, Inconclusive, OK}
	for i, a := range order {
		for _, b := range order[i:] {
			if Worse(a, b) != a || Worse(b, a) != a {
				t.Errorf("Worse(%d, %d) = %d, want %d", a, b, Worse(a, b), a)
			}
		}
	}
}

// TestEveryKindHasACode: a property of any kind that is broken ends a run with
// a code of its own kind.
func TestEveryKindHasACode(t *testing.T) {
	for _, kind := range model.Kinds() {
		_, has := breaches[kind]
		if has == kind.IsGoal() {
			t.Errorf("%s: a code for its violation: %v; a goal cannot be violated, all else can", kind, has)
		}
	}
}
