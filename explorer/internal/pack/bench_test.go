package pack

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// roomy is a state of 64 bytes in which half of the bits are used.
type roomy struct {
	Fields [56]uint8
	Ends   [4]uint16
}

func roomyMask(bits uint8) *roomy {
	w := &roomy{}
	for i := range w.Fields {
		w.Fields[i] = bits
	}
	return w
}

// sinks keep results from being left out.
var (
	sinkStray uint64
	sinkState roomy
)

// BenchmarkPack is the cost of gathering and scattering a state of 64 bytes:
// with BMI2 where the processor has it, and without.
func BenchmarkPack(b *testing.B) {
	for _, mask := range []uint8{0x3, 0xf} {
		p := New(roomyMask(mask))
		var in struct {
			state roomy
			_     [8]byte
		}
		random := rand.New(rand.NewPCG(1, 2))
		for i := range in.state.Fields {
			in.state.Fields[i] = uint8(random.Uint32()) & mask
		}
		packed := make([]uint64, p.Words())
		src := unsafe.Pointer(&in.state)
		name := fmt.Sprintf("%dbits", p.Bits())
		b.Run(name+"/pack", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkStray |= p.Pack(&packed[0], src, 1)
			}
		})
		b.Run(name+"/pack-plain", func(b *testing.B) {
			for b.Loop() {
				p.packPlain(&packed[0], src)
				sinkStray |= p.strayPlain(src)
			}
		})
		b.Run(name+"/unpack", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Unpack(src, &packed[0])
			}
		})
		b.Run(name+"/unpack-plain", func(b *testing.B) {
			for b.Loop() {
				p.unpackPlain(src, &packed[0])
			}
		})
		sinkState = in.state
	}
}
