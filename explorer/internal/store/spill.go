package store

import (
	"cmp"
	"errors"
	"sync/atomic"

	"mc/explorer/internal/mem"
	"mc/explorer/internal/parts"
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
//
// Small levels share files: there are a few dozen of these, however many levels
// there are.
type Spilling struct {
	files   parts.Folder
	budget  uint64 // bytes for the buffer; 0 = no limit
	least   uint64 // states that are never too many
	workers int
	seed    uint64

	buffer   *Exact
	writers  []*exactWriter
	external atomic.Bool
	used     atomic.Uint64 // bytes of the buffer, for those who look on
	levels   []*spillLevel
	segments []*segment    // the files of levels, which are the first ones
	most     int           // segments there may be
	window   parts.Window  // of levels that share a file
	runs     []*parts.Part // candidates for the level at hand
	rest     *parts.Part   // what was left of the frontier when the levels moved

	named   map[string]bool // files that the checkpoint in place names
	garbage []string        // those of them that are of no use any more
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

	// MostSegments is the number of files, or groups of them, that levels may
	// lie in before small ones are merged; 0 means 32.
	MostSegments int
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
		files:  parts.Folder{Disk: o.Disk, Dir: o.Dir, Run: o.Run, Words: o.Words},
		budget: share(o.Memory),
		least:  cmp.Or(o.LeastBuffer, 4096), most: cmp.Or(o.MostSegments, mostSegments),
		workers: o.Workers, seed: o.Seed,
	}
	s.window.Words, s.window.Most = o.Words, s.portionOf(1<<20, 8<<20)
	return s, s.newBuffer()
}

// newBuffer makes an empty buffer, whose table does not outgrow the budget.
func (s *Spilling) newBuffer() (err error) {
	if s.buffer, err = NewExact(s.files.Words, s.seed); err != nil {
		return err
	}
	const slot = 8.0 / 7 * 8 // bytes of the table for a state, at the highest load
	s.buffer.most = uint64(float64(s.budget) * slot / (slot + float64(s.files.Words*8)) / 8)
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
	s.window.Free()
	parts.Close(s.allParts())
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
	if s.budget > 0 && s.buffer.Bytes()+next*uint64(s.files.Words*8+16) > s.budget {
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
	onDisk   Level
}

func (l *spillLevel) where() Level {
	if l.inMemory != nil {
		return l.inMemory
	}
	return l.onDisk
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
	l, created := &spillLevel{}, make([]int64, len(s.writers[0].created))
	s.levels = append(s.levels, l)
	if s.External() {
		if err := s.endExternal(created); err != nil {
			return nil, nil, err
		}
	} else {
		inMemory, counts, err := s.buffer.EndLevel(plain)
		if err != nil {
			return nil, nil, err
		}
		l.inMemory, created = inMemory.(*arenaLevel), counts
	}
	s.used.Store(s.buffer.Bytes())
	s.setRest(nil)
	return l, created, nil
}

// endExternal makes the level on disk of the candidates.
func (s *Spilling) endExternal(created []int64) error {
	if err := s.dump(); err != nil {
		return err
	}
	merged, err := s.merge(created)
	if err != nil {
		return err
	}
	s.add(&segment{from: len(s.levels) - 1, levels: 1, parts: merged})
	s.drop(s.runs)
	s.runs = nil
	return s.compact()
}

// setRest keeps p, and drops what was kept before.
func (s *Spilling) setRest(p *parts.Part) {
	if s.rest != nil {
		s.drop([]*parts.Part{s.rest})
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
	if err := s.moveOut(); err != nil {
		return w, err
	}
	if err := s.writeCandidates(s.inArena(base, rules)); err != nil {
		return w, err
	}
	if err := s.emptyBuffer(); err != nil {
		return w, err
	}
	s.external.Store(true)
	s.setRest(rest)
	l := &diskLevel{parts: []*parts.Part{rest}}
	return Work{Level: l, List: l.Cut(0)}, nil
}

// moveOut writes the levels in memory as sorted parts and forgets their places
// in memory.
func (s *Spilling) moveOut() (err error) {
	old := s.inSegments()
	s.segments = nil
	for _, g := range s.groups(0, len(s.levels)) {
		if g.parts, err = s.writeSorted("level", g.form(true), s.inLevels(g)); err != nil {
			return err
		}
		s.add(g)
	}
	for _, l := range s.levels {
		l.inMemory = nil
	}
	s.drop(old)
	return s.compact()
}

// drop closes parts that are not needed any more and removes them, at once or
// when no checkpoint names them.
func (s *Spilling) drop(list []*parts.Part) {
	parts.Close(list)
	for _, p := range list {
		s.discard(p.Name())
	}
}

// discard removes a file that is of no use any more, if the checkpoint in place
// does not name it. What cannot be removed is left: a later sweep of the
// directory finds it.
func (s *Spilling) discard(name string) {
	if s.named[name] {
		s.garbage = append(s.garbage, name)
		return
	}
	_ = s.files.Remove(name)
}

// Overfull tells whether the buffer is so much over its budget that the search is
// to call Relieve at once, also in the middle of a state: other than Pressed it
// may be asked after every batch.
func (s *Spilling) Overfull() bool {
	if s.budget == 0 {
		return false
	}
	states := s.buffer.arena.next.Load()
	return states > 2*s.least && s.buffer.Bytes() > s.budget+s.budget/8+s.least*256
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
		used[p.Name()] = true
	}
	there, err := runs.Look(s.files.Disk, s.files.Dir)
	if err != nil {
		return err
	}
	s.files.Next = max(s.files.Next, there.Next)
	for _, f := range there.Files {
		if f.Run == s.files.Run && !used[f.Name] {
			err = errors.Join(err, s.files.Remove(f.Name))
		}
	}
	for _, name := range there.Leftovers {
		if len(there.Foreign) == 0 {
			err = errors.Join(err, s.files.Remove(name))
		}
	}
	return err
}

// Clear removes every file of the run: it is over.
func (s *Spilling) Clear() (err error) {
	names := s.garbage
	for _, p := range s.allParts() {
		names = append(names, p.Name())
	}
	parts.Close(s.allParts())
	s.levels, s.segments, s.runs, s.rest, s.garbage, s.named = nil, nil, nil, nil, nil, nil
	for _, name := range names {
		err = errors.Join(err, s.files.Remove(name))
	}
	return errors.Join(err, s.Sweep())
}

func (s *Spilling) allParts() []*parts.Part {
	list := append(s.inSegments(), s.runs...)
	if s.rest != nil {
		list = append(list, s.rest)
	}
	return list
}
