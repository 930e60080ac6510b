package runs

import "io"

// Scanner reads a file from front to back, block by block. It is for one
// goroutine.
type Scanner struct {
	r      *Reader
	next   int
	states []uint64
	rules  []byte
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
// Both are valid until the next call. At the end the error is io.EOF.
func (s *Scanner) Next() (states []uint64, rules []byte, err error) {
	if s.next == s.r.Blocks() {
		return nil, nil, io.EOF
	}
	n, err := s.r.ReadBlock(s.next, s.states, s.rules)
	if err != nil {
		return nil, nil, err
	}
	s.next++
	if s.rules != nil {
		rules = s.rules[:n]
	}
	return s.states[:n*s.r.head.Words], rules, nil
}
