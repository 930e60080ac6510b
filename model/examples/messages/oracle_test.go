//go:build oracle

package messages

import (
	"testing"

	"mc/explorer/figures"
)

// TestLarge has the rows that take more than a moment.
func TestLarge(t *testing.T) {
	figures.Size(t, pool{8}.model(), 1745408, 18507778, 26)
	figures.Size(t, pool{9}.model(), 10340352, 123558402, 29)
}
