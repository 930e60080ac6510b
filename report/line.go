package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"mc/model"
	"mc/term"
)

// Line writes the report on one line, and a line for each thing that was not
// as expected: the form for many specs.
func (r *Report) Line(w io.Writer, style Style, width int) error {
	mark := style.paint(term.BoldGreen, "ok  ")
	switch {
	case r.open():
		mark = style.paint(term.BoldAmber, "open")
	case !r.Met:
		mark = style.paint(term.BoldRed, "FAIL")
	}
	o := r.Outcome
	size := fmt.Sprintf("%d states, %.1fs", o.States.Distinct, o.Run.Seconds)
	if sc := o.Script; sc != nil {
		size = fmt.Sprintf("%d steps, %d actions", sc.Steps, sc.Actions)
	}
	if r.Cached {
		size += ", cached"
	}
	if taken := r.Subject.taken(); taken != "" {
		size = taken + "; " + size
	}
	_, err := fmt.Fprintf(w, "%s  %-*s  %s  (%s)\n", mark, width, r.Subject.Name, r.verdicts(), size)
	return err
}

// verdicts lists the properties with what was found, those that failed with
// what was expected. Of many that simply hold it gives the number.
func (r *Report) verdicts() string {
	const few = 4
	words := []string{}
	holding := 0
	for i, p := range r.Outcome.Properties {
		if len(r.Outcome.Properties) > few && p.Verdict == model.Holds && r.Findings[i].Met {
			holding++
			continue
		}
		words = append(words, r.verdictOf(i))
	}
	if holding > 0 {
		words = append(words, fmt.Sprintf("%d hold", holding))
	}
	if len(words) == 0 && len(r.Subject.Unchecked) == 0 {
		return string(r.Outcome.Verdict)
	}
	if claims := r.Subject.Unchecked; len(claims) > 0 {
		words = append(words, "not checked here: "+strings.Join(claims, " "))
	}
	return strings.Join(words, ", ")
}

func (r *Report) verdictOf(i int) string {
	p := r.Outcome.Properties[i]
	word := fmt.Sprintf("%s %s", p.Name, p.Verdict)
	if p.Script && p.Witness != "" {
		word += ": " + p.Witness
	}
	if p.Trace != nil {
		word += fmt.Sprintf(" %d", p.Trace.States())
	}
	if f := r.Findings[i]; !f.Met {
		word += p.impact()
	}
	if counted := p.counted(); counted != "" {
		word += " (" + counted + ")"
	}
	if f := r.Findings[i]; !f.Met && f.Note != "" {
		word += " (" + f.Note + ")"
	}
	return word
}

// Totals are the sum of many reports.
type Totals struct {
	Specs, Failed int
	Unchecked     int // claims about progress that none of them checked
	Saved, Broken int // traces of earlier failures that were taken again, and those that still do harm
	Cached        int // taken from an earlier run
	Took          time.Duration
	Part          string // of the suite that these are: "shard 2/4"; empty for all
}

// Summary is the last line for many specs.
func (t Totals) Summary(w io.Writer, style Style, advice Advice) error {
	specs := plural(t.Specs, "spec")
	if t.Part != "" {
		specs += " (" + t.Part + ")"
	}
	text := style.paint(term.BoldGreen, specs+", all as expected")
	if t.Failed > 0 {
		text = style.paint(term.BoldRed, fmt.Sprintf("%s, %d not as expected", specs, t.Failed))
	}
	if t.Unchecked > 0 {
		text += fmt.Sprintf("; %d claims about progress not checked", t.Unchecked)
	}
	if t.Broken > 0 {
		text += style.paint(term.BoldRed, fmt.Sprintf("; %d of %s still does harm", t.Broken, plural(t.Saved, "saved trace")))
	}
	if t.Cached > 0 {
		text += fmt.Sprintf("; %d from the cache", t.Cached)
	}
	if t.Failed > 0 {
		text = with(text, advice.Traces)
	}
	_, err := fmt.Fprintf(w, "%s (%.1fs)\n", text, t.Took.Seconds())
	return err
}
