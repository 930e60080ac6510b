package report

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Size is an amount of memory in bytes, as people write it: "512MiB".
type Size uint64

var units = []struct {
	name  string
	bytes uint64
}{
	{"EiB", 1 << 60}, {"PiB", 1 << 50}, {"TiB", 1 << 40},
	{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}, {"B", 1},
}

// largest is more than any machine has.
const largest = 1 << 50

// UnmarshalText reads "512MiB"; the unit is required.
func (s *Size) UnmarshalText(text []byte) error {
	given := strings.TrimSpace(string(text))
	for _, u := range units {
		number, found := strings.CutSuffix(given, u.name)
		if !found {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
		if err == nil && n > largest/u.bytes || errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("%s is too large; no machine has so much memory", given)
		}
		if err != nil || n == 0 {
			break
		}
		*s = Size(n * u.bytes)
		return nil
	}
	return fmt.Errorf("%q is not a size; write a whole number and a unit, as in 512MiB or 2GiB (B, KiB, MiB, GiB, KB, MB, GB)", given)
}

// String gives the size in the largest unit that leaves at least one.
func (s Size) String() string {
	for _, u := range units[2:6] {
		if uint64(s) >= u.bytes {
			return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(s)/float64(u.bytes)), ".0") + u.name
		}
	}
	return fmt.Sprintf("%dB", uint64(s))
}
