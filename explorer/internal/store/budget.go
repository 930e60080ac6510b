package store

import "errors"

// ErrFull says that a set has no room for more states within its limit.
var ErrFull = errors.New("store: the states need more memory than they may take")

// budget is the memory that one or several tables share with what else is kept
// of the states.
type budget struct {
	most uint64        // bytes; 0 = no limit
	used func() uint64 // by all that share it
}

// short tells that the limit is near enough for every page to count.
func (b *budget) short() bool { return b.most > 0 && b.used() > b.most/4 }

// afford is how many slots a table may have that has so many bytes, with what
// belongs to it: as many as wished for, or as many as fill the memory when the
// table is as full as it gets. A slot costs so many bytes by itself, and the
// states behind eight of them so many.
func (b *budget) afford(wish, own, slot, eight uint64) uint64 {
	if b.most == 0 {
		return wish
	}
	others := b.used() - own
	if others >= b.most {
		return 0
	}
	return min(wish, (b.most-others)*8/(8*slot+eight)&^(lineSlots-1))
}
