//go:build unix

package specfile

import (
	"strings"
	"testing"
)

// TestEndless: of what has no end no more is read than a spec may have (C4).
func TestEndless(t *testing.T) {
	if _, err := Read("/dev/zero"); err == nil || !strings.Contains(err.Error(), "is larger than 128 KiB") {
		t.Error(err)
	}
}
