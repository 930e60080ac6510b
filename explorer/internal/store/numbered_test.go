package store

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// TestNumberedAgreesWithAMap: numbers come without gaps, and with them state,
// parent and depth.
func TestNumberedAgreesWithAMap(t *testing.T) {
	type seen struct{ number, parent, depth uint64 }
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.IntRange(1, 3).Draw(t, "words")
		n, err := NewNumbered(words, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer n.Free()
		twin := map[[3]uint64]seen{}
		for range rapid.IntRange(1, 300).Draw(t, "states") {
			var state [3]uint64
			for i := range words {
				state[i] = uint64(rapid.IntRange(0, 9).Draw(t, "word")) << 60
			}
			parent := rapid.SampledFrom([]uint64{Root, 0, n.Len() / 2}).Draw(t, "parent")
			depth := uint64(rapid.SampledFrom([]int{1, 2, maxDepth}).Draw(t, "depth"))
			number, fresh, err := n.Number(state[:words], parent, depth)
			was, known := twin[state]
			if err != nil || fresh == known || known && number != was.number || !known && number != uint64(len(twin)) {
				t.Fatalf("%v: number %d, new %v, %v; in the twin %v, %v", state, number, fresh, err, was, known)
			}
			if !known {
				twin[state] = seen{number, parent, depth}
			}
		}
		for state, s := range twin {
			if p, d := n.Parent(s.number), n.Depth(s.number); p != s.parent || d != s.depth || n.State(s.number)[words-1] != state[words-1] {
				t.Fatalf("state %d: parent %d, depth %d; in the twin %+v", s.number, p, d, s)
			}
		}
		if _, _, err := n.Number([]uint64{1, 2, 3}[:words], 0, maxDepth+1); err == nil {
			t.Fatal("a depth that has no room is cut silently")
		}
	})
}

// TestSetsStayWithinTheirLimit: a set fills what it may take, and no more.
func TestSetsStayWithinTheirLimit(t *testing.T) {
	const most = 6 << 20
	for name, open := range map[string]func() (Set, error){
		"exact":    func() (Set, error) { return NewExact(2, 0) },
		"interned": func() (Set, error) { return NewInterned(2, 0) },
		"fp64":     func() (Set, error) { return NewFingerprints(2, 64, 0, t.TempDir()) },
		"fp128":    func() (Set, error) { return NewFingerprints(2, 128, 0, t.TempDir()) },
	} {
		s, err := open()
		if err != nil {
			t.Fatal(err)
		}
		s.Limit(most)
		if err := s.Reserve(1<<30, 1<<30, 1); err != nil || s.Bytes() > most {
			t.Errorf("%s: a guess that is too high: %v, %d bytes of %d", name, err, s.Bytes(), most)
		}
		w := s.Writer(1)
		w.Begin(BatchSize)
		b := NewBatch(2)
		for x := uint64(0); w.Err() == nil && x < 10_000_000 && s.Bytes() <= most; x++ {
			copy(b.State(b.N), []uint64{x / 1024, x % 1024})
			if b.N++; b.N == BatchSize {
				w.Insert(b)
			}
		}
		if err := w.Err(); err != nil && !errors.Is(err, ErrFull) {
			t.Errorf("%s: %v", name, err)
		}
		if n := s.Bytes(); n > most*21/20 || n < most*8/10 {
			t.Errorf("%s: full with %d bytes of %d, and %d states", name, n, most, w.Added())
		}
		w.Flush()
		s.Free()
	}
}
