package runs

import (
	"errors"
	"fmt"
	"hash/crc32"
)

// Info names a complete file.
type Info struct {
	Path    string
	Records uint64
	Seal    uint32 // of all contents; see Reader.Seal
}

// Writer writes one run file. It is for one goroutine.
type Writer struct {
	disk Disk
	path string
	head Header
	file File // nil when closed
	err  error

	headSum uint32
	index   index
	written uint64 // records in blocks
	count   int    // records at hand
	states  []uint64
	rules   []byte
	plain   bool // blocks are not compressed
	codec   codec
	out     []byte // blocks on their way to the file
}

// outBytes, at least, go to the file at a time.
const outBytes = 1 << 16

var errClosed = errors.New("runs: the file was closed before")

// Create begins a file. It has the name path only after Close; until then it
// is path with ".tmp" behind it.
func Create(d Disk, path string, h Header) (*Writer, error) {
	if err := h.validate(); err != nil {
		return nil, err
	}
	f, err := d.Create(temporary(path))
	if err != nil {
		return nil, unwritten(path, err)
	}
	w := &Writer{disk: d, path: path, head: h, file: f, index: index{words: h.Words}}
	w.states, w.rules = make([]uint64, BlockRecords*h.Words), make([]byte, BlockRecords)
	w.codec.fit(h, BlockRecords)
	head := h.encode()
	w.headSum = headSum(head)
	if err := write(f, head); err != nil {
		w.fail(err)
		w.Abort()
		return nil, w.err
	}
	return w, nil
}

// Append adds a record; the rule counts only if the file has rules. After an error the file
// cannot be completed; Close gives the error again.
func (w *Writer) Append(state []uint64, rule byte) error {
	if w.err != nil {
		return w.err
	}
	if len(state) != w.head.Words {
		w.err = fmt.Errorf("runs: %d words are no record of %s", len(state), w.head.record())
		return w.err
	}
	copy(w.states[w.count*len(state):], state)
	w.rules[w.count] = rule
	if w.count++; w.count == BlockRecords {
		return w.flush()
	}
	return nil
}

// Plain says whether the blocks that follow are left as they are, which is quicker
// and takes more room, or compressed, as they are unless it is called.
func (w *Writer) Plain(plain bool) { w.plain = plain }

// Records is the number of records so far.
func (w *Writer) Records() uint64 { return w.written + uint64(w.count) }

// flush makes a block of the records at hand.
func (w *Writer) flush() error {
	if w.count == 0 {
		return nil
	}
	states := w.states[:w.count*w.head.Words]
	rules := w.rules[:0]
	if w.head.Rules {
		rules = w.rules[:w.count]
	}
	body := w.codec.pack(w.head.Words, states, rules, w.plain)
	sum := blockSum(w.headSum, w.index.blocks(), uint32(w.count), w.codec.place[:], body)
	w.index.add(states[:w.head.Words], len(body), sum)
	w.written += uint64(w.count)
	w.count = 0
	if w.out = append(w.out, body...); len(w.out) >= outBytes {
		return w.writeOut()
	}
	return nil
}

// writeOut writes the blocks that are on their way.
func (w *Writer) writeOut() error {
	if err := write(w.file, w.out); err != nil {
		return w.fail(err)
	}
	w.out = w.out[:0]
	return nil
}

// complete writes what is at hand, the index and the foot.
func (w *Writer) complete() (foot, error) {
	if err := w.flush(); err != nil {
		return foot{}, err
	}
	index := w.index.encode()
	end := foot{w.written, w.index.seal(), crc32.Update(w.headSum, castagnoli, index)}
	w.out = append(append(w.out, index...), end.encode(w.headSum)...)
	return end, w.writeOut()
}

// Close completes the file and gives it its name. When it returns without an
// error the file is on stable storage. With an error, path is either what it
// was before or the complete new file.
func (w *Writer) Close() (Info, error) {
	return w.finish(func(f File) error { return publish(w.disk, f, w.path) })
}

// Finish completes the file and leaves it under its temporary name, which Info
// has, until a Reader publishes it. It may not outlive a loss of power: most
// files are of no use by the time they would be on stable storage.
func (w *Writer) Finish() (Info, error) {
	info, err := w.finish(File.Close)
	info.Path = temporary(info.Path)
	return info, err
}

// finish completes the file and hands it on, to be closed in any case.
func (w *Writer) finish(hand func(File) error) (Info, error) {
	defer w.Abort() // of no effect once handed on
	if w.err != nil {
		return Info{}, w.err
	}
	end, err := w.complete()
	if err != nil {
		return Info{}, err
	}
	f := w.file
	w.file = nil
	if err := hand(f); err != nil {
		w.disk.Remove(temporary(w.path))
		return Info{}, w.fail(err)
	}
	w.err = errClosed
	return Info{w.path, end.records, end.seal}, nil
}

// Abort gives the file up, unless Close was called before.
func (w *Writer) Abort() {
	if w.file == nil {
		return
	}
	w.file.Close()
	w.file = nil
	w.disk.Remove(temporary(w.path)) // of no use, and in nobody's way if it stays
	if w.err == nil {
		w.err = errClosed
	}
}

func (w *Writer) fail(err error) error {
	w.err = unwritten(w.path, err)
	return w.err
}
