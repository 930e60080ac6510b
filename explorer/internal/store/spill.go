package store

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"sync/atomic"

	"mc/explorer/internal/mem"
	"mc/explorer/internal/runs"
)

// Spilling is an exact set with a directory behind it: a search that uses it
// can be saved and resumed, and it goes on when its states do not fit in
// memory.
//
// At first all states are in an Exact, the buffer. Under pressure every level
// moves to files, and from then on the buffer only gathers the candidates for
// the next level: whenever it is full they are sorted and written as a run.
// At the end of the level the runs are merged, states of earlier levels are
// taken out by walking along their files, and what is left is the level. All
// reading and writing is sequential.
type Spilling struct {
	folder
	budget  uint64 // bytes for the buffer; 0 = no limit
	least   uint64 // states that are never too many
	workers int
	seed    uint64

	buffer   *Exact
	writers  []*exactWriter
	external atomic.Bool
	used     atomic.Uint64 // bytes of the buffer, for those who look on
	levels   []*spillLevel
	runs     []*part // candidates for the level at hand
	rest     *part   // what was left of the frontier when the levels moved

	written bool     // a checkpoint names files of this run
	garbage []string // files that only an older checkpoint names
}

// SpillOptions say where a Spilling keeps its files and when.
type SpillOptions struct {
	Disk    runs.Disk
	Dir     string
	Run     [16]byte // digest of all that runs must share to share files
	Words   int
	Memory  uint64 // bytes that states, table and sorting may use; 0 = no limit
	Workers int
	Seed    uint64 // of hashes, which no file has

	// LeastBuffer is the number of states below which the buffer is never
	// full, for a run of fewer is not worth its file; 0 means 4096.
	LeastBuffer uint64
}

// bufferShare of outOf parts of the memory are for the buffer, the rest for
// sorting and merging.
const bufferShare, outOf = 6, 10

// share is the buffer's part of the memory; a limit, however low, stays one.
func share(memory uint64) uint64 {
	if memory == 0 {
		return 0
	}
	return max(1, memory/outOf*bufferShare)
}

// NewSpilling makes an empty set. The directory must exist.
func NewSpilling(o SpillOptions) (*Spilling, error) {
	s := &Spilling{
		folder: folder{disk: o.Disk, dir: o.Dir, run: o.Run, words: o.Words},
		budget: share(o.Memory),
		least:  cmp.Or(o.LeastBuffer, 4096), workers: o.Workers, seed: o.Seed,
	}
	return s, s.newBuffer()
}

// newBuffer makes an empty buffer, whose table does not outgrow the budget.
func (s *Spilling) newBuffer() (err error) {
	if s.buffer, err = NewExact(s.words, s.seed); err != nil {
		return err
	}
	const slot = 8.0 / 7 * 8 // bytes of the table for a state, at the highest load
	s.buffer.most = uint64(float64(s.budget) * slot / (slot + float64(s.words*8)) / 8)
	return nil
}

// Name is "exact": where states lie does not change what is known of them.
func (s *Spilling) Name() string { return "exact" }

// Omission is 0.
func (s *Spilling) Omission() float64 { return 0 }

// Bytes is the memory of the buffer.
func (s *Spilling) Bytes() uint64 { return s.used.Load() }

// Limit does nothing: under pressure the states move to files.
func (s *Spilling) Limit(uint64) {}

// External tells whether the states have moved to files.
func (s *Spilling) External() bool { return s.external.Load() }

// Free gives the memory back and closes the files.
func (s *Spilling) Free() {
	s.buffer.Free()
	for _, l := range s.levels {
		closeParts(l.parts())
	}
	closeParts(s.runs)
	if s.rest != nil {
		closeParts([]*part{s.rest})
	}
}

func closeParts(parts []*part) {
	for _, p := range parts {
		p.reader.Close() // it was only read
	}
}

// Writer makes a writer; it follows the buffer wherever that goes.
func (s *Spilling) Writer(rules int) Writer {
	w := &spillWriter{exactWriter{e: s.buffer, created: apart(rules)}, s}
	s.writers = append(s.writers, &w.exactWriter)
	return w
}

// spillWriter counts what it adds only while that is final.
type spillWriter struct {
	exactWriter
	s *Spilling
}

// Added is 0 once states go to files: only the merge tells what is new.
func (w *spillWriter) Added() uint64 {
	if w.s.External() {
		return 0
	}
	return w.exactWriter.Added()
}

// Reserve grows the buffer's table, within the budget.
func (s *Spilling) Reserve(next, later uint64, workers int) error {
	if s.budget > 0 && s.buffer.Bytes()+next*uint64(s.words*8+16) > s.budget {
		return nil
	}
	return s.buffer.Reserve(next, later, workers)
}

// Pressed tells whether the buffer is over its budget: the search is to pause
// and call Relieve.
func (s *Spilling) Pressed() bool {
	used := s.buffer.Bytes()
	s.used.Store(used)
	return s.budget > 0 && used > s.budget && s.buffer.arena.next.Load() > s.least
}

// spillLevel is a level in memory, on disk, or both.
type spillLevel struct {
	inMemory *arenaLevel
	onDisk   *diskLevel
}

