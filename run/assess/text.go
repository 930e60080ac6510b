package assess

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"mc/term"
)

// JSON writes the answer as one object.
func (a *Answer) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(a)
}

// Text writes the answer as people read it.
func (k *Know) Text(w io.Writer, a *Answer, paint term.Paint, width int) error {
	t := &writer{know: k, paint: paint, width: columns(width)}
	t.head(a)
	for i := range a.Found {
		t.finding(i+1, &a.Found[i])
	}
	if len(a.Found) == 0 {
		t.line("Nothing was found.")
		t.line("")
	}
	if len(a.Beyond) > 0 {
		t.line("%s", paint.Text(term.Bold, "Beyond that"))
		t.line("")
	}
	for i := range a.Beyond {
		t.finding(len(a.Found)+i+1, &a.Beyond[i])
	}
	t.other(a)
	t.absent(a)
	t.rest(a)
	_, err := io.WriteString(w, t.out.String())
	return err
}

type writer struct {
	know  *Know
	paint term.Paint
	width int
	out   strings.Builder
}

// line writes a line, wrapped behind what it begins with: blanks, a mark or a number.
func (t *writer) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	mark := begins.FindString(text)
	if text == "" || strings.Contains(text, "mc check ") { // commands are to be copied
		t.out.WriteString(text + "\n")
		return
	}
	indent := strings.Repeat(" ", len(mark))
	first := mark
	for line := range term.Wrap(indent, text[len(mark):], t.width) {
		t.out.WriteString(first + strings.TrimPrefix(line, indent) + "\n")
		first = indent
	}
}

var begins = regexp.MustCompile(`^( *(\* |\d+\. )?)`)

// head says what is asked about, in the words in which it was asked.
func (t *writer) head(a *Answer) {
	s := a.Setup
	_, family, _ := t.know.Entry.Variants().Find(s.Variant)
	name := strings.TrimSpace(family.Label + " " + s.Release)
	if s.Said != "" {
		name += " (" + s.Said + ")"
	}
	words := []string{}
	for _, g := range s.Settled {
		words = append(words, g.Name+"="+g.Value)
	}
	t.line("%s: %s", t.paint.Text(term.Bold, name), strings.Join(words, " "))
	t.line("is to survive: %s", t.know.said(a.Survive))
	for _, idle := range s.Idle {
		t.line("no part in this: %s (%s)", idle.Name, idle.Why)
	}
	if n := len(s.Unknown); n > 0 {
		t.line("not of replication, or not known: %d other settings", n)
	}
	t.line("")
}

func (t *writer) finding(n int, f *Finding) {
	t.line("%d. %s: %s", n, t.paint.Text(colorOf(f), strings.ToUpper(f.Impact)), f.Title)
	t.line("   takes: %s%s; %d states", f.Events, likely[f.Likely], f.Length)
	t.line("   %s", f.Story)
	for _, shows := range f.Shows {
		t.line("   a cluster shows: %s", shows)
	}
	t.closing(f)
	for _, r := range f.Remedies {
		t.line("   %s", r.words())
	}
	if f.Command != "" {
		t.line("   step by step: %s", f.Command)
	}
	if f.Spec != "" {
		t.line("   more: mc explain %s", f.Spec)
	}
	t.line("")
}

// likely says how much a harm leaves to chance.
var likely = map[Likely]string{
	Always: ", every time", Often: "", Window: ", at a certain moment", Rare: ", at several certain moments: rare",
}

func colorOf(f *Finding) term.Color {
	if f.Likely == Rare || f.Likely == Always {
		return term.BoldAmber
	}
	return term.BoldRed
}

