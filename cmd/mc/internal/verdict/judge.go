package verdict

import (
	"fmt"

	"mc/cmd/mc/internal/registry"
	"mc/cmd/mc/internal/specfile"
	"mc/explorer"
	"mc/model"
)

// Finding is one property held against its expectation.
type Finding struct {
	Code Code
	Note string // "as expected", "expected violated: 10"; may be empty
}

// Judgement is a run held against its expectations.
type Judgement struct {
	Code     Code
	Findings []Finding // one per property of the outcome, in its order
	Expected bool      // everything was as expected
}

// Judge compares each property of the outcome with what expect says of it.
func Judge(out *registry.Outcome, expect map[string]specfile.Expectation, strict bool) Judgement {
	var j Judgement
	for i := range out.Properties {
		p := &out.Properties[i]
		var f Finding
		if e, given := expect[p.Name]; given {
			f = expected(p, e, out.Exhaustive, strict)
		} else {
			f = Finding{Code: unexpected(p, strict)}
		}
		j.Findings = append(j.Findings, f)
		j.Code = Worse(j.Code, f.Code)
	}
	if len(out.Properties) == 0 && strict && out.Verdict != explorer.Holds {
		j.Code = Inconclusive
	}
	j.Expected = j.Code == OK
	return j
}

// unexpected is the code of a verdict that nobody announced.
func unexpected(p *registry.Verdict, strict bool) Code {
	switch p.Verdict {
	case explorer.Holds, explorer.Reached:
		return OK
	case explorer.HoldsWithinBounds:
		return under(strict, Inconclusive)
	case explorer.Vacuous:
		return under(strict, Unmet)
	case explorer.Violated:
		return violation(p)
	case explorer.Unreachable:
		return Unmet
	}
	return Inconclusive
}

func under(strict bool, code Code) Code {
	if strict {
		return code
	}
	return OK
}

// violation is the code for a violated property by its kind.
func violation(p *registry.Verdict) Code {
	switch {
	case p.Kind == registry.Script:
		return Unmet
	case p.Name == model.DeadlockName:
		return Deadlock
	case p.Kind == "eventually" || p.Kind == "leads-to":
		return Liveness
	}
	return Safety
}

// expected compares a verdict with the one that was announced.
func expected(p *registry.Verdict, e specfile.Expectation, exhaustive, strict bool) Finding {
	got := string(p.Verdict)
	switch {
	case got == e.Verdict && (e.Length == 0 || e.Length == length(p)):
		return Finding{OK, "as expected"}
	case got == e.Verdict:
		return Finding{Unmet, "expected " + e.String()}
	case e.Verdict == string(explorer.HoldsWithinBounds) && p.Verdict == explorer.Holds:
		return Finding{OK, "as expected, and beyond the bounds"}
	case e.Verdict == string(explorer.Holds) && p.Verdict == explorer.Vacuous && exhaustive:
		return Finding{under(strict, Unmet), "expected holds"}
	}
	return Finding{mismatch(p, e, exhaustive), fmt.Sprintf("expected %s", e)}
}

// mismatch is the code when another verdict than the announced one came out.
func mismatch(p *registry.Verdict, e specfile.Expectation, exhaustive bool) Code {
	switch p.Verdict {
	case explorer.Violated:
		return violation(p)
	case explorer.Reached:
		return Unmet
	case explorer.HoldsWithinBounds, explorer.Inconclusive:
		return Inconclusive
	}
	if !exhaustive {
		return Inconclusive // what was expected may lie beyond the bounds
	}
	return Unmet
}

func length(p *registry.Verdict) int {
	if p.Trace == nil {
		return 0
	}
	return p.Trace.States()
}
