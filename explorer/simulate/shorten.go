package simulate

import (
	"slices"

	"mc/model"
)

// shorten leaves steps out of a path as long as what is left decides the
// property: halves first, then ever shorter stretches, from the end, until no
// single step can be spared. What is no longer enabled is left out with them.
func shorten[S comparable](m *model.Model[S], p *model.Property[S], path *model.Path[S]) *model.Path[S] {
	best := path
	for size := len(path.Steps) / 2; size >= 1; {
		less := spare(m, p, best, size)
		switch {
		case less != nil:
			best = less
			size = min(size, len(best.Steps)/2)
		case size == 1:
			return best
		default:
			size /= 2
		}
	}
	return best
}

// spare finds a stretch of that many steps that path can do without; nil if
// there is none.
func spare[S comparable](m *model.Model[S], p *model.Property[S], path *model.Path[S], size int) *model.Path[S] {
	for to := len(path.Steps); to > 0; to -= size {
		from := max(0, to-size)
		rest := slices.Concat(path.Steps[:from], path.Steps[to:])
		if less := follow(m, p, path.Start, rest); less != nil {
			return less
		}
	}
	return nil
}

// follow takes those of the steps that are enabled, up to the first state or step
// that decides the property; nil if none does.
func follow[S comparable](m *model.Model[S], p *model.Property[S], start S, steps []model.Transition[S]) *model.Path[S] {
	path := &model.Path[S]{Start: start}
	for i := 0; ; i++ {
		if decided, _ := m.DecidedAt(p, *path); decided {
			return path
		}
		if i == len(steps) {
			return nil
		}
		last := path.Last()
		if after, enabled := m.Successor(&last, steps[i].Action); enabled && (m.Within == nil || m.Within(&after)) {
			path.Steps = append(path.Steps, model.Transition[S]{Action: steps[i].Action, After: after})
		}
	}
}
