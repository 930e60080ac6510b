package recording

import (
	"fmt"

	"mc/model/evidence"
	"mc/model/kafka"
)

// position is where a broker's log ends and its high watermark, as far as they were told.
type position struct{ leo, hw int32 }

// rescale puts the model's offsets in the place of those of the recording, and leaves out what
// tells of no news then: that a high watermark moves between two of them.
func (d *folder) rescale(r *evidence.Recording[kafka.State]) {
	if d.scale != nil {
		r.Scale = &evidence.Scale{Of: "offsets"}
		for _, o := range d.scale {
			r.Scale.Numbers = append(r.Scale.Numbers, int(o))
		}
	}
	var kept []evidence.Line
	at := make([]position, d.streams)
	for _, l := range d.lines {
		if l.Stream == controller {
			kept = append(kept, l)
			continue
		}
		kind, raw := d.kind(l.Stream), l.Fact
		between := kind == appends && d.between(raw[2])
		for _, k := range d.offsets(l.Stream, &raw) {
			between = between || kind != appends && d.between(raw[k])
			l.Fact[k] = d.at(raw[k])
		}
		if between {
			r.Scale.Between++
		}
		news := at[d.broker(l.Stream)].move(d.scale, kind, &raw, &l.Fact)
		if kind != appends {
			if news || d.scale == nil {
				kept = append(kept, l)
			} else {
				r.Scale.Idle++
			}
			continue
		}
		from, to := d.groups(raw[0], raw[2])
		for o := from; o < to; o++ {
			l.Fact = evidence.Fact{o, raw[1]}
			kept = append(kept, l)
		}
	}
	d.lines = kept
	if d.scale != nil {
		d.withoutRepeats(r)
	}
}

// withoutRepeats leaves out what a leader records again and again of a follower, where under a
// scale it is the same. The last before the leader learns of something is kept, as it may have
// learned that a little before it says so, and the first after it.
func (d *folder) withoutRepeats(r *evidence.Recording[kafka.State]) {
	last, repeats := map[int]*evidence.Line{}, map[int]int{} // of the streams, since their brokers learned of something
	out := map[int]bool{}
	for i := range d.lines {
		l := &d.lines[i]
		if l.Stream == controller {
			continue
		}
		switch b, kind := d.broker(l.Stream), d.kind(l.Stream); {
		case kind == learns || kind == lives:
			for o := range int(d.streams) {
				s := d.records(b, o)
				if n, has := repeats[s]; has {
					delete(out, n)
				}
				delete(last, s)
				delete(repeats, s)
			}
		case kind >= records0:
			if was := last[l.Stream]; was != nil && was.Fact == l.Fact {
				out[i], repeats[l.Stream] = true, i
			} else {
				delete(repeats, l.Stream)
			}
			last[l.Stream] = l
		}
	}
	var kept []evidence.Line
	for i, l := range d.lines {
		if !out[i] {
			kept = append(kept, l)
		}
	}
	r.Scale.Idle += len(out)
	d.lines = kept
}

// move is where a broker is after a line. An answer whose records or high watermark are none
// under a scale is made to say so. It reports whether the line tells anything under the scale.
func (p *position) move(s scale, kind int, raw, f *evidence.Fact) (news bool) {
	was := *p
	switch {
	case kind == learns && raw[0] != asLeader && raw[0] != asFollower:
	case kind == learns:
		p.leo, p.hw = raw[2], raw[3]
	case kind == appends:
		p.leo = raw[2]
	case kind == raises:
		p.hw = raw[0]
		f[1] = 0
		return s.at(raw[1]) != s.at(raw[0])
	case kind == follows && raw[0] == cut:
		p.leo, p.hw = min(p.leo, raw[1]), min(p.hw, raw[1])
	case kind == follows:
		p.leo = raw[1]
		if s != nil && s.at(was.leo) == s.at(raw[1]) {
			f[2] = 0
		}
		if raw[4] == unchanged || raw[4] == evidence.Any {
			return f[2] != 0 || raw[4] != unchanged
		}
		p.hw = raw[4]
		if s != nil && s.at(was.hw) == s.at(raw[4]) {
			f[4] = unchanged
		}
		return f[2] != 0 || f[4] != unchanged
	case kind == lives:
		p.hw = raw[1]
	}
	return true
}

// names say of the records of a course, by the lines that show its steps, what they stand for.
func (d *folder) names(r *evidence.Recording[kafka.State], shown [][]int) (list []evidence.Name) {
	for _, lines := range shown {
		for _, i := range lines {
			l := &r.Lines[i]
			if l.Stream == controller || d.kind(l.Stream) != appends {
				continue
			}
			list = append(list, evidence.Name{Name: kafka.Value(len(list) + 1).String(),
				Is: fmt.Sprintf("%s, %s:%d", d.words(l.Fact[0]), l.File, l.Number)})
		}
	}
	return list
}

// words name the offsets that one record of the model stands for.
func (s scale) words(record int32) string {
	from, to := s.real(record), s.real(record+1)-1
	if to <= from {
		return fmt.Sprintf("offset %s", number(from))
	}
	return fmt.Sprintf("offsets %d to %d", from, to)
}

// told is what a fact tells, in offsets of the recording.
func (d *folder) told(stream int, f evidence.Fact) string {
	if stream != controller && d.kind(stream) == appends && d.scale != nil {
		return fmt.Sprintf("b%d appends %s", d.broker(stream)+1, d.words(f[0]))
	}
	for _, k := range d.offsets(stream, &f) {
		f[k] = d.real(f[k])
	}
	return told(d.streams, stream, f)
}
