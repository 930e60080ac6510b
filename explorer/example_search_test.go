package explorer_test

import (
	"context"
	"fmt"

	"mc/explorer"
)

// A guided search expands the most promising state first: what Model.Promise
// says, or the state in which most Parts of the open properties fail. It may see
// fewer states before it finds a violation; the trace need not be shortest.
func ExampleCheck_guided() {
	m := twoPhase(true)
	m.Promise = func(s *commit) (promise int) { // how many managers have done something
		for _, at := range s.Manager {
			if at != working {
				promise++
			}
		}
		return promise
	}
	for _, search := range []string{explorer.BreadthFirst, explorer.Guided} {
		r, err := explorer.Check(context.Background(), m, explorer.Options{Search: search})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s in %d states, %d seen\n", search, r.Verdict, r.Properties[0].Path.States(), r.States.Distinct)
	}
	// Output:
	// breadth-first: violated in 10 states, 268 seen
	// guided: violated in 10 states, 155 seen
}

// A depth-first search follows one run as far as it goes before it tries
// another; its traces are long.
func ExampleCheck_depthFirst() {
	r, err := explorer.Check(context.Background(), twoPhase(false), explorer.Options{Search: explorer.DepthFirst})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.States.Distinct, "states, whole space:", r.Exhaustive)
	// Output: holds 197 states, whole space: true
}

// A run that a limit ends says which, and claims no more than it saw.
func ExampleCheck_limits() {
	r, err := explorer.Check(context.Background(), twoPhase(false), explorer.Options{MaxDepth: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.Cut.Reasons, r.Cut.By(explorer.MaxDepth))
	// Output: holds-within-bounds [max-depth 4] true
}

// What a store or an order is able to do is data.
func ExampleStores() {
	for _, s := range explorer.Stores() {
		fmt.Printf("%s: %s; whole %v, spills %v\n", s.Name, s.Doc, s.Whole, s.Spills)
	}
	// Output:
	// exact: whole states; whole true, spills true
	// interned: whole states, their parts numbered: less memory, more work; whole true, spills false
	// fp64: fingerprints of 64 bits, the states in files: one may be missed; whole false, spills false
	// fp128: fingerprints of 128 bits, likewise; whole false, spills false
}

// What does not go together is refused, in parts: which option, and what
// would.
func ExampleOptions_Validate() {
	for _, p := range (explorer.Options{Search: explorer.Guided, Dir: "run"}).Validate() {
		fmt.Println(p)
		fmt.Println(p.Option, p.With, p.WithWorks)
	}
	// Output:
	// explorer: search guided keeps its states in memory and cannot be saved; leave out the directory, or take search breadth-first
	// Dir Search [breadth-first]
}
