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
