package explorer

import (
	"fmt"
	"time"
)

// Cut is what kept a run from being whole.
type Cut struct {
	Constraint uint64   // successors outside the model's constraint
	Frontier   uint64   // states found and judged, but not expanded
	Reasons    []Reason // which limits ended the search
}

// Any tells whether anything was cut.
func (c Cut) Any() bool { return c.Constraint > 0 || len(c.Reasons) > 0 }

// By tells whether a limit of the given kind ended the search.
func (c Cut) By(k ReasonKind) bool {
	for _, r := range c.Reasons {
		if r.Kind == k {
			return true
		}
	}
	return false
}

// Reason is a limit that ended a search: its kind and, but for an interrupt,
// its value.
type Reason struct {
	Kind  ReasonKind
	Limit uint64 // levels, states, bytes, or nanoseconds
}

// ReasonKind says which limit it was.
type ReasonKind uint8

// The kinds of limits. MaxDepth, MaxStates, Timeout and Memory are those of
// Options; Interrupted says that the context ended, and SystemMemory that the
// system gave no more, when the states took as much as the limit says.
const (
	MaxDepth ReasonKind = iota + 1
	MaxStates
	Timeout
	Memory
	Interrupted
	SystemMemory
)

// String is the reason in words: "max-depth 5", "interrupted".
func (r Reason) String() string {
	switch r.Kind {
	case MaxDepth:
		return fmt.Sprintf("max-depth %d", r.Limit)
	case MaxStates:
		return fmt.Sprintf("max-states %d", r.Limit)
	case Timeout:
		return fmt.Sprintf("timeout %v", time.Duration(r.Limit))
	case Memory:
		return fmt.Sprintf("memory %d bytes", r.Limit)
	case Interrupted:
		return "interrupted"
	case SystemMemory:
		return fmt.Sprintf("system memory at %d bytes", r.Limit)
	}
	return "a failure"
}

// MarshalText is String: results in JSON have their reasons in words.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
