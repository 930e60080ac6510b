package kafka

import (
	"fmt"
	"hash/maphash"
	"math/bits"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"mc/model"
	"mc/model/modeltest"
)

// variants are small runs that together fire every rule and use every part
// of the state.
var variants = []map[string]string{
	{"generation": "hw-truncation", "kills": "1", "restart_before_fence": "on"},
	{"generation": "kip-101", "kills": "1", "elections": "1"},
	{"generation": "kip-101", "records": "0", "elections": "1", "controller_failovers": "1"},
	{"generation": "kip-101", "records": "0", "cas_retry_sees_own_write": "on", "lag_timeouts": "2", "lost_answers": "1"},
	{"generation": "kip-279", "split_lookup": "on", "unclean_elections": "1", "lossy_crashes": "1"},
	{"generation": "kip-320", "elections": "2", "records": "2", "fetch_records": "2", "clean_stops": "1"},
	{"generation": "2.8", "elections": "2", "lost_answers": "1"},
	{"generation": "kip-497", "split_expand": "on", "controller_errors": "1", "single_controller": "off", "fence_one_at_a_time": "off", "fences": "2"},
	{"generation": "3.5", "epoch_cache": "derived", "elections": "1", "kills": "1"},
	{"generation": "kip-903", "lossy_crashes": "1", "flushes": "1", "partial_loss": "on", "records": "3", "track_restarts": "on"},
	{"generation": "kip-966", "replicas": "3", "lossy_crashes": "1", "kills": "1", "track_acks": "separate", "produce_timeouts": "1"},
	{"generation": "kip-966", "min_isr_changes": "1", "acks": "any", "track_acks": "with-hw", "reads": "2", "checkpoints": "1", "kills": "1"},
	{"generation": "kip-966", "clean_stops": "2", "recovery": "balanced", "kills": "1", "retry_empties_isr": "on", "lost_answers": "1"},
	{"generation": "kip-903", "metadata": "any-newer", "elections": "1", "fences": "1", "lag_timeouts": "1", "same_epoch_keeps_state": "off"},
	{"generation": "kip-903", "reassignments": "1", "replicas": "3"},
	{"generation": "kip-903", "fetch_waits": "on", "elections": "1"},
	{"generation": "kip-497", "reassignment": "process", "reassignments": "1", "cancels": "1", "replicas": "3", "initial_replicas": "2", "records": "0"},
	{"generation": "kip-320", "reassignment": "process", "reassignments": "2", "replicas": "3", "initial_replicas": "1", "fences": "0"},
	{"generation": "kip-101", "reassignment": "process", "fetcher_failures": "1", "elections": "1"},
	{"generation": "kip-966", "restart": "in-steps", "kills": "1", "clean_stops": "1"},
	{"generation": "kip-966", "reassignments": "1", "replicas": "3", "kills": "1"},
	{"generation": "kip-497", "drop_stale_fetches": "off", "elections": "2", "log_swaps": "1", "swap_keeps_epoch": "off"},
	{"generation": "kip-320", "drop_stale_lookups": "off", "split_lookup": "on", "elections": "1", "reads": "1", "consumer_read_atomic": "off"},
	{"generation": "2.1", "fetcher_failures": "2", "elections": "1"},
	{"generation": "kip-903", "acks": "any", "track_acks": "with-hw", "records": "2", "retries": "1", "idempotence": "on", "elections": "1"},
	{"generation": "2.1", "checkpoints": "1", "early_checkpoints": "1", "kills": "1", "restart_before_fence": "on",
		"fences": "0", "lag_timeouts": "0", "reply_hw": "after", "max_leader_epoch": "0"},
	{"generation": "2.1", "torn_writes": "on", "lossy_crashes": "1", "kills": "1", "restart_before_fence": "on"},
	{"generation": "kip-966", "torn_writes": "on", "loading_crashes": "1", "clean_stops": "1", "dir_failures": "1", "records": "2"},
	{"generation": "kip-320", "half_appends": "1", "kills": "1", "records": "2", "restart_before_fence": "on"},
	{"generation": "3.7", "dir_failures": "1", "elections": "1"},
	{"generation": "kip-903", "fetcher_failures": "1", "elections": "2", "truncation_of_removed_kills_thread": "on", "removed_partition_is_cut": "on"},
	{"generation": "kip-320", "track_acks": "with-hw", "markers": "2", "unclean_elections": "1", "fences": "1"},
	{"generation": "3.3", "reader": "on", "fetch_from_follower": "on"},
	{"generation": "0.11", "records": "2", "retentions": "1", "elections": "1", "hw_waits_for_caught_up": "off"},
	{"generation": "2.1", "records": "2", "deletes": "1", "kills": "1", "checkpoints": "2", "fences": "1", "reply_start": "after"},
	{"generation": "2.8", "records": "2", "retentions": "1", "elections": "2", "hw_waits_for_caught_up": "off", "lag_timeouts": "0"},
	{"generation": "3.6", "records": "2", "copies": "1", "retentions": "2", "fences": "0", "hw_waits_for_caught_up": "off", "reply_hw": "after",
		"max_leader_epoch": "0"},
	{"generation": "3.6", "records": "1", "copies": "1", "retentions": "2", "fences": "0", "lag_timeouts": "0", "reply_hw": "after", "elections": "1",
		"kills": "1", "restart_before_fence": "on", "checkpoints": "1"},
	{"generation": "kip-101", "records": "2", "reads_beyond_end": "on", "kills": "1", "acks": "any", "track_acks": "with-hw"},
	{"generation": "2.1", "records": "2", "range_questions": "in-steps", "out_of_range_empties_log": "on", "unclean_elections": "1",
		"hw_waits_for_caught_up": "off"},
	{"generation": "kip-966", "last_fetched_epoch_kept": "off", "shrink_eagerly": "on", "elections": "1", "cache_repaired_on_load": "off", "lossy_crashes": "1"},
}

