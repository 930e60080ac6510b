package runs

import (
	"container/list"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Reader reads a run file. It may be used by several goroutines at once.
type Reader struct {
	disk    Disk
	path    string
	head    Header
	headSum uint32
	foot    foot
	index   *index
	size    int64 // bytes of the file

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

// open checks head, foot and index.
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
	r.size = size
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
	return r.readIndex(size)
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

// Bytes is the size of the file.
func (r *Reader) Bytes() uint64 { return uint64(r.size) }

// Blocks is the number of blocks.
func (r *Reader) Blocks() int { return int(blocks(r.foot.records)) }

// Seal is a checksum over the whole file as its foot tells it. A manifest that
// keeps Info.Seal can tell that this is the very file it lists.
func (r *Reader) Seal() uint32 { return r.foot.seal }

// Name is the name that the file has in its directory.
func (r *Reader) Name() string { return filepath.Base(r.path) }

// Publish puts a file that was left under its temporary name on stable storage
// and gives it its name; that is on stable storage when its directory has been
// synced. It is called while nobody reads the file, and has no effect on one that
// has its name.
func (r *Reader) Publish() error {
	final := strings.TrimSuffix(r.path, temporary(""))
	if final == r.path {
		return nil
	}
	opened.release(r)
	if err := r.disk.Sync(r.path); err != nil {
		return unwritten(final, err)
	}
	if err := r.disk.Rename(r.path, final); err != nil {
		return unwritten(final, err)
	}
	r.path = final
	return nil
}

// Close closes the file.
func (r *Reader) Close() error { return opened.close(r) }

// First is the first record of block i.
func (r *Reader) First(i int) []uint64 { return r.index.first(i) }

// ReadBlock reads block i, from 0, and checks it. It returns the number n of
// its records, BlockRecords except in the last block; their states lie in
// states[:n*Words], and their rules in rules[:n] unless rules is nil or the
// file has none. After an error the memory holds nothing of use.
func (r *Reader) ReadBlock(i int, states []uint64, rules []byte) (n int, err error) {
	if i < 0 || i >= r.Blocks() {
		return 0, fmt.Errorf("runs: %s has %d blocks and no block %d", r.path, r.Blocks(), i)
	}
	n = int(min(BlockRecords, r.foot.records-uint64(i)*BlockRecords))
	withRules := r.head.Rules && rules != nil
	if len(states) < n*r.head.Words || withRules && len(rules) < n {
		return 0, fmt.Errorf("runs: block %d of %s has %d records of %s, which do not fit into %d words and %d rules",
			i, r.path, n, r.head.record(), len(states), len(rules))
	}
	if withRules {
		rules = rules[:n]
	}
	if err := r.readBody(i, states[:n*r.head.Words], rules); err != nil {
		return 0, err
	}
	return n, nil
}

// readBody reads a block into memory that it fills.
func (r *Reader) readBody(i int, states []uint64, rules []byte) error {
	n := len(states) / r.head.Words
	c := codecs.Get().(*codec).fit(r.head, n)
	defer codecs.Put(c)
	from, to := r.index.span(i)
	if to-from > int64(len(c.packed)) {
		return &Damaged{r.path, from, fmt.Sprintf("block %d is longer than %d records can be", i, n)}
	}
	body := c.packed[:to-from]
	if err := r.read(body, from); err != nil {
		return err
	}
	if blockSum(r.headSum, i, uint32(n), c.place[:], body) != r.index.sums[i] {
		return &Damaged{r.path, from, fmt.Sprintf("the checksum of block %d does not match", i)}
	}
	if !c.unpack(r.head, body, states, rules) {
		return &Damaged{r.path, from, fmt.Sprintf("block %d is not of %d records of %s", i, n, r.head.record())}
	}
	return nil
}
