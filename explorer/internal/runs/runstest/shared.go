package runstest

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"syscall"

	"mc/explorer/internal/runs"
)

// Shared is a disk that several machines share. It is for one goroutine at a time, as its
// Rand is.
type Shared struct {
	Disk runs.Disk
	Rand *rand.Rand

	// Late is how often, at most, a name is looked for in vain by machines that have not
	// made it, and Fails how many operations fail, now and then: before they have had an
	// effect, or after it.
	Late, Fails int

	missed map[string]int
}

// Machine is what another machine sees of it.
func (s *Shared) Machine() runs.Disk { return &machine{s.Disk, s, map[string]bool{}} }

// machine is one of those that share a disk.
type machine struct {
	runs.Disk
	s     *Shared
	known map[string]bool
}

// late tells whether a name does not show yet.
func (m *machine) late(path string) bool {
	if m.known[path] || m.s.missed[path] >= m.s.Late || m.s.Rand.IntN(3) > 0 {
		return false
	}
	if m.s.missed == nil {
		m.s.missed = map[string]int{}
	}
	m.s.missed[path]++
	return true
}

// trouble is the failure of an operation, if it is to fail: before it is done or after.
func (m *machine) trouble(op, path string, do func() error) error {
	fails := m.s.Fails > 0 && m.s.Rand.IntN(50) == 0
	if fails {
		m.s.Fails--
	}
	failure := fmt.Errorf("%s %s: %w", op, path, syscall.EIO)
	if fails && m.s.Rand.IntN(2) == 0 {
		return failure
	}
	if err := do(); err != nil || !fails {
		return err
	}
	return failure
}

// Create implements runm.Disk.
func (m *machine) Create(path string) (f runs.File, err error) {
	m.known[path] = true
	err = m.trouble("create", path, func() (err error) { f, err = m.Disk.Create(path); return err })
	return f, err
}

// Open implements runm.Disk.
func (m *machine) Open(path string) (f runs.File, err error) {
	if m.late(path) {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	if err = m.trouble("open", path, func() (err error) { f, err = m.Disk.Open(path); return err }); err == nil {
		m.known[path] = true
	}
	return f, err
}

// Rename implements runm.Disk.
func (m *machine) Rename(from, to string) error {
	m.known[to] = true
	return m.trouble("rename", to, func() error { return m.Disk.Rename(from, to) })
}

// Link implements runm.Disk.
func (m *machine) Link(from, to string) error {
	m.known[to] = true
	return m.trouble("link", to, func() error { return m.Disk.Link(from, to) })
}

// Remove implements runm.Disk.
func (m *machine) Remove(path string) error {
	return m.trouble("remove", path, func() error { return m.Disk.Remove(path) })
}

// SyncDir implements runm.Disk.
func (m *machine) SyncDir(path string) error {
	return m.trouble("sync", path, func() error { return m.Disk.SyncDir(path) })
}
