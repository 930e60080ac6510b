package twin

import (
	"fmt"
	"slices"
	"testing"

	"mc/explorer"
)

// small are runs whose spaces are visited whole. Each has what random ones
// seldom come to.
var small = []run{
	{name: "a request is lost, and its change dropped", set: map[string]string{"generation": "kip-966", "replicas": "2",
		"min_insync_replicas": "1", "records": "0", "max_leader_epoch": "0", "split_expand": "on", "lost_answers": "1",
		"idle_stuck_stays": "off", "shrink_eagerly": "on"}},
	{name: "two lookups for one leader", set: map[string]string{"generation": "kip-279", "replicas": "2",
		"min_insync_replicas": "1", "records": "2", "elections": "2", "fences": "0", "lag_timeouts": "0",
		"split_lookup": "on", "drop_stale_lookups": "off"}},
	{name: "a request times out", set: map[string]string{"generation": "kip-903", "replicas": "2", "records": "1",
		"acks": "any", "track_acks": "separate", "produce_timeouts": "1", "reads": "1", "consumer_read_atomic": "off",
		"fences": "0", "lag_timeouts": "0"}},
	{name: "a log that is longer than the leader's", set: map[string]string{"generation": "kip-101", "replicas": "2",
		"min_insync_replicas": "1", "records": "1", "kills": "1", "checkpoints": "1", "lag_timeouts": "0"}},
	{name: "everybody stops", set: map[string]string{"generation": "4.1", "replicas": "2", "records": "1",
		"clean_stops": "2", "fences": "0", "lag_timeouts": "0", "max_leader_epoch": "4"}},
}

// deep are runs that come, by a path, to where random ones do not.
var deep = []run{
	{name: "an append below the entries of the cache", set: map[string]string{"generation": "kip-101", "replicas": "2",
		"min_insync_replicas": "1", "records": "3", "elections": "2", "lossy_crashes": "1", "max_leader_epoch": "3",
		"cache_repaired_on_load": "off"}, depth: 4,
		path: []string{"Produce b1 all", "Elect b2", "Elect b1", "Learn b1", "Produce b1 all", "LossyCrash b1", "Fence b1",
			"Restart b1", "Learn b2", "Learn b1", "Lookup b1", "Produce b2 all", "Fetch b1"}},
	{name: "a lookup with an empty cache", set: map[string]string{"generation": "kip-320", "replicas": "2",
		"min_insync_replicas": "1", "elections": "2", "log_swaps": "1", "swap_keeps_epoch": "off"}, depth: 4,
		path: []string{"Elect b2", "Learn b2", "Learn b1", "SwapLog b1"}},
}

// TestPaths compares what follows the paths.
func TestPaths(t *testing.T) {
	for _, r := range deep {
		t.Run(r.name, func(t *testing.T) { r.compare(t) })
	}
}

// TestCounts holds the engine's counts of whole spaces to the twin's: every
// level, and for every rule how often it fired and how many states were new.
func TestCounts(t *testing.T) {
	for _, r := range small {
		t.Run(r.name, func(t *testing.T) { r.holdCounts(t, r.compare(t)) })
	}
}

// holdCounts compares the counts of a run that was not thinned with the engine's.
func (r run) holdCounts(t *testing.T, n *tally) {
	t.Helper()
	_, m, err := r.build()
	if err == nil {
		m, err = m.Without(r.without...)
	}
	if err != nil {
		t.Fatal(err)
	}
	result, err := explorer.Check(t.Context(), m, explorer.Options{MaxDepth: r.depth})
	if err != nil {
		t.Fatal(err)
	}
	levels := make([]uint64, len(n.levels))
	for i, l := range n.levels {
		levels[i] = uint64(l)
	}
	// The engine counts the start as generated.
	if !slices.Equal(levels, result.States.Levels) || uint64(n.generated)+1 != result.States.Generated {
		t.Errorf("%s: the twin has %d steps, levels %v\nthe engine %d, %v", r, n.generated, levels,
			result.States.Generated, result.States.Levels)
	}
	for _, a := range result.Actions {
		if a.Fired != uint64(n.fired[a.Rule]) || a.New != uint64(n.new[a.Rule]) {
			t.Errorf("%s: %s fired %d times with %d new states at the engine, %d and %d at the twin", r, a.Rule,
				a.Fired, a.New, n.fired[a.Rule], n.new[a.Rule])
		}
	}
	t.Log(fmt.Sprint(n.distinct(), " states, ", n.generated, " steps"))
}
