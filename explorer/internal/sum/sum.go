// Package sum adds up states so that two sets of them can be compared by a number.
//
// A state is written out field by field, in the order of its type, each number with
// its lowest byte first and at the size of its type (int, uint and uintptr with
// eight bytes), padding left out. Of these bytes, eight at a time, those that are not
// all zero are kept, behind their number in four bytes, its lowest first. So it is the
// same bytes on every machine, and few. The first sixteen bytes of their SHA-256, as a
// number with its highest byte first, are added modulo 2^128: the order does not
// matter, nor who adds.
package sum

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"reflect"
	"unsafe"
)

// Sum is a sum of states. Its zero value is that of none.
type Sum struct{ high, low uint64 }

// Add adds another sum.
func (s *Sum) Add(other Sum) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, other.low, 0)
	s.high, _ = bits.Add64(s.high, other.high, carry)
}

// String is the sum in 32 hexadecimal digits.
func (s Sum) String() string { return fmt.Sprintf("%016x%016x", s.high, s.low) }

// MarshalText writes a sum as String does.
func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Sum) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != 16 {
		return fmt.Errorf("sum: %q is not a number of 32 hexadecimal digits", text)
	}
	s.high, s.low = binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])
	return nil
}

// Summer adds up states of one type; it is used by one goroutine.
type Summer[S comparable] struct {
	plan []piece
	text []byte // all bytes of a state
	kept []byte // those that are hashed
	Sum  Sum
}

// piece is a field, or several of single bytes that lie next to each other.
type piece struct {
	offset uintptr
	bytes  uintptr // that it has in memory
	number bool    // it is one number, else so many bytes
	signed bool    // an int, whose sign fills the eight bytes
}

// New makes a summer of states that have the fields of a type, which S is unless it is
// a box that they lie in; its error says that they are not made of numbers alone.
func New[S comparable](layout reflect.Type) (*Summer[S], error) {
	s := &Summer[S]{}
	return s, s.lay(layout, 0)
}

// lay adds what a type has at an offset to the plan.
func (s *Summer[S]) lay(t reflect.Type, at uintptr) error {
	switch t.Kind() {
	case reflect.Struct:
		for f := range t.Fields() {
			if f.Name == "_" {
				continue
			}
			if err := s.lay(f.Type, at+f.Offset); err != nil {
				return err
			}
		}
	case reflect.Array:
		for i := range uintptr(t.Len()) {
			if err := s.lay(t.Elem(), at+i*t.Elem().Size()); err != nil {
				return err
			}
		}
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		if n := len(s.plan); n > 0 && !s.plan[n-1].number && s.plan[n-1].offset+s.plan[n-1].bytes == at {
			s.plan[n-1].bytes++
			break
		}
		s.plan = append(s.plan, piece{offset: at, bytes: 1})
	case reflect.Int, reflect.Uint, reflect.Uintptr, reflect.Int16, reflect.Uint16, reflect.Int32, reflect.Uint32,
		reflect.Int64, reflect.Uint64, reflect.Float32, reflect.Float64:
		s.plan = append(s.plan, piece{offset: at, bytes: t.Size(), number: true})
		if k := t.Kind(); k == reflect.Int || k == reflect.Uint || k == reflect.Uintptr {
			s.plan[len(s.plan)-1].bytes = 0 // as wide as the machine likes, and written with eight
			s.plan[len(s.plan)-1].signed = k == reflect.Int
		}
	default:
		return fmt.Errorf("states have a %s, which is not the same in every process", t)
	}
	return nil
}

// Add adds a state.
func (s *Summer[S]) Add(state *S) { s.Sum.Add(s.Of(state)) }

// Of is the number that stands for one state.
func (s *Summer[S]) Of(state *S) Sum {
	s.text = s.text[:0]
	for _, p := range s.plan {
		at := unsafe.Add(unsafe.Pointer(state), p.offset)
		switch {
		case !p.number:
			s.text = append(s.text, unsafe.Slice((*byte)(at), p.bytes)...)
		case p.bytes == 2:
			s.text = binary.LittleEndian.AppendUint16(s.text, *(*uint16)(at))
		case p.bytes == 4:
			s.text = binary.LittleEndian.AppendUint32(s.text, *(*uint32)(at))
		case p.bytes == 8:
			s.text = binary.LittleEndian.AppendUint64(s.text, *(*uint64)(at))
		case p.signed:
			s.text = binary.LittleEndian.AppendUint64(s.text, uint64(*(*int)(at)))
		default:
			s.text = binary.LittleEndian.AppendUint64(s.text, uint64(*(*uint)(at)))
		}
	}
	for len(s.text)%8 != 0 {
		s.text = append(s.text, 0)
	}
	s.kept = s.kept[:0]
	for i := 0; i < len(s.text); i += 8 {
		if word := binary.LittleEndian.Uint64(s.text[i:]); word != 0 {
			s.kept = binary.LittleEndian.AppendUint32(s.kept, uint32(i/8))
			s.kept = binary.LittleEndian.AppendUint64(s.kept, word)
		}
	}
	h := sha256.Sum256(s.kept)
	return Sum{binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:16])}
}
