package main

import (
	"fmt"
	"strings"

	"mc/model/kafka"
)

// fake stands for the brokers: a second model, whose rules may be others.
type fake struct {
	*system
	taken int // commands, of all schedules
}

func (f *fake) play(_ start, commands []command, each func(i int, s *snapshot) bool) error {
	var now kafka.State
	f.model.Init(func(s kafka.State) { now = s })
	if !each(0, facts(f.Protocol, &now)) {
		return nil
	}
	for i, c := range commands {
		f.taken++
		after, refused := f.take(&now, c)
		s := facts(f.Protocol, &after)
		s.Refused = refused
		if t := f.step(&now, c); t != nil {
			f.told(t.Action, &now, s)
		}
		now = after
		if !each(i+1, s) {
			return nil
		}
	}
	return nil
}

func (f *fake) take(now *kafka.State, c command) (after kafka.State, refused string) {
	t := f.step(now, c)
	switch {
	case t != nil:
		return t.After, ""
	case c.Rule == "Respond" || c.Rule == "LoseFetch": // it was dropped when its receiver learned, or is now
		return *now, ""
	}
	return *now, fmt.Sprintf("%s %v is not enabled", c.Rule, c.Args)
}

// step finds the step that a command stands for.
func (f *fake) step(now *kafka.State, c command) *step {
	text := strings.Join(append([]string{c.Rule}, c.Args...), " ")
	for _, rule := range f.successors(now) {
		for _, t := range rule {
			if name := f.model.Text(t.Action); name == text || name == c.Rule {
				return &t
			}
		}
	}
	return nil
}
