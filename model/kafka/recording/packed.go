package recording

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// mostUnpacked is how many bytes an archive may hold.
const mostUnpacked = 4 << 30

// unpacked is the folder that dir names: itself, or what an archive (.tar.gz) has, in a folder
// that done removes.
func unpacked(dir string) (folder string, done func(), err error) {
	if !strings.HasSuffix(dir, ".tar.gz") && !strings.HasSuffix(dir, ".tgz") {
		return dir, func() {}, nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		return "", nil, fmt.Errorf("it is no archive: %w", err)
	}
	folder, err = os.MkdirTemp("", "mc-recording-")
	if err != nil {
		return "", nil, err
	}
	done = func() { os.RemoveAll(folder) }
	if err := unpack(tar.NewReader(io.LimitReader(zip, mostUnpacked)), folder); err != nil {
		done()
		return "", nil, fmt.Errorf("the archive cannot be read: %w; pack it again", err)
	}
	return folder, done, nil
}

// unpack writes the files of an archive into one folder, whichever folder they lie in there.
func unpack(r *tar.Reader, folder string) error {
	for {
		head, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case head.Typeflag != tar.TypeReg:
			continue
		}
		f, err := os.Create(filepath.Join(folder, filepath.Base(head.Name)))
		if err != nil {
			return err
		}
		_, err = io.Copy(f, r)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
}
