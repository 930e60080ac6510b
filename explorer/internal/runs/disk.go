package runs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Disk is what runs need of a file system. Methods may be called by several
// goroutines at once.
type Disk interface {
	// Create makes an empty file, in place of an old one if there is one.
	Create(path string) (File, error)
	// Open opens a file for reading. If there is none, the error is
	// fs.ErrNotExist.
	Open(path string) (File, error)
	// Sync returns when the contents of a file that is not open are on stable
	// storage.
	Sync(path string) error
	// Rename gives a file another name, in one step and in place of the file
	// that has it.
	Rename(from, to string) error
	// Link gives a file a second name, unless a file has that: then the error is
	// fs.ErrExist.
	Link(from, to string) error
	// Remove removes a file.
	Remove(path string) error
	// ReadDir lists the names in a directory, sorted.
	ReadDir(path string) ([]string, error)
	// MkdirAll makes a directory and those above it where missing.
	MkdirAll(path string) error
	// SyncDir returns when the names in a directory are on stable storage.
	SyncDir(path string) error
}

// File is an open file of a Disk.
type File interface {
	io.Writer   // at the end
	io.ReaderAt // may be called by several goroutines at once
	io.Closer
	// Sync returns when the contents are on stable storage.
	Sync() error
	// Size is the length in bytes.
	Size() (int64, error)
}

// OS is the file system of the machine.
type OS struct{}

var _ Disk = OS{}

// Create implements Disk.
func (OS) Create(path string) (File, error) { return osFile(os.Create(path)) }

// Open implements Disk.
func (OS) Open(path string) (File, error) { return osFile(os.Open(path)) }

// Sync implements Disk. Windows wants a handle that may write.
func (OS) Sync(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// Rename implements Disk.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Link implements Disk.
func (OS) Link(from, to string) error { return os.Link(from, to) }

// Remove implements Disk.
func (OS) Remove(path string) error { return os.Remove(path) }

// ReadDir implements Disk.
func (OS) ReadDir(path string) ([]string, error) {
	entries, err := os.ReadDir(path)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// MkdirAll implements Disk.
func (OS) MkdirAll(path string) error { return os.MkdirAll(path, 0o777) }

// SyncDir implements Disk. Windows has no such operation.
func (OS) SyncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// file gives an *os.File a Size.
type file struct{ *os.File }

func osFile(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return file{f}, nil
}

func (f file) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// temporary is the name that a file has until it is complete.
func temporary(path string) string { return path + ".tmp" }

// write writes all of b or says why not.
func write(f File, b []byte) error {
	n, err := f.Write(b)
	if err == nil && n != len(b) {
		err = io.ErrShortWrite
	}
	return err
}

// publish makes a file that was written under its temporary name durable and
// gives it its name. The file is closed in any case.
func publish(d Disk, f File, path string) error {
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := d.Rename(temporary(path), path); err != nil {
		return err
	}
	return d.SyncDir(filepath.Dir(path))
}

// publishOnce is publish unless there is a file of that name: the first who gives it
// one has it. Where a file cannot have two names, as on some mounts, they may both think
// so, and the last one has it.
func publishOnce(d Disk, f File, temporary, path string) (first bool, err error) {
	if err := f.Sync(); err != nil {
		f.Close()
		return false, err
	}
	if err := f.Close(); err != nil {
		return false, err
	}
	switch err := d.Link(temporary, path); {
	case errors.Is(err, fs.ErrExist):
		return false, d.Remove(temporary)
	case err != nil:
		return renameOnce(d, temporary, path)
	}
	return true, errors.Join(d.SyncDir(filepath.Dir(path)), d.Remove(temporary))
}

// renameOnce gives a file its name if no other has it.
func renameOnce(d Disk, temporary, path string) (first bool, err error) {
	other, err := d.Open(path)
	if err == nil {
		return false, errors.Join(other.Close(), d.Remove(temporary))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err := d.Rename(temporary, path); err != nil {
		return false, err
	}
	return true, d.SyncDir(filepath.Dir(path))
}

// unwritten is the error for a file that could not be written. The remedy for
// a full disk is to make room; nothing that was published is lost.
func unwritten(path string, err error) error {
	if tooMany(err) {
		return fmt.Errorf("runs: %s is not written: %w; what was complete before is kept: let the process have more files open (ulimit -n) and resume", path, err)
	}
	return fmt.Errorf("runs: %s is not written: %w; what was complete before is kept: make room or mend the disk and resume", path, err)
}

// unread is the error for a file that could not be read.
func unread(path string, err error) error {
	if tooMany(err) {
		return fmt.Errorf("runs: cannot read %s: %w; let the process have more files open (ulimit -n)", path, err)
	}
	return fmt.Errorf("runs: cannot read %s: %w", path, err)
}
