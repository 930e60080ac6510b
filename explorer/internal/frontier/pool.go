package frontier

import (
	"unsafe"

	"mc/explorer/internal/mem"
)

// blockNumbers numbers and a link are a block of 512 bytes.
const blockNumbers = 63

// block holds some of the numbers of one list.
type block struct {
	link    uint32 // another block of the list, plus one
	_       uint32
	numbers [blockNumbers]uint64
}

const (
	blockWords = int(unsafe.Sizeof(block{}) / 8)
	slabBlocks = 512 // blocks that are asked for at a time: 256 kilobytes
)

// pool hands out blocks. The name of a block is its index plus one.
type pool struct {
	slabs [][]uint64
	spare uint32 // the first of those given back
	next  uint32 // those up to here have been handed out
}

func (p *pool) block(id uint32) *block {
	at := id - 1
	return (*block)(unsafe.Pointer(&p.slabs[at/slabBlocks][int(at%slabBlocks)*blockWords]))
}

func (p *pool) take() (id uint32, err error) {
	if id = p.spare; id != 0 {
		p.spare = p.block(id).link
		return id, nil
	}
	if int(p.next) == len(p.slabs)*slabBlocks {
		slab, err := mem.Words(slabBlocks * blockWords)
		if err != nil {
			return 0, err
		}
		p.slabs = append(p.slabs, slab)
	}
	p.next++
	return p.next, nil
}

func (p *pool) give(id uint32) {
	p.block(id).link, p.spare = p.spare, id
}

// Bytes is the memory in use.
func (p *pool) Bytes() uint64 { return uint64(len(p.slabs)) * slabBlocks * uint64(blockWords) * 8 }

// Free gives all memory back.
func (p *pool) Free() {
	for _, s := range p.slabs {
		mem.Free(s)
	}
	p.slabs = nil
}
