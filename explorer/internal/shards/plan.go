package shards

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/store"
)

// Work is what the tasks of a plan do.
type Work string

// The kinds of work.
const (
	Expand Work = "expand" // the states of a level, and judge them
	Judge  Work = "judge"  // them only: the level behind is not wanted
	Merge  Work = "merge"  // what was found into the level behind
	Seek   Work = "seek"   // the predecessors of states in a level
	Ended  Work = "ended"  // nothing is left to do
)

// Plan is what is to be done next, and all that is known of a search, which T is.
type Plan[T any] struct {
	Run        string // digest
	Number     int    // from 1
	Work       Work
	Level      int // that is expanded, made or sought in
	Segments   []Segment
	Candidates []Part `json:",omitempty"` // for a merge
	Tasks      []Task
	Search     T
}

// Task is a part of the work.
type Task struct {
	Pieces []Piece  `json:",omitempty"` // of the level
	Lo     []uint64 `json:",omitempty"` // or states from here on
	Hi     []uint64 `json:",omitempty"` // to here; if there is none, to the end
	States uint64   // that are read for it, or about so many
}

// Piece are some blocks of a part of a level.
type Piece struct{ Part, From, To int }

// Portions are the pieces as the level has them.
func (t *Task) Portions() (list []store.Portion) {
	for _, p := range t.Pieces {
		for b := p.From; b < p.To; b++ {
			list = append(list, store.Block(p.Part, b))
		}
	}
	return list
}

// Last is the segment with the newest level.
func (p *Plan[T]) Last() *Segment { return &p.Segments[len(p.Segments)-1] }

// Of is the segment with a level.
func (p *Plan[T]) Of(level int) *Segment {
	for i := range p.Segments {
		if g := &p.Segments[i]; level >= g.From && level < g.From+g.Levels {
			return g
		}
	}
	return nil
}

// Files are the names of the files that a plan needs.
func (p *Plan[T]) Files() map[string]bool {
	names := map[string]bool{}
	for i := range p.Segments {
		for k := range p.Segments[i].Parts {
			names[p.Segments[i].Parts[k].File] = true
		}
	}
	for i := range p.Candidates {
		names[p.Candidates[i].File] = true
	}
	return names
}

// Read reads a plan; if there is none of that number the error is fs.ErrNotExist.
func Read[T any](f Folder, number int) (*Plan[T], error) {
	var p Plan[T]
	path := f.path(planName(number))
	if err := runs.ReadManifest(f.Disk, path, &p); err != nil {
		return nil, err
	}
	if p.Run != fmt.Sprintf("%x", f.Run) {
		return nil, &runs.Foreign{Path: path, What: "it was begun for another model, spec, set of properties or version"}
	}
	if p.Number != number || len(p.Segments) == 0 && p.Work != Ended {
		return nil, &runs.Damaged{Path: path, What: "its parts do not fit together"}
	}
	return &p, nil
}

// Latest reads the plan that no other follows. If there is none the error is
// fs.ErrNotExist.
func Latest[T any](f Folder) (*Plan[T], error) {
	last, err := f.lastPlan()
	if err != nil {
		return nil, err
	}
	return Read[T](f, last)
}

// lastPlan is the number of the plan that no other follows: plans are never removed, so
// it lies where twice as many are not there and half of that is.
func (f Folder) lastPlan() (int, error) {
	is, beyond := 1, 2
	for {
		there, err := f.there(planName(beyond))
		if err != nil {
			return 0, err
		}
		if !there {
			break
		}
		is, beyond = beyond, 2*beyond
	}
	for is+1 < beyond {
		mid := (is + beyond) / 2
		there, err := f.there(planName(mid))
		switch {
		case err != nil:
			return 0, err
		case there:
			is = mid
		default:
			beyond = mid
		}
	}
	return is, nil
}

// Write puts a plan in place, unless there is one of its number: first tells.
func Write[T any](f Folder, p *Plan[T]) (first bool, err error) {
	p.Run = fmt.Sprintf("%x", f.Run)
	return runs.WriteOnce(f.Disk, f.path(planName(p.Number)), who(), p)
}

// Followed tells whether a plan is past: there is a next one.
func (f Folder) Followed(number int) (bool, error) { return f.there(planName(number + 1)) }

// who is an attempt at writing a file.
func who() string { return fmt.Sprintf("%016x", rand.Uint64()) }

// Report says that a task is done, with what was found out of the search, which T is.
type Report[T any] struct {
	Attempt
	Parts   []Part
	Created []int64 `json:",omitempty"` // new states by rule, of a merge
	States  uint64  // read
	Seconds float64 // that it took
	Search  T
}

// Done tells whether a task has a report.
func (f Folder) Done(a Attempt) (bool, error) { return f.there(reportName(a.Plan, a.Task)) }

// ReadReport reads the report of a task; if there is none the error is fs.ErrNotExist.
func ReadReport[T any](f Folder, a Attempt) (*Report[T], error) {
	var r Report[T]
	path := f.path(reportName(a.Plan, a.Task))
	if err := runs.ReadManifest(f.Disk, path, &r); err != nil {
		return nil, err
	}
	if r.Attempt != a {
		return nil, &runs.Damaged{Path: path, What: "it is the report of another task"}
	}
	return &r, nil
}

// Publish puts a report in place. If another was first, the files of this one are
// removed.
func Publish[T any](f Folder, r *Report[T]) error {
	first, err := runs.WriteOnce(f.Disk, f.path(reportName(r.Plan, r.Task)), who(), r)
	if err != nil || first {
		return err
	}
	there, err := ReadReport[T](f, r.Attempt)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it does not show yet, and may be this one, or was taken up: Sweep will tell
	} else if err != nil {
		return err
	}
	named := map[string]bool{} // it may be this one: the answer to who was first can be lost
	for i := range there.Parts {
		named[there.Parts[i].File] = true
	}
	for i := range r.Parts {
		if name := r.Parts[i].File; !named[name] {
			if err := f.remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// Forget removes the reports of a plan that was followed by another.
func (f Folder) Forget(plan, tasks int) error {
	for task := range tasks {
		if err := f.remove(reportName(plan, task)); err != nil {
			return err
		}
	}
	return nil
}

// Failure is a refusal that no retry cures.
type Failure struct {
	Attempt
	Code int // with which who comes upon it is to end
	Text string
}

// Refuse says that a task will never be done.
func (f Folder) Refuse(r Failure) error {
	_, err := runs.WriteOnce(f.Disk, f.path(failureName(r.Plan, r.Task)), who(), r)
	return err
}

// Refused reads why a task will never be done; nil if nobody says so.
func (f Folder) Refused(a Attempt) (*Failure, error) {
	var r Failure
	err := runs.ReadManifest(f.Disk, f.path(failureName(a.Plan, a.Task)), &r)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return &r, nil
}

// FailureFile is the file to be removed before a task is tried again.
func (f Folder) FailureFile(a Attempt) string { return f.path(failureName(a.Plan, a.Task)) }
