package report

import (
	"testing"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{"1B": 1, "512MiB": 512 << 20, "2 GiB": 2 << 30, "3GB": 3e9, "4KB": 4000} {
		var s Size
		if err := s.UnmarshalText([]byte(text)); err != nil || s != want {
			t.Errorf("%s is %d (%v), want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "5", "GiB", "10XB", "1.5GiB", "-1MiB", "99999999999999999999B"} {
		var s Size
		if err := s.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken for %d bytes", text, s)
		}
	}
	for s, want := range map[Size]string{0: "0B", 1023: "1023B", 1536: "1.5KiB", 1 << 30: "1GiB"} {
		if s.String() != want {
			t.Errorf("%d is printed as %s, want %s", s, s, want)
		}
	}
}
