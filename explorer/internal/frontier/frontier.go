// Package frontier keeps the numbers of the states that a search has found and
// not expanded yet, in the order in which it wants them, in memory that is
// counted and never copied to grow.
package frontier

// Frontier holds numbers of states. What promise means, and whether anything,
// is its own affair.
type Frontier interface {
	Push(number uint64, promise int) error
	// Pop takes out the next state.
	Pop() (number uint64, ok bool)
	Len() uint64
	// Bytes is the memory in use.
	Bytes() uint64
	// Free gives all memory back; the frontier must not be used afterwards.
	Free()
}

// Stack gives the newest state first.
type Stack struct {
	pool
	top  uint32 // the block on top, plus one
	in   int    // numbers in it
	size uint64
}

// NewStack makes an empty stack.
func NewStack() Frontier { return &Stack{} }

// Push adds a state.
func (s *Stack) Push(number uint64, _ int) error {
	if s.top == 0 || s.in == blockNumbers {
		id, err := s.take()
		if err != nil {
			return err
		}
		s.block(id).link = s.top
		s.top, s.in = id, 0
	}
	s.block(s.top).numbers[s.in] = number
	s.in++
	s.size++
	return nil
}

// Pop takes out the newest.
func (s *Stack) Pop() (number uint64, ok bool) {
	if s.size == 0 {
		return 0, false
	}
	b := s.block(s.top)
	s.in--
	s.size--
	number = b.numbers[s.in]
	if s.in == 0 {
		below := b.link
		s.give(s.top)
		s.top, s.in = below, blockNumbers // all but the top are full
	}
	return number, true
}

// Len is the number of states.
func (s *Stack) Len() uint64 { return s.size }
