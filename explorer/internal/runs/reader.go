package runs

import (
	"container/list"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Reader reads a run file. It may be used by several goroutines at once.
type Reader struct {
	disk    Disk
	path    string
	head    Header
	headSum uint32
	foot    foot

	// Of the handles, under their lock.
	file   File // nil while it is not open
	users  int  // that read it
	place  *list.Element
	closed bool
}

// Open opens a complete file of the run, part and form that want tells. The
// error is *Damaged or *Foreign if the file is there but not to be used.
func Open(d Disk, path string, want Header) (*Reader, error) {
	if err := want.validate(); err != nil {
		return nil, err
	}
	r := &Reader{disk: d, path: path, head: want}
	if err := r.open(); err != nil {
		r.Close() // it was only read
		return nil, err
	}
	return r, nil
}

// open checks head, foot and size.
func (r *Reader) open() error {
	file, err := opened.use(r)
	if err != nil {
		return unread(r.path, err)
	}
	size, err := file.Size()
	opened.done(r)
	if err != nil {
		return unread(r.path, err)
	}
	if size < headBytes+footBytes {
		return &Damaged{r.path, size, "it ends too early"}
	}
	b := make([]byte, headBytes)
	if err := r.read(b, 0); err != nil {
		return err
	}
	if err := r.head.check(r.path, b); err != nil {
		return err
	}
	r.headSum = headSum(b)
	end := b[:footBytes]
	if err := r.read(end, size-footBytes); err != nil {
		return err
	}
	var ok bool
	if r.foot, ok = decodeFoot(end, r.headSum); !ok {
		return &Damaged{r.path, size - footBytes, "it does not end like a run file of this run; it was cut short or changed"}
	}
	if r.foot.records > uint64(size) || r.head.fileBytes(r.foot.records) != size {
		return &Damaged{r.path, size, fmt.Sprintf("%d bytes are not the size of %d records of %s", size,
			r.foot.records, r.head.record())}
	}
	return nil
}

// read fills b from offset at. The end of the file is damage: no caller asks
// for what a whole file does not have.
func (r *Reader) read(b []byte, at int64) error {
	file, err := opened.use(r)
	if err != nil {
		return unread(r.path, err)
	}
	n, err := file.ReadAt(b, at)
	opened.done(r)
	switch {
	case n == len(b):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return &Damaged{r.path, at + int64(n), "it ends too early"}
	}
	return unread(r.path, err)
}

// Records is the number of records in the file.
func (r *Reader) Records() uint64 { return r.foot.records }

// Blocks is the number of blocks.
func (r *Reader) Blocks() int { return int(blocks(r.foot.records)) }

// Seal is a checksum over the whole file as its foot tells it. A manifest that
// keeps Info.Seal can tell that this is the very file it lists.
func (r *Reader) Seal() uint32 { return r.foot.seal }

// Close closes the file.
func (r *Reader) Close() error { return opened.close(r) }

// tail is memory for what follows the states of a block, and for blockSum.
type tail struct {
	data  [BlockRecords + trailBytes]byte
	place [12]byte
}

var tails = sync.Pool{New: func() any { return new(tail) }}

// ReadBlock reads block i, from 0, and checks it. It returns the number n of
// its records, BlockRecords except in the last block; their states lie in
// states[:n*Words], and their rules in rules[:n] unless rules is nil or the
// file has none. After an error the memory holds nothing of use.
func (r *Reader) ReadBlock(i int, states []uint64, rules []byte) (n int, err error) {
	n, _, err = r.readBlock(i, states, rules)
	return n, err
}

// readBlock is ReadBlock and tells the block's CRC.
func (r *Reader) readBlock(i int, states []uint64, rules []byte) (n int, crc uint32, err error) {
	if i < 0 || i >= r.Blocks() {
		return 0, 0, fmt.Errorf("runs: %s has %d blocks and no block %d", r.path, r.Blocks(), i)
	}
	n = int(min(BlockRecords, r.foot.records-uint64(i)*BlockRecords))
	withRules := r.head.Rules && rules != nil
	if len(states) < n*r.head.Words || withRules && len(rules) < n {
		return 0, 0, fmt.Errorf("runs: block %d of %s has %d records of %s, which do not fit into %d words and %d rules",
			i, r.path, n, r.head.record(), len(states), len(rules))
	}
	t := tails.Get().(*tail)
	defer tails.Put(t)
	states = states[:n*r.head.Words]
	if crc, err = r.verified(i, n, states, t); err != nil {
		return 0, 0, err
	}
	littleEndian(states)
	if withRules {
		copy(rules, t.data[:n])
	}
	return n, crc, nil
}

// verified reads the states of block i straight into place and the rest of the
// block into t, and checks count and CRC.
func (r *Reader) verified(i, n int, states []uint64, t *tail) (crc uint32, err error) {
	at := headBytes + int64(i)*r.head.blockBytes()
	body := bytesOf(states)
	if err := r.read(body, at); err != nil {
		return 0, err
	}
	rules := t.data[:0]
	if r.head.Rules {
		rules = t.data[:n]
	}
	rest := t.data[:len(rules)+trailBytes]
	if err := r.read(rest, at+int64(len(body))); err != nil {
		return 0, err
	}
	count := binary.LittleEndian.Uint32(rest[len(rules):])
	crc = binary.LittleEndian.Uint32(rest[len(rules)+4:])
	if int(count) != n || crc != blockSum(r.headSum, i, count, t.place[:], body, rules) {
		return 0, &Damaged{r.path, at, fmt.Sprintf("the checksum of block %d does not match", i)}
	}
	return crc, nil
}
