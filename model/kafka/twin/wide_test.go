//go:build twin

package twin

// See bounds_test.go.
const (
	configurations = 500
	width          = 40
	referenceWidth = 0
	everything     = true
)
