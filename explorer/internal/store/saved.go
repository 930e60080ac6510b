package store

import (
	"errors"

	"mc/explorer/internal/runs"
)

// Saved is what a checkpoint holds of a Spilling. The files it names are
// complete when Save returns.
type Saved struct {
	External bool
	NextFile uint64
	Levels   []SavedLevel
	Partial  []SavedPart // the states of the level that was being gathered
	Rest     *SavedPart  // what of the frontier was still to be expanded
	RestFrom int         // the portion of the frontier to go on with
}

// SavedLevel is a complete level.
type SavedLevel struct{ Parts []SavedPart }

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
			saved.Rest = &s.rest.saved
		}
	} else if err := s.saveMemory(&saved, w); err != nil {
		return saved, err
	}
	for _, l := range s.levels {
		saved.Levels = append(saved.Levels, SavedLevel{names(l.parts())})
	}
	saved.External, saved.NextFile = s.External(), s.next
	return saved, nil
}

// saveMemory writes levels, frontier and the partial level from memory. They
// need not be sorted: they are read back as a whole.
func (s *Spilling) saveMemory(saved *Saved, w *Work) error {
	if err := s.writeLevels(s.levels); err != nil || w == nil {
		return err
	}
	rest, err := s.keepRest(*w)
	if err != nil {
		return err
	}
	base := s.base()
	partial, err := s.write("partial", false, true, s.inArena(base, s.rulesFrom(base)))
	if err != nil {
		return err
	}
	saved.Rest, saved.Partial = &rest.saved, names([]*part{partial})
	closeParts([]*part{rest, partial}) // they are read again only by Restore
	s.garbage = append(s.garbage, rest.saved.File, partial.saved.File)
	return nil
}

// writeLevels writes those of the levels that are only in memory.
func (s *Spilling) writeLevels(levels []*spillLevel) error {
	for _, l := range levels {
		if l.onDisk != nil {
			continue
		}
		p, err := s.write("level", false, false, inPortions(l.inMemory, l.inMemory.Cut(runs.BlockRecords), s.words))
		if err != nil {
			return err
		}
		l.onDisk = &diskLevel{[]*part{p}}
	}
	return nil
}

// SaveLevels writes the first n levels, if they are not on disk yet: all that
// is read again of a search that is over.
func (s *Spilling) SaveLevels(n int) (saved Saved, err error) {
	if err := s.writeLevels(s.levels[:n]); err != nil {
		return saved, err
	}
	for _, l := range s.levels[:n] {
		saved.Levels = append(saved.Levels, SavedLevel{names(l.parts())})
	}
	saved.External, saved.NextFile = true, s.next
	return saved, nil
}

// Reopen opens, for reading only, what SaveLevels wrote.
func (s *Spilling) Reopen(saved Saved) (levels []Level, err error) {
	s.next, s.written = saved.NextFile, true
	s.external.Store(true)
	for _, l := range saved.Levels {
		parts, err := s.openAll(l.Parts)
		if err != nil {
			return nil, err
		}
		s.levels = append(s.levels, &spillLevel{onDisk: &diskLevel{parts}})
		levels = append(levels, s.levels[len(s.levels)-1])
	}
	return levels, s.Sweep()
}

func names(parts []*part) (saved []SavedPart) {
	for _, p := range parts {
		saved = append(saved, p.saved)
	}
	return saved
}

// Written says that a checkpoint with what Save returned last is in place:
// what only older ones named can go. But what this one names stays, if only
// this one does.
func (s *Spilling) Written(saved Saved) {
	keep := map[string]bool{}
	for _, p := range saved.Partial {
		keep[p.File] = true
	}
	if saved.Rest != nil {
		keep[saved.Rest.File] = true
	}
	var later []string
	for _, name := range s.garbage {
		if keep[name] {
			later = append(later, name)
		}
	}
	s.garbage = without(s.garbage, keep)
	s.sweep()
	s.garbage, s.written = later, true
}

