package runs

import (
	"encoding/binary"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/s2"
)

// A block is compressed by itself. States that follow each other in key order
// have most of their words in common; the first word, the one that grows, is
// written as the difference to the one before, and what repeats then is left to
// the codec. A block that would not be smaller, or whose writer is in a hurry, is
// left as it is: that it is as long as its records tells it from the others.

// plainBytes is the size of so many records before they are compressed.
func (h Header) plainBytes(records int) int { return records * int(h.recordBytes()) }

// codec has the memory that coding a block needs.
type codec struct {
	plain, packed []byte
	place         [12]byte // for blockSum
}

// fit makes room for a block of so many records.
func (c *codec) fit(h Header, records int) *codec {
	if n := h.plainBytes(records); len(c.plain) < n {
		c.plain, c.packed = make([]byte, n), make([]byte, s2.MaxEncodedLen(n))
	}
	return c
}

// codecs are those of readers that read at the same time.
var codecs = sync.Pool{New: func() any { return new(codec) }}

// pack is the body of a block of records, compressed unless it is to be plain. It
// is valid until the next call.
func (c *codec) pack(words int, states []uint64, rules []byte, plain bool) []byte {
	b, before := c.plain[:0], uint64(0)
	for at := 0; at < len(states); at += words {
		b = binary.LittleEndian.AppendUint64(b, states[at]-before)
		before = states[at]
		for _, w := range states[at+1 : at+words] {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
	}
	b = append(b, rules...)
	if plain {
		return b
	}
	if packed := s2.Encode(c.packed, b); len(packed) < len(b) {
		return packed
	}
	return b
}

// unpack fills states, and rules if there is room for any, from a body. It
// reports whether that is one of a block of so many records.
func (c *codec) unpack(h Header, body []byte, states []uint64, rules []byte) bool {
	room := c.plain
	if native && !h.Rules {
		room = bytesOf(states)
	}
	b, ok := inflate(room, body, h.plainBytes(len(states)/h.Words))
	if !ok {
		return false
	}
	if !native {
		for i := range states {
			states[i] = binary.LittleEndian.Uint64(b[i*8:])
		}
	} else if into := bytesOf(states); &into[0] != &b[0] {
		copy(into, b)
	}
	before := uint64(0)
	for at := 0; at < len(states); at += h.Words {
		before += states[at]
		states[at] = before
	}
	copy(rules, b[len(states)*8:])
	return true
}

// native tells whether words lie in memory as they do in files.
var native = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// bytesOf are words as they lie in memory.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)
}

// inflate is a body as it was before it was compressed, if that is of this size; it may
// be in the room.
func inflate(room, body []byte, size int) (plain []byte, ok bool) {
	if len(body) >= size { // no writer makes it longer
		return body, len(body) == size
	}
	if n, err := s2.DecodedLen(body); err != nil || n != size {
		return nil, false
	}
	plain, err := s2.Decode(room[:size], body)
	return plain, err == nil && len(plain) == size
}
