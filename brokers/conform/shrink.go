package main

import (
	"slices"

	"mc/model"
)

// shrink looks for a shorter schedule with the same difference: it leaves steps
// out, many at a time and then single ones, takes what is left in the model and
// again on the brokers, until no step can be spared.
func (y *system) shrink(h *harness, f *finding) error {
	for size := len(f.path.Steps) / 2; size > 0; {
		shorter, err := y.spare(h, f, size)
		if err != nil {
			return err
		}
		if !shorter {
			size /= 2
		}
		size = min(size, len(f.path.Steps)/2)
	}
	return nil
}

// spare tries to do without size steps in a row, from the end to the start, and
// tells whether it could anywhere.
func (y *system) spare(h *harness, f *finding, size int) (shorter bool, err error) {
	for from := len(f.path.Steps) - size; from >= 0; from -= size {
		if from+size > len(f.path.Steps) {
			continue
		}
		fewer := slices.Delete(actions(f.path), from, from+size)
		smaller, err := y.shows(h, f, fewer)
		if err != nil {
			return shorter, err
		}
		shorter = shorter || smaller
	}
	return shorter, nil
}

// shows takes actions, as far as they are enabled, and makes them the finding's
// if they show its difference earlier.
func (y *system) shows(h *harness, f *finding, fewer []model.Action) (bool, error) {
	p := y.follow(f.path.Start, fewer)
	out, err := y.run(h, p, false)
	if err != nil || out.End != differed || out.Compared >= len(f.path.Steps) || y.key(p, out) != f.Key {
		return false, err
	}
	f.take(y, p, out)
	return true, nil
}
