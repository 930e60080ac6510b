package store

import (
	"testing"

	"pgregory.net/rapid"
)

// TestFind: what was inserted is found under its number, in a copy, too, and what
// was not is nobody's.
func TestFind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, err := NewExact(2, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Free()
		n := rapid.IntRange(1, 20000).Draw(t, "states")
		w, b := e.Writer(1), NewBatch(2)
		w.Begin(16)
		var all []uint64
		for i := range n {
			state := []uint64{uint64(i) * 7, uint64(i) >> 3}
			all = append(all, state...)
			b.N += copy(b.State(b.N), state) / 2
			if b.N == BatchSize || i == n-1 {
				w.Insert(b)
			}
		}
		w.Flush()
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
		level, _, err := e.EndLevel([]Writer{w})
		if err != nil {
			t.Fatal(err)
		}
		again, levels, err := Copy([]Level{level}, 2, 0)
		if err != nil || levels[0].Size() != uint64(n) {
			t.Fatal(err, levels)
		}
		defer again.Free()
		for _, set := range []*Exact{e, again} {
			seen := map[uint64]bool{}
			for i, number := range set.Find(all, nil) {
				if number == Nobody || number >= set.Top() || seen[number] || set.State(number)[0] != uint64(i)*7 {
					t.Fatalf("state %d has number %d of %d", i, number, set.Top())
				}
				seen[number] = true
			}
		}
		if found := e.Find([]uint64{1, 0, 0, 1 << 60}, nil); found[0] != Nobody || found[1] != Nobody {
			t.Fatalf("what is not there is found: %v", found)
		}
	})
}