// closing says what later variants make of it.
func (t *writer) closing(f *Finding) {
	refs := strings.Join(f.Refs, ", ")
	_, family, _ := t.know.Entry.Variants().Find(t.know.lastVariant())
	switch c := f.Closed; {
	case c == nil && !f.ByDesign:
		t.line("   see: %s", refs)
	case c == nil:
		t.line("   see: %s; by design", refs)
	case c.Variant != "":
		name := c.Variant
		if c.Says != "" {
			name += ", that is " + c.Says
		}
		if c.Ported != "" {
			name += "; also in " + c.Ported
		}
		t.line("   see: %s; closed in %s (%s)", refs, strings.TrimSpace(family.Label+" "+name), extent(c.Runs))
	case c.Cut:
		t.line("   see: %s; whether a later release closes it was not looked at to the end: the time was over", refs)
	case c.Tried == 0:
		t.line("   see: %s; there is no later release here", refs)
	default:
		t.line("   see: %s; no later release closes it (%d tried)", refs, c.Tried)
	}
}

// extent says how far searches went that found nothing.
func extent(runs []Ran) string {
	states, whole, depth := uint64(0), true, 0
	for _, r := range runs {
		states += r.States
		if !r.Whole {
			if whole || r.Depth < depth {
				depth = r.Depth
			}
			whole = false
		}
	}
	if whole {
		return fmt.Sprintf("nothing in all %d states", states)
	}
	return fmt.Sprintf("nothing in %d states, up to %d steps", states, max(0, depth-1))
}

func (r *Tested) words() string {
	switch {
	case r.Open:
		return fmt.Sprintf("may help: %s (%s); a limit ended the trial", r.Name, r.Says)
	case !r.Helps:
		return fmt.Sprintf("does not help: %s", r.Name)
	}
	return fmt.Sprintf("helps: %s (%s); %s", r.Name, r.Says, extent(r.Runs))
}

// absent says what was looked for and not found, and how far.
func (t *writer) absent(a *Answer) {
	if len(a.Absent) == 0 {
		return
	}
	t.line("%s", t.paint.Text(term.Bold, "Looked for, and not found"))
	for i := range a.Absent {
		f := &a.Absent[i]
		t.line(" * %s: %s", f.Impact, f.Title)
		for _, r := range f.Runs {
			if r.Why != "" {
				t.line("     %s: not run, %s", r.Events, r.Why)
			} else {
				t.line("     %s: %s", r.Events, extent([]Ran{r}))
			}
		}
		if len(f.Runs) == 0 {
			t.line("     it takes more than is to be survived")
		}
	}
	t.line("")
}

// rest is what the answer rests on, and what it leaves out.
func (t *writer) rest(a *Answer) {
	t.line("%s", t.paint.Text(term.Bold, "What this rests on"))
	t.line("One partition, one record unless the command says otherwise, one harm at a time with the others put right; each was "+
		"looked for within the events that stand there, no more, and only those of the %d kinds of harm that are on the list.",
		len(t.know.Harms))
	if len(a.Skipped) > 0 {
		t.line("Not asked, for the configuration rules it out:")
		for _, n := range a.Skipped {
			t.line(" * %s (%s)", n.Name, n.Why)
		}
	}
	if len(a.OnFile) > 0 {
		t.line("On record for this release besides: %s.", strings.Join(a.OnFile, ", "))
	}
	if a.Expired {
		t.line("The time was over before all was done; give it more.")
	}
	t.line("%.0f seconds", a.Seconds)
}

// other says what the other value of a setting that nobody gave would change.
func (t *writer) other(a *Answer) {
	u := a.Upgrade
	if u == nil {
		return
	}
	choice := u.From.choice
	t.line("%s", t.paint.Text(term.Bold, "With the other value of "+choice.Names[0]))
	t.line("Nobody gave it, and what stands above is of %s. It is %s.", u.From.name(), choice.Ask)
	for _, to := range u.To {
		t.line("With %s:", to.name())
	}
	for _, c := range u.Opens {
		t.line(" * also %s: %s; %s", c.Impact, c.Title, c.To[0].words())
	}
	for _, c := range u.Closes {
		t.line(" * not %s: %s; %s", c.Impact, c.Title, c.To[0].words())
	}
	if len(u.Opens)+len(u.Closes) == 0 {
		t.line(" * nothing on the list is otherwise")
	}
	t.line("")
}

// columns are where text is wrapped: a readable length where there is no terminal.
func columns(terminal int) int {
	const readable = 96
	if terminal <= 0 {
		return readable
	}
	return min(terminal, readable)
}
