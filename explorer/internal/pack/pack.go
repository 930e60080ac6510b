package pack

import (
	"fmt"
	"math/bits"
	"reflect"
	"unsafe"

	"mc/model"
)

// field is one word of the roomy state that has bits in the mask. Its layout
// is known to the assembly.
type field struct {
	mask  uint64
	off   uint32 // byte offset in the roomy state
	shift uint8  // where its bits start in the packed word
	spill uint8  // if not 0, the packed word ends here: so many bits went into it
	_     [2]uint8
}

// run is a stretch of consecutive mask bits, for machines without PEXT.
type run struct {
	mask     uint64 // of its length, from bit 0
	from, to uint8  // its place in the roomy and in the gathered word
}

// Packer gathers and scatters states of one type under one mask.
type Packer struct {
	fields  []field
	runs    [][]run
	foreign []uint64 // by word of the roomy state: the bits that must be zero
	bits    int
	words   int
}

// New makes a packer for S. widest has every usable bit set; nil stands for
// all bits (one for a boolean).
//
// States handed to Pack and Unpack must be followed by 7 zero bytes that may
// be read and written: the last word may reach beyond S.
func New[S comparable](widest *S) *Packer { return newPacker(bytesOf(widest), 64) }

// InParts makes a packer whose words hold about equally many bits and end at
// the end of a field: parts worth interning, each the state of some of the
// participants. Their number is a power of two; a word that no field reaches
// is left as it is.
func InParts[S comparable](widest *S) *Packer {
	whole := New(widest)
	for parts := 2; ; parts *= 2 {
		for limit := (whole.bits + parts - 1) / parts; limit <= 63; limit++ {
			if p := newPacker(bytesOf(widest), limit); p.words <= parts {
				p.words = parts
				return p
			}
		}
	}
}

func bytesOf[S comparable](widest *S) []byte {
	var full S
	if widest == nil {
		model.SetAllBits(reflect.ValueOf(&full).Elem())
		widest = &full
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(widest)), unsafe.Sizeof(*widest))
}

// newPacker lays out the fields; a word takes no further field once it would
// hold more than limit bits.
func newPacker(widest []byte, limit int) *Packer {
	p := &Packer{}
	padded := append(append([]byte{}, widest...), make([]byte, 8)...)
	p.place(padded, len(widest), limit)
	if tail := len(widest) % 8; tail != 0 {
		p.foreign[len(p.foreign)-1] &= 1<<(tail*8) - 1 // the bytes behind S are nobody's: not checked
	}
	return p
}

func (p *Packer) place(widest []byte, size, limit int) {
	pos := 0
	for off := 0; off < size; off += 8 {
		mask := *(*uint64)(unsafe.Pointer(&widest[off]))
		p.foreign = append(p.foreign, ^mask)
		if mask == 0 {
			continue
		}
		n := bits.OnesCount64(mask)
		if limit < 64 && pos > 0 && pos+n > limit {
			last := &p.fields[len(p.fields)-1]
			last.spill = uint8(bits.OnesCount64(last.mask)) // ends its word early
			p.words, pos = p.words+1, 0
		}
		f := field{mask: mask, off: uint32(off), shift: uint8(pos)}
		if pos += n; pos >= 64 {
			f.spill = 64 - f.shift
			p.words, pos = p.words+1, pos-64
		}
		p.bits += n
		p.fields = append(p.fields, f)
		p.runs = append(p.runs, runsOf(mask))
	}
	if pos > 0 || p.words == 0 {
		p.words++
	}
}

func runsOf(mask uint64) (runs []run) {
	to := 0
	for mask != 0 {
		from := bits.TrailingZeros64(mask)
		n := bits.TrailingZeros64(^(mask >> from))
		ones := uint64(1)<<n - 1
		runs = append(runs, run{mask: ones, from: uint8(from), to: uint8(to)})
		mask &^= ones << from
		to += n
	}
	return runs
}

// Words is the number of 64-bit words of a packed state.
func (p *Packer) Words() int { return p.words }

// Bits is the number of bits that tell states apart.
func (p *Packer) Bits() int { return p.bits }

// packArgs are what packing takes; the layout is known to the assembly.
type packArgs struct {
	dst    *uint64
	src    unsafe.Pointer
	fields *field
	count  int // of fields
	states int
	stride uintptr // bytes from state to state at src
	packed uintptr // and at dst
}

// atATime is how many bytes of states are packed before the next: they go by
// once for every field, and should stay in the nearest cache.
const atATime = 16 << 10

