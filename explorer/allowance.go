package explorer

import (
	"io/fs"
	"math"
	"os"

	"mc/explorer/internal/machine"
)

// NoLimit, as Options.Memory, lets a run take what the system gives.
const NoLimit = math.MaxUint64

// MemoryLimit is how much may be kept of states, and why.
type MemoryLimit struct {
	Bytes uint64 // 0: no limit
	Of    string // what it is a share of: "the container"; empty if it was given
	Room  uint64 // bytes that this had left
}

// DefaultMemory is the limit of a run that is given none: a share of what this
// process may still take before somebody ends it, which is the least of what its
// control groups, the machine, its address space and GOMEMLIMIT leave. Where
// none of these is known there is no limit.
func DefaultMemory() MemoryLimit { return defaultMemory(nil) }

func defaultMemory(root fs.FS) MemoryLimit {
	if root == nil {
		root = os.DirFS("/")
	}
	room, known := machine.Memory(root)
	if !known {
		return MemoryLimit{}
	}
	return MemoryLimit{Bytes: room.Share(), Of: room.Of, Room: room.Bytes}
}
