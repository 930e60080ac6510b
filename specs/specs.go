// Package specs holds the spec files that come with mc, in the program itself, with
// the recorded tables of mc matrix (matrix/*.json, and the list of their rows,
// matrix/rows.yml), what mc assess asks (assess) and what clusters show (symptoms). A
// spec is found by its name, which is the name of its file without .yaml; the
// directories only group them.
//
// The program has them in one file, packed: they are a megabyte, and a twentieth of
// that packed. After a change of any:
//
//	go test ./specs -update
package specs

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"io"
	"io/fs"
	"sync"
)

// Files are the specs and tables.
var Files fs.FS = files{}

// packed is an archive without compression, compressed as a whole.
//
//go:embed packed.zip.gz
var packed []byte

// files unpacks when it is first asked.
type files struct{}

var unpacked = sync.OnceValues(func() (*zip.Reader, error) {
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	// The length stands at the end; without it twice as much would be taken.
	all := make([]byte, binary.LittleEndian.Uint32(packed[len(packed)-4:]))
	if _, err := io.ReadFull(plain, all); err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(all), int64(len(all)))
})

// Open opens a file or a directory.
func (files) Open(name string) (fs.File, error) {
	all, err := unpacked()
	if err != nil {
		return nil, err
	}
	return all.Open(name)
}