// Pack gathers n states at src, one behind the other, each at a multiple of 8
// bytes, into dst, which has Words words for each. It returns the bits at src
// that lie outside the mask, or'ed together: zero when all states fit.
func (p *Packer) Pack(dst *uint64, src unsafe.Pointer, n int) (stray uint64) {
	stride := len(p.foreign) * 8
	most := max(1, atATime/max(1, stride))
	for ; n > most; n -= most {
		stray |= p.pack(dst, src, most)
		dst = (*uint64)(unsafe.Add(unsafe.Pointer(dst), most*p.words*8))
		src = unsafe.Add(src, most*stride)
	}
	return stray | p.pack(dst, src, n)
}

func (p *Packer) pack(dst *uint64, src unsafe.Pointer, n int) (stray uint64) {
	a := packArgs{dst: dst, src: src, count: len(p.fields), states: n, stride: uintptr(len(p.foreign)) * 8,
		packed: uintptr(p.words) * 8}
	if n == 0 {
		return 0
	}
	if a.count == 0 {
		clear(unsafe.Slice(dst, p.words*n)) // every state is the same
	}
	if hasBMI2 && len(p.foreign) > 0 {
		if a.count > 0 {
			a.fields = &p.fields[0]
			packBMI2(&a)
		}
		return strayAVX2(src, &p.foreign[0], len(p.foreign), n)
	}
	for i := range uintptr(n) {
		from := unsafe.Add(src, i*a.stride)
		p.packPlain((*uint64)(unsafe.Add(unsafe.Pointer(dst), i*a.packed)), from)
		stray |= p.strayPlain(from)
	}
	return stray
}

// strayPlain are the foreign bits of one state.
func (p *Packer) strayPlain(src unsafe.Pointer) (stray uint64) {
	for i, foreign := range p.foreign {
		stray |= *(*uint64)(unsafe.Add(src, i*8)) & foreign
	}
	return stray
}

// Unpack scatters the packed state at src into the roomy state at dst, whose
// words outside the mask must be zero already.
func (p *Packer) Unpack(dst unsafe.Pointer, src *uint64) {
	if len(p.fields) == 0 {
		return
	}
	if hasBMI2 {
		unpackBMI2(dst, src, &p.fields[0], len(p.fields))
		return
	}
	p.unpackPlain(dst, src)
}

// packPlain makes no pointer to a word before the word is written: behind the
// last one another allocation may begin.
func (p *Packer) packPlain(dst *uint64, src unsafe.Pointer) {
	var acc uint64
	word := 0
	for i := range p.fields {
		f := &p.fields[i]
		x := *(*uint64)(unsafe.Add(src, f.off))
		var v uint64
		for _, r := range p.runs[i] {
			v |= (x >> r.from & r.mask) << r.to
		}
		acc |= v << f.shift
		if f.spill != 0 {
			*wordAt(dst, word) = acc
			word++
			acc = v >> (f.spill - 1) >> 1
		}
	}
	if last := len(p.fields) - 1; last >= 0 && p.fields[last].leavesOpen() {
		*wordAt(dst, word) = acc
	}
}

// leavesOpen tells whether bits of this field go into the word behind the one it
// starts in, or that word is not full yet: whether a word is open behind it.
func (f *field) leavesOpen() bool { return f.spill == 0 || bits.OnesCount64(f.mask) > int(f.spill) }

func wordAt(first *uint64, i int) *uint64 { return (*uint64)(unsafe.Add(unsafe.Pointer(first), i*8)) }

func (p *Packer) unpackPlain(dst unsafe.Pointer, src *uint64) {
	cur, word := *src, 0
	for i := range p.fields {
		f := &p.fields[i]
		v := cur >> f.shift
		if f.spill != 0 && (i < len(p.fields)-1 || f.leavesOpen()) {
			word++
			cur = *wordAt(src, word)
			v |= cur << (f.spill - 1) << 1
		}
		var x uint64
		for _, r := range p.runs[i] {
			x |= (v >> r.to & r.mask) << r.from
		}
		*(*uint64)(unsafe.Add(dst, f.off)) = x
	}
}

// Stray names the first field of a state that has a bit outside widest, with its
// value there and the most that fits.
func Stray(state, widest reflect.Value) string { return stray(state, widest, state.Type().Name()) }

func stray(v, w reflect.Value, path string) string {
	switch v.Kind() {
	case reflect.Array:
		for i := range v.Len() {
			if msg := stray(v.Index(i), w.Index(i), fmt.Sprintf("%s[%d]", path, i)); msg != "" {
				return msg
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if msg := stray(v.Field(i), w.Field(i), path+"."+v.Type().Field(i).Name); msg != "" {
				return msg
			}
		}
	default:
		if a, b := asBits(v), asBits(w); a&^b != 0 {
			return fmt.Sprintf("%s is %v (bits %b), but Widest allows only bits %b", path, v, a, b)
		}
	}
	return ""
}

func asBits(v reflect.Value) uint64 {
	switch {
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case v.CanInt():
		return uint64(v.Int())
	}
	return v.Uint()
}
