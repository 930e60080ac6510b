package traces

import "mc/model"

// MarkAside marks the steps of f that the violation does not depend on: it
// still comes about when they are left out, together with the later steps
// that only they made possible. It returns how many there are; a shortest
// trace has none. f must be a trace of m.
func MarkAside[S comparable](m *model.Model[S], f *File) (int, error) {
	r, err := Replay(m, f)
	if err != nil {
		return 0, err
	}
	kept := slice(newClaim(m, f.Property.Name), &r.Path)
	aside := 0
	for i := range f.Steps {
		f.Steps[i].Aside = !kept[i]
		if !kept[i] {
			aside++
		}
	}
	return aside, nil
}

// claim is a property of a model by name, to be judged at the end of paths.
type claim[S comparable] struct {
	m    *model.Model[S]
	p    *model.Property[S]
	name string
}

func newClaim[S comparable](m *model.Model[S], name string) claim[S] {
	p, _ := m.Property(name)
	return claim[S]{m, p, name}
}

func (c claim[S]) brokenAt(path *model.Path[S]) bool {
	broken, _ := judge(c.m, c.p, c.name, path)
	return broken
}

// slice finds a subset of steps that breaks the claim by itself: from the last
// step to the first, each is left out for good if the rest still breaks it.
func slice[S comparable](c claim[S], path *model.Path[S]) []bool {
	kept := make([]bool, len(path.Steps))
	for i := range kept {
		kept[i] = true
	}
	if !c.brokenAt(path) {
		return kept
	}
	for i := len(kept) - 1; i >= 0; i-- {
		if !kept[i] {
			continue
		}
		kept[i] = false
		if taken, broken := c.retake(path, kept); broken {
			kept = taken
		} else {
			kept[i] = true
		}
	}
	return kept
}

// retake runs the chosen steps of path, passing over those that are not
// enabled, until the claim is broken. It returns the steps that it took.
func (c claim[S]) retake(path *model.Path[S], chosen []bool) (taken []bool, broken bool) {
	taken = make([]bool, len(chosen))
	again := &model.Path[S]{Start: path.Start}
	for i := range path.Steps {
		if !chosen[i] {
			continue
		}
		last := again.Last()
		after, enabled := c.m.Successor(&last, path.Steps[i].Action)
		if !enabled {
			continue
		}
		taken[i] = true
		again.Steps = append(again.Steps, model.Transition[S]{Action: path.Steps[i].Action, After: after})
		if c.brokenAt(again) {
			return taken, true
		}
	}
	return taken, false
}

// only is the path of the chosen steps; all of them must be enabled in turn.
func (c claim[S]) only(path *model.Path[S], chosen []bool) *model.Path[S] {
	out := &model.Path[S]{Start: path.Start}
	for i := range path.Steps {
		if chosen[i] {
			last := out.Last()
			after, _ := c.m.Successor(&last, path.Steps[i].Action)
			out.Steps = append(out.Steps, model.Transition[S]{Action: path.Steps[i].Action, After: after})
		}
	}
	return out
}