func without(names []string, keep map[string]bool) (rest []string) {
	for _, n := range names {
		if !keep[n] {
			rest = append(rest, n)
		}
	}
	return rest
}

// Restore reads back what Save wrote, verifying every block, and begins the
// level that was being gathered on every writer. It returns the levels, and
// the frontier to go on with from the given portion.
func (s *Spilling) Restore(saved Saved, writers []Writer) (levels []Level, frontier Level, from int, err error) {
	s.next, s.written = saved.NextFile, true
	s.external.Store(saved.External)
	for _, l := range saved.Levels {
		level, err := s.restoreLevel(l, writers[0])
		if err != nil {
			return nil, nil, 0, err
		}
		s.levels = append(s.levels, level)
		levels = append(levels, level)
	}
	if len(levels) == 0 {
		return nil, nil, 0, &runs.Damaged{Path: s.dir, What: "its checkpoint has no level"}
	}
	frontier = levels[len(levels)-1]
	for _, w := range writers {
		w.Begin(1024)
	}
	if err := s.restorePartial(saved, writers[0]); err != nil {
		return nil, nil, 0, err
	}
	if saved.Rest != nil {
		if s.rest, err = s.folder.open(*saved.Rest, nil); err != nil {
			return nil, nil, 0, err
		}
		frontier = &diskLevel{[]*part{s.rest}}
	}
	return levels, frontier, saved.RestFrom, s.Sweep()
}

// restorePartial brings back the states of the level that was being gathered.
func (s *Spilling) restorePartial(saved Saved, w Writer) error {
	parts, err := s.openAll(saved.Partial)
	if err != nil {
		return err
	}
	if s.External() {
		s.runs = parts
		return nil
	}
	for _, p := range saved.Partial {
		s.garbage = append(s.garbage, p.File) // until the next checkpoint
	}
	defer closeParts(parts)
	return s.load(w, inParts(parts, s.words))
}

func (s *Spilling) openAll(saved []SavedPart) (parts []*part, err error) {
	for _, sp := range saved {
		p, err := s.folder.open(sp, nil)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// restoreLevel opens a level's files and, unless the run is external, brings
// its states back to memory.
func (s *Spilling) restoreLevel(saved SavedLevel, w Writer) (*spillLevel, error) {
	parts, err := s.openAll(saved.Parts)
	if err != nil {
		return nil, err
	}
	l := &spillLevel{onDisk: &diskLevel{parts}}
	if s.External() {
		return l, nil
	}
	w.Begin(1024)
	if err := s.load(w, inParts(parts, s.words)); err != nil {
		return nil, err
	}
	if err := w.End(); err != nil {
		return nil, err
	}
	inMemory, _, err := s.buffer.EndLevel([]Writer{&w.(*spillWriter).exactWriter})
	if err != nil {
		return nil, err
	}
	l.inMemory = inMemory.(*arenaLevel)
	return l, nil
}

// inParts are the states of parts with their rules, 0 where there are none.
func inParts(parts []*part, words int) each {
	return func(do func([]uint64, uint8) error) (err error) {
		buf := newBlockBuffer(words)
		for _, p := range parts {
			for b := range p.reader.Blocks() {
				states, rules, err := buf.read(p, b)
				if err != nil {
					return err
				}
				for i := 0; i*words < len(states); i++ {
					rule := uint8(0)
					if rules != nil {
						rule = rules[i]
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
func (s *Spilling) load(w Writer, states each) error {
	b := NewBatch(s.words)
	err := states(func(state []uint64, rule uint8) error {
		copy(b.State(b.N), state)
		b.Rules[b.N] = rule
		if b.N++; b.N == BatchSize {
			w.Insert(b)
		}
		return w.Err()
	})
	w.Insert(b)
	w.Flush()
	return errors.Join(err, w.Err())
}
