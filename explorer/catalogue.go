package explorer

import (
	"math/rand/v2"
	"slices"
	"strings"

	"mc/explorer/internal/frontier"
	"mc/explorer/internal/store"
)

// Store describes a way to keep the states that were seen. Stores lists them.
type Store struct {
	Name string
	Doc  string // what is kept, in a few words

	Whole   bool // states are kept whole: none can be missed
	Numbers bool // states are found again by number, which orders other than breadth first need
	Files   bool // has a use for Options.Dir
	Spills  bool // with a directory, what memory has no room for goes to disk
	Resumes bool // with a directory, a run is saved and can be resumed

	inParts bool // states are packed so that their parts can be told apart
	open    func(words int, dir string) (store.Set, error)
	keep    func(store.SpillOptions) (*store.Spilling, error) // with a directory, if the store spills
}

// Search describes an order in which states are visited. Searches lists them.
type Search struct {
	Name string
	Doc  string // the order, in a few words

	Shortest bool // traces are as short as any, and states are counted by level
	Workers  bool // works with any number of workers; else with one
	Stores   bool // works with every store; else with those that number their states
	Spills   bool // with a store that does, what memory has no room for goes to disk
	Resumes  bool // with a store that does, a run is saved and can be resumed

	promising bool                     // the frontier asks for the promise of states
	frontier  func() frontier.Frontier // nil: level by level
}

// The stores that Options.Store can name.
const (
	StoreExact    = "exact"    // whole states
	StoreInterned = "interned" // whole states, their parts numbered: less memory, more work
	StoreFP64     = "fp64"     // hashes of 64 bits, the states in files: a state may be missed
	StoreFP128    = "fp128"    // hashes of 128 bits
)

// The orders that Options.Search can name.
const (
	BreadthFirst = "breadth-first"
	DepthFirst   = "depth-first" // the newest state first: deep bugs, long traces
	Guided       = "guided"      // the most promising state first, as Model.Promise says
)

// stores has the default first.
var stores = []Store{
	{Name: StoreExact, Doc: "whole states", Whole: true, Numbers: true, Files: true, Spills: true, Resumes: true,
		open: func(words int, _ string) (store.Set, error) { return store.NewExact(words, seed()) },
		keep: store.NewSpilling},
	{Name: StoreInterned, Doc: "whole states, their parts numbered: less memory, more work", Whole: true, inParts: true,
		open: func(words int, _ string) (store.Set, error) { return store.NewInterned(words, seed()) }},
	{Name: StoreFP64, Doc: "fingerprints of 64 bits, the states in files: one may be missed", Files: true,
		open: func(words int, dir string) (store.Set, error) { return store.NewFingerprints(words, 64, seed(), dir) }},
	{Name: StoreFP128, Doc: "fingerprints of 128 bits, likewise", Files: true,
		open: func(words int, dir string) (store.Set, error) { return store.NewFingerprints(words, 128, seed(), dir) }},
}

// searches has the default first.
var searches = []Search{
	{Name: BreadthFirst, Doc: "level by level, for shortest traces", Shortest: true, Workers: true, Stores: true,
		Spills: true, Resumes: true},
	{Name: DepthFirst, Doc: "the newest state first", frontier: frontier.NewStack},
	{Name: Guided, Doc: "the most promising state first", promising: true, frontier: frontier.NewPromising},
}

// seed is drawn for every set: no result depends on it, and nobody can choose
// states that collide.
func seed() uint64 { return rand.Uint64() }

// Stores lists the stores, the default first.
func Stores() []Store { return slices.Clone(stores) }

// Searches lists the orders, the default first.
func Searches() []Search { return slices.Clone(searches) }

// pick is the row of that name, or the first.
func pick[R any](rows []R, name string, of func(*R) string) *R {
	for i := range rows {
		if of(&rows[i]) == name || name == "" {
			return &rows[i]
		}
	}
	return nil
}

func storeNamed(name string) *Store {
	return pick(stores, name, func(s *Store) string { return s.Name })
}

func searchNamed(name string) *Search {
	return pick(searches, name, func(s *Search) string { return s.Name })
}

// named are the names of the rows that can do what is asked.
func storesThat(can func(*Store) bool) (names []string) {
	for i := range stores {
		if can(&stores[i]) {
			names = append(names, stores[i].Name)
		}
	}
	return names
}

func searchesThat(can func(*Search) bool) (names []string) {
	for i := range searches {
		if can(&searches[i]) {
			names = append(names, searches[i].Name)
		}
	}
	return names
}

// listed are names in a sentence.
func listed(names []string) string { return strings.Join(names, ", ") }