func (l *spillLevel) where() Level {
	if l.inMemory != nil {
		return l.inMemory
	}
	return l.onDisk
}

func (l *spillLevel) parts() []*part {
	if l.onDisk == nil {
		return nil
	}
	return l.onDisk.parts
}

func (l *spillLevel) Size() uint64             { return l.where().Size() }
func (l *spillLevel) Cut(max uint64) []Portion { return l.where().Cut(max) }
func (l *spillLevel) Read(p Portion, buf []uint64) ([]uint64, error) {
	return l.where().Read(p, buf)
}

// EndLevel makes a level of what the writers inserted, or of the candidates
// on disk.
func (s *Spilling) EndLevel(writers []Writer) (Level, []int64, error) {
	plain := make([]Writer, len(writers))
	for i, w := range writers {
		plain[i] = &w.(*spillWriter).exactWriter
	}
	var l *spillLevel
	created := make([]int64, len(s.writers[0].created))
	if s.External() {
		if err := s.dump(); err != nil {
			return nil, nil, err
		}
		merged, err := s.merge(created)
		if err != nil {
			return nil, nil, err
		}
		l = &spillLevel{onDisk: merged}
		s.drop(s.runs)
		s.runs = nil
	} else {
		inMemory, counts, err := s.buffer.EndLevel(plain)
		if err != nil {
			return nil, nil, err
		}
		l, created = &spillLevel{inMemory: inMemory.(*arenaLevel)}, counts
	}
	s.levels = append(s.levels, l)
	s.used.Store(s.buffer.Bytes())
	s.setRest(nil)
	return l, created, nil
}

// setRest keeps p, and drops what was kept before.
func (s *Spilling) setRest(p *part) {
	if s.rest != nil {
		s.drop([]*part{s.rest})
	}
	s.rest = p
}

// Work is where the work on a level stands: the portions from Done on are
// still to be expanded.
type Work struct {
	Level Level
	List  []Portion
	Done  int
}

// Finished tells whether no portion is left.
func (w Work) Finished() bool { return w.Done == len(w.List) }

// Relieve makes room in memory. It is called while no writer is at work; the
// frontier may move to disk, so the work to go on with is returned.
func (s *Spilling) Relieve(w Work) (Work, error) {
	if s.External() {
		return w, s.dump()
	}
	rest, err := s.keepRest(w)
	if err != nil {
		return w, err
	}
	base := s.base()
	rules := s.rulesFrom(base)
	mem.Free(s.buffer.table) // sorting needs the memory
	s.buffer.table = nil
	for _, l := range s.levels {
		if err := s.moveOut(l); err != nil {
			return w, err
		}
	}
	if err := s.writeCandidates(s.inArena(base, rules)); err != nil {
		return w, err
	}
	if err := s.emptyBuffer(); err != nil {
		return w, err
	}
	s.external.Store(true)
	s.setRest(rest)
	l := &diskLevel{parts: []*part{rest}}
	return Work{Level: l, List: l.Cut(0)}, nil
}

// drop closes parts that are not needed any more and removes them, at once or
// when no checkpoint names them.
func (s *Spilling) drop(parts []*part) {
	closeParts(parts)
	for _, p := range parts {
		s.garbage = append(s.garbage, p.saved.File)
	}
	if !s.written {
		s.sweep()
	}
}

// sweep removes the garbage. What cannot be removed is left: a later sweep of
// the directory finds it.
func (s *Spilling) sweep() {
	for _, name := range s.garbage {
		_ = s.disk.Remove(filepath.Join(s.dir, name))
	}
	s.garbage = nil
}

// Sweep removes what a run of the same digest left behind when it was cut off:
// run files that the set does not use, and files that were only begun, unless
// something lies there that is not of the run. New files get numbers that no
// file there has.
func (s *Spilling) Sweep() error {
	used := map[string]bool{}
	for _, name := range s.garbage {
		used[name] = true // by the checkpoint in place
	}
	for _, p := range s.allParts() {
		used[p.saved.File] = true
	}
	there, err := runs.Look(s.disk, s.dir)
	if err != nil {
		return err
	}
	s.next = max(s.next, there.Next)
	for _, f := range there.Files {
		if f.Run == s.run && !used[f.Name] {
			err = errors.Join(err, s.remove(f.Name))
		}
	}
	for _, name := range there.Leftovers {
		if len(there.Foreign) == 0 {
			err = errors.Join(err, s.remove(name))
		}
	}
	return err
}

// remove removes a file of the directory, if it is there.
func (f *folder) remove(name string) error {
	err := f.disk.Remove(filepath.Join(f.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Clear removes every file of the run: it is over.
func (s *Spilling) Clear() (err error) {
	names := s.garbage
	for _, p := range s.allParts() {
		names = append(names, p.saved.File)
	}
	closeParts(s.allParts())
	s.levels, s.runs, s.rest, s.garbage = nil, nil, nil, nil
	for _, name := range names {
		err = errors.Join(err, s.remove(name))
	}
	return errors.Join(err, s.Sweep())
}

func (s *Spilling) allParts() (parts []*part) {
	for _, l := range s.levels {
		parts = append(parts, l.parts()...)
	}
	parts = append(parts, s.runs...)
	if s.rest != nil {
		parts = append(parts, s.rest)
	}
	return parts
}
