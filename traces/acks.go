package traces

import (
	"strings"

	"mc/model"
)

// ackedIn is the list of acknowledged records, of whichever lane has it.
func ackedIn(v model.View) (records []string, lane string) {
	for _, l := range v.Lanes {
		for _, f := range l.Fields {
			if f.Kind == model.Acknowledged {
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
