package store

import (
	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs"
)

// segment is one level in files, or several consecutive ones in one file.
type segment struct {
	from, levels int
	parts        []*parts.Part
}

func (g *segment) states() (n uint64) {
	for _, p := range g.parts {
		n += p.Records
	}
	return n
}

// level is a level of the segment.
func (g *segment) level(i int, w *parts.Window) Level {
	if g.levels > 1 {
		return &sharedLevel{g.parts[0], i, w}
	}
	return &diskLevel{g.parts}
}

// add takes in a segment that begins where the last one ends.
func (s *Spilling) add(g *segment) {
	s.segments = append(s.segments, g)
	s.turn(g)
}

// turn lets the levels of a segment be read from it.
func (s *Spilling) turn(g *segment) {
	for i := g.from; i < g.from+g.levels; i++ {
		s.levels[i].onDisk = g.level(i, &s.window)
	}
}

// inSegments are the parts of all levels on disk.
func (s *Spilling) inSegments() (list []*parts.Part) {
	for _, g := range s.segments {
		list = append(list, g.parts...)
	}
	return list
}

// LevelBytes is the size of the files of all levels on disk, and how many states are in
// them.
func (s *Spilling) LevelBytes() (bytes, states uint64) {
	for _, p := range s.inSegments() {
		bytes, states = bytes+p.Bytes(), states+p.Records
	}
	return bytes, states
}

// written is the number of levels on disk, which are the first ones.
func (s *Spilling) written() int {
	if len(s.segments) == 0 {
		return 0
	}
	last := s.segments[len(s.segments)-1]
	return last.from + last.levels
}

// groups cuts the levels [from, to) into those that are to share a file:
// neighbours that are small enough to be sorted at a time. The newest of all
// stays apart: it is the frontier, or what the search will not count.
func (s *Spilling) groups(from, to int) (list []*segment) {
	most, newest := uint64(s.atATime()), len(s.levels)-1
	for from < to {
		g := &segment{from: from, levels: 1}
		n := s.levels[from].Size()
		for from++; from < min(to, newest) && n+s.levels[from].Size() <= most && s.shares(); from++ {
			n += s.levels[from].Size()
			g.levels++
		}
		list = append(list, g)
	}
	return list
}

// shares tells whether levels may share a file: not if a record has no room for
// the level.
func (s *Spilling) shares() bool { return s.files.Words < runs.MaxWords }

// form is that of the file of a segment.
func (g *segment) form(sorted bool) parts.Saved {
	if g.levels == 1 {
		return parts.Saved{Sorted: sorted}
	}
	return parts.Saved{Sorted: sorted, From: g.from, Levels: g.levels}
}

// inLevels are the states of a segment as they are in memory, level by level,
// with the number of their level.
func (s *Spilling) inLevels(g *segment) parts.Each {
	return func(do func([]uint64, uint64) error) error {
		for i := g.from; i < g.from+g.levels; i++ {
			l := s.levels[i].where()
			states := inPortions(l, l.Cut(runs.BlockRecords), s.files.Words)
			err := states(func(state []uint64, _ uint64) error { return do(state, uint64(i)) })
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// writeSegment writes a segment from memory, in the order of levels: it is read
// back as a whole.
func (s *Spilling) writeSegment(g *segment) error {
	p, err := s.files.Write("level", g.form(false), s.inLevels(g))
	g.parts = []*parts.Part{p}
	return err
}

// mergeSegment makes one segment of several on disk.
func (s *Spilling) mergeSegment(g *segment, of []*segment) error {
	var sources []parts.Source
	for _, one := range of {
		for _, p := range one.parts {
			sources = append(sources, parts.Source{Part: p, Level: one.from})
		}
	}
	p, err := s.files.Merge("levels", g.from, g.levels, sources)
	g.parts = []*parts.Part{p}
	return err
}

// mostSegments is how many segments there may be before some are merged: more
// than most searches have levels. They are merged as if one counted levels in a
// system of base fan, so a state is rewritten as often as the number of levels
// has digits, and the segments are not many more than these digits add up to.
const mostSegments, fan = 32, 8

// compact merges segments while there are too many, the newest apart.
func (s *Spilling) compact() error {
	for len(s.segments) > s.most+1 && s.shares() {
		room := int(s.portionOf(4<<20, 16<<20) / s.files.MergeBytes())
		i, j := ripe(s.segments[:len(s.segments)-1], max(2, room))
		if i == j {
			return nil
		}
		of := s.segments[i:j]
		g := &segment{from: of[0].from}
		for _, one := range of {
			g.levels += one.levels
		}
		write := s.writeSegment
		if s.External() {
			write = func(g *segment) error { return s.mergeSegment(g, of) }
		}
		if err := write(g); err != nil {
			return err
		}
		for _, one := range of {
			s.drop(one.parts)
		}
		s.segments = append(append(s.segments[:i:i], g), s.segments[j:]...)
		s.turn(g)
	}
	return nil
}

// ripe finds neighbours to merge: none of them has as many levels as some power
// of fan, and together they have. Of those, the oldest for each power, it takes
// the ones with the fewest states. No more than so many files are read at a time;
// if that leaves none, i is j.
func ripe(list []*segment, files int) (i, j int) {
	levels, least := 0, uint64(0)
	for _, g := range list {
		levels += g.levels
	}
	for power := fan; power <= levels; power *= fan {
		from, to, states := oldest(list, power, files)
		if from < to && (i == j || states < least) {
			i, j, least = from, to, states
		}
	}
	return i, j
}

// oldest are the first neighbours with fewer levels than so many each, and not
// together.
func oldest(list []*segment, power, files int) (from, to int, states uint64) {
	for from := range list {
		levels, read, states := 0, 0, uint64(0)
		for to := from; to < len(list) && list[to].levels < power; to++ {
			levels, read, states = levels+list[to].levels, read+len(list[to].parts), states+list[to].states()
			if read > files {
				break
			}
			if levels >= power {
				return from, to + 1, states
			}
		}
	}
	return 0, 0, 0
}
