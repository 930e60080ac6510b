package kafka

import (
	"strings"
	"testing"

	"mc/model"
)

// published is the matrix of switches by generation, kept apart from Columns:
// "-" where a key has no meaning.
const published = `
truncation                      high-watermark epoch-offset epoch-pair epoch-pair on-fetch on-fetch on-fetch
fence_fetch                     - off off on on on on
fence_lookup                    - off off on - - -
register_epoch_on_election      - off off on on on on
truncate_every_epoch_bump       - off off on on on on
expand_needs_leso               off off off on on on on
idle_stuck_stays                off off off on on on on
cache_trunc_on_noop             off off off off on on on
isr_update                      zk-cas zk-cas zk-cas zk-cas alter-partition alter-partition alter-partition
hw_after_alter_commit           - - - - on on on
diverge_skips_state_update      - - - - on on on
ap_carries_sender_broker_epoch  - - - - on on on
rereg_removes_isr               - - - - off off on
diverge_skips_hw                - - - - off on on
eligible_not_fenced             - - - - off on on
eligible_broker_epoch           - - - - off on on
hw_ignores_ineligible           - - - - off on on
drop_stale_fetches              on on on on off off on
drop_stale_lookups              - on on on - - -
removed_partition_is_cut        - - - - off off off
append_checks_leader_epoch      - off off off off off on
deposed_controller_writes       on on on off - - -
session_forgets_epoch           - - - off off off off
thread_dies_with_partition      on on on on off off off
checkpoint_drops_unhosted       on on on on off off off
marker_removed_after_loading    on on on on off off off
recovery_point_at_end_after_recovery on on on on off off off
load_error_stops_cleanly        off off on on on off off
append_after_failed_append      off off on on off off off
directory_fails_alone           off off on on off off on
replica_recreated_in_other_dir  off off off off off off off
log_start_replicated            off on on on on on on
retention_stops_at_hw           off off on on on on on
hw_stays_above_start            off off on on on on on
divergence_before_range         - - - - off off off
remote_storage                  - off off off off on on
copied_ignores_lineage          - - - - - on off
hw_position_must_be_local       - - - - - on off
start_checkpoint_skips_aligned  - - - - - on off
proposal_after_error            - - - - dropped again again
equal_epoch_news                - - - - on on on
lag_clock_of_isr_only           off off off off off on on
shrink_bumps_leader_epoch       off off off off on off off
strict_min_isr_hw               off off off off off off on
elr                             off off off off off off on
clean_shutdown_detection        - - - - - - on
last_known_leader_must_be_alive - - - - - - on
fence_one_at_a_time             - - - - on on on
reassigned_by                   zookeeper zookeeper zookeeper zookeeper kraft kraft kraft
reassignment_raises_epoch       always always always always removals removals removals
completes_when_added_joined     - - - - on on off
unassigned_fetch                fails fails answered answered answered refused refused
stop_replica_without_epoch      on on on on - - -
controller_checks_replicas      - - - - on on on
`

// TestGenerationCells sets every cell of the matrix in its generation: a
// value must be what the generation has by itself, and a key without meaning
// must be refused.
func TestGenerationCells(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(published), "\n") {
		f := strings.Fields(line)
		for g, want := range f[1:] {
			name := Generations[g].Name
			if want == "-" {
				if _, _, err := Template.Build(map[string]string{"generation": name, f[0]: "on"}); err == nil {
					t.Errorf("%s takes %s, which has no meaning there", name, f[0])
				}
				continue
			}
			plain, err := constants(map[string]string{"generation": name})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range plain {
				if c.Name == f[0] && c.Default != want {
					t.Errorf("%s has %s %s, want %s", name, c.Name, c.Default, want)
				}
			}
		}
	}
}

// TestScenarioColumns holds that no generation and no release varies what goes
// with the scenario: what history varies is the protocol's.
func TestScenarioColumns(t *testing.T) {
	for _, c := range Columns {
		values := map[string]bool{}
		for _, v := range Variants.Names() {
			if cell, ok := Variants.Cell(v, c.Name); ok && cell != notThere {
				values[cell] = true
			}
		}
		if c.Role == model.OfScenario && len(values) > 1 {
			t.Errorf("%s has the values %v in history, so it is the protocol's", c.Name, values)
		}
	}
}

// mendedTiers is what 3.7 and 3.8 have mended of remote storage in 3.6.
const mendedTiers = " copied_ignores_lineage=off hw_position_must_be_local=off start_checkpoint_skips_aligned=off"

// TestReleases holds the presets to their generation and what differs.
func TestReleases(t *testing.T) {
	releases := map[string]string{
		"0.10.2": "hw-truncation", "0.11": "kip-101", "2.0": "kip-279", "2.1": "kip-320 session_forgets_epoch=on",
		"2.8": "kip-497 divergence_before_range=on checkpoint_drops_unhosted=on directory_fails_alone=on controller_checks_replicas=off diverge_skips_state_update=off equal_epoch_news=off hw_after_alter_commit=off proposal_after_error=stuck reassigned_by=zookeeper reassignment_raises_epoch=always removed_partition_is_cut=on shrink_bumps_leader_epoch=off stop_replica_without_epoch=off",
		"3.1": "kip-497", "3.3": "kip-497 load_error_stops_cleanly=off eligible_not_fenced=on lag_clock_of_isr_only=on proposal_after_error=again unassigned_fetch=refused",
		"3.5": "kip-497 load_error_stops_cleanly=off diverge_skips_hw=on eligible_broker_epoch=on eligible_not_fenced=on lag_clock_of_isr_only=on proposal_after_error=again unassigned_fetch=refused preferred_may_lag=off",
		"3.6": "kip-903", "3.7": "kip-903 directory_fails_alone=on replica_recreated_in_other_dir=on strict_min_isr_hw=on copied_ignores_lineage=off",
		"4.0":     "kip-903 directory_fails_alone=on rereg_removes_isr=on strict_min_isr_hw=on completes_when_added_joined=off" + mendedTiers,
		"4.0-elr": "kip-903 directory_fails_alone=on rereg_removes_isr=on strict_min_isr_hw=on elr=on recovery=last-leader last_known_leader_must_be_alive=off clean_shutdown_detection=on completes_when_added_joined=off" + mendedTiers,
		"4.1":     "kip-966", "4.3": "kip-966",
	}
	if len(releases) != len(Releases) {
		t.Errorf("%d releases, want %d", len(Releases), len(releases))
	}
	for name, want := range releases {
		f := strings.Fields(want)
		base := map[string]string{"generation": f[0]}
		for _, pair := range f[1:] {
			key, value, _ := strings.Cut(pair, "=")
			base[key] = value
		}
		release, err := constants(map[string]string{"generation": name})
		if err != nil {
			t.Fatal(err)
		}
		same, err := constants(base)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range release {
			value := same[i].Default
			if v, set := base[c.Name]; set {
				value = v
			}
			if c.Name != "generation" && c.Default != value {
				t.Errorf("release %s has %s %s, want %s", name, c.Name, c.Default, value)
			}
		}
	}
}
