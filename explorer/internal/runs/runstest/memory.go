package runstest

import (
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"

	"mc/explorer/internal/runs"
)

// Memory is a disk in memory. Like a real one it keeps after a loss of power
// only what was synced: contents by Sync, names by SyncDir; of the rest, any
// part may have reached it.
type Memory struct {
	mu      sync.Mutex
	names   map[string]*inode
	durable map[string]*inode // the names that a loss of power leaves
}

type inode struct {
	data   []byte
	synced int // so many bytes are durable
}

var _ runs.Disk = (*Memory)(nil)

// NewMemory makes an empty disk.
func NewMemory() *Memory {
	return &Memory{names: map[string]*inode{}, durable: map[string]*inode{}}
}

// Put places a file, durably.
func (m *Memory) Put(path string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := &inode{data: slices.Clone(data), synced: len(data)}
	m.names[path], m.durable[path] = i, i
}

// Get is the contents of a file, or nil if there is none.
func (m *Memory) Get(path string) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.names[path]; i != nil {
		return append([]byte{}, i.data...)
	}
	return nil
}

// Crash is a loss of power: each name that was not synced is the old or the
// new one, and of contents that were not synced some bytes at the end are
// missing or garbage, as r decides.
func (m *Memory) Crash(r *rand.Rand) {
	m.mu.Lock()
	defer m.mu.Unlock()
	after := map[string]*inode{}
	names := slices.Sorted(maps.Keys(m.names))
	for _, name := range slices.AppendSeq(names, maps.Keys(m.durable)) {
		i := m.durable[name]
		if r.IntN(2) == 0 {
			i = m.names[name]
		}
		if i != nil {
			after[name] = i.survivor(r)
		}
	}
	m.names, m.durable = after, maps.Clone(after)
}

func (i *inode) survivor(r *rand.Rand) *inode {
	data := slices.Clone(i.data[:i.synced+r.IntN(len(i.data)-i.synced+1)])
	for at := i.synced; at < len(data); at++ {
		if r.IntN(8) == 0 {
			data[at] = byte(r.Uint32())
		}
	}
	return &inode{data: data, synced: len(data)}
}

// Create implements runs.Disk.
func (m *Memory) Create(path string) (runs.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := &inode{}
	m.names[path] = i
	return &handle{m, i}, nil
}

// Open implements runs.Disk.
func (m *Memory) Open(path string) (runs.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.names[path]
	if i == nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return &handle{m, i}, nil
}

// Sync implements runs.Disk.
func (m *Memory) Sync(path string) error {
	f, err := m.Open(path)
	if err != nil {
		return err
	}
	return f.Sync()
}

// Rename implements runs.Disk.
func (m *Memory) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.names[from]
	if i == nil {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	delete(m.names, from)
	m.names[to] = i
	return nil
}

// Link implements runs.Disk.
func (m *Memory) Link(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.names[to] != nil {
		return &fs.PathError{Op: "link", Path: to, Err: fs.ErrExist}
	}
	i := m.names[from]
	if i == nil {
		return &fs.PathError{Op: "link", Path: from, Err: fs.ErrNotExist}
	}
	m.names[to] = i
	return nil
}

// Remove implements runs.Disk.
func (m *Memory) Remove(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.names[path] == nil {
		return &fs.PathError{Op: "remove", Path: path, Err: fs.ErrNotExist}
	}
	delete(m.names, path)
	return nil
}

// ReadDir implements runs.Disk.
func (m *Memory) ReadDir(path string) (names []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.names {
		if filepath.Dir(name) == filepath.Clean(path) {
			names = append(names, filepath.Base(name))
		}
	}
	slices.Sort(names)
	return names, nil
}

// MkdirAll implements runs.Disk. Every directory is there.
func (m *Memory) MkdirAll(string) error { return nil }

// SyncDir implements runs.Disk.
func (m *Memory) SyncDir(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	here := func(name string, _ *inode) bool { return filepath.Dir(name) == filepath.Clean(path) }
	maps.DeleteFunc(m.durable, here)
	for name, i := range m.names {
		if here(name, i) {
			m.durable[name] = i
		}
	}
	return nil
}

// handle is an open file.
type handle struct {
	m *Memory
	i *inode
}

func (h *handle) Write(b []byte) (int, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	h.i.data = append(h.i.data, b...)
	return len(b), nil
}

func (h *handle) ReadAt(b []byte, at int64) (int, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	if at >= int64(len(h.i.data)) {
		return 0, io.EOF
	}
	n := copy(b, h.i.data[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (h *handle) Sync() error {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	h.i.synced = len(h.i.data)
	return nil
}

func (h *handle) Size() (int64, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	return int64(len(h.i.data)), nil
}

func (h *handle) Close() error { return nil }
