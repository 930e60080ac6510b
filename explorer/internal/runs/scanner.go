package runs

import (
	"encoding/binary"
	"hash/crc32"
	"io"
)

// Scanner reads a file from front to back, block by block. It is for one
// goroutine.
type Scanner struct {
	r      *Reader
	next   int
	states []uint64
	rules  []byte
	seal   uint32
	place  [4]byte
}

// NewScanner makes a scanner of r, which the caller closes afterwards.
func NewScanner(r *Reader) *Scanner {
	s := &Scanner{r: r}
	n := int(min(BlockRecords, r.foot.records))
	s.states = make([]uint64, n*r.head.Words)
	if r.head.Rules {
		s.rules = make([]byte, n)
	}
	return s
}

// Next gives the next block: its states, and its rules if the file has any.
// Both are valid until the next call. At the end, when every block has been
// found to be the one that was written, the error is io.EOF.
func (s *Scanner) Next() (states []uint64, rules []byte, err error) {
	if s.next == s.r.Blocks() {
		if s.seal != s.r.foot.seal {
			return nil, nil, &Damaged{s.r.path, headBytes, "its blocks are intact, but not those it was completed with"}
		}
		return nil, nil, io.EOF
	}
	n, crc, err := s.r.readBlock(s.next, s.states, s.rules)
	if err != nil {
		return nil, nil, err
	}
	s.next++
	binary.LittleEndian.PutUint32(s.place[:], crc)
	s.seal = crc32.Update(s.seal, castagnoli, s.place[:])
	if s.rules != nil {
		rules = s.rules[:n]
	}
	return s.states[:n*s.r.head.Words], rules, nil
}
