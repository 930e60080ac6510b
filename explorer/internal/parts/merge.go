package parts

import (
	"container/heap"
	"slices"
)

// Source is a sorted part to be merged with others.
type Source struct {
	*Part
	Level int // of its states, if no levels share it
}

// Merge makes one sorted part, shared by the given levels, of several that have
// no state in common.
func (f *Folder) Merge(kind string, from, levels int, of []Source) (*Part, error) {
	return f.Write(kind, Saved{Sorted: true, From: from, Levels: levels}, func(do func([]uint64, uint64) error) error {
		var heads cursors
		for _, s := range of {
			c := &cursor{Source: s, buf: NewBuffer(f.Words)}
			if more, err := c.next(); err != nil {
				return err
			} else if more {
				heads = append(heads, c)
			}
		}
		return heads.merge(do)
	})
}

// MergeBytes is what merging needs of memory for each part.
func (f *Folder) MergeBytes() uint64 {
	b := NewBuffer(f.Words)
	return uint64(len(b.states)*8 + len(b.rules))
}

// cursor is a place in a part.
type cursor struct {
	Source
	buf     *Buffer
	block   int
	records []uint64 // from the place to the end of the block
}

// next goes to the next record, if there is one.
func (c *cursor) next() (more bool, err error) {
	if len(c.records) > c.stride {
		c.records = c.records[c.stride:]
		return true, nil
	}
	if c.block == c.Blocks() {
		return false, nil
	}
	c.records, _, err = c.buf.Read(c.Part, c.block)
	c.block++
	return true, err
}

func (c *cursor) state() []uint64 { return c.records[:c.words] }

func (c *cursor) level() uint64 {
	if c.Shared() {
		return c.records[c.words]
	}
	return uint64(c.Level)
}

// cursors are a heap, the one with the least state on top.
type cursors []*cursor

func (h cursors) Len() int           { return len(h) }
func (h cursors) Less(i, j int) bool { return slices.Compare(h[i].state(), h[j].state()) < 0 }
func (h cursors) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *cursors) Push(c any)        { *h = append(*h, c.(*cursor)) }
func (h *cursors) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// merge goes through the states of all in order.
func (h *cursors) merge(do func(state []uint64, level uint64) error) error {
	for heap.Init(h); h.Len() > 0; {
		c := (*h)[0]
		if err := do(c.state(), c.level()); err != nil {
			return err
		}
		more, err := c.next()
		switch {
		case err != nil:
			return err
		case more:
			heap.Fix(h, 0)
		default:
			heap.Pop(h)
		}
	}
	return nil
}
