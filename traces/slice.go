package traces

import "mc/model"

// MarkAside marks the steps of f that the violation does not depend on: it
// still comes about when they are left out, together with the later steps
// that only they made possible. It returns how many there are; a shortest
// trace has none, nor has one with a loop, which every step is a part of or
// leads to. f must be a trace of m.
func MarkAside[S comparable](m *model.Model[S], f *File) (int, error) {
	r, err := Replay(m, f)
	if err != nil {
		return 0, err
	}
	if f.Loop != nil {
		return 0, nil
	}
	kept := slice(newAim(m, f.Property.Name), &r.Path)
	aside := 0
	for i := range f.Steps {
		f.Steps[i].Aside = !kept[i]
		if !kept[i] {
			aside++
		}
	}
	return aside, nil
}

// aim is what shortened paths must still do: decide a property of a model at
// their end.
type aim[S comparable] struct {
	m *model.Model[S]
	p *model.Property[S] // nil: nothing does
}

func newAim[S comparable](m *model.Model[S], name string) aim[S] {
	p, _ := m.Property(name)
	return aim[S]{m, p}
}

func (a aim[S]) met(path *model.Path[S]) bool {
	met, _ := decided(a.m, a.p, path)
	return met
}

// slice finds a subset of steps that breaks the property by itself: from the last
// step to the first, each is left out for good if the rest still breaks it.
func slice[S comparable](a aim[S], path *model.Path[S]) []bool {
	kept := make([]bool, len(path.Steps))
	for i := range kept {
		kept[i] = true
	}
	if !a.met(path) {
		return kept
	}
	for i := len(kept) - 1; i >= 0; i-- {
		if !kept[i] {
			continue
		}
		kept[i] = false
		if taken, broken := a.retake(path, kept); broken {
			kept = taken
		} else {
			kept[i] = true
		}
	}
	return kept
}

// retake runs the chosen steps of path, passing over those that are not
// enabled, until the property is. It returns the steps that it took.
func (a aim[S]) retake(path *model.Path[S], chosen []bool) (taken []bool, broken bool) {
	taken = make([]bool, len(chosen))
	again := &model.Path[S]{Start: path.Start}
	for i := range path.Steps {
		if !chosen[i] {
			continue
		}
		last := again.Last()
		after, enabled := a.m.Successor(&last, path.Steps[i].Action)
		if !enabled {
			continue
		}
		taken[i] = true
		again.Steps = append(again.Steps, model.Transition[S]{Action: path.Steps[i].Action, After: after})
		if a.met(again) {
			return taken, true
		}
	}
	return taken, false
}

// only is the path of the chosen steps; all of them must be enabled in turn.
func (a aim[S]) only(path *model.Path[S], chosen []bool) *model.Path[S] {
	out := &model.Path[S]{Start: path.Start}
	for i := range path.Steps {
		if chosen[i] {
			last := out.Last()
			after, _ := a.m.Successor(&last, path.Steps[i].Action)
			out.Steps = append(out.Steps, model.Transition[S]{Action: path.Steps[i].Action, After: after})
		}
	}
	return out
}
