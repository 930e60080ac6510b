package suite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"mc/model"
	"mc/report"
	"mc/run/cure"
	"mc/run/specfile"
	"mc/traces"
	"mc/traces/render"
)

// SavedIn is where a suite keeps traces of failures, below its directory; tests of
// models in Go keep them there, too.
var SavedIn = filepath.Join("testdata", "mc")

// Saved is a trace that a suite keeps.
type Saved struct {
	File  string
	Trace *traces.File
}

// Saved reads the traces that the suite in a directory keeps, in the order of their
// files. What is no violation is not among them.
func (s *Suite) Saved(dir string) (all []Saved, err error) {
	err = filepath.WalkDir(filepath.Join(dir, SavedIn), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".json" {
			return err
		}
		f, err := readTrace(file)
		if err == nil && f.Verdict == model.Violated {
			all = append(all, Saved{file, f})
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}

func readTrace(file string) (*traces.File, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, specfile.Unreadable(file, err)
	}
	defer in.Close()
	f, err := render.Read(in)
	if err != nil {
		return nil, &specfile.Problem{Place: specfile.Place{File: file}, Message: "is no trace: " + err.Error()}
	}
	return f, nil
}

// Again takes the steps of a saved trace on the model as it is now, and says whether
// they still break the property. The error says why they cannot be taken.
func (s *Suite) Again(saved Saved) (*report.Outcome, error) {
	f := saved.Trace
	entry, err := cure.Owner(s.Models, f)
	if err != nil {
		return nil, err
	}
	r, err := entry.Replay(f)
	var parted *traces.Divergence
	harmless := errors.As(err, &parted) && parted.Kind == traces.NotBroken
	if err != nil && !harmless {
		return nil, err
	}
	p := report.Property{Name: f.Property.Name, Kind: kindOf(f.Property), Verdict: model.Holds}
	if !harmless && r.Broken {
		f.Property.Witness = r.Witness
		p.Verdict, p.Witness, p.Trace = model.Violated, r.Witness, f
	}
	return &report.Outcome{Model: f.Model, Verdict: p.Verdict, Properties: []report.Property{p},
		Script: &report.Script{Steps: len(f.Steps), Actions: len(f.Steps), Trace: f}}, nil
}

// kindOf is the kind of a property that a file has in a word.
func kindOf(p traces.Property) model.Kind {
	if p.Name == model.DeadlockName {
		return model.Deadlock
	}
	for k := model.Always; k <= model.ReachableStep; k++ {
		if k.String() == p.Kind {
			return k
		}
	}
	return model.Always
}
