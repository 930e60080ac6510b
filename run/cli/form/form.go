// Package form has what flags are given as, where that is more than a number or a word.
package form

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Span is a length of time as a flag has it: "60s".
type Span time.Duration

// UnmarshalText reads a number with its unit, or several of them.
func (s *Span) UnmarshalText(text []byte) error {
	given := strings.TrimSpace(string(text))
	d, err := time.ParseDuration(given)
	number, bare := strconv.ParseFloat(given, 64)
	switch {
	case err == nil && d < 0:
		return fmt.Errorf("%s is negative; leave it out for no limit", given)
	case err == nil:
		*s = Span(d)
		return nil
	case bare == nil && number >= 0:
		return fmt.Errorf("%s has no unit; write %ss, or another of ms, s, m, h", given, given)
	case strings.TrimLeft(given, "0123456789.hmsnuµ") == "" && given != "" && strings.Trim(given, "0123456789.") != given:
		return fmt.Errorf("%s is longer than a run can wait; the longest is about 290 years", given)
	}
	return fmt.Errorf("%q is not a length of time; write a number and a unit, as in 60s or 5m", given)
}

// Shard is a part of a suite: every n-th spec, beginning with the i-th; none is all.
type Shard struct{ i, n int }

// UnmarshalText reads "1/4".
func (s *Shard) UnmarshalText(text []byte) error {
	i, n, parts := strings.Cut(string(text), "/")
	var err [2]error
	s.i, err[0] = strconv.Atoi(i)
	s.n, err[1] = strconv.Atoi(n)
	if !parts || err[0] != nil || err[1] != nil || s.i < 1 || s.n < s.i {
		return fmt.Errorf("%q is no part of a suite; write which of how many, as in 1/4", text)
	}
	return nil
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.i, s.n) }

// Whole reports whether the part is all.
func (s Shard) Whole() bool { return s.n == 0 }

// Of are those of a suite that are in the part.
func Of[T any](all []T, s Shard) (part []T) {
	if s.Whole() {
		return all
	}
	for i := s.i - 1; i < len(all); i += s.n {
		part = append(part, all[i])
	}
	return part
}
