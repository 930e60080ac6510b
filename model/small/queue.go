package small

import (
	"fmt"
	"math/bits"
	"strings"
)

// Room is an array that a queue lies in; its length is the queue's bound.
type Room[T comparable] interface {
	[1]T | [2]T | [3]T | [4]T | [5]T | [6]T | [7]T | [8]T | [10]T | [12]T | [16]T
}

// Queue is a queue with a bound, as small.Queue[Message, [3]Message] has room
// for three. The zero value is empty; two queues of the same items are equal,
// whatever was in them before.
type Queue[T comparable, R Room[T]] struct {
	items R // behind the last item all is zero
	n     uint8
}

// Len is the number of items.
func (q *Queue[T, R]) Len() int { return int(q.n) }

// Empty reports whether there is no item.
func (q *Queue[T, R]) Empty() bool { return q.n == 0 }

// Full reports whether there is no room for another item. Who pushes asks
// first, if the bound is reached in a run.
func (q *Queue[T, R]) Full() bool { return int(q.n) == len(q.items) }

// At is the item at place i; the head is at place 0.
func (q *Queue[T, R]) At(i int) T {
	if i >= int(q.n) {
		panic(fmt.Sprintf("small: there is no item %d in %v", i, q))
	}
	return q.items[i]
}

// Head is the item that Pop would take, if there is any.
func (q *Queue[T, R]) Head() (item T, ok bool) {
	if q.n == 0 {
		return item, false
	}
	return q.items[0], true
}

// Push puts an item at the end. It panics if the queue is full: a state is
// never cut silently.
func (q *Queue[T, R]) Push(item T) {
	if q.Full() {
		panic(fmt.Sprintf("small: no room for %v in the queue %v", item, q))
	}
	q.items[q.n] = item
	q.n++
}

// Pop takes the item at the head away.
func (q *Queue[T, R]) Pop() T { return q.Remove(0) }

// Remove takes the item at place i away; those behind it move up.
func (q *Queue[T, R]) Remove(i int) T {
	item := q.At(i)
	q.n--
	for ; i < int(q.n); i++ {
		q.items[i] = q.items[i+1]
	}
	var none T
	q.items[i] = none
	return item
}

// Has reports whether an item waits in the queue.
func (q *Queue[T, R]) Has(item T) bool {
	for i := range int(q.n) {
		if q.items[i] == item {
			return true
		}
	}
	return false
}

// All are the items, the head first: for item := range q.All.
func (q *Queue[T, R]) All(yield func(T) bool) {
	for i := range int(q.n) {
		if !yield(q.items[i]) {
			return
		}
	}
}

// Map replaces each item by what f makes of it.
func (q *Queue[T, R]) Map(f func(T) T) {
	for i := range int(q.n) {
		q.items[i] = f(q.items[i])
	}
}

// Widen sets every bit that a queue may set whose items have bits of item only;
// a model's Widest has it so, and it is no queue otherwise.
func (q *Queue[T, R]) Widen(item T) {
	for i := range len(q.items) {
		q.items[i] = item
	}
	q.n = 1<<bits.Len(uint(len(q.items))) - 1
}

// String lists the items as they print, the head first: "[m1, m2]".
func (q Queue[T, R]) String() string {
	var items []string
	for item := range q.All {
		items = append(items, fmt.Sprint(item))
	}
	return "[" + strings.Join(items, ", ") + "]"
}
