package store

import (
	"errors"
	"io"
	"path/filepath"
	"slices"
	"sort"

	"mc/explorer/internal/runs"
)

// part is a complete file of packed states.
type part struct {
	reader *runs.Reader
	saved  SavedPart
	words  int
	firsts []uint64 // the first state of each block, if the part is sorted
}

// SavedPart names a part for a checkpoint.
type SavedPart struct {
	File    string
	ID      uint64 // in the file's header
	Records uint64
	Seal    uint32
	Sorted  bool
	Rules   bool // records carry a rule: they are candidates
}

// folder is the directory in which a run keeps its files.
type folder struct {
	disk  runs.Disk
	dir   string
	run   [16]byte
	words int
	next  uint64 // id of the next file
}

func (f *folder) header(id uint64, rules bool) runs.Header {
	return runs.Header{Words: f.words, Rules: rules, Run: f.run, Part: id}
}

// partWriter writes a part; states of a sorted one come in order.
type partWriter struct {
	f      *folder
	w      *runs.Writer
	saved  SavedPart
	firsts []uint64
}

// create begins a part. The kind is for people who look into the directory.
func (f *folder) create(kind string, sorted, rules bool) (*partWriter, error) {
	id := f.next
	f.next++
	name := runs.Name(id, kind)
	w, err := runs.Create(f.disk, filepath.Join(f.dir, name), f.header(id, rules))
	if err != nil {
		return nil, err
	}
	return &partWriter{f: f, w: w, saved: SavedPart{File: name, ID: id, Sorted: sorted, Rules: rules}}, nil
}

// add appends one state.
func (p *partWriter) add(state []uint64, rule uint8) error {
	if p.saved.Sorted && p.saved.Records%runs.BlockRecords == 0 {
		p.firsts = append(p.firsts, state...)
	}
	p.saved.Records++
	if p.saved.Rules {
		return p.w.Append(state, []byte{rule})
	}
	return p.w.Append(state, nil)
}

// close completes the part and opens it for reading.
func (p *partWriter) close() (*part, error) {
	info, err := p.w.Close()
	if err != nil {
		return nil, err
	}
	p.saved.Seal = info.Seal
	r, err := runs.Open(p.f.disk, info.Path, p.f.header(p.saved.ID, p.saved.Rules))
	if err != nil {
		return nil, err
	}
	return &part{reader: r, saved: p.saved, words: p.f.words, firsts: p.firsts}, nil
}

// open opens a part that a checkpoint names and verifies every block of it.
func (f *folder) open(s SavedPart, each func(states []uint64, rules []byte) error) (*part, error) {
	path := filepath.Join(f.dir, s.File)
	r, err := runs.Open(f.disk, path, f.header(s.ID, s.Rules))
	if err != nil {
		return nil, err
	}
	p := &part{reader: r, saved: s, words: f.words}
	if r.Records() != s.Records || r.Seal() != s.Seal {
		r.Close()
		return nil, &runs.Damaged{Path: path, What: "it is not the file that the checkpoint was made with"}
	}
	for scan := runs.NewScanner(r); ; {
		states, rules, err := scan.Next()
		if errors.Is(err, io.EOF) {
			return p, nil
		}
		if err == nil && each != nil {
			err = each(states, rules)
		}
		if err != nil {
			r.Close()
			return nil, err
		}
		if s.Sorted {
			p.firsts = append(p.firsts, states[:f.words]...)
		}
	}
}

// first is the first state of block b.
func (p *part) first(b int) []uint64 { return p.firsts[b*p.words : (b+1)*p.words] }

// from is the first block of a sorted part that may hold a state not less
// than key; nil means the least key.
func (p *part) from(key []uint64) int {
	if key == nil {
		return 0
	}
	after := sort.Search(p.reader.Blocks(), func(b int) bool { return slices.Compare(p.first(b), key) > 0 })
	return max(0, after-1)
}

// visit reads the states of a sorted part in [lo, hi), block by block; nil
// bounds are open. buf has room for a block.
func (p *part) visit(lo, hi []uint64, buf *blockBuffer, each func(state []uint64, rule uint8)) error {
	for b := p.from(lo); b < p.reader.Blocks(); b++ {
		if hi != nil && slices.Compare(p.first(b), hi) >= 0 {
			return nil
		}
		states, rules, err := buf.read(p, b)
		if err != nil {
			return err
		}
		for i := 0; i*p.words < len(states); i++ {
			state := states[i*p.words : (i+1)*p.words]
			if lo != nil && slices.Compare(state, lo) < 0 {
				continue
			}
			if hi != nil && slices.Compare(state, hi) >= 0 {
				return nil
			}
			rule := uint8(0)
			if rules != nil {
				rule = rules[i]
			}
			each(state, rule)
		}
	}
	return nil
}

// blockBuffer holds one block of a part.
type blockBuffer struct {
	states []uint64
	rules  []byte
}

func newBlockBuffer(words int) *blockBuffer {
	return &blockBuffer{make([]uint64, runs.BlockRecords*words), make([]byte, runs.BlockRecords)}
}

func (b *blockBuffer) read(p *part, block int) (states []uint64, rules []byte, err error) {
	if p.saved.Rules {
		rules = b.rules
	}
	n, err := p.reader.ReadBlock(block, b.states, rules)
	if err != nil {
		return nil, nil, err
	}
	if p.saved.Rules {
		rules = rules[:n]
	}
	return b.states[:n*p.words], rules, nil
}

// diskLevel is a level whose states lie in files.
type diskLevel struct{ parts []*part }

// Size is the number of states.
func (l *diskLevel) Size() (n uint64) {
	for _, p := range l.parts {
		n += p.saved.Records
	}
	return n
}

const blockBits = 40 // of a Portion's bounds; the part's index is above them

// Cut gives one portion per block.
func (l *diskLevel) Cut(uint64) (portions []Portion) {
	for i, p := range l.parts {
		for b := range uint64(p.reader.Blocks()) {
			at := uint64(i)<<blockBits | b
			portions = append(portions, Portion{at, at + 1})
		}
	}
	return portions
}

// Read reads a block into buf.
func (l *diskLevel) Read(p Portion, buf []uint64) ([]uint64, error) {
	file := l.parts[p.From>>blockBits]
	n, err := file.reader.ReadBlock(int(p.From&(1<<blockBits-1)), buf, nil)
	return buf[:n*file.words], err
}
