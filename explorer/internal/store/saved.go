package store

import (
	"errors"

	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs"
)

// Saved is what a checkpoint holds of a Spilling. The files it names are
// complete when Save returns.
type Saved struct {
	External bool
	NextFile uint64
	Segments []SavedSegment
	Partial  []parts.Saved // the states of the level that was being gathered
	Rest     *parts.Saved  // what of the frontier was still to be expanded
	RestFrom int           // the portion of the frontier to go on with
}

// SavedSegment is a complete level, or several that share a part.
type SavedSegment struct {
	Levels int
	Parts  []parts.Saved
}

// Depth is the number of levels, or -1 if what is said of them is not so.
func (s *Saved) Depth() (levels int) {
	for _, g := range s.Segments {
		shared := g.Levels > 1
		if g.Levels < 1 || shared && len(g.Parts) != 1 {
			return -1
		}
		for _, p := range g.Parts {
			if p.Shared() != shared || shared && (p.From != levels || p.Levels != g.Levels) {
				return -1
			}
		}
		levels += g.Levels
	}
	return levels
}

// files are the names of all files.
func (s *Saved) files() map[string]bool {
	names := map[string]bool{}
	for _, g := range s.Segments {
		for _, p := range g.Parts {
			names[p.File] = true
		}
	}
	for _, p := range s.Partial {
		names[p.File] = true
	}
	if s.Rest != nil {
		names[s.Rest.File] = true
	}
	return names
}

// Save writes whatever is not on disk yet. It is called while no writer is at
// work, with the work on the frontier, or nil between levels.
func (s *Spilling) Save(w *Work) (saved Saved, err error) {
	if s.External() {
		if err := s.dump(); err != nil {
			return saved, err
		}
		saved.Partial = names(s.runs)
		if w != nil {
			saved.RestFrom = w.Done
		}
		if s.rest != nil {
			saved.Rest = &s.rest.Saved
		}
	} else if err := s.saveMemory(&saved, w); err != nil {
		return saved, err
	}
	saved.Segments = s.savedSegments()
	saved.External, saved.NextFile = s.External(), s.files.Next
	return saved, s.files.Settle(s.allParts())
}

func (s *Spilling) savedSegments() (list []SavedSegment) {
	for _, g := range s.segments {
		list = append(list, SavedSegment{g.levels, names(g.parts)})
	}
	return list
}

// saveMemory writes levels, frontier and the partial level from memory. They
// need not be sorted: they are read back as a whole.
func (s *Spilling) saveMemory(saved *Saved, w *Work) error {
	if err := s.writeLevels(len(s.levels)); err != nil || w == nil {
		return err
	}
	rest, err := s.keepRest(*w)
	if err != nil {
		return err
	}
	base := s.base()
	partial, err := s.files.Write("partial", parts.Saved{Rules: true}, s.inArena(base, s.rulesFrom(base)))
	if err != nil {
		return err
	}
	if err := s.files.Settle([]*parts.Part{rest, partial}); err != nil {
		return err
	}
	saved.Rest, saved.Partial = &rest.Saved, names([]*parts.Part{partial})
	parts.Close([]*parts.Part{rest, partial}) // they are read again only by Restore
	s.garbage = append(s.garbage, rest.File, partial.File)
	return nil
}

// writeLevels writes those of the first n levels that are only in memory.
func (s *Spilling) writeLevels(n int) error {
	for _, g := range s.groups(s.written(), n) {
		if err := s.writeSegment(g); err != nil {
			return err
		}
		s.add(g)
	}
	return s.compact()
}

// SaveLevels writes the first n levels, all or all but the newest, if they are
// not on disk yet: all that is read again of a search that is over.
func (s *Spilling) SaveLevels(n int) (saved Saved, err error) {
	if !s.External() {
		err = s.writeLevels(n)
	}
	saved = Saved{Segments: s.savedSegments(), External: true, NextFile: s.files.Next}
	if err == nil && saved.Depth() > n {
		saved.Segments = saved.Segments[:len(saved.Segments)-1]
	}
	return saved, errors.Join(err, s.files.Settle(s.inSegments()))
}

// Reopen opens, for reading only, what SaveLevels wrote.
func (s *Spilling) Reopen(saved Saved) (levels []Level, err error) {
	s.files.Next, s.named = saved.NextFile, saved.files()
	s.external.Store(true)
	if levels, err = s.openSegments(saved.Segments); err != nil {
		return nil, err
	}
	return levels, s.Sweep()
}

