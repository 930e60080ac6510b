package verdict

import (
	"testing"

	"mc/model"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/traces"
)

// trace is one of n states.
func trace(n int) *traces.File { return &traces.File{Steps: make([]traces.Event, n-1)} }

func TestJudge(t *testing.T) {
	for _, tc := range []struct {
		name   string
		got    registry.Verdict
		expect string // "" for none
		whole  bool
		strict bool
		want   Code
	}{
		{"holds", registry.Verdict{Verdict: model.Holds}, "", true, true, OK},
		{"bounds", registry.Verdict{Verdict: model.HoldsWithinBounds}, "", false, false, OK},
		{"bounds strict", registry.Verdict{Verdict: model.HoldsWithinBounds}, "", false, true, Inconclusive},
		{"vacuous", registry.Verdict{Verdict: model.Vacuous}, "", true, false, OK},
		{"vacuous strict", registry.Verdict{Verdict: model.Vacuous}, "", true, true, Unmet},
		{"inconclusive", registry.Verdict{Verdict: model.Inconclusive}, "", false, false, Inconclusive},
		{"safety", registry.Verdict{Verdict: model.Violated, Kind: "step", Trace: trace(3)}, "", false, false, Safety},
		{"liveness", registry.Verdict{Verdict: model.Violated, Kind: "eventually", Trace: trace(3)}, "", false, false, Liveness},
		{"deadlock", registry.Verdict{Name: "deadlock", Verdict: model.Violated, Trace: trace(3)}, "", false, false, Deadlock},
		{"goal", registry.Verdict{Verdict: model.Reached, Trace: trace(3)}, "", false, true, OK},
		{"goal missed", registry.Verdict{Verdict: model.Unreachable}, "", true, false, Unmet},

		{"expected holds", registry.Verdict{Verdict: model.Holds}, "holds", true, true, OK},
		{"holds, but bounds", registry.Verdict{Verdict: model.HoldsWithinBounds}, "holds", false, false, Inconclusive},
		{"holds, but of nothing", registry.Verdict{Verdict: model.Vacuous}, "holds", true, false, OK},
		{"holds, but of nothing, strict", registry.Verdict{Verdict: model.Vacuous}, "holds", true, true, Unmet},
		{"holds, but of nothing so far", registry.Verdict{Verdict: model.Vacuous}, "holds", false, false, Inconclusive},
		{"holds, but violated", registry.Verdict{Verdict: model.Violated, Trace: trace(3)}, "holds", true, false, Safety},
		{"bounds, as said", registry.Verdict{Verdict: model.HoldsWithinBounds}, "holds-within-bounds", false, true, OK},
		{"bounds, and beyond", registry.Verdict{Verdict: model.Holds}, "holds-within-bounds", true, true, OK},
		{"violated, as said", registry.Verdict{Verdict: model.Violated, Trace: trace(3)}, "violated:3", false, true, OK},
		{"violated, any length", registry.Verdict{Verdict: model.Violated, Trace: trace(3)}, "violated", false, true, OK},
		{"violated, longer", registry.Verdict{Verdict: model.Violated, Trace: trace(3)}, "violated:2", false, true, Unmet},
		{"violated, but holds", registry.Verdict{Verdict: model.Holds}, "violated:2", true, false, Unmet},
		{"violated, but bounds", registry.Verdict{Verdict: model.HoldsWithinBounds}, "violated:2", false, false, Inconclusive},
		{"reachable, but not", registry.Verdict{Verdict: model.Unreachable}, "reachable:2", true, false, Unmet},
		{"reachable, but cut", registry.Verdict{Verdict: model.Inconclusive}, "reachable:2", false, false, Inconclusive},
		{"unreachable, but reached", registry.Verdict{Verdict: model.Reached, Trace: trace(3)}, "unreachable", false, false, Unmet},
		{"unreachable, as said", registry.Verdict{Verdict: model.Unreachable}, "unreachable", true, true, OK},
		{"vacuous, as said", registry.Verdict{Verdict: model.Vacuous}, "vacuous", true, true, OK},
		{"vacuous, but holds", registry.Verdict{Verdict: model.Holds}, "vacuous", true, false, Unmet},
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
			out := &registry.Outcome{Exhaustive: tc.whole, Properties: []registry.Verdict{tc.got}}
			j := Judge(out, expect, tc.strict)
			if j.Code != tc.want || j.Expected != (tc.want == OK) {
				t.Errorf("code %d, expected %v; want code %d", j.Code, j.Expected, tc.want)
			}
		})
	}
}

// TestNothingChecked covers an exploration without properties.
func TestNothingChecked(t *testing.T) {
	cut := &registry.Outcome{Verdict: model.HoldsWithinBounds}
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
