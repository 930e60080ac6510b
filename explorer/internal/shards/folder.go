package shards

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"

	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs"
)

// Folder is the directory of a run in tasks.
type Folder struct {
	Disk  runs.Disk
	Dir   string
	Run   [16]byte // digest of all that who works on it must have in common
	Words int      // of a state
}

func (f Folder) path(name string) string { return filepath.Join(f.Dir, name) }

func planName(number int) string { return fmt.Sprintf("plan-%06d.json", number) }

func reportName(plan, task int) string { return fmt.Sprintf("report-%06d-%03d.json", plan, task) }

func failureName(plan, task int) string { return fmt.Sprintf("failed-%06d-%03d.json", plan, task) }

// there tells whether there is a file.
func (f Folder) there(name string) (bool, error) {
	file, err := f.Disk.Open(f.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("shards: %w", err)
	}
	return true, file.Close()
}

// files are where an attempt at a task writes states. Ids are drawn at random, so that
// the files of two attempts have different names, and different heads.
func (f Folder) files() parts.Folder {
	return parts.Folder{Disk: f.Disk, Dir: f.Dir, Run: f.Run, Words: f.Words, Next: rand.Uint64N(1 << 62)}
}

// Attempt is somebody's try at a task of a plan.
type Attempt struct{ Plan, Task int }

// kind is the part of names that tells whose a file is.
func (a Attempt) kind(of string) string { return fmt.Sprintf("%s-%06d-%03d", of, a.Plan, a.Task) }

// ownName is the form of the names of files with states.
var ownName = regexp.MustCompile(`^\d+-[a-z]+-(\d{6,})-\d{3,}\.run(\.tmp)?$`)

// Part is a file of states, and the first of them, as a plan has it.
type Part struct {
	parts.Saved
	First []uint64 `json:",omitempty"`
}

// keep puts a part that was written on stable storage, closes it, and names it.
func keep(files *parts.Folder, p *parts.Part) (Part, error) {
	defer p.Close()
	out := Part{Saved: p.Saved}
	if p.Blocks() > 0 {
		out.First = append(out.First, p.First(0)...)
	}
	return out, files.Settle([]*parts.Part{p})
}

// Open opens parts for reading.
func (f Folder) Open(list []Part) (open []*parts.Part, err error) {
	files := f.files()
	for _, one := range list {
		p, err := files.Open(one.Saved)
		if err != nil {
			parts.Close(open)
			return nil, err
		}
		open = append(open, p)
	}
	return open, nil
}

// Segment is a level, or several that share a file. The parts of a level are in the order
// of their keys, and none begins before another has ended.
type Segment struct {
	From   int // the first level, from 1
	Levels int
	Parts  []Part
}

// Shared tells whether several levels share the segment's file.
func (g *Segment) Shared() bool { return g.Levels > 1 }

// States is how many there are.
func (g *Segment) States() (n uint64) {
	for i := range g.Parts {
		n += g.Parts[i].Records
	}
	return n
}

// Sweep removes files of states that are of plans before one, and not among those that are
// named: of attempts that came too late, or to nothing.
func (f Folder) Sweep(before int, named map[string]bool) error {
	names, err := f.Disk.ReadDir(f.Dir)
	if err != nil {
		return fmt.Errorf("shards: %w", err)
	}
	for _, name := range names {
		m := ownName.FindStringSubmatch(name)
		if m == nil || named[name] {
			continue
		}
		if plan, err := strconv.Atoi(m[1]); err != nil || plan >= before {
			continue
		}
		if err := f.remove(name); err != nil {
			return err
		}
	}
	return nil
}

func (f Folder) remove(name string) error {
	if err := f.Disk.Remove(f.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("shards: %w", err)
	}
	return nil
}
