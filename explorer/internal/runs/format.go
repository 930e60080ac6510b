package runs

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// BlockRecords is the number of records in every block but the last.
const BlockRecords = 1024

// MaxWords bounds the words of a state.
const MaxWords = 1 << 16

const (
	version  = 2
	magic    = "mc runs\n"
	endMagic = "mc ends\n"

	headBytes = 64
	footBytes = 32

	flagRules = 1
)

// Header says whose states a file holds, and in which form.
type Header struct {
	Words int  // 64-bit words per state
	Rules bool // whether each record carries the number of a rule
	// Run tells runs apart: a digest of all that must be equal for two runs
	// to share files (model, constants, spec, version, packing).
	Run [16]byte
	// Part tells the files of a run apart, as the run likes; for example level
	// and shard.
	Part uint64
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// headSum is the CRC at the end of a head, from which all others start. (That
// of the whole head, CRC and all, would be the same for every head.)
func headSum(head []byte) uint32 { return sum(head[:headBytes-4]) }

// encode is the head of a file.
func (h Header) encode() []byte {
	b := append(make([]byte, 0, headBytes), magic...)
	b = binary.LittleEndian.AppendUint32(b, version)
	b = binary.LittleEndian.AppendUint32(b, uint32(h.Words))
	flags := uint32(0)
	if h.Rules {
		flags |= flagRules
	}
	b = binary.LittleEndian.AppendUint32(b, flags)
	b = binary.LittleEndian.AppendUint32(b, BlockRecords)
	b = append(b, h.Run[:]...)
	b = binary.LittleEndian.AppendUint64(b, h.Part)
	b = append(b, make([]byte, headBytes-4-len(b))...)
	return binary.LittleEndian.AppendUint32(b, sum(b))
}

// check holds the head of the file at path against the one that is wanted.
func (h Header) check(path string, head []byte) error {
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(head[at:]) }
	want := h.encode()
	var is Header
	is.Words, is.Rules = int(u32(12)), u32(16)&flagRules != 0
	copy(is.Run[:], head[24:40])
	is.Part = binary.LittleEndian.Uint64(head[40:])
	switch {
	case string(head) == string(want):
		return nil
	case string(head[:8]) != magic:
		return &Damaged{path, 0, "it does not begin like a run file"}
	case u32(60) != headSum(head):
		return &Damaged{path, 0, "the checksum of its head does not match"}
	case u32(8) != version:
		return &Foreign{path, fmt.Sprintf("it has form %d, and this program reads form %d", u32(8), version)}
	case is.Run != h.Run:
		return &Foreign{path, fmt.Sprintf("it belongs to run %x, and this is run %x", is.Run, h.Run)}
	case is.Words != h.Words || is.Rules != h.Rules:
		return &Foreign{path, fmt.Sprintf("its records are %s, and those of this run are %s", is.record(), h.record())}
	case is.Part != h.Part:
		return &Damaged{path, 40, fmt.Sprintf("it is part %#x of the run, where part %#x should be", is.Part, h.Part)}
	}
	return &Foreign{path, fmt.Sprintf("it has flags %#x and %d records per block, which this program does not write", u32(16), u32(20))}
}

func (h Header) record() string {
	if h.Rules {
		return fmt.Sprintf("%d words and a rule", h.Words)
	}
	return fmt.Sprintf("%d words", h.Words)
}

// validate refuses a header that no file can have.
func (h Header) validate() error {
	if h.Words < 1 || h.Words > MaxWords {
		return fmt.Errorf("runs: a state has 1 to %d words, not %d", MaxWords, h.Words)
	}
	return nil
}

// recordBytes is the size of one record.
func (h Header) recordBytes() int64 {
	if h.Rules {
		return int64(h.Words)*8 + 1
	}
	return int64(h.Words) * 8
}

// blocks is the number of blocks of so many records.
func blocks(records uint64) uint64 { return (records + BlockRecords - 1) / BlockRecords }

// foot is what stands behind the index.
type foot struct {
	records uint64
	seal    uint32
	index   uint32 // CRC of the index
}

func (f foot) encode(headSum uint32) []byte {
	b := append(make([]byte, 0, footBytes), endMagic...)
	b = binary.LittleEndian.AppendUint64(b, f.records)
	b = binary.LittleEndian.AppendUint32(b, f.seal)
	b = binary.LittleEndian.AppendUint32(b, f.index)
	b = append(b, make([]byte, footBytes-4-len(b))...)
	return binary.LittleEndian.AppendUint32(b, crc32.Update(headSum, castagnoli, b))
}

// decodeFoot reads a foot; ok says whether b is one.
func decodeFoot(b []byte, headSum uint32) (f foot, ok bool) {
	f.records = binary.LittleEndian.Uint64(b[8:])
	f.seal = binary.LittleEndian.Uint32(b[16:])
	f.index = binary.LittleEndian.Uint32(b[20:])
	return f, string(f.encode(headSum)) == string(b)
}

// blockSum is the CRC of a block. place is scratch memory of 12 bytes, which
// the caller keeps because it escapes.
func blockSum(headSum uint32, index int, count uint32, place, body []byte) uint32 {
	binary.LittleEndian.PutUint64(place, uint64(index))
	binary.LittleEndian.PutUint32(place[8:], count)
	return crc32.Update(crc32.Update(headSum, castagnoli, place[:12]), castagnoli, body)
}
