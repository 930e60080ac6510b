package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"mc/term"
	"mc/traces"
)

// ValidationSchema names the format of what was found of a recording.
const ValidationSchema = "mc.validate/1"

// Validation is what was found when a recording of a real system was held against a model.
type Validation struct {
	Recording string
	Model     string
	Constants []Setting
	Because   []string // why these constants
	Partial   []string // what was not recorded
	Notes     []string // what is odd in the files

	// Accepted says that Course is a run that shows all that was recorded, and Cut that the
	// search was ended before this or its contrary was known. Otherwise Course is the
	// longest part of a run.
	Accepted, Cut bool

	Course *traces.File
	Shown  [][]Seen      // of each step of it
	Broken []BrokenClaim // the worst first
	Trace  *traces.File  // the course; if it breaks claims, up to where it breaks the first of them

	Scale *Scale // nil if the numbers of the model are those of the recording

	Stuck *Seen    // the first line that no run shows
	Could []string // what could have been there in its place

	Lines, Stale, Unseen, Places int

	Memory Size // that the places took
	Full   bool // more would have been needed, which cut the search
}

// Seen is a line of a recording.
type Seen struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
	Says string `json:"says"` // in words of the model
	At   int64  `json:"at_ms"`
}

// BrokenClaim is a claim that the course breaks.
type BrokenClaim struct {
	Name    string `json:"name"`
	Impact  string `json:"impact,omitempty"`
	Step    int    `json:"step"`
	Witness string `json:"witness"`
}

// Word is the verdict in a word.
func (v *Validation) Word() string {
	switch {
	case v.Accepted:
		return "accepted"
	case v.Cut:
		return "undecided"
	}
	return "refused"
}

// Text says what was found; with steps it tells the whole course, line by line.
func (v *Validation) Text(w io.Writer, style Style, steps bool) error {
	t := &validated{Validation: v, style: style}
	t.head()
	t.scale()
	switch {
	case v.Accepted:
		t.broken()
	case v.Cut:
		t.cut()
		t.stuck()
	default:
		t.printf("\nNo run shows this line; everything within the bounds was tried (%s).\n", plural(v.Places, "place"))
		t.coarse()
		t.stuck()
	}
	if steps {
		t.course()
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

// validated writes a validation as text.
type validated struct {
	*Validation
	style Style
	out   strings.Builder
}

func (t *validated) printf(format string, args ...any) { fmt.Fprintf(&t.out, format, args...) }

func (t *validated) head() {
	colour := term.BoldGreen
	switch {
	case !t.Accepted && !t.Cut:
		colour = term.BoldRed
	case t.Cut || len(t.Broken) > 0:
		colour = term.BoldAmber
	}
	t.printf("%s: %s\n", t.style.paint(term.Bold, t.Recording), t.style.paint(colour, t.Word()))
	t.printf("\nmodel %s%s\n", t.Model, under(t.Constants))
	for _, why := range t.Because {
		t.printf("%s\n", why)
	}
	n := len(t.Course.Steps)
	t.printf("%s with news, %d without; a course of %s, of which %d (%d%%) nobody saw: they were inferred\n",
		plural(t.Lines-t.Stale, "line"), t.Stale, plural(n, "step"), t.Unseen, 100*t.Unseen/max(1, n))
	for _, note := range t.Notes {
		t.printf("note: %s\n", note)
	}
	if len(t.Partial) > 0 {
		t.printf("not recorded, and so open: %s\n", strings.Join(t.Partial, "; "))
	}
}

// broken says what the course came to.
func (t *validated) broken() {
	if len(t.Broken) == 0 {
		t.printf("\nNo claim of the model is broken in this course.\n")
		return
	}
	t.printf("\n")
	for _, b := range t.Broken {
		impact := ""
		if b.Impact != "" {
			impact = " (" + b.Impact + ")"
		}
		t.printf("%s  %s%s at step %d%s: %s\n", t.style.paint(term.BoldRed, "BROKEN"), b.Name, impact, b.Step, t.place(b.Step), b.Witness)
	}
	t.named()
}

// place is the line that shows a step, if one does.
func (t *validated) place(step int) string {
	if step == 0 || len(t.Shown[step-1]) == 0 {
		return ""
	}
	s := t.Shown[step-1][0]
	return fmt.Sprintf(", %s:%d", s.File, s.Line)
}

func (t *validated) stuck() {
	if t.Stuck == nil {
		return
	}
	t.printf("  %s:%d  %s\n  which says: %s\n", t.Stuck.File, t.Stuck.Line, strings.TrimSpace(t.Stuck.Text), t.Stuck.Says)
	if len(t.Could) == 0 {
		t.printf("  nothing of the kind could have been there, at the end of the longest run\n")
	}
	for i, could := range t.Could {
		if i == 0 {
			t.printf("  what could have been there, at the end of the longest run:\n")
		}
		t.printf("    %s\n", could)
	}
}

// course tells every step with the lines that show it.
func (t *validated) course() {
	t.printf("\n")
	for i := range t.Course.Steps {
		e := &t.Course.Steps[i]
		t.printf("%4d  %s", i+1, e.Title)
		if len(t.Shown[i]) == 0 {
			t.printf("  (inferred)")
		}
		t.printf("\n")
		for _, s := range t.Shown[i] {
			t.printf("        %s  %s:%d  %s\n", clock(s.At), s.File, s.Line, s.Says)
		}
	}
}

// clock is a time of the day.
func clock(ms int64) string {
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000%24, ms/60_000%60, ms/1000%60, ms%1000)
}

// validation is the JSON of a validation.
type validation struct {
	Schema    string            `json:"schema"`
	Recording string            `json:"recording"`
	Verdict   string            `json:"verdict"` // accepted, refused or undecided
	Model     string            `json:"model"`
	Constants map[string]string `json:"constants"`
	Because   []string          `json:"because"`
	Partial   []string          `json:"not_recorded"`
	Notes     []string          `json:"notes"`
	Lines     int               `json:"lines"`
	Stale     int               `json:"lines_without_news"`
	Unseen    int               `json:"steps_inferred"`
	Places    int               `json:"places"`
	Memory    Size              `json:"memory_bytes"`
	Scale     *Scale            `json:"scale,omitempty"`
	Broken    []BrokenClaim     `json:"broken"`
	Stuck     *Seen             `json:"refused_at,omitempty"`
	Could     []string          `json:"instead,omitempty"`
	Steps     []validatedStep   `json:"steps"`
}

// validatedStep is one step of the course, with the lines that show it.
type validatedStep struct {
	Action string `json:"action"`
	Title  string `json:"title"`
	Lines  []Seen `json:"lines"`
}

// JSON writes the same as one object.
func (v *Validation) JSON(w io.Writer) error {
	out := validation{Schema: ValidationSchema, Recording: v.Recording, Verdict: v.Word(), Model: v.Model, Constants: map[string]string{},
		Because: orEmpty(v.Because), Partial: orEmpty(v.Partial), Notes: orEmpty(v.Notes), Lines: v.Lines, Stale: v.Stale, Unseen: v.Unseen,
		Places: v.Places, Memory: v.Memory, Scale: v.Scale, Broken: orEmpty(v.Broken), Stuck: v.Stuck, Could: v.Could, Steps: []validatedStep{}}
	for _, c := range v.Constants {
		if c.Notable {
			out.Constants[c.Name] = c.Text
		}
	}
	for i := range v.Course.Steps {
		e := &v.Course.Steps[i]
		out.Steps = append(out.Steps, validatedStep{e.Action, e.Title, orEmpty(v.Shown[i])})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
