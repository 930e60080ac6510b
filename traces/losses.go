package traces

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mc/model"
)

// Loss is a run of records that were below some replica's high watermark and
// that another replica does not have at the end: it cut them from its log, or
// the violation says that it never had them.
type Loss struct {
	Records   []string // "m0@e0", one per offset
	Offset    int      // of the first
	Committed int      // the step after which they were below a high watermark
	By        string   // whose
	Cut       int      // the step that cut them though committed; 0 if none did
	Early     int      // Cut is 0: the step that cut them before they were committed; 0 if the replica never had them
	From      string   // the replica that lacks them
	Also      []Cut    // later cuts of the same records from other replicas
	Holders   []string // the replicas that still have them at the end, running or not
}

// Cut is a step at which a replica lost records.
type Cut struct {
	Step int
	From string
}

// Losses finds the committed records that f cuts, each once; or, if it cuts
// none, those that the replica named by the violation never had. It reads the
// pictures of the logs only, so it works for every model that keeps logs.
func Losses(f *File) []Loss {
	all := cuts(f)
	if len(all) == 0 {
		return absent(f)
	}
	var out []Loss
	for _, l := range all {
		if i := slices.IndexFunc(out, l.within); i >= 0 {
			out[i].Also = append(out[i].Also, Cut{l.Cut, l.From})
			continue
		}
		out = append(out, l)
	}
	return out
}

// within reports that all records of l are among those of k.
func (l Loss) within(k Loss) bool {
	for i, record := range l.Records {
		if at := l.Offset + i - k.Offset; at < 0 || at >= len(k.Records) || k.Records[at] != record {
			return false
		}
	}
	return true
}

// cuts finds every step at which a replica cuts committed records for good.
func cuts(f *File) []Loss {
	var out []Loss
	committed := commits{}
	committed.note(f.Start.View, 0)
	for i := 1; i <= len(f.Steps); i++ {
		before, after := f.Frame(i-1).View, f.Frame(i).View
		for _, lane := range after.Lanes {
			out = append(out, f.cutFrom(laneNamed(before, lane.Name), lane, i, &committed)...)
		}
		committed.note(after, i)
	}
	return out
}

// commit is a record, where it was first seen below a high watermark.
type commit struct {
	offset       int
	record, text string
	step         int
	lane         string
}

// commits are the records seen below a high watermark, in the order in which
// they came there.
type commits struct{ all []commit }

func (c *commits) find(offset int, record string) (commit, bool) {
	i := slices.IndexFunc(c.all, func(x commit) bool { return x.offset == offset && x.record == record })
	if i < 0 {
		return commit{}, false
	}
	return c.all[i], true
}

// note adds what is below a high watermark in v and returns what is new.
func (c *commits) note(v model.View, step int) (fresh []commit) {
	for _, lane := range v.Lanes {
		l := logOf(lane)
		for o := range min(l.HighWatermark, len(l.Cells)) {
			record := cellText(l.Cells[o])
			if _, known := c.find(o, record); !known {
				fresh = append(fresh, commit{o, record, l.Cells[o].Text, step, lane.Name})
				c.all = append(c.all, fresh[len(fresh)-1])
			}
		}
	}
	return fresh
}

// absent finds the committed records that the violation's witness speaks of
// and that a replica which it names does not have.
func absent(f *File) (out []Loss) {
	if f.Verdict != verdictViolated {
		return nil
	}
	committed := commits{}
	for i := range f.States() {
		committed.note(f.Frame(i).View, i)
	}
	for _, lane := range f.Last().View.Lanes {
		if lane.Log == nil || !mentions(f.Property.Witness, lane.Name) {
			continue
		}
		for _, c := range committed.all {
			told := mentions(f.Property.Witness, c.text) || mentions(f.Property.Witness, fmt.Sprint("offset ", c.offset))
			if told && c.lane != lane.Name && cellAt(*lane.Log, c.offset) != c.record {
				out = append(out, Loss{Records: []string{c.record}, Offset: c.offset, Committed: c.step, By: c.lane, Early: f.lastCut(lane.Name, c.offset, c.record), From: lane.Name, Holders: f.holders(c.offset, c.record)})
			}
		}
	}
	return out
}

