package kafka

import (
	"fmt"
	"maps"
	"testing"

	"mc/model/modeltest"
)

// forgetful are runs in which numbers are forgotten: those of the failures that need
// it, and what else may happen beside them, in every generation.
func forgetful() (list []map[string]string) {
	few := map[string]string{"replicas": "2", "min_insync_replicas": "1", "records": "2", "lag_timeouts": "15"}
	add := func(numbers string, more map[string]string) {
		set := maps.Clone(few)
		maps.Copy(set, more)
		set["numbers"] = numbers
		list = append(list, set)
	}
	epochs := map[string]string{"fences": "2", "unfences": "1", "max_leader_epoch": "2"}
	one := map[string]string{"fences": "1", "unfences": "1", "max_leader_epoch": "0"}
	for _, g := range []string{"hw-truncation", "kip-101", "kip-279", "kip-320", "kip-497", "kip-903", "kip-966"} {
		epochs["generation"], one["generation"] = g, g
		add("renumbered", epochs)
		add("sliding", one)
	}
	add("renumbered", map[string]string{"generation": "kip-966", "kills": "1", "lossy_crashes": "1", "reads": "1",
		"track_acks": "separate", "lost_answers": "1", "acks": "any", "records": "1"})
	add("renumbered", map[string]string{"generation": "kip-497", "replicas": "3", "reassignments": "1", "single_controller": "off",
		"alter_requests": "one", "min_isr_changes": "1"})
	add("renumbered", map[string]string{"generation": "kip-497", "same_epoch_keeps_state": "off", "equal_epoch_news": "on", "kills": "1"})
	for _, g := range []string{"hw-truncation", "kip-279", "kip-497", "kip-966"} {
		add("sliding", map[string]string{"generation": g, "max_leader_epoch": "0", "kills": "2", "clean_stops": "1",
			"restart_before_fence": "on", "checkpoints": "2", "fetch_records": "2"})
		add("sliding", map[string]string{"generation": g, "max_leader_epoch": "0", "kills": "15", "restart_before_fence": "on",
			"records": "4", "lag_timeouts": "0", "fences": "0"})
	}
	add("sliding", map[string]string{"generation": "kip-966", "max_leader_epoch": "0", "replicas": "3", "min_insync_replicas": "2", "acks": "1",
		"fences": "1", "log_swaps": "1", "swap_keeps_epoch": "off", "lost_answers": "1", "min_isr_changes": "1"})
	add("sliding", map[string]string{"generation": "kip-497", "max_leader_epoch": "0", "replicas": "3", "same_epoch_keeps_state": "off",
		"epoch_cache": "derived", "kills": "1", "restart_before_fence": "on", "drop_stale_fetches": "off"})
	add("sliding", map[string]string{"generation": "kip-279", "max_leader_epoch": "0", "split_lookup": "on", "drop_stale_lookups": "off",
		"kills": "1", "restart_before_fence": "on", "caught_up_by_previous_fetch": "off"})
	return list
}

// TestForgettingChangesNothing: in states as they are, near the start and on long
// walks, the same actions lead from a state and from what stands for it to states
// that are one, and no claim and no condition of fairness tells the two apart.
func TestForgettingChangesNothing(t *testing.T) {
	for i, set := range forgetful() {
		t.Run(fmt.Sprint(set), func(t *testing.T) {
			m, _, err := Template.Build(set)
			if err != nil {
				t.Fatal(err)
			}
			first, walks := 20, 2
			if everyMutant {
				first, walks = 500, 20
			}
			modeltest.Conform(t, m, first)
			modeltest.ConformWalks(t, m, uint64(i), walks, 120)
		})
	}
}
