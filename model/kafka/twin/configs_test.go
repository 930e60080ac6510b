package twin

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"mc/model"
	"mc/model/kafka"
)

// bounded are how often what may happen in a random run, most of them rarely.
var bounded = map[string]int{"kills": 2, "lossy_crashes": 2, "clean_stops": 2, "fences": 4, "unfences": 3,
	"elections": 3, "unclean_elections": 2, "min_isr_changes": 2, "reassignments": 2, "lag_timeouts": 3,
	"checkpoints": 3, "flushes": 3, "lost_answers": 3, "log_swaps": 3, "reads": 3, "fetcher_failures": 3, "controller_errors": 2,
	"retries": 1, "cancels": 2, "early_checkpoints": 2, "loading_crashes": 2, "half_appends": 2, "dir_failures": 2,
	"controller_failovers": 2, "deletes": 3, "retentions": 3, "copies": 2}

// wanted are keys without which budgets are spent to little purpose.
var wanted = map[string][2]string{"lossy_crashes": {"partial_loss", "on"}, "log_swaps": {"swap_keeps_epoch", "off"},
	"reads": {"consumer_read_atomic", "off"}, "fences": {"fence_one_at_a_time", "off"},
	"lost_answers": {"split_expand", "on"}, "reassignments": {"reassignment", "process"}, "clean_stops": {"clean_shutdown_detection", "on"},
	"loading_crashes": {"torn_writes", "on"}, "dir_failures": {"directory_fails_alone", "on"}}

// rare are mixtures that chance seldom makes; each seed has one of them, if the
// rest of its configuration allows it.
var rare = []map[string]string{
	{},
	{"records": "3", "lossy_crashes": "1", "partial_loss": "on"},
	{"isr_update": "alter-partition", "elr": "on", "recovery": "last-leader", "kills": "2", "fences": "3"},
	{"isr_update": "alter-partition", "elr": "on", "recovery": "balanced", "lossy_crashes": "2", "unclean_elections": "1"},
	{"isr_update": "alter-partition", "elr": "on", "recovery": "aggressive", "lossy_crashes": "2", "fences": "3"},
	{"truncation": "epoch-pair", "split_lookup": "on", "elections": "2"},
	{"track_acks": "separate", "produce_timeouts": "1"},
	{"removed_partition_is_cut": "on", "elections": "3"},
	{"fence_fetch": "on", "session_forgets_epoch": "on", "elections": "2"},
	{"thread_dies_with_partition": "on", "fetcher_failures": "2", "elections": "2"},
	{"truncation_of_removed_kills_thread": "on", "elections": "3"},
	{"records": "2", "retries": "2", "track_acks": "separate", "acks": "any"},
	{"wait_checked_on_demotion": "off", "track_acks": "separate", "produce_timeouts": "1", "elections": "3"},
	{"wait_checked_on_demotion": "off", "track_acks": "with-hw", "records": "2", "elections": "3"},
	{"records": "2", "markers": "2", "track_acks": "with-hw", "unclean_elections": "1", "reader": "on", "elections": "1"},
	{"records": "2", "markers": "1", "track_acks": "separate", "elections": "2"},
	{"fetch_waits": "on", "records": "3", "elections": "2"},
	{"fetch_waits": "on", "drop_stale_fetches": "off", "records": "2", "elections": "3"},
	{"reader": "on", "fetch_from_follower": "on", "preferred_may_lag": "on", "records": "3"},
	{"reader": "on", "fetch_from_follower": "on", "elections": "2", "records": "2"},
	{"reader": "on", "unclean_elections": "2", "auto_offset_reset": "latest", "records": "3", "elections": "2", "read_above_hw_is_error": "on"},
	{"records": "3", "retries": "1", "idempotence": "on", "elections": "3"},
	{"reassignment": "process", "reassignments": "2", "initial_replicas": "2", "cancels": "1"},
	{"reassignment": "process", "reassigned_by": "zookeeper", "reassignments": "3", "initial_replicas": "1"},
	{"reassignment": "process", "unassigned_fetch": "fails", "fetcher_failures": "2"},
	{"checkpoints": "2", "early_checkpoints": "2", "kills": "2", "checkpoint_drops_unhosted": "on"},
	{"torn_writes": "on", "lossy_crashes": "2", "kills": "1", "recovery_point_at_end_after_recovery": "on", "records": "2"},
	{"torn_writes": "on", "lossy_crashes": "1", "loading_crashes": "2", "clean_stops": "1", "marker_removed_after_loading": "on"},
	{"torn_writes": "on", "lossy_crashes": "2", "dir_failures": "2", "load_error_stops_cleanly": "on", "partial_loss": "on", "records": "3"},
	{"half_appends": "2", "append_after_failed_append": "on", "kills": "2", "records": "4", "restart_before_fence": "on"},
	{"dir_failures": "2", "directory_fails_alone": "on", "replica_recreated_in_other_dir": "on", "records": "2"},
	{"log_start_replicated": "on", "deletes": "2", "records": "3", "fetch_records": "1", "kills": "1", "checkpoints": "2"},
	{"retentions": "2", "records": "2", "hw_stays_above_start": "off", "kills": "1", "checkpoints": "1", "elections": "3", "restart_before_fence": "on"},
	{"retentions": "2", "records": "3", "elections": "2", "unclean_elections": "1", "out_of_range": "truncate"},
	{"reads_beyond_end": "on", "range_questions": "in-steps", "out_of_range_empties_log": "on", "records": "3", "elections": "1"},
	{"range_questions": "in-steps", "unclean_elections": "2", "records": "3", "out_of_range": "truncate"},
	{"remote_storage": "on", "copies": "2", "retentions": "2", "records": "3", "elections": "2", "unclean_elections": "1"},
	{"remote_storage": "on", "copies": "1", "retentions": "2", "records": "2", "kills": "2", "checkpoints": "2", "elections": "2"},
	{"isr_update": "zk-cas", "controller_failovers": "2", "elections": "2", "deposed_controller_writes": "on"},
	{"isr_update": "zk-cas", "cas_retry_sees_own_write": "on", "lost_answers": "2", "isr_news_lost": "on"},
	{"isr_update": "alter-partition", "zk_mode_brokers": "on", "migration_shrink_keeps_leader_epoch": "on", "fences": "2"},
}

