package traces

import (
	"fmt"
	"strings"

	"mc/model"
)

// fieldAcked is the field in which a model that follows acknowledgements
// lists the records whose producers were told that they are written.
const fieldAcked = "acked"

// ackedIn is the list of that field, of whichever lane has it.
func ackedIn(v model.View) (records []string, lane string) {
	for _, l := range v.Lanes {
		for _, f := range l.Fields {
			if f.Name == fieldAcked {
				return strings.FieldsFunc(f.Value, func(r rune) bool { return strings.ContainsRune(", {}[]", r) }), l.Name
			}
		}
	}
	return nil, ""
}

// acked are the records that step i acknowledged.
func (f *File) acked(i int) (m Moment, any bool) {
	if i == 0 {
		return m, false
	}
	before, _ := ackedIn(f.Frame(i - 1).View)
	after, lane := ackedIn(f.Frame(i).View)
	known := map[string]bool{"none": true}
	for _, r := range before {
		known[r] = true
	}
	m = Moment{Step: i, What: MomentAcked, Lane: lane}
	for _, r := range after {
		if !known[r] {
			m.Records = append(m.Records, r)
		}
	}
	return m, len(m.Records) > 0
}

// whoWasTold says when the producer of the last of the lost records had its
// acknowledgement, if the model follows those.
func (l Loss) whoWasTold(f *File, they string) string {
	name, _, _ := strings.Cut(l.Records[len(l.Records)-1], "@")
	for i := 1; i <= len(f.Steps); i++ {
		m, _ := f.acked(i)
		for _, r := range m.Records {
			if r == name {
				return fmt.Sprintf(" In step %d %s acknowledged to the producer.", i, they)
			}
		}
	}
	return ""
}

// whatItKnew says so if the replica that cut the records did not know that
// they were committed.
func (l Loss) whatItKnew(f *File) string {
	hw := logOf(laneNamed(f.Frame(l.Cut-1).View, l.From)).HighWatermark
	if hw > l.Offset {
		return ""
	}
	they := "it was"
	if len(l.Records) > 1 {
		they = "they were"
	}
	return fmt.Sprintf(" %s did not know that %s committed: its own high watermark was still %d.", l.From, they, hw)
}
