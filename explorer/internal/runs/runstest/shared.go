package runstest

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"syscall"

	"mc/explorer/internal/runs"
)

// Shared is what one of several machines sees of a disk that they share: names that
// others have made show late, and operations fail now and then, before they have had an
// effect or after it. It is for one goroutine at a time, as its Rand is.
type Shared struct {
	runs.Disk
	Rand  *rand.Rand
	Late  int // of 100 looks at a name that is new here, so many do not find it
	Fails int // of 1000 operations so many

	known map[string]bool
}

// trouble is the failure of an operation, if it is to fail: before it is done or after.
func (s *Shared) trouble(op, path string, do func() error) error {
	fails := s.Rand.IntN(1000) < s.Fails
	failure := fmt.Errorf("%s %s: %w", op, path, syscall.EIO)
	if fails && s.Rand.IntN(2) == 0 {
		return failure
	}
	if err := do(); err != nil || !fails {
		return err
	}
	return failure
}

// meet notes that this machine knows a name.
func (s *Shared) meet(path string) {
	if s.known == nil {
		s.known = map[string]bool{}
	}
	s.known[path] = true
}

// Create implements runs.Disk.
func (s *Shared) Create(path string) (f runs.File, err error) {
	s.meet(path)
	err = s.trouble("create", path, func() (err error) { f, err = s.Disk.Create(path); return err })
	return f, err
}

// Open implements runs.Disk.
func (s *Shared) Open(path string) (f runs.File, err error) {
	if !s.known[path] && s.Rand.IntN(100) < s.Late {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	if err = s.trouble("open", path, func() (err error) { f, err = s.Disk.Open(path); return err }); err == nil {
		s.meet(path)
	}
	return f, err
}

// Rename implements runs.Disk.
func (s *Shared) Rename(from, to string) error {
	s.meet(to)
	return s.trouble("rename", to, func() error { return s.Disk.Rename(from, to) })
}

// Link implements runs.Disk.
func (s *Shared) Link(from, to string) error {
	s.meet(to)
	return s.trouble("link", to, func() error { return s.Disk.Link(from, to) })
}

// Remove implements runs.Disk.
func (s *Shared) Remove(path string) error {
	return s.trouble("remove", path, func() error { return s.Disk.Remove(path) })
}

// SyncDir implements runs.Disk.
func (s *Shared) SyncDir(path string) error {
	return s.trouble("sync", path, func() error { return s.Disk.SyncDir(path) })
}
