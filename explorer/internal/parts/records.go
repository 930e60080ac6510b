package parts

import (
	"math/bits"
	"slices"
	"sort"
	"unsafe"

	"mc/explorer/internal/mem"
)

// Records are packed states, each followed by its mark, the rule that it is
// credited to or its level: the form in which states are sorted. Of equal
// states the one with the least mark comes first. They lie outside the heap:
// what is sorted at a time is the most that a run on disk needs beside its
// buffer, and is not to be there twice until somebody collects it.
type Records struct {
	Err error // there was no memory for more

	stride int // words of a state plus one
	words  []uint64
}

// NewRecords makes room for records of states of so many words.
func NewRecords(words int) *Records { return &Records{stride: words + 1} }

// Len is the number of records.
func (r *Records) Len() int { return len(r.words) / r.stride }

func (r *Records) at(i int) []uint64 { return r.words[i*r.stride : (i+1)*r.stride] }

// State is the i-th state.
func (r *Records) State(i int) []uint64 { return r.words[i*r.stride : (i+1)*r.stride-1] }

// Mark is the mark of the i-th state.
func (r *Records) Mark(i int) uint64 { return r.words[(i+1)*r.stride-1] }

// Add adds a record. If there is no memory for it, Err says so.
func (r *Records) Add(state []uint64, mark uint64) {
	if len(r.words)+r.stride > cap(r.words) && !r.grow(max(64*r.stride, 2*cap(r.words))) {
		return
	}
	r.words = append(append(r.words, state...), mark)
}

// All calls do with every state and its mark, in order.
func (r *Records) All(do func(state []uint64, mark uint64) error) error {
	for i := range r.Len() {
		if err := do(r.State(i), r.Mark(i)); err != nil {
			return err
		}
	}
	return nil
}

// Room makes room for so many records in all, and tells whether there is any.
func (r *Records) Room(n int) bool { return r.grow(n * r.stride) }

func (r *Records) grow(words int) bool {
	w, err := mem.Words(words)
	if err != nil {
		r.Err = err
		return false
	}
	old := r.words
	r.words = w[:copy(w, old)]
	mem.Free(old[:cap(old)])
	return true
}

// Empty drops the records, and keeps their memory for others.
func (r *Records) Empty() { r.words = r.words[:0] }

// Free gives the memory back.
func (r *Records) Free() {
	mem.Free(r.words[:cap(r.words)])
	r.words = nil
}

// Sort orders the records by their words.
func (r *Records) Sort() {
	switch r.stride {
	case 2:
		sortAs[[2]uint64](r.words)
	case 3:
		sortAs[[3]uint64](r.words)
	case 4:
		sortAs[[4]uint64](r.words)
	case 5:
		sortAs[[5]uint64](r.words)
	default:
		sort.Sort(wide{r, make([]uint64, r.stride)})
	}
}

// array is a record of known width.
type array interface {
	[2]uint64 | [3]uint64 | [4]uint64 | [5]uint64
}

// sortAs sorts words as an array of A.
func sortAs[A array](words []uint64) {
	if len(words) == 0 {
		return
	}
	var a A
	n := len(words) * 8 / int(unsafe.Sizeof(a))
	sortFrom(unsafe.Slice((*A)(unsafe.Pointer(&words[0])), n), 0)
}

// few records are sorted by putting each in its place, more by their digits.
const few = 32

// sortFrom orders records that are the same before the given word: it deals
// them out by the highest eight bits in which they differ, in place, and goes
// on with each heap. Packed states differ in few bits, so this takes few
// passes, each of them without a comparison.
func sortFrom[A array](a []A, word int) {
	if len(a) <= few {
		insert(a, word)
		return
	}
	differ := uint64(0)
	for i := range a {
		differ |= a[i][word] ^ a[0][word]
	}
	if differ == 0 {
		if word+1 < len(a[0]) {
			sortFrom(a, word+1)
		}
		return
	}
	shift := max(0, bits.Len64(differ)-8)
	ends := deal(a, word, shift)
	from := 0
	for _, to := range ends {
		if to > from {
			sortFrom(a[from:to], word)
		}
		from = to
	}
}

