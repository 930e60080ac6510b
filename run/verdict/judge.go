package verdict

import (
	"fmt"

	"mc/model"
	"mc/report"
	"mc/run/specfile"
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
func Judge(out *report.Outcome, expect map[string]specfile.Expectation, strict bool) Judgement {
	var j Judgement
	limited := len(out.Cut.Reasons) > 0
	for i := range out.Properties {
		p := &out.Properties[i]
		var f Finding
		if e, given := expect[p.Name]; given {
			f = expected(p, e, out.Exhaustive, strict)
		} else {
			f = Finding{Code: unexpected(p, limited, strict)}
		}
		j.Findings = append(j.Findings, f)
		j.Code = Worse(j.Code, f.Code)
	}
	if len(out.Properties) == 0 && (limited || strict && out.Verdict != model.Holds) {
		j.Code = Inconclusive
	}
	j.Expected = j.Code == OK
	return j
}

// unexpected is the code of a verdict that nobody announced. What a limit cut
// short is not fine: nobody knows what lies behind. A model's own constraint is
// no limit; it is part of what was asked.
func unexpected(p *report.Property, limited, strict bool) Code {
	switch p.Verdict {
	case model.Holds, model.Reached:
		return OK
	case model.HoldsWithinBounds:
		return under(limited || strict, Inconclusive)
	case model.Vacuous:
		if limited {
			return Inconclusive
		}
		return under(strict, Unmet)
	case model.Violated:
		return violation(p)
	case model.Unreachable:
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

// breaches are the codes for a violated property, by its kind.
var breaches = map[model.Kind]Code{
	model.Always:   Safety,
	model.Step:     Safety,
	model.Deadlock: Deadlock,

	model.Eventually:          Liveness,
	model.AlwaysEventually:    Liveness,
	model.EventuallyAlways:    Liveness,
	model.LeadsTo:             Liveness,
	model.AlwaysEventuallyHas: Liveness,
	model.EventuallyNeverHas:  Liveness,
}

// violation is the code for a violated property.
func violation(p *report.Property) Code {
	if p.Script {
		return Unmet
	}
	return breaches[p.Kind]
}

// expected compares a verdict with the one that was announced.
func expected(p *report.Property, e specfile.Expectation, exhaustive, strict bool) Finding {
	got := p.Verdict
	switch {
	case got == e.Verdict && (e.Length == 0 || e.Length == p.States()):
		return Finding{OK, "as expected"}
	case got == e.Verdict:
		return Finding{Unmet, "expected " + e.String()}
	case e.Verdict == model.HoldsWithinBounds && p.Verdict == model.Holds:
		return Finding{OK, "as expected, and beyond the bounds"}
	case e.Verdict == model.Holds && p.Verdict == model.Vacuous && exhaustive:
		return Finding{under(strict, Unmet), "expected holds"}
	}
	return Finding{mismatch(p, e, exhaustive), fmt.Sprintf("expected %s", e)}
}

// mismatch is the code when another verdict than the announced one came out.
func mismatch(p *report.Property, e specfile.Expectation, exhaustive bool) Code {
	switch p.Verdict {
	case model.Violated:
		return violation(p)
	case model.Reached:
		return Unmet
	case model.HoldsWithinBounds, model.Inconclusive:
		return Inconclusive
	}
	if !exhaustive {
		return Inconclusive // what was expected may lie beyond the bounds
	}
	return Unmet
}

// Told is the judgement as reports have it.
func (j Judgement) Told() (findings []report.Finding) {
	for _, f := range j.Findings {
		findings = append(findings, report.Finding{Met: f.Code == OK, Open: f.Code == Inconclusive, Note: f.Note})
	}
	return findings
}
