package runs

import (
	"encoding/binary"
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
	count   int // records in the block at hand
	written foot
	block   []uint64 // states, rules and trailer of the block at hand
	rules   []byte   // where the rules of a full block lie in block
	place   [12]byte
}

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
	w := &Writer{disk: d, path: path, head: h, file: f}
	w.block = make([]uint64, h.blockBytes()/8)
	if h.Rules {
		w.rules = bytesOf(w.block)[BlockRecords*h.Words*8:][:BlockRecords]
	}
	head := h.encode()
	w.headSum = headSum(head)
	if err := write(f, head); err != nil {
		w.fail(err)
		w.Abort()
		return nil, w.err
	}
	return w, nil
}

// Append adds records: their states one behind the other, and a rule for each
// if the file has rules. After an error the file cannot be completed; Close
// gives the error again.
func (w *Writer) Append(states []uint64, rules []byte) error {
	if w.err != nil {
		return w.err
	}
	n := len(states) / w.head.Words
	if n*w.head.Words != len(states) || w.head.Rules && len(rules) != n || !w.head.Rules && len(rules) != 0 {
		w.err = fmt.Errorf("runs: %d words and %d rules are no records of %s", len(states), len(rules), w.head.record())
		return w.err
	}
	for n > 0 {
		k := min(n, BlockRecords-w.count)
		copy(w.block[w.count*w.head.Words:], states[:k*w.head.Words])
		states = states[k*w.head.Words:]
		if w.head.Rules {
			copy(w.rules[w.count:], rules[:k])
			rules = rules[k:]
		}
		w.count += k
		n -= k
		if w.count == BlockRecords {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Records is the number of records so far.
func (w *Writer) Records() uint64 { return w.written.records + uint64(w.count) }

// flush writes the block at hand.
func (w *Writer) flush() error {
	if w.count == 0 {
		return nil
	}
	words := w.block[:w.count*w.head.Words]
	littleEndian(words)
	b := bytesOf(w.block)
	states := b[:len(words)*8]
	end := len(states)
	var rules []byte
	if w.head.Rules {
		end += copy(b[end:], w.rules[:w.count]) // moves only in a block that is not full
		rules = b[len(states):end]
	}
	index := int(w.written.records / BlockRecords)
	s := blockSum(w.headSum, index, uint32(w.count), w.place[:], states, rules)
	b = b[:end+trailBytes]
	binary.LittleEndian.PutUint32(b[end:], uint32(w.count))
	binary.LittleEndian.PutUint32(b[end+4:], s)
	if err := write(w.file, b); err != nil {
		return w.fail(err)
	}
	w.written.seal = crc32.Update(w.written.seal, castagnoli, b[end+4:])
	w.written.records += uint64(w.count)
	w.count = 0
	return nil
}

// Close completes the file and gives it its name. When it returns without an
// error the file is on stable storage. With an error, path is either what it
// was before or the complete new file.
func (w *Writer) Close() (Info, error) {
	defer w.Abort() // of no effect once published
	if w.err != nil {
		return Info{}, w.err
	}
	if err := w.flush(); err != nil {
		return Info{}, err
	}
	if err := write(w.file, w.written.encode(w.headSum)); err != nil {
		return Info{}, w.fail(err)
	}
	f := w.file
	w.file = nil
	if err := publish(w.disk, f, w.path); err != nil {
		w.disk.Remove(temporary(w.path))
		return Info{}, w.fail(err)
	}
	w.err = errClosed
	return Info{w.path, w.written.records, w.written.seal}, nil
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