// openSegments opens the files of levels.
func (s *Spilling) openSegments(saved []SavedSegment) (levels []Level, err error) {
	for _, one := range saved {
		g := &segment{from: len(s.levels), levels: one.Levels}
		if g.parts, err = s.openAll(one.Parts); err != nil {
			return nil, err
		}
		for range g.levels {
			l := &spillLevel{}
			s.levels, levels = append(s.levels, l), append(levels, l)
		}
		s.add(g)
	}
	return levels, nil
}

func names(list []*parts.Part) (saved []parts.Saved) {
	for _, p := range list {
		saved = append(saved, p.Saved)
	}
	return saved
}

// Written says that a checkpoint with what Save returned last is in place:
// what only older ones named can go. But what this one names stays, if only
// this one does.
func (s *Spilling) Written(saved Saved) {
	old := s.garbage
	s.named, s.garbage = saved.files(), nil
	for _, name := range old {
		s.discard(name)
	}
}

// Restore reads back what Save wrote, verifying every block, and begins the
// level that was being gathered on every writer. It returns the levels, and
// the frontier to go on with from the given portion.
func (s *Spilling) Restore(saved Saved, writers []Writer) (levels []Level, frontier Level, from int, err error) {
	s.files.Next, s.named = saved.NextFile, saved.files()
	s.external.Store(saved.External)
	if levels, err = s.openSegments(saved.Segments); err != nil {
		return nil, nil, 0, err
	}
	if err := s.loadLevels(writers[0]); err != nil {
		return nil, nil, 0, err
	}
	if len(levels) == 0 {
		return nil, nil, 0, &runs.Damaged{Path: s.files.Dir, What: "its checkpoint has no level"}
	}
	frontier = levels[len(levels)-1]
	for _, w := range writers {
		w.Begin(1024)
	}
	if err := s.restorePartial(saved, writers[0]); err != nil {
		return nil, nil, 0, err
	}
	if saved.Rest != nil {
		if s.rest, err = s.files.Open(*saved.Rest); err != nil {
			return nil, nil, 0, err
		}
		frontier = &diskLevel{[]*parts.Part{s.rest}}
	}
	return levels, frontier, saved.RestFrom, s.Sweep()
}

// restorePartial brings back the states of the level that was being gathered.
func (s *Spilling) restorePartial(saved Saved, w Writer) error {
	list, err := s.openAll(saved.Partial)
	if err != nil {
		return err
	}
	if s.External() {
		s.runs = list
		return nil
	}
	for _, p := range saved.Partial {
		s.garbage = append(s.garbage, p.File) // until the next checkpoint
	}
	defer parts.Close(list)
	return s.load(w, inParts(list, s.files.Words))
}

func (s *Spilling) openAll(saved []parts.Saved) (list []*parts.Part, err error) {
	for _, one := range saved {
		p, err := s.files.Open(one)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// loadLevels brings the states of levels back to memory, unless the run is
// external.
func (s *Spilling) loadLevels(w Writer) error {
	if s.External() {
		return nil
	}
	defer s.window.Free()
	for _, l := range s.levels {
		w.Begin(min(1024, max(16, l.Size()/64)))
		if err := s.load(w, inPortions(l.onDisk, l.onDisk.Cut(runs.BlockRecords), s.files.Words)); err != nil {
			return err
		}
		if err := w.End(); err != nil {
			return err
		}
		inMemory, _, err := s.buffer.EndLevel([]Writer{&w.(*spillWriter).exactWriter})
		if err != nil {
			return err
		}
		l.inMemory = inMemory.(*arenaLevel)
	}
	return nil
}

// inParts are the states of parts with their rules, 0 where there are none.
func inParts(list []*parts.Part, words int) parts.Each {
	return func(do func([]uint64, uint64) error) (err error) {
		buf := parts.NewBuffer(words)
		for _, p := range list {
			for b := range p.Blocks() {
				states, rules, err := buf.Read(p, b)
				if err != nil {
					return err
				}
				for i := 0; i*words < len(states); i++ {
					rule := uint64(0)
					if rules != nil {
						rule = uint64(rules[i])
					}
					if err := do(states[i*words:(i+1)*words], rule); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
}

// load inserts states through a writer.
func (s *Spilling) load(w Writer, states parts.Each) error {
	b := NewBatch(s.files.Words)
	err := states(func(state []uint64, rule uint64) error {
		copy(b.State(b.N), state)
		b.Rules[b.N] = uint8(rule)
		if b.N++; b.N == BatchSize {
			w.Insert(b)
		}
		return w.Err()
	})
	w.Insert(b)
	w.Flush()
	return errors.Join(err, w.Err())
}
