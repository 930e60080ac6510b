package bench

import (
	"fmt"
	"maps"
	"strings"

	"mc/explorer"
)

// Kind says what does the work of a case.
type Kind string

// The kinds of work.
const (
	Engine    Kind = "engine"
	ByHand    Kind = "by hand"   // the loop written for kip-320
	Generator Kind = "generator" // the engine on a model that is next to none
	Idle      Kind = "idle"      // a process that does nothing: its memory is taken off the others'
)

// Case is one thing to measure.
type Case struct {
	Name    string            `json:"name"`
	Kind    Kind              `json:"kind"`
	Spec    string            `json:"spec,omitempty"` // a file or an embedded spec; else Model
	Model   string            `json:"model,omitempty"`
	Set     map[string]string `json:"set,omitempty"`
	Check   []string          `json:"check"` // nil: what the spec or the model checks
	Store   string            `json:"store,omitempty"`
	Workers int               `json:"workers,omitempty"`
}

// size is kip-320 with bounds that make it small or large.
type size struct {
	name               string
	records, lastEpoch string
}

var (
	tiny   = size{"kip-320-e1", "2", "1"}
	small  = size{"kip-320-e2", "2", "2"}
	middle = size{"kip-320-e3", "2", "3"}
	large  = size{"kip-320-e3-r3", "3", "3"}
)

func (s size) set() map[string]string {
	return map[string]string{"replicas": "3", "log_size": s.records, "max_records": s.records, "max_leader_epoch": s.lastEpoch}
}

// The properties that the ladder is measured with.
var (
	none = []string{}
	both = []string{"WeakIsr", "StrongIsr"}
)

func ladder(s size, check []string, store string, workers int) Case {
	word := "both"
	if len(check) == 0 {
		word = "none"
	}
	return Case{Name: fmt.Sprintf("%s/%s/%s/w%d", s.name, word, store, workers), Kind: Engine,
		Model: "kafkaspec/kip-320", Set: s.set(), Check: check, Store: store, Workers: workers}
}

const flagshipSpec = "v15-elr-holds"

// variant is the flagship with other bounds.
type variant struct {
	name string
	set  map[string]string
}

// variants are the spec as it is, with one more epoch (which its other bounds
// leave unused), and with more of everything.
var variants = []variant{
	{flagshipSpec, nil},
	{flagshipSpec + "-e4", map[string]string{"max_leader_epoch": "4"}},
	{flagshipSpec + "-e4-f4-r2", map[string]string{"max_leader_epoch": "4", "fences": "4", "records": "2"}},
}

// extensions are the flagship with what it leaves out, one kind at a time: what a run does
// not ask for is free, and what it asks for is to be fast.
var extensions = []variant{
	{flagshipSpec + "+fetchers", map[string]string{"fetcher_failures": "1"}},
	{flagshipSpec + "+log-starts", map[string]string{"deletes": "1", "retentions": "1"}},
	{flagshipSpec + "+reassignment", map[string]string{"reassignment": "process", "reassignments": "1", "fences": "2", "unfences": "2"}},
	{flagshipSpec + "+news", map[string]string{"metadata": "any-newer"}},
	{flagshipSpec + "+files", map[string]string{"torn_writes": "on", "restart": "in-steps", "loading_crashes": "1"}},
	{flagshipSpec + "+directories", map[string]string{"dir_failures": "1"}},
	{flagshipSpec + "+half-appends", map[string]string{"half_appends": "1"}},
	{flagshipSpec + "+retries", map[string]string{"track_acks": "with-hw", "retries": "1", "idempotence": "on"}},
	{flagshipSpec + "+transactions", map[string]string{"track_acks": "with-hw", "markers": "1"}},
	{flagshipSpec + "+reader", map[string]string{"reader": "on", "fetch_from_follower": "on"}},
}

func flagship(v variant, workers int) Case {
	return Case{Name: fmt.Sprintf("%s/exact/w%d", v.name, workers), Kind: Engine,
		Spec: flagshipSpec, Set: v.set, Store: exact, Workers: workers}
}

func byHand(s size, check []string) Case {
	c := ladder(s, check, exact, 1)
	c.Name, c.Kind, c.Store, c.Workers = strings.Replace(c.Name, "/exact/", "/by-hand/", 1), ByHand, "", 1
	return c
}

func generator(workers int) Case {
	return Case{Name: fmt.Sprintf("generator/exact/w%d", workers), Kind: Generator, Store: exact, Workers: workers}
}

const (
	exact = explorer.StoreExact
	fp64  = explorer.StoreFP64
)

var idle = Case{Name: "idle", Kind: Idle}

// Fixed is the set that is measured unless specs are given. The large cases
// need half a minute and 3 GB each.
func Fixed(withLarge bool) []Case {
	cases := []Case{idle, generator(1), generator(2)}
	sizes := []size{tiny, small, middle}
	if withLarge {
		sizes = append(sizes, large)
	}
	for _, s := range sizes {
		for _, workers := range []int{1, 2} {
			cases = append(cases, ladder(s, none, exact, workers), ladder(s, both, exact, workers))
		}
	}
	for _, s := range sizes[2:] {
		for _, store := range explorer.Stores()[1:] {
			for _, workers := range []int{1, 2} {
				cases = append(cases, ladder(s, both, store.Name, workers))
			}
		}
	}
	for _, s := range sizes[1:] {
		cases = append(cases, byHand(s, none), byHand(s, both))
	}
	for _, v := range variants {
		cases = append(cases, flagship(v, 1), flagship(v, 2))
	}
	for _, v := range extensions {
		cases = append(cases, flagship(v, 1))
	}
	return cases
}

// Given are the cases for specs that the user names.
func Given(specs []string, set map[string]string) []Case {
	cases := []Case{idle}
	for _, s := range specs {
		for _, workers := range []int{1, 2} {
			cases = append(cases, Case{Name: fmt.Sprintf("%s/w%d", s, workers), Kind: Engine, Spec: s, Set: maps.Clone(set), Store: exact, Workers: workers})
		}
	}
	return cases
}

// Only keeps the cases whose name holds text, and the idle process.
func Only(cases []Case, text string) (kept []Case) {
	for _, c := range cases {
		if c.Kind == Idle || strings.Contains(c.Name, text) {
			kept = append(kept, c)
		}
	}
	return kept
}

// Typical are the cases that a profile for the compiler is made of.
func Typical() []Case {
	return []Case{ladder(middle, both, exact, 1), flagship(variants[len(variants)-1], 1)}
}
