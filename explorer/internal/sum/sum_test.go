package sum

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// mixed has fields of all widths, with padding between them.
type mixed struct {
	A uint8
	B int
	C [2]struct {
		D bool
		E uint16
	}
	F int32
	G [3]uint8
	H uint64
}

// written is a state written out by hand, as the package says.
func written(m mixed) (text []byte) {
	number := func(v uint64, bytes int) {
		for range bytes {
			text, v = append(text, byte(v)), v>>8
		}
	}
	number(uint64(m.A), 1)
	number(uint64(m.B), 8)
	for _, c := range m.C {
		if c.D {
			number(1, 1)
		} else {
			number(0, 1)
		}
		number(uint64(c.E), 2)
	}
	number(uint64(m.F), 4)
	for _, g := range m.G {
		number(uint64(g), 1)
	}
	number(m.H, 8)
	for len(text)%8 != 0 {
		text = append(text, 0)
	}
	all := text
	text = nil
	for i := range len(all) / 8 {
		if eight := all[8*i : 8*i+8]; !bytes.Equal(eight, make([]byte, 8)) {
			text = append(append(text, byte(i), byte(i>>8), 0, 0), eight...)
		}
	}
	return text
}

// TestTwin: the sum is that of the states written out, in whatever order they come.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states := rapid.SliceOf(rapid.Custom(func(t *rapid.T) (m mixed) {
			m.A, m.B, m.F = rapid.Uint8().Draw(t, "A"), rapid.Int().Draw(t, "B"), rapid.Int32().Draw(t, "F")
			m.C[1].D, m.C[0].E, m.G[2] = rapid.Bool().Draw(t, "D"), rapid.Uint16().Draw(t, "E"), rapid.Uint8().Draw(t, "G")
			m.H = rapid.Uint64().Draw(t, "H")
			return m
		})).Draw(t, "states")
		want := new(big.Int)
		for _, m := range states {
			h := sha256.Sum256(written(m))
			want.Add(want, new(big.Int).SetBytes(h[:16]))
		}
		want.Mod(want, new(big.Int).Lsh(big.NewInt(1), 128))
		s, err := New[mixed](reflect.TypeFor[mixed]())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range rapid.Permutation(states).Draw(t, "order") {
			s.Add(&m)
		}
		if got := s.Sum.String(); got != fmt.Sprintf("%032x", want) {
			t.Fatalf("the sum is %s, want %032x", got, want)
		}
	})
}

// TestKnown holds the encoding to one that was written once, for files of other
// machines and versions.
func TestKnown(t *testing.T) {
	s, _ := New[[2]uint16](reflect.TypeFor[[2]uint16]())
	h := sha256.Sum256([]byte{0, 0, 0, 0, 1, 0, 2, 1, 0, 0, 0, 0})
	want := Sum{binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:])}
	if got := s.Of(&[2]uint16{1, 258}); got != want {
		t.Errorf("it is %s, want %s", got, want)
	}
	if _, err := New[struct{ Name string }](reflect.TypeFor[struct{ Name string }]()); err == nil {
		t.Error("a string is taken for a number")
	}
}
