package parts

import (
	"errors"
	"io/fs"
	"path/filepath"

	"mc/explorer/internal/runs"
)

// Folder is the directory in which a run keeps its files.
type Folder struct {
	Disk  runs.Disk
	Dir   string
	Run   [16]byte
	Words int    // of a state
	Next  uint64 // id of the next file
	Plain bool   // files that are begun are not compressed: quicker, and larger
}

// SetAside sets ids aside for a goroutine of its own.
func (f *Folder) SetAside(n int) Folder {
	own := *f
	f.Next += uint64(n)
	return own
}

// Remove removes a file of the directory, if it is there.
func (f *Folder) Remove(name string) error {
	err := f.Disk.Remove(filepath.Join(f.Dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Settle puts parts on stable storage, under the names that a checkpoint has of
// them. It is called while nobody reads them.
func (f *Folder) Settle(list []*Part) error {
	for _, p := range list {
		if err := p.reader.Publish(); err != nil {
			return err
		}
	}
	return f.Disk.SyncDir(f.Dir)
}

func (f *Folder) header(s Saved) runs.Header {
	return runs.Header{Words: f.stride(s), Rules: s.Rules, Run: f.Run, Part: s.ID}
}

// stride is the number of words of a record.
func (f *Folder) stride(s Saved) int {
	if s.Shared() {
		return f.Words + 1
	}
	return f.Words
}

// Writer writes a part; records of a sorted one come in order.
type Writer struct {
	f *Folder
	w *runs.Writer
	p *Part

	record []uint64 // with its level
}

// Create begins a part of the form that s tells: sorted, with rules, shared by
// levels. The kind is for people who look into the directory.
func (f *Folder) Create(kind string, s Saved) (*Writer, error) {
	s.ID = f.Next
	f.Next++
	s.File = runs.Name(s.ID, kind)
	w, err := runs.Create(f.Disk, filepath.Join(f.Dir, s.File), f.header(s))
	if err != nil {
		return nil, err
	}
	w.Plain(f.Plain)
	if s.Shared() {
		s.Sizes = make([]uint64, s.Levels)
	}
	p := &Part{Saved: s, path: filepath.Join(f.Dir, s.File), words: f.Words, stride: f.stride(s)}
	return &Writer{f: f, w: w, p: p}, nil
}

// Add appends a state with its mark: the rule or the level, if records have it.
func (w *Writer) Add(state []uint64, mark uint64) error {
	p := w.p
	p.Records++
	if !p.Shared() {
		return w.w.Append(state, byte(mark))
	}
	p.Sizes[mark-uint64(p.From)]++
	w.record = append(append(w.record[:0], state...), mark)
	return w.w.Append(w.record, 0)
}

// Plain says whether what follows is left as it is rather than compressed: quicker,
// and larger.
func (w *Writer) Plain(plain bool) { w.w.Plain(plain) }

// Close completes the part, puts it on stable storage and opens it for reading.
func (w *Writer) Close() (*Part, error) {
	info, err := w.w.Finish()
	if err != nil {
		return nil, err
	}
	w.p.Seal = info.Seal
	if w.p.reader, err = runs.Open(w.f.Disk, info.Path, w.f.header(w.p.Saved)); err != nil {
		return nil, err
	}
	return w.p, nil
}

// Abort gives the part up.
func (w *Writer) Abort() { w.w.Abort() }

// Each calls do with states and their marks.
type Each func(do func(state []uint64, mark uint64) error) error

// Write makes a part of states.
func (f *Folder) Write(kind string, s Saved, states Each) (*Part, error) {
	w, err := f.Create(kind, s)
	if err != nil {
		return nil, err
	}
	if err := states(w.Add); err != nil {
		w.Abort()
		return nil, err
	}
	return w.Close()
}
