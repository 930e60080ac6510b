package runs

import (
	"container/list"
	"io/fs"
	"sync"
)

// handles are the files that readers have open at a time. There may be more
// files than a process may have open: the one that was read longest ago is
// closed for another, and opened again when it is read again. That it is still
// the same is seen by the sums of its blocks.
type handles struct {
	mu   sync.Mutex
	most int
	open list.List // of *Reader, the one that was read longest ago first
}

// opened are those of this process.
var opened = handles{most: mostOpen()}

// use gives a reader's file, which stays open until done.
func (h *handles) use(r *Reader) (File, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.closed {
		return nil, fs.ErrClosed
	}
	if r.file == nil {
		if err := h.openFile(r); err != nil {
			return nil, err
		}
	}
	r.users++
	return r.file, nil
}

// openFile opens a reader's file, and closes others if there are too many. If
// the system says that there are, there may be fewer from now on.
func (h *handles) openFile(r *Reader) (err error) {
	for h.open.Len() >= h.most && h.closeOldest() {
	}
	r.file, err = r.disk.Open(r.path)
	for err != nil && tooMany(err) && h.closeOldest() {
		h.most = max(1, h.open.Len())
		r.file, err = r.disk.Open(r.path)
	}
	if err != nil {
		r.file = nil
		return err
	}
	r.place = h.open.PushBack(r)
	return nil
}

// closeOldest closes the file that was read longest ago and that nobody reads,
// if there is one.
func (h *handles) closeOldest() bool {
	for e := h.open.Front(); e != nil; e = e.Next() {
		if r := e.Value.(*Reader); r.users == 0 {
			_ = h.shut(r) // it was only read
			return true
		}
	}
	return false
}

// shut closes a file that nobody reads.
func (h *handles) shut(r *Reader) error {
	h.open.Remove(r.place)
	err := r.file.Close()
	r.place, r.file = nil, nil
	return err
}

// done gives a file back.
func (h *handles) done(r *Reader) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open.MoveToBack(r.place)
	if r.users--; r.users == 0 && r.closed {
		_ = h.shut(r) // it was only read
	}
}

// release closes a reader's file, which is opened again when it is read: not every
// system gives another name to a file that is open.
func (h *handles) release(r *Reader) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.file != nil && r.users == 0 {
		_ = h.shut(r) // it was only read
	}
}

// close closes a reader's file for good, at once or when it has been read.
func (h *handles) close(r *Reader) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.closed = true
	if r.file == nil || r.users > 0 {
		return nil
	}
	return h.shut(r)
}
