package runstest

import (
	"fmt"
	"sync/atomic"
	"syscall"

	"mc/explorer/internal/runs"
)

// Fault is a way for an operation to go wrong.
type Fault int

// The faults. Operations that a fault does not name fail as with Broken.
const (
	Broken Fault = iota // input/output error; the operation has no effect
	Full                // a write fails after its first half: no space left on device
	Short               // a write or read does half and says so, without an error
	Flip                // a bit of what is written or read is flipped, silently
	Lost                // a write or sync does nothing, silently
	faults
)

// Faults lists all faults.
func Faults() (all []Fault) {
	for f := range faults {
		all = append(all, f)
	}
	return all
}

func (f Fault) String() string {
	return [...]string{"broken", "full", "short", "flip", "lost"}[f]
}

// Silent says whether the disk hides the fault.
func (f Fault) Silent() bool { return f == Flip || f == Lost }

// Faulty is a disk on which operations go wrong: number At, from 1, and with
// Stuck all after it. Closing a file is an operation too.
type Faulty struct {
	Disk  runs.Disk
	At    int64
	Fault Fault
	Stuck bool
	Bit   uint // the bit that Flip flips, counted within the operation's bytes

	operations atomic.Int64
}

var _ runs.Disk = (*Faulty)(nil)

// Operations is the number of operations so far.
func (f *Faulty) Operations() int64 { return f.operations.Load() }

// due counts an operation and says whether it goes wrong.
func (f *Faulty) due() bool {
	n := f.operations.Add(1)
	return n == f.At || f.Stuck && f.At > 0 && n > f.At
}

// fail counts an operation that can only work or not.
func (f *Faulty) fail(op string) error {
	if !f.due() {
		return nil
	}
	if f.Fault == Full {
		return fmt.Errorf("%s: %w", op, syscall.ENOSPC)
	}
	return fmt.Errorf("%s: %w", op, syscall.EIO)
}

// Create implements runs.Disk.
func (f *Faulty) Create(path string) (runs.File, error) {
	if err := f.fail("create"); err != nil {
		return nil, err
	}
	return f.file(f.Disk.Create(path))
}

// Open implements runs.Disk.
func (f *Faulty) Open(path string) (runs.File, error) {
	if err := f.fail("open"); err != nil {
		return nil, err
	}
	return f.file(f.Disk.Open(path))
}

// Sync implements runs.Disk.
func (f *Faulty) Sync(path string) error {
	if f.due() {
		if f.Fault == Lost {
			return nil
		}
		return fmt.Errorf("sync: %w", syscall.EIO)
	}
	return f.Disk.Sync(path)
}

// Rename implements runs.Disk.
func (f *Faulty) Rename(from, to string) error {
	if err := f.fail("rename"); err != nil {
		return err
	}
	return f.Disk.Rename(from, to)
}

// Link implements runs.Disk.
func (f *Faulty) Link(from, to string) error {
	if err := f.fail("link"); err != nil {
		return err
	}
	return f.Disk.Link(from, to)
}

// Remove implements runs.Disk.
func (f *Faulty) Remove(path string) error {
	if err := f.fail("remove"); err != nil {
		return err
	}
	return f.Disk.Remove(path)
}

// ReadDir implements runs.Disk.
func (f *Faulty) ReadDir(path string) ([]string, error) {
	if err := f.fail("readdir"); err != nil {
		return nil, err
	}
	return f.Disk.ReadDir(path)
}

// MkdirAll implements runs.Disk.
func (f *Faulty) MkdirAll(path string) error {
	if err := f.fail("mkdir"); err != nil {
		return err
	}
	return f.Disk.MkdirAll(path)
}

// SyncDir implements runs.Disk.
func (f *Faulty) SyncDir(path string) error {
	if err := f.fail("sync directory"); err != nil {
		return err
	}
	return f.Disk.SyncDir(path)
}

func (f *Faulty) file(inner runs.File, err error) (runs.File, error) {
	if err != nil {
		return nil, err
	}
	return &faultyFile{inner, f}, nil
}

type faultyFile struct {
	runs.File
	disk *Faulty
}

func (f *faultyFile) Write(b []byte) (int, error) {
	if !f.disk.due() {
		return f.File.Write(b)
	}
	switch f.disk.Fault {
	case Full:
		n, _ := f.File.Write(b[:len(b)/2])
		return n, fmt.Errorf("write: %w", syscall.ENOSPC)
	case Short:
		return f.File.Write(b[:len(b)/2])
	case Flip:
		return f.File.Write(f.disk.flipped(b))
	case Lost:
		return len(b), nil
	}
	return 0, fmt.Errorf("write: %w", syscall.EIO)
}

func (f *faultyFile) ReadAt(b []byte, at int64) (int, error) {
	if !f.disk.due() {
		return f.File.ReadAt(b, at)
	}
	switch f.disk.Fault {
	case Short:
		return f.File.ReadAt(b[:len(b)/2], at)
	case Flip:
		n, err := f.File.ReadAt(b, at)
		copy(b[:n], f.disk.flipped(b[:n]))
		return n, err
	}
	return 0, fmt.Errorf("read: %w", syscall.EIO)
}

func (f *faultyFile) Sync() error {
	if f.disk.due() {
		if f.disk.Fault == Lost {
			return nil
		}
		return fmt.Errorf("sync: %w", syscall.EIO)
	}
	return f.File.Sync()
}

func (f *faultyFile) Size() (int64, error) {
	if err := f.disk.fail("stat"); err != nil {
		return 0, err
	}
	return f.File.Size()
}

func (f *faultyFile) Close() error {
	err := f.File.Close()
	if failed := f.disk.fail("close"); failed != nil {
		return failed
	}
	return err
}

// flipped is a copy of b with one bit flipped.
func (f *Faulty) flipped(b []byte) []byte {
	c := append([]byte{}, b...)
	if bit := f.Bit % uint(max(1, len(b)*8)); len(b) > 0 {
		c[bit/8] ^= 1 << (bit % 8)
	}
	return c
}
