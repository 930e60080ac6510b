package registry

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mc/explorer/retrace"
	"mc/model"
	"mc/model/evidence"
	"mc/model/schedule"
	"mc/report"
	"mc/traces"
)

// ValidateOptions say how a recording is held against a model.
type ValidateOptions struct {
	evidence.Options
	Places   int    // most places that the search looks at; 0 stands for its default
	Memory   uint64 // bytes that these may take; 0 stands for its default
	Version  string // of the program
	Progress func(told, lines, places int)
}

// OfRecorded is OfLanguage for a model that recordings can be held against.
func OfRecorded[S comparable](t model.Template[S], l schedule.Language[S], read evidence.Reader[S]) Entry {
	e := OfLanguage(t, l)
	e.(*entry[S]).read = read
	return e
}

func (e *entry[S]) Reads() bool { return e.read != nil }

func (e *entry[S]) Validate(ctx context.Context, dir string, o ValidateOptions) (*report.Validation, error) {
	if e.read == nil {
		return nil, fmt.Errorf("registry: no recordings are read for model %s", e.Name())
	}
	r, err := e.read(dir, o.Options)
	if err != nil {
		return nil, &BadRecording{dir, err}
	}
	m, values, err := e.build(r.Set, nil)
	if err != nil {
		return nil, &BadRecording{dir, err}
	}
	settings, err := e.settings(r.Set, values)
	if err != nil {
		return nil, &BadRecording{dir, err}
	}
	out, err := retrace.Find(ctx, m, r, retrace.Options{Nodes: o.Places, Memory: o.Memory, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	v := &report.Validation{Recording: strings.TrimSuffix(filepath.Base(dir), ".tar.gz"), Model: e.Name(), Constants: settings, Because: r.Because, Partial: r.Partial, Notes: r.Notes,
		Accepted: out.Found, Cut: out.Cut, Lines: len(r.Lines), Stale: len(out.Stale), Unseen: out.Unseen(), Places: out.Nodes, Memory: report.Size(out.Memory), Full: out.Full}
	if r.Scale != nil {
		v.Scale = &report.Scale{Of: r.Scale.Of, Numbers: r.Scale.Numbers, Between: r.Scale.Between}
		v.Lines, v.Stale = v.Lines+r.Scale.Idle, v.Stale+r.Scale.Idle
		for _, n := range r.Names(out.Lines) {
			v.Scale.Names = append(v.Scale.Names, report.Name(n))
		}
	}
	about := traces.Meta{MC: o.Version, Constants: notable(settings), Verdict: model.Holds}
	if v.Course, err = traces.Record(m, &out.Path, about); err != nil {
		return nil, err
	}
	v.Trace = v.Course
	for _, lines := range out.Lines {
		var shown []report.Seen
		for _, i := range lines {
			shown = append(shown, seen(r, i))
		}
		v.Shown = append(v.Shown, shown)
	}
	if out.Found {
		v.Broken = e.broken(m, &out.Path)
		if len(v.Broken) > 0 {
			about.Property, about.Verdict = v.Broken[0].Name, model.Violated
			cut := model.Path[S]{Start: out.Path.Start, Steps: out.Path.Steps[:v.Broken[0].Step]}
			if v.Trace, err = traces.Record(m, &cut, about); err != nil {
				return nil, err
			}
		}
	} else if out.Stuck >= 0 {
		at := seen(r, out.Stuck)
		v.Stuck = &at
		for _, could := range out.Could {
			v.Could = append(v.Could, m.Text(could.Action)+": "+r.Told(r.Lines[out.Stuck].Stream, could.Fact))
		}
		v.Could = slices.Compact(slices.Sorted(slices.Values(v.Could)))
	}
	return v, nil
}

// BadRecording is a folder that cannot be held against the model.
type BadRecording struct {
	Dir string
	Err error
}

func (b *BadRecording) Error() string { return fmt.Sprintf("%s: %v", b.Dir, b.Err) }
func (b *BadRecording) Unwrap() error { return b.Err }

func seen[S comparable](r *evidence.Recording[S], i int) report.Seen {
	l := &r.Lines[i]
	return report.Seen{File: l.File, Line: l.Number, Text: l.Text, Says: r.Told(l.Stream, l.Fact), At: l.At}
}

// broken are the claims that the course breaks, each where it does so first, the worst first.
func (e *entry[S]) broken(m *model.Model[S], path *model.Path[S]) (list []report.BrokenClaim) {
	for i := range m.Properties {
		p := &m.Properties[i]
		if p.Kind.Temporal() || p.Kind.IsGoal() {
			continue
		}
		for n := range len(path.Steps) + 1 {
			if decided, why := m.DecidedAt(p, model.Path[S]{Start: path.Start, Steps: path.Steps[:n]}); decided {
				list = append(list, report.BrokenClaim{Name: p.Name, Impact: p.Impact, Step: n, Witness: why.Error()})
				break
			}
		}
	}
	rank := e.template.Impacts
	slices.SortStableFunc(list, func(a, b report.BrokenClaim) int { return rank.Rank(a.Impact) - rank.Rank(b.Impact) })
	return list
}
