package parts

import "slices"

// Sieve makes a sorted part of the candidates in ranges of keys: those that no earlier
// part has. It is for one goroutine, which gives it its ranges in ascending order.
type Sieve struct {
	Folder     *Folder
	Kind       string
	Candidates []*Part // sorted
	Seen       []*Part // of all earlier levels, sorted
	Created    []int64 // states that were kept, by rule
	Read       uint64  // candidates

	// Each is shown every state that is kept; nil if nobody wants to see them.
	Each func(state []uint64)

	buf   *Buffer
	found *Records // of the range at hand
	old   []bool   // which of them earlier parts have
	out   *Writer
}

// Range handles the candidates in [lo, hi); nil bounds are open. After an error nothing is
// kept.
func (s *Sieve) Range(lo, hi []uint64) error {
	if s.buf == nil {
		s.buf, s.found = NewBuffer(s.Folder.Words), NewRecords(s.Folder.Words)
	}
	err := s.gather(lo, hi)
	if err == nil && s.found.Len() > 0 {
		err = s.keepNew()
	}
	if err != nil && s.out != nil {
		s.out.Abort()
	}
	return err
}

// gather reads the candidates of a range, sorted and without doubles, and finds out which
// of them are not new.
func (s *Sieve) gather(lo, hi []uint64) error {
	r := s.found
	r.Empty()
	var begins []int
	for _, p := range s.Candidates {
		begins = append(begins, r.Len())
		if err := p.Visit(lo, hi, s.buf, r.Add); err != nil {
			return err
		}
	}
	if s.Read += uint64(r.Len()); r.Len() == 0 {
		return r.Err
	}
	r.MergeRuns(begins)
	r.Unique()
	if r.Err != nil {
		return r.Err
	}
	s.old = slices.Grow(s.old[:0], r.Len())[:r.Len()]
	clear(s.old)
	for _, p := range s.Seen {
		if err := p.Find(r, s.old, s.buf); err != nil {
			return err
		}
	}
	return nil
}

// keepNew writes the states that no earlier part has.
func (s *Sieve) keepNew() (err error) {
	for i, was := range s.old {
		if was {
			continue
		}
		s.Created[s.found.Mark(i)]++
		if s.Each != nil {
			s.Each(s.found.State(i))
		}
		if s.out == nil {
			if s.out, err = s.Folder.Create(s.Kind, Saved{Sorted: true}); err != nil {
				return err
			}
		}
		if err := s.out.Add(s.found.State(i), 0); err != nil {
			return err
		}
	}
	return nil
}

// Close completes the part; it is nil if nothing was kept.
func (s *Sieve) Close() (*Part, error) {
	if s.out == nil {
		return nil, nil
	}
	return s.out.Close()
}

// Free gives the memory back.
func (s *Sieve) Free() {
	if s.found != nil {
		s.found.Free()
	}
}
