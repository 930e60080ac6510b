//go:build !twin

package twin

// How much is compared: how many random configurations, and to how many states
// a level of theirs, and of a reference spec, is thinned; 0 is not at all.
const (
	configurations = 40
	width          = 12
	referenceWidth = 12
	everything     = false // whether these are enough for every rule and value to be among them
)
