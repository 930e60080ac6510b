package main

import (
	"fmt"
	"io"
	"slices"
)

// teller prints a schedule as the brokers take it: each step with what it
// changed.
type teller struct {
	out  io.Writer
	last *snapshot
}

// step tells of one step; number 0 is the start.
func (t *teller) step(number int, text string, s *snapshot) {
	if t == nil {
		return
	}
	if t.last != nil {
		fmt.Fprintf(t.out, "%d  %s\n", number, text)
		for _, d := range compare(t.last, s) {
			if d.Field != "refused" {
				fmt.Fprintf(t.out, "      %s %s: %s, was %s\n", d.Where, d.Field, d.Brokers, d.Model)
			}
		}
	}
	if s.Refused != "" {
		fmt.Fprintf(t.out, "      refused: %s\n", s.Refused)
	}
	last := *s // the comparison blanks what the model does not speak of
	last.Brokers = slices.Clone(s.Brokers)
	t.last = &last
}
