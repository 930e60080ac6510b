// Package small has containers for states: sets of small numbers, queues with
// a bound, options, permutations. They are plain values of a fixed size, equal
// if they mean the same, and print as people read them; a state may hold them
// like any number.
//
//	type Node uint8
//
//	func (n Node) String() string { return fmt.Sprintf("n%d", uint8(n)) }
//
//	type State struct {
//		Active small.Set8[Node]                // prints {n0, n2}
//		Inbox  [4]small.Queue[Node, [3]Node]   // prints [[n1] [] [] [n0, n0]]
//		Leader small.Option[Node]              // prints none, or n3
//	}
//
// What has no room is refused by a panic, which an engine reports with the rule
// that caused it: nothing is cut silently.
package small
