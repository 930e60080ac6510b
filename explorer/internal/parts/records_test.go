package parts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSort: records of every width come out in order, whatever bits differ.
func TestSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := NewRecords(rapid.IntRange(1, 6).Draw(t, "words"))
		defer r.Free()
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		masks := make([]uint64, r.stride)
		for i := range masks {
			masks[i] = rapid.SampledFrom([]uint64{0, 1, 0xF0, 0x8000000000000001, ^uint64(0)}).Draw(t, "mask")
		}
		var want [][]uint64
		for range rapid.IntRange(0, 3000).Draw(t, "records") {
			record := make([]uint64, r.stride)
			for i := range record {
				record[i] = random.Uint64()&masks[i] | 0x100<<32
			}
			r.Add(record[:r.stride-1], record[r.stride-1])
			want = append(want, slices.Clone(r.at(r.Len()-1)))
		}
		r.Sort()
		slices.SortFunc(want, slices.Compare[[]uint64])
		for i := range want {
			if !slices.Equal(r.at(i), want[i]) {
				t.Fatalf("record %d is %x, want %x", i, r.at(i), want[i])
			}
		}
	})
}