func build(t testing.TB, set map[string]string) *model.Model[State] {
	t.Helper()
	full := map[string]string{"replicas": "2", "min_insync_replicas": "1"}
	for k, v := range set {
		full[k] = v
	}
	m, _, err := Template.Build(full)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestStateTakesWholeLines: states lie one behind the other, and one that does not end
// with a line of the cache lets those behind it straddle lines: exploring took 1.3 times
// as long.
func TestStateTakesWholeLines(t *testing.T) {
	const line = 64
	var s State
	if size := unsafe.Sizeof(s); size%line != 0 || unsafe.Offsetof(s.Brokers)%8 != 0 || unsafe.Sizeof(s.Brokers[0])%8 != 0 {
		t.Errorf("a state takes %d bytes, its brokers begin at %d and take %d: make it whole lines of %d, and brokers whole words",
			size, unsafe.Offsetof(s.Brokers), unsafe.Sizeof(s.Brokers[0]), line)
	}
}

func TestConform(t *testing.T) {
	for _, set := range variants {
		t.Run(fmt.Sprint(set), func(t *testing.T) { modeltest.Conform(t, build(t, set), 1500) })
	}
}

// reach collects the first states of m, as they are told apart.
func reach(m *model.Model[State], limit int) []State {
	states, _ := reaching(m, limit, func(model.Action) {})
	return states
}

// reaching is reach, and the number of steps that these states have; each is told.
func reaching(m *model.Model[State], limit int, each func(model.Action)) (all []State, steps int) {
	seen, seed := map[uint64]bool{}, maphash.MakeSeed()
	states := make([]State, 0, limit)
	add := func(s State) {
		if m.Forgets != nil {
			m.Forgets.Apply(&s)
		}
		if h := maphash.Comparable(seed, s); !seen[h] && len(states) < limit {
			seen[h] = true
			states = append(states, s)
		}
	}
	m.Init(add)
	out := model.NewSteps(func(a model.Action, s *State) {
		steps++
		each(a)
		add(*s)
	})
	for i := 0; i < len(states); i++ {
		s := states[i]
		m.Expand(&s, out)
	}
	return states, steps
}

func TestEveryRuleFires(t *testing.T) {
	fired := map[string]bool{}
	var rules []rule
	for _, set := range variants {
		m := build(t, set)
		rules = m.Rules
		reaching(m, 20000, func(a model.Action) { fired[m.Rules[a.Rule].Name] = true })
	}
	for _, r := range rules {
		if !fired[r.Name] {
			t.Errorf("no variant fires %s", r.Name)
		}
	}
}

type taken struct {
	action model.Action
	after  State
}

func successors(m *model.Model[State], s State) []taken {
	w := takers.Get().(*taker)
	defer takers.Put(w)
	w.all = make([]taken, 0, max(8, len(w.all)))
	m.Expand(&s, w.out)
	return w.all
}

// takers are reused: what steps are gathered in takes longer to make than to expand a
// state, and knows the rules of the model that it had last.
var takers = sync.Pool{New: func() any {
	w := &taker{}
	w.out = model.NewSteps(func(a model.Action, n *State) { w.all = append(w.all, taken{a, *n}) })
	return w
}}

type taker struct {
	out *model.Gatherer[State]
	all []taken
}

// TestNarrowSteps expands reached states with whole copies and with narrow
// ones: the steps must be the same.
func TestNarrowSteps(t *testing.T) {
	for _, set := range variants {
		m := build(t, set)
		var narrow []taken
		out := model.NewSteps(func(a model.Action, n *State) { narrow = append(narrow, taken{a, *n}) })
		out.Narrow(m.Widest)
		for _, s := range reach(m, 1000) {
			narrow = narrow[:0]
			m.Expand(&s, out)
			if whole := successors(m, s); !slices.Equal(whole, narrow) {
				t.Fatalf("%v: %d steps become %d others, in\n%+v", set, len(whole), len(narrow), s)
			}
		}
	}
}

// TestRulesDoNotReadGhosts scrambles the ghosts of reached states: the same
// actions must be enabled with the same effect on everything else.
func TestRulesDoNotReadGhosts(t *testing.T) {
	scrambled := Ghosts{AckedAll: 0x5a, AckedOne: 2, Nacked: 4, Conflict: true, ReadConflict: true, AfterAppend: true, Suspects: 3, Latest: 2, Deleted: 1}
	scrambled.Committed = Log{Records: [Capacity]Record{NewRecord(3, 7), NewRecord(1, 2)}, End: 2}
	scrambled.Consumed = Log{Records: [Capacity]Record{NewRecord(2, 5)}, End: 1}
	for _, set := range variants {
		m := build(t, set)
		for _, s := range reach(m, 4000) {
			other := s
			other.Ghosts = scrambled
			plain, strange := successors(m, s), successors(m, other)
			if len(plain) != len(strange) {
				t.Fatalf("%v: %d steps become %d with other ghosts, in\n%+v", set, len(plain), len(strange), s)
			}
			for i := range plain {
				plain[i].after.Ghosts, strange[i].after.Ghosts = Ghosts{}, Ghosts{}
				if plain[i] != strange[i] {
					t.Fatalf("%v: %s reads a ghost", set, m.Text(plain[i].action))
				}
			}
		}
	}
}

func TestExpandDoesNotAllocate(t *testing.T) {
	for _, set := range variants {
		m := build(t, set)
		states := reach(m, 300)
		out := model.NewSteps(func(model.Action, *State) {})
		if n := testing.AllocsPerRun(3, func() {
			for i := range states {
				m.Expand(&states[i], out)
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations in %d expansions", set, n, len(states))
		}
	}
}

// TestPackedWidth holds the promise about the default bounds of three
// brokers: a state packs into four words, or three with one request at a time.
func TestPackedWidth(t *testing.T) {
	for requests, words := range map[string]int{"per-leader": 4, "one": 3} {
		m := build(t, map[string]string{"generation": "kip-966", "replicas": "3", "min_insync_replicas": "2",
			"lossy_crashes": "1", "fences": "3", "unfences": "3", "lag_timeouts": "0", "max_leader_epoch": "3",
			"reply_hw": "after", "hw_waits_for_caught_up": "off", "alter_requests": requests})
		if bits := popcount(*m.Widest); bits > words*64 {
			t.Errorf("%s: a state takes %d bits", requests, bits)
		}
	}
}

// popcount is the number of bits that are set in a state.
func popcount(s State) (n int) {
	for _, b := range (*[unsafe.Sizeof(s)]byte)(unsafe.Pointer(&s)) {
		n += bits.OnesCount8(b)
	}
	return n
}

// TestUsedWords: to pack a state takes as long as it has words that a run uses, so what
// every run uses shares them. When these fields lay between others the flagship used 38.
func TestUsedWords(t *testing.T) {
	m := build(t, map[string]string{"generation": "kip-966", "replicas": "3", "min_insync_replicas": "2",
		"fences": "2", "unfences": "2", "track_acks": "with-hw"})
	used := 0
	for _, word := range (*[unsafe.Sizeof(State{}) / 8]uint64)(unsafe.Pointer(m.Widest)) {
		if word != 0 {
			used++
		}
	}
	if used > 29 {
		t.Errorf("the flagship uses %d words of a state: put fields that few runs use behind those that every run does", used)
	}
}
