package recording

import (
	"fmt"
	"slices"

	"mc/model/evidence"
	"mc/model/kafka"
)

// scale is which offsets of the recording those of the model stand for, from 0 on; nil if each
// stands for itself. An offset between two of them is taken for the lower one, as if a log had
// only the record before each of them: that one stands for all since the one before.
type scale []int32

// at is the model's offset; what is no offset stays as it is.
func (s scale) at(offset int32) int32 {
	if s == nil || offset <= 0 {
		return offset
	}
	i, exact := slices.BinarySearch(s, offset)
	if !exact {
		i--
	}
	return int32(i)
}

// real is the offset that one of the model stands for.
func (s scale) real(offset int32) int32 {
	if offset <= 0 || int(offset) >= len(s) {
		return offset
	}
	return s[offset]
}

// between reports whether an offset is taken for another.
func (s scale) between(offset int32) bool { return s.real(s.at(offset)) != offset }

// groups are the model's records among those from one offset up to another.
func (s scale) groups(from, to int32) (first, end int32) { return s.at(from), s.at(to) }

// offsets are which numbers of a fact are offsets.
func (n streams) offsets(stream int, f *evidence.Fact) []int {
	if stream == controller {
		return nil
	}
	switch kind := n.kind(stream); kind {
	case learns:
		return []int{2, 3}
	case follows:
		if f[0] == cut {
			return []int{1}
		}
		return []int{1, 3, 4}
	case lives:
		return []int{1, 2}
	case proposes, hears:
		return nil
	case files:
		return []int{0, 1, 2, 3, 4, 5, 6, 7, 8, early}
	}
	return []int{0} // of an append, a raise, an LEO that is recorded
}

// How much it matters that an offset is one of the model's: where logs part must be.
const (
	parting = iota
	turning // where a leader or a process begins and ends
	beside  // what others had then
	written // what files hold
	other
	grades
)

// grade sorts the offsets of a recording by how much they matter, each in the order of time.
func (d *folder) grade() (lists [grades][]int32) {
	seen := map[int32]bool{}
	add := func(how int, offsets ...int32) {
		for _, o := range offsets {
			if o > 0 {
				lists[how] = append(lists[how], o)
			}
		}
	}
	last := map[int]int32{} // that a stream told
	end := func(b int) { add(turning, last[d.of(b, raises)], last[d.of(b, appends)]) }
	for i := range d.lines {
		l := &d.lines[i]
		f, b := &l.Fact, d.broker(l.Stream)
		if l.Stream == controller {
			continue
		}
		switch kind := d.kind(l.Stream); {
		case kind == learns && f[0] != news:
			end(b)
			how := map[int32]int{asLeader: parting, asFollower: beside}[f[0]]
			add(how, f[2])
			add(turning, f[3])
		case kind == follows && f[0] == cut:
			add(parting, f[1])
		case kind == lives:
			end(b)
			add(turning, f[1], f[2])
		case kind == proposes && f[0] == expands:
			for o := range d.streams {
				if kafka.Set(f[1]).Has(int(o)) {
					add(beside, last[d.records(b, int(o))])
				}
			}
		case kind == appends:
			last[l.Stream] = f[2]
			add(other, f[2])
		case kind == files:
			add(written, f[:early]...)
		default:
			last[l.Stream] = f[0]
			for _, k := range d.offsets(l.Stream, f) {
				add(other, f[k])
			}
		}
	}
	for b := range int(d.streams) {
		end(b)
	}
	for how := range lists {
		lists[how] = slices.DeleteFunc(lists[how], func(o int32) bool { was := seen[o]; seen[o] = true; return was })
	}
	return lists
}

// appended is how many records of the model are appended under a scale.
func (d *folder) appended(s scale) (n int) {
	for i := range d.lines {
		if l := &d.lines[i]; l.Stream != controller && d.kind(l.Stream) == appends {
			from, to := s.groups(l.Fact[0], l.Fact[2])
			n += max(0, int(to)-int(from))
		}
	}
	return n
}

// choose takes as many offsets as the model has, if it has not all of them: those where logs
// part, then as many of the others as there is room for, the rest evenly.
func (d *folder) choose() error {
	records := d.appended(nil)
	if records <= kafka.Capacity {
		return nil
	}
	lists := d.grade()
	s := slices.Sorted(slices.Values(append(scale{0}, lists[parting]...)))
	if n := d.appended(s); n > kafka.Capacity {
		return fmt.Errorf("%d records are appended, in %d groups between the offsets at which logs part; a recording may have %d such groups so far, "+
			"so cut it, or have it read up to an earlier time", records, n, kafka.Capacity)
	}
	for _, list := range lists[turning:other] {
		for _, o := range list {
			s = d.with(s, o)
		}
	}
	rest := slices.Sorted(slices.Values(lists[other]))
	for room := kafka.Capacity - d.appended(s); room > 0 && len(rest) > 0; room-- {
		i := len(rest) / (room + 1)
		s = d.with(s, rest[i])
		rest = rest[i+1:]
	}
	d.scale = s
	return nil
}

// with is a scale with one more offset, if that leaves few enough records.
func (d *folder) with(s scale, offset int32) scale {
	i, has := slices.BinarySearch(s, offset)
	if has {
		return s
	}
	more := slices.Insert(slices.Clone(s), i, offset)
	if d.appended(more) > kafka.Capacity {
		return s
	}
	return more
}
