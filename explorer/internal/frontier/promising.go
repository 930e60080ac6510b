package frontier

import (
	"cmp"

	"github.com/emirpasic/gods/trees/redblacktree"
)

// Promising gives the state with the largest promise first, of equals the
// oldest.
type Promising struct {
	pool
	queues map[int]*queue
	order  *redblacktree.Tree // of the queues, the most promising first
	best   *queue             // the first of order
	size   uint64
}

// queue is a list of states with one promise.
type queue struct {
	promise    int
	head, tail uint32 // blocks, plus one
	from, to   int    // the first number in head, and behind the last in tail
}

// NewPromising makes an empty frontier.
func NewPromising() Frontier {
	mostFirst := func(a, b any) int { return cmp.Compare(b.(int), a.(int)) }
	return &Promising{queues: map[int]*queue{}, order: redblacktree.NewWith(mostFirst)}
}

// Push adds a state.
func (p *Promising) Push(number uint64, promise int) error {
	q := p.queues[promise]
	if q == nil {
		q = &queue{promise: promise}
		p.queues[promise] = q
		p.order.Put(promise, q)
		if p.best == nil || promise > p.best.promise {
			p.best = q
		}
	}
	if q.tail == 0 || q.to == blockNumbers {
		if err := p.extend(q); err != nil {
			return err
		}
	}
	p.block(q.tail).numbers[q.to] = number
	q.to++
	p.size++
	return nil
}

// extend adds a block behind the last of a queue.
func (p *Promising) extend(q *queue) error {
	id, err := p.take()
	if err != nil {
		return err
	}
	p.block(id).link = 0
	if q.tail == 0 {
		q.head, q.from = id, 0
	} else {
		p.block(q.tail).link = id
	}
	q.tail, q.to = id, 0
	return nil
}

// Pop takes out the most promising state.
func (p *Promising) Pop() (number uint64, ok bool) {
	q := p.best
	if q == nil {
		return 0, false
	}
	number = p.block(q.head).numbers[q.from]
	q.from++
	p.size--
	switch {
	case q.head == q.tail && q.from == q.to:
		p.give(q.head)
		p.drop(q)
	case q.from == blockNumbers:
		next := p.block(q.head).link
		p.give(q.head)
		q.head, q.from = next, 0
	}
	return number, true
}

// drop forgets the best queue, which is empty.
func (p *Promising) drop(q *queue) {
	delete(p.queues, q.promise)
	p.order.Remove(q.promise)
	p.best = nil
	if first := p.order.Left(); first != nil {
		p.best = first.Value.(*queue)
	}
}

// Len is the number of states.
func (p *Promising) Len() uint64 { return p.size }

// queueBytes is about what a queue takes besides its blocks.
const queueBytes = 256

// Bytes is the memory in use.
func (p *Promising) Bytes() uint64 { return p.pool.Bytes() + uint64(len(p.queues))*queueBytes }
