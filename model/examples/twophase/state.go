package twophase

import (
	"fmt"
	"math/bits"
	"strings"
)

// MaxManagers is how many resource managers a state can hold.
const MaxManagers = 4

// Phase is how far a manager has come; of the transaction manager, what it has
// decided: Working is nothing yet.
type Phase uint8

const (
	Working  Phase = iota
	Prepared       // has promised to commit
	Committed
	Aborted
)

func (p Phase) String() string {
	return [...]string{"working", "prepared", "committed", "aborted"}[p]
}

// Final reports whether a phase is the last.
func (p Phase) Final() bool { return p >= Committed }

// Set is a set of resource managers, rm1 in the lowest bit.
type Set uint8

// Has reports whether manager i is a member.
func (x Set) Has(i int) bool { return x>>i&1 != 0 }

// String lists the members: "rm1, rm3", or "nobody".
func (x Set) String() string {
	var names []string
	for rest := x; rest != 0; rest &= rest - 1 {
		names = append(names, name(bits.TrailingZeros8(uint8(rest))))
	}
	if names == nil {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

// name is the manager of an index.
func name(i int) string { return fmt.Sprintf("rm%d", i+1) }

// State is the whole system at one moment: a plain struct, whose bytes are its
// identity.
type State struct {
	Managers [MaxManagers]Phase
	Heard    Set   // whose promise the transaction manager has heard
	Decision Phase // of the transaction manager
}
