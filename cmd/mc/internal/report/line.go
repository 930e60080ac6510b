package report

import (
	"fmt"
	"io"
	"strings"

	"mc/cmd/mc/internal/verdict"
)

// Line writes the report on one line, and a line for each thing that was not
// as expected: the form for many specs.
func (r *Report) Line(w io.Writer, style Style, width int) error {
	mark := style.paint(green, "ok  ")
	if r.Judgement.Code != verdict.OK {
		mark = style.paint(red, "FAIL")
	}
	o := r.Outcome
	_, err := fmt.Fprintf(w, "%s  %-*s  %s  (%d states, %.1fs)\n", mark, width, r.Spec.Name, r.verdicts(), o.States.Distinct, o.Run.Seconds)
	return err
}

// verdicts lists the properties with what was found, those that failed with
// what was expected.
func (r *Report) verdicts() string {
	words := []string{}
	for i, p := range r.Outcome.Properties {
		word := fmt.Sprintf("%s %s", p.Name, p.Verdict)
		if p.Trace != nil {
			word += fmt.Sprintf(" %d", p.Trace.States())
		}
		if f := r.Judgement.Findings[i]; f.Code != verdict.OK && f.Note != "" {
			word += " (" + f.Note + ")"
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return string(r.Outcome.Verdict)
	}
	return strings.Join(words, ", ")
}

// Summary is the last line for many specs.
func Summary(w io.Writer, style Style, total, failed int, seconds float64) error {
	text := style.paint(green, fmt.Sprintf("%d specs, all as expected", total))
	if failed > 0 {
		text = style.paint(red, fmt.Sprintf("%d specs, %d not as expected", total, failed))
	}
	_, err := fmt.Fprintf(w, "%s (%.1fs)\n", text, seconds)
	return err
}
