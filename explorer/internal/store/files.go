package store

import (
	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs"
)

// diskLevel is a level whose states lie in files.
type diskLevel struct{ parts []*parts.Part }

// InParts is a level whose states lie in files that are open.
func InParts(list []*parts.Part) Level { return &diskLevel{list} }

// InShared is a level that lies in one file with others.
func InShared(p *parts.Part, level int, w *parts.Window) Level { return &sharedLevel{p, level, w} }

// Block is the portion of a level in files that is one block of one of them.
func Block(part, block int) Portion {
	at := uint64(part)<<blockBits | uint64(block)
	return Portion{at, at + 1}
}

// Size is the number of states.
func (l *diskLevel) Size() (n uint64) {
	for _, p := range l.parts {
		n += p.Records
	}
	return n
}

const blockBits = 40 // of a Portion's bounds; the part's index is above them

// Cut gives one portion per block.
func (l *diskLevel) Cut(uint64) (portions []Portion) {
	for i, p := range l.parts {
		for b := range uint64(p.Blocks()) {
			at := uint64(i)<<blockBits | b
			portions = append(portions, Portion{at, at + 1})
		}
	}
	return portions
}

// Read reads a block into buf.
func (l *diskLevel) Read(p Portion, buf []uint64) ([]uint64, error) {
	return l.parts[p.From>>blockBits].ReadInto(buf, int(p.From&(1<<blockBits-1)))
}

// sharedLevel is a level that lies in one file with others.
type sharedLevel struct {
	part   *parts.Part
	index  int
	window *parts.Window
}

// Size is the number of states.
func (l *sharedLevel) Size() uint64 { return l.part.Size(l.index) }

// Cut divides the level into portions of a block at most.
func (l *sharedLevel) Cut(most uint64) (portions []Portion) {
	if most == 0 || most > runs.BlockRecords {
		most = runs.BlockRecords
	}
	for from := uint64(0); from < l.Size(); from += most {
		portions = append(portions, Portion{from, min(from+most, l.Size())})
	}
	return portions
}

// Read copies the states of a portion into buf.
func (l *sharedLevel) Read(p Portion, buf []uint64) ([]uint64, error) {
	return l.window.Read(l.part, l.index, p.From, p.To, buf)
}
