package verdict

import (
	"slices"
	"testing"
)

// TestCodes: each code that a run can end with is told, in ascending order.
func TestCodes(t *testing.T) {
	codes := Codes()
	if !slices.IsSorted(codes) {
		t.Errorf("%d is not in ascending order", codes)
	}
	for _, c := range precedence {
		if !slices.Contains(codes, c) {
			t.Errorf("%d is not told", int(c))
		}
	}
	if len(codes) != len(precedence) {
		t.Errorf("%d codes are told, and %d can come", len(codes), len(precedence))
	}
}
