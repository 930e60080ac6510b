package parts

import (
	"path/filepath"
	"slices"
	"sort"

	"mc/explorer/internal/runs"
)

// Part is a complete file of packed states.
type Part struct {
	Saved
	reader *runs.Reader
	words  int // of a state
	stride int // words of a record
	path   string
}

// Saved names a part for a checkpoint.
type Saved struct {
	File    string
	ID      uint64 // in the file's header
	Records uint64
	Seal    uint32
	Sorted  bool
	Rules   bool     // records carry a rule: they are candidates
	From    int      // the first of the levels that share the part
	Levels  int      // how many share it; 0: it is of one level
	Sizes   []uint64 `json:",omitempty"` // of these levels, in states
}

// Shared tells whether several levels share the part.
func (s *Saved) Shared() bool { return s.Levels > 0 }

// BlockRecords is the number of records in every block but the last.
const BlockRecords = runs.BlockRecords

// BlocksOf is the number of blocks of a part with so many records.
func BlocksOf(records uint64) int { return int((records + BlockRecords - 1) / BlockRecords) }

// Bytes is the size of the file.
func (p *Part) Bytes() uint64 { return p.reader.Bytes() }

// Blocks is the number of blocks.
func (p *Part) Blocks() int { return p.reader.Blocks() }

// Name is the name that the file has in the directory: File, once it is settled.
func (p *Part) Name() string { return p.reader.Name() }

// Close closes the file, which was only read.
func (p *Part) Close() { _ = p.reader.Close() }

// Close closes parts.
func Close(list []*Part) {
	for _, p := range list {
		p.Close()
	}
}

// Size is the number of states of a level that shares the part.
func (p *Part) Size(level int) uint64 { return p.Sizes[level-p.From] }

// Open opens a part that a checkpoint names. Its blocks are verified when they
// are read.
func (f *Folder) Open(s Saved) (*Part, error) {
	path := filepath.Join(f.Dir, s.File)
	r, err := runs.Open(f.Disk, path, f.header(s))
	if err != nil {
		return nil, err
	}
	if r.Records() != s.Records || r.Seal() != s.Seal || !s.adds() {
		r.Close()
		return nil, &runs.Damaged{Path: path, What: "it is not the file that the checkpoint was made with"}
	}
	return &Part{reader: r, path: path, Saved: s, words: f.Words, stride: f.stride(s)}, nil
}

// adds tells whether the levels that share a part have its states together.
func (s *Saved) adds() bool {
	if !s.Shared() {
		return len(s.Sizes) == 0
	}
	n := uint64(0)
	for _, size := range s.Sizes {
		if n += size; n > s.Records {
			return false
		}
	}
	return len(s.Sizes) == s.Levels && n == s.Records
}

// First is the first state of block b of a sorted part.
func (p *Part) First(b int) []uint64 { return p.reader.First(b)[:p.words] }

// from is the first block of a sorted part that may hold a state not less
// than key; nil means the least key.
func (p *Part) from(key []uint64) int {
	if key == nil {
		return 0
	}
	after := sort.Search(p.Blocks(), func(b int) bool { return slices.Compare(p.First(b), key) > 0 })
	return max(0, after-1)
}

// Visit reads the states of a sorted part in [lo, hi), block by block; nil
// bounds are open.
func (p *Part) Visit(lo, hi []uint64, buf *Buffer, each func(state []uint64, rule uint64)) error {
	for b := p.from(lo); b < p.Blocks(); b++ {
		if hi != nil && slices.Compare(p.First(b), hi) >= 0 {
			return nil
		}
		states, rules, err := buf.Read(p, b)
		if err != nil {
			return err
		}
		first, last := p.bounds(b, states, lo, hi)
		for i := first; i < last; i++ {
			rule := uint64(0)
			if rules != nil {
				rule = uint64(rules[i])
			}
			each(states[i*p.stride:][:p.words], rule)
		}
		if last*p.stride < len(states) {
			return nil
		}
	}
	return nil
}

// bounds are the first record of a block that is in [lo, hi), and the first behind it that
// is not. Mostly that is all of the block.
func (p *Part) bounds(b int, records, lo, hi []uint64) (first, last int) {
	n := len(records) / p.stride
	at := func(key []uint64) int {
		return sort.Search(n, func(i int) bool { return slices.Compare(records[i*p.stride:][:p.words], key) >= 0 })
	}
	if last = n; hi != nil && (b+1 == p.Blocks() || slices.Compare(p.First(b+1), hi) >= 0) {
		last = at(hi)
	}
	if lo != nil && slices.Compare(p.First(b), lo) < 0 {
		first = at(lo)
	}
	return first, max(first, last)
}

// Find notes which of the records, in order, a sorted part has. Blocks that
// can have none are not read: so a few states are soon found in a long file.
func (p *Part) Find(r *Records, found []bool, buf *Buffer) error {
	n := r.Len()
	for at, b := 0, 0; at < n; b++ {
		if b == 0 || b+1 < p.Blocks() && slices.Compare(p.First(b+1), r.State(at)) <= 0 {
			b = p.from(r.State(at))
		}
		if b >= p.Blocks() || slices.Compare(p.First(b), r.State(n-1)) > 0 {
			return nil
		}
		states, _, err := buf.Read(p, b)
		if err != nil {
			return err
		}
		at = p.walk(states, r, at, found)
	}
	return nil
}

// walk goes through a block and the records from at on in step, and returns
// the first record that is behind the block.
func (p *Part) walk(states []uint64, r *Records, at int, found []bool) int {
	records, words, stride := r.words, p.words, r.stride
	for i := 0; i < len(states) && at < len(found); {
		a, b := records[at*stride], states[i]
		if a < b { // mostly the first word decides
			at++
			continue
		}
		if a > b {
			i += p.stride
			continue
		}
		order := slices.Compare(records[at*stride+1:at*stride+words], states[i+1:i+words])
		if order == 0 {
			found[at] = true
		}
		if order <= 0 {
			at++
		}
		if order >= 0 {
			i += p.stride
		}
	}
	return at
}

// Buffer holds one block of a part.
type Buffer struct {
	states []uint64
	rules  []byte
}

// NewBuffer makes a buffer for parts of states of so many words.
func NewBuffer(words int) *Buffer {
	return &Buffer{make([]uint64, runs.BlockRecords*(words+1)), make([]byte, runs.BlockRecords)}
}

// Read reads a block: its records one behind the other, and their rules if they
// have any. Both are valid until the next call.
func (b *Buffer) Read(p *Part, block int) (records []uint64, rules []byte, err error) {
	if p.Rules {
		rules = b.rules
	}
	n, err := p.reader.ReadBlock(block, b.states, rules)
	if err != nil {
		return nil, nil, err
	}
	if p.Rules {
		rules = rules[:n]
	}
	return b.states[:n*p.stride], rules, nil
}

// ReadInto reads a block of a part that no levels share into buf.
func (p *Part) ReadInto(buf []uint64, block int) ([]uint64, error) {
	n, err := p.reader.ReadBlock(block, buf, nil)
	return buf[:n*p.words], err
}