// draw is a configuration by seed: a generation or release, small bounds, and
// some of the other constants given another value than theirs.
func draw(seed uint64) run {
	random := rand.New(rand.NewPCG(seed, 1))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	names := kafka.Variants.Names()
	r := run{name: fmt.Sprintf("seed %d", seed), seed: seed, set: map[string]string{
		"generation": names[int(seed)%len(names)], "replicas": pick("2", "3", "3", "3", "4"),
		"min_insync_replicas": pick("1", "2", "2", "3"), "max_leader_epoch": pick("1", "2", "3", "4")}}
	r.tryAll(rare[int(seed)%len(rare)])
	r.tryAll(map[string]string{"records": pick("1", "2", "2", "3")})
	for _, key := range slices.Sorted(maps.Keys(bounded)) {
		if random.IntN(3) == 0 && r.tryAll(map[string]string{key: fmt.Sprint(random.IntN(bounded[key] + 1))}) {
			if more, any := wanted[key]; any && r.set[key] != "0" && random.IntN(2) == 0 {
				r.tryAll(map[string]string{more[0]: more[1]})
			}
		}
	}
	if random.IntN(2) == 0 {
		r.tryAll(map[string]string{"track_acks": pick("with-hw", "separate")})
	}
	r.tryAll(map[string]string{"retries": "0", "markers": "0"}) // the twin's logs have room for few
	constants, _ := kafka.Template.Constants(r.set)
	constants = slices.DeleteFunc(constants, func(c model.Constant) bool { return c.Name == "next_leader" })
	random.Shuffle(len(constants), func(i, j int) { constants[i], constants[j] = constants[j], constants[i] })
	for _, c := range constants {
		if random.IntN(3) == 0 {
			r.tryAll(map[string]string{c.Name: other(c, random)})
		}
	}
	if seed%3 == 0 {
		r.tryAll(map[string]string{"next_leader": "any"})
	}
	return r
}

// tryAll gives constants values, if they have none yet and the mixture allows it.
func (r run) tryAll(values map[string]string) bool {
	before := maps.Clone(r.set)
	for key, value := range values {
		if _, given := r.set[key]; !given {
			r.set[key] = value
		}
	}
	if _, _, err := r.build(); err == nil {
		return true
	}
	clear(r.set)
	maps.Copy(r.set, before)
	return false
}

// other is a value of a constant.
func other(c model.Constant, random *rand.Rand) string {
	switch {
	case c.Switch:
		return [...]string{"on", "off"}[random.IntN(2)]
	case c.Choices != nil:
		return c.Choices[random.IntN(len(c.Choices))]
	}
	return fmt.Sprint(c.Min + random.IntN(min(4, c.Max-c.Min+1)))
}

// TestRandomConfigurations holds the model to the twin under mixtures of every
// generation, budget and switch, in a sample of their states.
func TestRandomConfigurations(t *testing.T) {
	sample(t, 1, configurations, width)
}

// sample compares configurations by seed. Where they are many, each rule and each
// value of a key must have been among them.
func sample(t *testing.T, from, count uint64, width int) {
	fired, values, compared := map[string]int{}, map[string]int{}, 0
	for seed := from; seed < from+count; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := draw(seed)
			r.width, r.depth = width, 60
			n := r.compare(t)
			compared += n.distinct()
			r.noteValues(values)
			for name, times := range n.fired {
				fired[name] += times
			}
		})
	}
	t.Logf("%d configurations, %d states expanded; steps by rule: %v", count, compared, fired)
	if !everything {
		return
	}
	for _, rule := range rules {
		if fired[rule.name] == 0 {
			t.Errorf("%s was never compared; widen what draw gives", rule.name)
		}
	}
	constants, _ := kafka.Template.Constants(nil)
	for _, c := range constants {
		for v := range len(c.Choices) + 2 {
			if (c.Switch || v < len(c.Choices)) && values[c.Name+"="+c.Text(v)] == 0 {
				t.Errorf("%s=%s was never compared; widen what draw gives", c.Name, c.Text(v))
			}
		}
	}
}

// noteValues counts the values of the run's constants that are no numbers.
func (r run) noteValues(values map[string]int) {
	if w, _, err := r.build(); err == nil {
		for key, text := range w.text {
			values[key+"="+text]++
		}
	}
}
