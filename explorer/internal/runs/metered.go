package runs

import (
	"sync"
)

// Metered is a disk that knows how many bytes lie in the files that were made or read
// through it, and how many did at most.
type Metered struct {
	Disk

	mu    sync.Mutex
	sizes map[string]uint64
	now   uint64
	peak  uint64
}

// NewMetered makes one of a disk.
func NewMetered(d Disk) *Metered { return &Metered{Disk: d, sizes: map[string]uint64{}} }

// Peak is the most bytes that lay there at a time.
func (m *Metered) Peak() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.peak
}

// set notes what a file has now; with forget it is gone.
func (m *Metered) set(path string, bytes uint64, forget bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now += bytes - m.sizes[path]
	m.peak = max(m.peak, m.now)
	if m.sizes[path] = bytes; forget {
		delete(m.sizes, path)
	}
}

// Create implements Disk.
func (m *Metered) Create(path string) (File, error) {
	f, err := m.Disk.Create(path)
	if err != nil {
		return nil, err
	}
	m.set(path, 0, false)
	return &meteredFile{File: f, m: m, path: path}, nil
}

// Open implements Disk.
func (m *Metered) Open(path string) (File, error) {
	f, err := m.Disk.Open(path)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	_, known := m.sizes[path]
	m.mu.Unlock()
	if known {
		return f, nil
	}
	if size, err := f.Size(); err == nil {
		m.set(path, uint64(size), false)
	}
	return f, nil
}

// Rename implements Disk.
func (m *Metered) Rename(from, to string) error {
	err := m.Disk.Rename(from, to)
	if err == nil {
		m.mu.Lock()
		size := m.sizes[from]
		m.mu.Unlock()
		m.set(from, 0, true)
		m.set(to, size, false)
	}
	return err
}

// Remove implements Disk.
func (m *Metered) Remove(path string) error {
	err := m.Disk.Remove(path)
	if err == nil {
		m.set(path, 0, true)
	}
	return err
}

// meteredFile is a file that is being written.
type meteredFile struct {
	File
	m    *Metered
	path string
	size uint64
}

// Write implements File.
func (f *meteredFile) Write(b []byte) (int, error) {
	n, err := f.File.Write(b)
	f.size += uint64(max(0, n))
	f.m.set(f.path, f.size, false)
	return n, err
}
