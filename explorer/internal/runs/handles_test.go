package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"testing"
)

// counted is a disk that counts the files that are open, and has no more than
// so many.
type counted struct {
	OS
	mu         sync.Mutex
	open, peak int
}

type countedFile struct {
	File
	d *counted
}

func (d *counted) Open(path string) (File, error) {
	f, err := d.OS.Open(path)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open++
	d.peak = max(d.peak, d.open)
	return &countedFile{f, d}, nil
}

func (f *countedFile) Close() error {
	f.d.mu.Lock()
	f.d.open--
	f.d.mu.Unlock()
	return f.File.Close()
}

// TestHandles: of many files a few are open at a time, whoever reads them, and
// each is read all the same; in the end none is.
func TestHandles(t *testing.T) {
	const files, most = 40, 5
	defer func(old int) { opened.most = old }(opened.most)
	opened.most = most
	d, dir := &counted{}, t.TempDir()
	var readers []*Reader
	for i := range files {
		h := Header{Words: 1, Part: uint64(i)}
		path := filepath.Join(dir, fmt.Sprint(i))
		w, err := Create(d, path, h)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Append([]uint64{uint64(i)}, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := Open(d, path, h)
		if err != nil {
			t.Fatal(err)
		}
		readers = append(readers, r)
	}
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			states := make([]uint64, BlockRecords)
			for i := range 5 * files {
				at := i * (worker + 3) % files
				if n, err := readers[at].ReadBlock(0, states, nil); err != nil || n != 1 || states[0] != uint64(at) {
					t.Errorf("file %d: %d records, %v", at, n, err)
				}
			}
		})
	}
	all.Wait()
	if d.peak > most {
		t.Errorf("%d files were open at a time, at most %d are allowed", d.peak, most)
	}
	for _, r := range readers {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if d.open != 0 {
		t.Errorf("%d files are still open", d.open)
	}
	if _, err := readers[0].ReadBlock(0, make([]uint64, BlockRecords), nil); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("a closed reader says %v", err)
	}
}