// deal puts records with the same eight bits of a word, from shift on, side by
// side, in the order of those bits, and returns where each heap ends. The bits
// above are the same in all.
func deal[A array](a []A, word, shift int) (ends [256]int) {
	var next [256]int
	for i := range a {
		ends[uint8(a[i][word]>>shift)]++
	}
	sum := 0
	for d, n := range ends {
		next[d] = sum
		sum += n
		ends[d] = sum
	}
	for d := range ends {
		for next[d] < ends[d] {
			at := next[d]
			to := uint8(a[at][word] >> shift)
			a[at], a[next[to]] = a[next[to]], a[at] // itself, if it is where it belongs
			next[to]++
		}
	}
	return ends
}

// insert orders few records that are the same before the given word.
func insert[A array](a []A, word int) {
	for i := 1; i < len(a); i++ {
		x := a[i]
		j := i
		for ; j > 0 && less(&x, &a[j-1], word); j-- {
			a[j] = a[j-1]
		}
		a[j] = x
	}
}

// less tells which of two records that are the same before the given word comes
// first.
func less[A array](x, y *A, word int) bool {
	for i := word; i < len(*x); i++ {
		if (*x)[i] != (*y)[i] {
			return (*x)[i] < (*y)[i]
		}
	}
	return false
}

// wide sorts records of any width.
type wide struct {
	*Records
	spare []uint64
}

func (w wide) Len() int           { return w.Records.Len() }
func (w wide) Less(i, j int) bool { return slices.Compare(w.at(i), w.at(j)) < 0 }
func (w wide) Swap(i, j int) {
	copy(w.spare, w.at(i))
	copy(w.at(i), w.at(j))
	copy(w.at(j), w.spare)
}

// MergeRuns orders records that consist of sorted runs, which begin at the
// given indices, by merging neighbours until one is left.
func (r *Records) MergeRuns(begins []int) {
	if len(begins) < 2 {
		return
	}
	spare, err := mem.Words(len(r.words))
	if err != nil {
		r.Err = err
		return
	}
	defer func() { mem.Free(spare[:cap(spare)]) }()
	for len(begins) > 1 {
		next := begins[:0:0]
		spare = spare[:0]
		for i := 0; i < len(begins); i += 2 {
			next = append(next, begins[i])
			mid, end := r.end(begins, i), r.end(begins, i+1)
			spare = r.merge(spare, begins[i], mid, end)
		}
		r.words, spare = spare, r.words
		begins = next
	}
}

// end is where run i ends, and every run after the last.
func (r *Records) end(begins []int, i int) int {
	if i+1 < len(begins) {
		return begins[i+1]
	}
	return r.Len()
}

// merge appends the records of [from, mid) and [mid, to) to out in order.
func (r *Records) merge(out []uint64, from, mid, to int) []uint64 {
	i, j := from, mid
	for i < mid && j < to {
		if slices.Compare(r.at(j), r.at(i)) < 0 {
			out = append(out, r.at(j)...)
			j++
		} else {
			out = append(out, r.at(i)...)
			i++
		}
	}
	out = append(out, r.words[i*r.stride:mid*r.stride]...)
	return append(out, r.words[j*r.stride:to*r.stride]...)
}

// Unique drops all but the first of equal states; the records are sorted.
func (r *Records) Unique() {
	if r.Len() == 0 {
		return
	}
	kept := 1
	for i := 1; i < r.Len(); i++ {
		if !slices.Equal(r.State(i), r.State(kept-1)) {
			copy(r.at(kept), r.at(i))
			kept++
		}
	}
	r.words = r.words[:kept*r.stride]
}