// lastCut is the last step that took a record from a replica; 0 if none did.
func (f *File) lastCut(lane string, offset int, record string) int {
	has := func(i int) bool { return cellAt(logOf(laneNamed(f.Frame(i).View, lane)), offset) == record }
	for i := len(f.Steps); i > 0; i-- {
		if has(i-1) && !has(i) {
			return i
		}
	}
	return 0
}

// mentions reports that a sentence has a word, or several, as they are.
func mentions(sentence, words string) bool {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	for from := 0; words != ""; {
		at := strings.Index(sentence[from:], words)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(words)
		before, _ := utf8.DecodeLastRuneInString(sentence[:at])
		after, _ := utf8.DecodeRuneInString(sentence[from:])
		if !inWord(before) && !inWord(after) {
			return true
		}
	}
	return false
}

func (f *File) cutFrom(was, is model.Lane, step int, committed *commits) []Loss {
	var out []Loss
	l := logOf(was)
	for o, c := range l.Cells {
		record := cellText(c)
		m, known := committed.find(o, record)
		back := cellAt(logOf(laneNamed(f.Last().View, is.Name)), o) == record
		if !known || back || cellAt(logOf(is), o) == record {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Committed == m.step && out[n-1].Offset+len(out[n-1].Records) == o {
			out[n-1].Records = append(out[n-1].Records, record)
			continue
		}
		out = append(out, Loss{Records: []string{record}, Offset: o, Committed: m.step, By: m.lane, Cut: step, From: is.Name, Holders: f.holders(o, record)})
	}
	return out
}

// holders are the replicas that have the record at the end.
func (f *File) holders(o int, record string) (out []string) {
	for _, lane := range f.Last().View.Lanes {
		if cellAt(logOf(lane), o) == record {
			name := lane.Name
			if lane.Off {
				name += " (" + role(lane) + ")"
			}
			out = append(out, name)
		}
	}
	return out
}

// Words tells a loss in a few sentences.
func (l Loss) Words(f *File) string {
	what, they, them := fmt.Sprintf("Record %s at offset %d was", l.Records[0], l.Offset), "it was", "it"
	if n := len(l.Records); n > 1 {
		what = fmt.Sprintf("Records %s to %s at offsets %d to %d were", l.Records[0], l.Records[n-1], l.Offset, l.Offset+n-1)
		they, them = "they were", "them"
	}
	words := fmt.Sprintf("%s committed in step %d (%s): below the high watermark of %s.", what, l.Committed, f.title(l.Committed), l.By)
	words += l.whoWasTold(f, they)
	switch {
	case l.Cut > 0:
		words += fmt.Sprintf(" Step %d (%s) cut %s from %s.", l.Cut, f.titleAndRule(l.Cut), them, l.From) + l.whatItKnew(f)
	case l.Early > 0:
		words += fmt.Sprintf(" %s had cut %s in step %d (%s), before that, and step %d (%s) makes that matter.", l.From, them, l.Early, f.titleAndRule(l.Early), len(f.Steps), f.titleAndRule(len(f.Steps)))
	default:
		words += fmt.Sprintf(" %s never had %s, and step %d (%s) makes that matter.", l.From, them, len(f.Steps), f.titleAndRule(len(f.Steps)))
	}
	if len(l.Also) > 0 {
		also := make([]string, len(l.Also))
		for i, c := range l.Also {
			also[i] = fmt.Sprintf("%s in step %d", c.From, c.Step)
		}
		words += fmt.Sprintf(" Later %s cut from %s.", they, inWords(also))
	}
	return words + l.whoHas(them)
}

// whoHas says where the records are at the end.
func (l Loss) whoHas(them string) string {
	switch len(l.Holders) {
	case 0:
		return " At the end no replica has " + them + "."
	case 1:
		return fmt.Sprintf(" At the end only %s still has %s.", l.Holders[0], them)
	}
	return fmt.Sprintf(" At the end only %s still have %s.", inWords(l.Holders), them)
}

// inWords joins a list as a sentence does.
func inWords(items []string) string {
	n := len(items)
	if n < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
}

func (f *File) title(step int) string {
	if step == 0 {
		return "the start"
	}
	return f.Steps[step-1].Title
}

// titleAndRule names the rule as well, if the title does not.
func (f *File) titleAndRule(step int) string {
	if step == 0 {
		return f.title(step)
	}
	return f.title(step) + ", rule " + f.Steps[step-1].Rule
}
