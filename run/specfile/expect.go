package specfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mc/model"
)

// Expectation is the verdict that a spec expects of one property.
type Expectation struct {
	Verdict model.Verdict // one of Verdicts
	Length  int           // states in the trace of a breadth-first run; 0: any
}

// Verdicts are the words that an expectation may use.
var Verdicts = words(model.Expectable())

func words(verdicts []model.Verdict) (out []string) {
	for _, v := range verdicts {
		out = append(out, string(v))
	}
	return out
}

// HasTrace reports whether the verdict comes with a trace, whose length can be
// part of the expectation.
func (e Expectation) HasTrace() bool { return e.Verdict.HasTrace() }

func (e Expectation) String() string {
	if e.Length > 0 {
		return fmt.Sprintf("%s: %d", e.Verdict, e.Length)
	}
	return string(e.Verdict)
}

// ParseExpectation reads the form of the command line, VERDICT[:N].
func ParseExpectation(text string) (Expectation, error) {
	verdict, length, counted := strings.Cut(text, ":")
	if !counted {
		return newExpectation(verdict, "")
	}
	if length == "" {
		return Expectation{}, fmt.Errorf("%q ends in a colon; write the number of states after it, as in violated:10", text)
	}
	return newExpectation(verdict, length)
}

func newExpectation(verdict, length string) (Expectation, error) {
	word := strings.TrimSpace(verdict)
	e := Expectation{Verdict: model.Verdict(word)}
	if !slices.Contains(Verdicts, word) {
		return e, fmt.Errorf("%q is not a verdict%s (%s)", word, model.DidYouMean(word, Verdicts), strings.Join(Verdicts, ", "))
	}
	if length == "" {
		return e, nil
	}
	if !e.HasTrace() {
		return e, fmt.Errorf("%s has no trace, so no length; write %s alone", e.Verdict, e.Verdict)
	}
	n, err := strconv.Atoi(strings.TrimSpace(length))
	if err != nil || n < 1 {
		return e, fmt.Errorf("%s: the number of states in the trace must be a whole number from 1, got %q", e.Verdict, length)
	}
	e.Length = n
	return e, nil
}
