package pack

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// TestRoundTrip holds both ways of packing against each other and against the
// bits themselves, for random masks and states.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "bytes")
		widest := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 0, 1, 3, 7, 0x1f, 0xff, 0xa5}), n, n).Draw(t, "widest")
		if rapid.Bool().Draw(t, "full") {
			widest = bytes.Repeat([]byte{0xff}, n)
		}
		state := make([]byte, n+8)
		for i := range n {
			state[i] = rapid.Byte().Draw(t, "b") & widest[i]
		}
		p := newPacker(widest, rapid.SampledFrom([]int{64, 64, 5, 20, 40}).Draw(t, "limit"))
		plain := make([]uint64, p.words)
		p.packPlain(&plain[0], unsafe.Pointer(&state[0]))
		if stray := p.strayPlain(unsafe.Pointer(&state[0])); stray != 0 {
			t.Fatalf("stray bits %x in a state within the mask", stray)
		}
		packed := make([]uint64, p.words+1)
		packed[p.words] = 0xdead
		if stray := p.Pack(&packed[0], unsafe.Pointer(&state[0]), 1); stray != 0 {
			t.Fatalf("stray bits %x in a state within the mask", stray)
		}
		if packed[p.words] != 0xdead {
			t.Fatal("Pack wrote beyond its words")
		}
		for i := range plain {
			if plain[i] != packed[i] {
				t.Fatalf("word %d: %x plain, %x with BMI2", i, plain[i], packed[i])
			}
		}
		back := make([]byte, n+8)
		p.Unpack(unsafe.Pointer(&back[0]), &packed[0])
		if !bytes.Equal(back, state) {
			t.Fatalf("unpacked %x, want %x", back, state)
		}
		clear(back)
		if len(p.fields) > 0 {
			p.unpackPlain(unsafe.Pointer(&back[0]), &packed[0])
		}
		if !bytes.Equal(back, state) {
			t.Fatalf("unpacked plainly %x, want %x", back, state)
		}
	})
}

// TestMany: states packed together come out as each by itself, and a stray
// bit in any of them is seen.
func TestMany(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 40).Draw(t, "bytes")
		widest := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 3, 0x1f, 0xff, 0xa5}), size, size).Draw(t, "widest")
		p := newPacker(widest, rapid.SampledFrom([]int{64, 20}).Draw(t, "limit"))
		const n = 5
		stride := (size + 7) &^ 7
		states := make([]byte, n*stride+8)
		for i := range n {
			for k, w := range widest {
				states[i*stride+k] = rapid.Byte().Draw(t, "b") & w
			}
		}
		together := make([]uint64, n*p.words+1)
		if stray := p.Pack(&together[0], unsafe.Pointer(&states[0]), n); stray != 0 {
			t.Fatalf("stray bits %x in states within the mask", stray)
		}
		single := make([]uint64, p.words)
		for i := range n {
			clear(single)
			p.Pack(&single[0], unsafe.Pointer(&states[i*stride]), 1)
			if got := together[i*p.words : (i+1)*p.words]; !slices.Equal(got, single) {
				t.Fatalf("state %d: %x together, %x by itself", i, got, single)
			}
		}
		at := rapid.IntRange(0, n*stride-1).Draw(t, "stray")
		if k := at % stride; k < size && widest[k] == 1 {
			states[at] |= 0x80
			if p.Pack(&together[0], unsafe.Pointer(&states[0]), n) == 0 {
				t.Fatalf("a stray bit of state %d was not seen", at/stride)
			}
		}
	})
}

// TestStray: a bit outside the mask is reported wherever it is.
func TestStray(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "words") * 8
		widest := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 7, 0x7f}), n, n).Draw(t, "widest")
		state := make([]byte, n+8)
		state[rapid.IntRange(0, n-1).Draw(t, "at")] = 0x80
		p := newPacker(widest, 64)
		packed := make([]uint64, p.words)
		if p.Pack(&packed[0], unsafe.Pointer(&state[0]), 1) == 0 {
			t.Fatal("bit 7 is outside every mask byte, yet Pack saw nothing")
		}
	})
}

type sample struct {
	On   bool
	Mark uint8
	Log  [3]uint16
}

func TestDefaultMaskAndFieldNames(t *testing.T) {
	if got, want := New[sample](nil).Bits(), 1+8+48; got != want {
		t.Errorf("bits %d, want %d: one for a boolean, all for the rest", got, want)
	}
	got := Stray(reflect.ValueOf(sample{Log: [3]uint16{0, 5, 0}}), reflect.ValueOf(sample{On: true, Log: [3]uint16{3, 3, 3}}))
	if want := "sample.Log[1] is 5 (bits 101), but Widest allows only bits 11"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
