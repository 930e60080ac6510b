package machine

import (
	"io/fs"
	"math"
	"runtime/debug"
)

// Room is memory that a process may still take.
type Room struct {
	Bytes uint64
	Of    string // what bounds it, as a noun: "the container"
}

// The bounds that there are.
const (
	Container    = "the container"
	Available    = "what the machine has free"
	Installed    = "what the machine has"
	Runtime      = "GOMEMLIMIT"
	AddressSpace = "the address space"
)

// none is more than any bound.
const none = math.MaxUint64

// Memory is the least room of all that is known; known is false where nothing
// is. Root holds the files of the system, from / on.
func Memory(root fs.FS) (least Room, known bool) {
	least.Bytes = none
	rooms := append(ofSystem(root), ofRuntime(debug.SetMemoryLimit(-1))...)
	for _, r := range rooms {
		if r.Bytes < least.Bytes {
			least = r
		}
	}
	return least, least.Bytes < none
}

// ofRuntime is what Go's runtime was told to keep to, if it was.
func ofRuntime(limit int64) []Room {
	if limit == math.MaxInt64 {
		return nil
	}
	return []Room{{uint64(max(limit, 0)), Runtime}}
}

const (
	process = 32 << 20 // for the process itself
	least   = 8 << 20  // a share is never less
)

// Share is how much of it states may take: three quarters of what the process
// leaves. The rest is for what the system counts and nobody sees, and for
// others.
func (r Room) Share() uint64 {
	left := r.Bytes - min(r.Bytes, process)
	if r.Of == AddressSpace {
		return max(least, left/2) // a table that grows is mapped twice
	}
	return max(least, left/4*3)
}
