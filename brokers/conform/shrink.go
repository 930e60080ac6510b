package main

import (
	"slices"

	"mc/model"
)

// shrink looks for a shorter schedule with the same difference: it leaves steps
// out, many at a time and then single ones, takes what is left in the model and
// again on the brokers, until no step can be spared.
func (f *finding) shrink(b brokers) error {
	for size := len(f.path.Steps) / 2; size > 0; {
		shorter, err := f.spare(b, size)
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
func (f *finding) spare(b brokers, size int) (shorter bool, err error) {
	for from := len(f.path.Steps) - size; from >= 0; from -= size {
		if from+size > len(f.path.Steps) {
			continue
		}
		fewer := slices.Delete(actions(f.path), from, from+size)
		smaller, err := f.shows(b, fewer)
		if err != nil {
			return shorter, err
		}
		shorter = shorter || smaller
	}
	return shorter, nil
}

// shows takes actions, as far as they are enabled, and makes them the finding's
// if they show its difference earlier.
func (f *finding) shows(b brokers, fewer []model.Action) (bool, error) {
	y := f.system
	p := y.follow(f.path.Start, fewer)
	out, err := y.run(b, p, false)
	if err != nil || out.End != differed || out.Compared >= len(f.path.Steps) || y.key(p, out) != f.Key {
		return false, err
	}
	f.take(y, p, out)
	return true, nil
}
