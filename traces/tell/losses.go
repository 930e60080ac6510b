package tell

import (
	"fmt"
	"strings"

	"mc/traces"
	"mc/traces/internal/views"
	"mc/traces/internal/words"
)

// Losses tells each loss of f in a few sentences.
func Losses(f *traces.File) (out []string) {
	for _, l := range f.Analysis().Losses {
		out = append(out, loss{l, f, false}.text())
	}
	return out
}

// loss tells one loss of a trace.
type loss struct {
	traces.Loss
	f     *traces.File
	brief bool // steps without their rules, and by their numbers only where that says enough
}

func (l loss) text() string {
	what, they, them := fmt.Sprintf("Record %s at offset %d was", l.Records[0], l.Offset), "it was", "it"
	if n := len(l.Records); n > 1 {
		what = fmt.Sprintf("Records %s to %s at offsets %d to %d were", l.Records[0], l.Records[n-1], l.Offset, l.Offset+n-1)
		they, them = "they were", "them"
	}
	told := fmt.Sprintf("%s committed in step %d%s: below the high watermark of %s.", what, l.Committed,
		l.named(l.f.Title(l.Committed)), l.By)
	told += l.whoWasTold(they)
	end := len(l.f.Steps)
	switch {
	case l.Cut > 0:
		told += fmt.Sprintf(" Step %d%s cut %s from %s.", l.Cut, l.titleAndRule(l.Cut), them, l.From)
		if !l.brief || len(Why(l.f)) == 0 {
			told += l.whatItKnew(they)
		}
	case l.Early > 0:
		told += fmt.Sprintf(" %s had cut %s in step %d%s, before that, and step %d%s makes that matter.",
			l.From, them, l.Early, l.titleAndRule(l.Early), end, l.titleAndRule(end))
	default:
		told += fmt.Sprintf(" %s never had %s, and step %d%s makes that matter.", l.From, them, end, l.titleAndRule(end))
	}
	if len(l.Also) > 0 {
		also := make([]string, len(l.Also))
		for i, c := range l.Also {
			also[i] = fmt.Sprintf("%s in step %d", c.From, c.Step)
		}
		told += fmt.Sprintf(" Later %s cut from %s.", they, words.List(also))
	}
	return told + l.whoHas(them)
}

// whoWasTold says when the producer of the last of the lost records had its
// acknowledgement, if the model follows those.
func (l loss) whoWasTold(they string) string {
	name := l.Names[len(l.Names)-1]
	for _, m := range l.f.Analysis().Timeline {
		if m.What != traces.MomentAcked {
			continue
		}
		for _, r := range m.Records {
			if r == name {
				return fmt.Sprintf(" In step %d %s acknowledged to the producer.", m.Step, they)
			}
		}
	}
	return ""
}

// whatItKnew says so if the replica that cut the records did not know that
// they were committed.
func (l loss) whatItKnew(they string) string {
	hw := views.Log(views.Lane(l.f.Frame(l.Cut-1).View, l.From)).HighWatermark
	if hw > l.Offset {
		return ""
	}
	return fmt.Sprintf(" %s did not know that %s committed: its own high watermark was still %d.", l.From, they, hw)
}

// whoHas says where the records are at the end.
func (l loss) whoHas(them string) string {
	switch len(l.Holders) {
	case 0:
		return " At the end no replica has " + them + "."
	case 1:
		return fmt.Sprintf(" At the end only %s still has %s.", l.Holders[0], them)
	}
	return fmt.Sprintf(" At the end only %s still have %s.", words.List(l.Holders), them)
}

// titleAndRule names the rule as well, if the title does not.
func (l loss) titleAndRule(step int) string {
	if step == 0 || l.brief {
		return " (" + l.f.Title(step) + ")"
	}
	return " (" + l.f.Title(step) + ", rule " + l.f.Steps[step-1].Rule + ")"
}

// named is the name of a step in brackets, unless steps have numbers only.
func (l loss) named(step string) string {
	if l.brief {
		return ""
	}
	return " (" + step + ")"
}

// Moment is a moment as a line of a timeline.
func Moment(m traces.Moment) string {
	records := strings.Join(m.Records, ", ")
	if n := len(m.Records); n > 4 {
		records = fmt.Sprintf("%s to %s (%d records)", m.Records[0], m.Records[n-1], n)
	}
	switch m.What {
	case traces.MomentCut:
		return fmt.Sprintf("%s cut from %s", records, m.Lane)
	case traces.MomentAcked:
		return fmt.Sprintf("%s acknowledged to the producer", records)
	}
	return fmt.Sprintf("%s committed: below the high watermark of %s", records, m.Lane)
}

// Wrong is where a reader should look first: where a committed record is cut,
// or the two sets of rules part, or else the end. c may be nil.
func Wrong(f *traces.File, c *traces.Comparison) int {
	if cuts := f.Analysis().Cuts; len(cuts) > 0 {
		return cuts[0].Cut
	}
	if c != nil && c.Parting > 0 {
		return c.Parting
	}
	return len(f.Steps)
}
