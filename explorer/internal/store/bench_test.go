package store

import (
	"fmt"
	"testing"
)

// newSets are the stores that hold everything in memory, and the two that keep
// fingerprints.
func newSets(b *testing.B, words int) map[string]func() (Set, error) {
	return map[string]func() (Set, error){
		"exact":    func() (Set, error) { return NewExact(words, 0) },
		"interned": func() (Set, error) { return NewInterned(words, 0) },
		"fp64":     func() (Set, error) { return NewFingerprints(words, 64, 0, b.TempDir()) },
		"fp128":    func() (Set, error) { return NewFingerprints(words, 128, 0, b.TempDir()) },
	}
}

// numbered fills a batch with states first..first+63 of two words, spread
// over the table as hashing spreads any.
func numbered(batch *Batch, first uint64) {
	for i := range uint64(BatchSize) {
		s := batch.State(int(i))
		s[0], s[1] = (first+i)%3001, (first+i)/3001 // few different parts, as in models
	}
	batch.N = BatchSize
}

// BenchmarkInsert is the cost of a state that is new and of one that is
// there, by store and by the number of states. The time is per state.
func BenchmarkInsert(b *testing.B) {
	for _, name := range []string{"exact", "interned", "fp64", "fp128"} {
		for _, states := range []uint64{1 << 16, 1 << 21} {
			b.Run(fmt.Sprintf("%s/%dk", name, states>>10), func(b *testing.B) {
				benchmarkInsert(b, newSets(b, 2)[name], states)
			})
		}
	}
}

func benchmarkInsert(b *testing.B, make func() (Set, error), states uint64) {
	b.Run("new", func(b *testing.B) {
		batch, n, bytes := NewBatch(2), 0, uint64(0)
		for b.Loop() {
			set, err := make()
			if err != nil {
				b.Fatal(err)
			}
			fill(b, set, batch, states)
			bytes, n = set.Bytes(), n+int(states)
			set.Free()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/state")
		b.ReportMetric(float64(bytes)/float64(states), "B/state")
	})
	b.Run("hit", func(b *testing.B) {
		set, err := make()
		if err != nil {
			b.Fatal(err)
		}
		defer set.Free()
		batch := NewBatch(2)
		w := fill(b, set, batch, states)
		n := 0
		b.ReportAllocs()
		for b.Loop() {
			numbered(batch, uint64(n)*31%(states-BatchSize))
			w.Insert(batch)
			n += BatchSize
		}
		w.Flush()
		if w.Added() != states {
			b.Fatalf("%d states were added, not %d", w.Added(), states)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/state")
	})
}

// fill inserts so many states as one level.
func fill(b *testing.B, set Set, batch *Batch, states uint64) Writer {
	b.Helper()
	w := set.Writer(1)
	w.Begin(1024)
	for first := uint64(0); first < states; first += BatchSize {
		numbered(batch, first)
		w.Insert(batch)
	}
	w.Flush()
	if err := w.Err(); err != nil {
		b.Fatal(err)
	}
	return w
}

// BenchmarkHash is the hash of a state by its size.
func BenchmarkHash(b *testing.B) {
	for _, words := range []int{2, 4, 8} {
		state := make([]uint64, words)
		b.Run(fmt.Sprintf("%dbytes", words*8), func(b *testing.B) {
			for b.Loop() {
				state[0] = Hash(state, 0)
			}
		})
	}
}
