package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// span is a length of time as a flag has it: "60s".
type span time.Duration

// UnmarshalText reads a number with its unit, or several of them.
func (s *span) UnmarshalText(text []byte) error {
	given := strings.TrimSpace(string(text))
	d, err := time.ParseDuration(given)
	number, bare := strconv.ParseFloat(given, 64)
	switch {
	case err == nil && d < 0:
		return fmt.Errorf("%s is negative; leave it out for no limit", given)
	case err == nil:
		*s = span(d)
		return nil
	case bare == nil && number >= 0:
		return fmt.Errorf("%s has no unit; write %ss, or another of ms, s, m, h", given, given)
	case strings.TrimLeft(given, "0123456789.hmsnuµ") == "" && given != "" && strings.Trim(given, "0123456789.") != given:
		return fmt.Errorf("%s is longer than a run can wait; the longest is about 290 years", given)
	}
	return fmt.Errorf("%q is not a length of time; write a number and a unit, as in 60s or 5m", given)
}

// shard is a part of a suite: every n-th spec, beginning with the i-th; none is all.
type shard struct{ i, n int }

// UnmarshalText reads "1/4".
func (s *shard) UnmarshalText(text []byte) error {
	i, n, parts := strings.Cut(string(text), "/")
	var err [2]error
	s.i, err[0] = strconv.Atoi(i)
	s.n, err[1] = strconv.Atoi(n)
	if !parts || err[0] != nil || err[1] != nil || s.i < 1 || s.n < s.i {
		return fmt.Errorf("%q is no part of a suite; write which of how many, as in 1/4", text)
	}
	return nil
}

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.i, s.n) }

// of are the plans of the part.
func (s shard) of(plans []plan) (part []plan) {
	if s.n == 0 {
		return plans
	}
	for i := s.i - 1; i < len(plans); i += s.n {
		part = append(part, plans[i])
	}
	return part
}
