package runs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// The files of a run directory that hold no states.
const (
	ManifestFile = "run.json" // names all others
	LockFile     = "lock"     // empty; keeps other processes out
)

// Name is the name of the run file of a part. The kind is for people who look
// into the directory.
func Name(part uint64, kind string) string { return fmt.Sprintf("%06d-%s.run", part, kind) }

// ownName is the form of the names that Name gives, complete or not.
var ownName = regexp.MustCompile(`^(\d{6,})-[a-z]+\.run(?:\.tmp)?$`)

// Survey is what lies in a directory, by name and by what files say of
// themselves. Nothing is mc's for its name alone.
type Survey struct {
	Manifest  bool // there is a run.json that is mc's, whole or not
	Locked    bool // there is an empty file named lock
	Files     []Found
	Leftovers []string // begun and cut off before they said anything
	Foreign   []string // all else
	Next      uint64   // above the number of every name of a run file

	odd []string // manifests that the company they are in must tell
}

// Found is a file that begins as run files do, and the run that it names.
type Found struct {
	Name string
	Run  [16]byte
}

// Stray reports that files of a run lie there without its manifest.
func (s *Survey) Stray() bool { return !s.Manifest && len(s.Files) > 0 }

// Taken reports that the directory holds what no run may be mixed with.
func (s *Survey) Taken() bool {
	return !s.Manifest && (len(s.Foreign) > 0 || len(s.Leftovers) > 0 && !s.Locked)
}

// Own are the files of runs, the manifest last: until it is gone, nothing takes
// the rest for files without one.
func (s *Survey) Own() (names []string) {
	for _, f := range s.Files {
		names = append(names, f.Name)
	}
	names = append(names, s.Leftovers...)
	if s.Manifest {
		names = append(names, ManifestFile)
	}
	return names
}

// Look surveys a directory; one that is not there is empty.
func Look(d Disk, dir string) (*Survey, error) {
	names, err := d.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return &Survey{}, nil
	}
	if err != nil {
		return nil, unread(dir, err)
	}
	s := &Survey{}
	for _, name := range names {
		s.add(d, dir, name)
	}
	s.placeOdd()
	return s, nil
}

// placeOdd places manifests that do not begin like one: they are a run's that
// was damaged if the company they are in is a run's.
func (s *Survey) placeOdd() {
	for _, name := range s.odd {
		switch {
		case !s.Locked && len(s.Files) == 0:
			s.Foreign = append(s.Foreign, name)
		case name == ManifestFile:
			s.Manifest = true
		default:
			s.Leftovers = append(s.Leftovers, name)
		}
	}
}

// add places one name.
func (s *Survey) add(d Disk, dir, name string) {
	begins, size := beginning(d, filepath.Join(dir, name))
	parts := ownName.FindStringSubmatch(name)
	if parts != nil {
		n, _ := strconv.ParseUint(parts[1], 10, 63)
		s.Next = max(s.Next, n+1)
	}
	unfinished := strings.HasSuffix(name, ".tmp")
	switch {
	case size < 0:
		s.Foreign = append(s.Foreign, name)
	case name == LockFile && size == 0:
		s.Locked = true
	case name == ManifestFile && looksSealed(begins):
		s.Manifest = true
	case name == temporary(ManifestFile) && looksSealed(begins):
		s.Leftovers = append(s.Leftovers, name)
	case name == ManifestFile || name == temporary(ManifestFile):
		s.odd = append(s.odd, name)
	case parts != nil && len(begins) == headBytes && string(begins[:8]) == magic && (!unfinished || intact(begins)):
		s.Files = append(s.Files, Found{name, [16]byte(begins[24:40])})
	case parts != nil && unfinished: // with whatever a loss of power left in it
		s.Leftovers = append(s.Leftovers, name)
	default:
		s.Foreign = append(s.Foreign, name)
	}
}

// beginning reads as much as a head is long; size is -1 of what cannot be read.
func beginning(d Disk, path string) (begins []byte, size int64) {
	f, err := d.Open(path)
	if err != nil {
		return nil, -1
	}
	defer f.Close()
	if size, err = f.Size(); err != nil {
		return nil, -1
	}
	begins = make([]byte, min(size, headBytes))
	if n, err := f.ReadAt(begins, 0); n < len(begins) || err != nil && n == 0 && size > 0 {
		return nil, -1
	}
	return begins, size
}

// intact reports that a head is as it was written. One of a file that was not complete
// may not be, after a loss of power: then it does not tell whose the file is.
func intact(head []byte) bool { return binary.LittleEndian.Uint32(head[headBytes-4:]) == headSum(head) }

// looksSealed reports that a text begins as manifests of every version do.
func looksSealed(begins []byte) bool {
	start := []byte(`{"schema": "` + manifestFamily)
	return len(begins) > 0 && bytes.HasPrefix(begins, start[:min(len(begins), len(start))])
}
