package runs

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// index tells of each block its first record, where it lies and its CRC.
type index struct {
	words  int
	firsts []uint64
	ends   []int64 // in the file
	sums   []uint32
}

// entryBytes is the size of an entry in the file.
func (h Header) entryBytes() int64 { return int64(h.Words)*8 + 8 }

// blocks is the number of entries.
func (x *index) blocks() int { return len(x.ends) }

// first is the first record of block i.
func (x *index) first(i int) []uint64 { return x.firsts[i*x.words : (i+1)*x.words : (i+1)*x.words] }

// span is where block i lies.
func (x *index) span(i int) (from, to int64) {
	if i == 0 {
		return headBytes, x.ends[0]
	}
	return x.ends[i-1], x.ends[i]
}

// end is where the last block ends.
func (x *index) end() int64 {
	if x.blocks() == 0 {
		return headBytes
	}
	return x.ends[x.blocks()-1]
}

// add takes in the next block.
func (x *index) add(first []uint64, length int, sum uint32) {
	x.ends = append(x.ends, x.end()+int64(length))
	x.firsts = append(x.firsts, first...)
	x.sums = append(x.sums, sum)
}

// seal is the CRC of the blocks' CRCs.
func (x *index) seal() (seal uint32) {
	var b [4]byte
	for _, sum := range x.sums {
		binary.LittleEndian.PutUint32(b[:], sum)
		seal = crc32.Update(seal, castagnoli, b[:])
	}
	return seal
}

func (x *index) encode() (b []byte) {
	for i := range x.ends {
		for _, w := range x.first(i) {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
		from, to := x.span(i)
		b = binary.LittleEndian.AppendUint32(b, uint32(to-from))
		b = binary.LittleEndian.AppendUint32(b, x.sums[i])
	}
	return b
}

// decodeIndex reads what encode wrote, which fills b.
func decodeIndex(words int, b []byte) *index {
	x := &index{words: words}
	first := make([]uint64, words)
	for ; len(b) > 0; b = b[words*8+8:] {
		for i := range first {
			first[i] = binary.LittleEndian.Uint64(b[i*8:])
		}
		x.add(first, int(binary.LittleEndian.Uint32(b[words*8:])), binary.LittleEndian.Uint32(b[words*8+4:]))
	}
	return x
}

// readIndex reads the index of a file of that size, whose foot has been read.
func (r *Reader) readIndex(size int64) error {
	wrong := func(at int64, what string) error { return &Damaged{r.path, at, what} }
	room := size - headBytes - footBytes
	if r.foot.records > uint64(size)*BlockRecords || int64(blocks(r.foot.records))*r.head.entryBytes() > room {
		return wrong(size, fmt.Sprintf("%d bytes are too few for %d records of %s", size, r.foot.records, r.head.record()))
	}
	b := make([]byte, int64(blocks(r.foot.records))*r.head.entryBytes())
	from := size - footBytes - int64(len(b))
	if err := r.read(b, from); err != nil {
		return err
	}
	if crc32.Update(r.headSum, castagnoli, b) != r.foot.index {
		return wrong(from, "the checksum of its index does not match")
	}
	r.index = decodeIndex(r.head.Words, b)
	if r.index.end() != from || r.index.seal() != r.foot.seal {
		return wrong(from, "its index does not fit its blocks")
	}
	return nil
}
