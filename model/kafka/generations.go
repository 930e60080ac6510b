package kafka

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"mc/model"
)

// Generations are the stretches of Kafka's history in which the protocol was
// one protocol, oldest first.
var Generations = []model.Variant{
	{Name: "hw-truncation", Doc: "A follower cuts its log at its own high watermark before it talks to the new leader (until 0.10.2)."},
	{Name: "kip-101", Ref: "KIP-101", Doc: "A follower asks the leader where its last epoch ends; the answer is an offset (0.11 to 1.x)."},
	{Name: "kip-279", Ref: "KIP-279", Doc: "The answer names the epoch it is about, and the follower may ask again (2.0)."},
	{Name: "kip-320", Ref: "KIP-320", Doc: "Fetches and lookups carry the leader epoch and are fenced; a newcomer must reach the epoch's start (2.1)."},
	{Name: "kip-497", Ref: "KIP-497", Doc: "Fetches tell divergence (KIP-595), and the controller decides ISR changes that leaders propose (3.1)."},
	{Name: "kip-903", Ref: "KIP-903", Doc: "Fenced brokers and former incarnations may not join the ISR (KIP-841, KIP-903; 3.6)."},
	{Name: "kip-966", Ref: "KIP-966", Doc: "The high watermark needs min ISR, and eligible leader replicas outlive the ISR (4.1)."},
}

// Releases are Kafka versions as variations of a generation.
var Releases = []model.Variant{
	{Name: "0.10.2", Of: "hw-truncation"},
	{Name: "0.11", Of: "kip-101"},
	{Name: "2.0", Of: "kip-279"},
	{Name: "2.1", Of: "kip-320", Set: map[string]string{"session_forgets_epoch": "on"}},
	{Name: "2.8", Of: "kip-497", Set: map[string]string{"hw_after_alter_commit": "off", "diverge_skips_state_update": "off",
		"shrink_bumps_leader_epoch": "off", "equal_epoch_news": "off", "removed_partition_is_cut": "on",
		"proposal_after_error": "stuck", "reassigned_by": "zookeeper", "reassignment_raises_epoch": "always",
		"stop_replica_without_epoch": "off", "controller_checks_replicas": "off",
		"checkpoint_drops_unhosted": "on", "directory_fails_alone": "on", "divergence_before_range": "on"}},
	{Name: "3.1", Of: "kip-497"},
	{Name: "3.3", Of: "kip-497", Set: map[string]string{"eligible_not_fenced": "on", "lag_clock_of_isr_only": "on",
		"proposal_after_error": "again", "unassigned_fetch": "refused",
		"load_error_stops_cleanly": "off"}},
	{Name: "3.5", Of: "kip-497", Set: map[string]string{"eligible_not_fenced": "on", "eligible_broker_epoch": "on",
		"diverge_skips_hw": "on", "lag_clock_of_isr_only": "on", "proposal_after_error": "again", "unassigned_fetch": "refused",
		"preferred_may_lag": "off", "load_error_stops_cleanly": "off"}},
	{Name: "3.6", Of: "kip-903"},
	{Name: "3.7", Of: "kip-903", Set: map[string]string{"strict_min_isr_hw": "on", "directory_fails_alone": "on",
		"replica_recreated_in_other_dir": "on", "copied_ignores_lineage": "off"}},
	{Name: "4.0", Of: "kip-903", Set: map[string]string{"strict_min_isr_hw": "on", "rereg_removes_isr": "on",
		"completes_when_added_joined": "off", "directory_fails_alone": "on", "copied_ignores_lineage": "off",
		"hw_position_must_be_local": "off", "start_checkpoint_skips_aligned": "off"}},
	{Name: "4.0-elr", Of: "kip-903", Doc: "4.0 with eligible.leader.replicas.version=1", Set: map[string]string{"strict_min_isr_hw": "on",
		"rereg_removes_isr": "on", "elr": "on", "recovery": "last-leader", "last_known_leader_must_be_alive": "off",
		"clean_shutdown_detection": "on", "completes_when_added_joined": "off", "directory_fails_alone": "on",
		"copied_ignores_lineage": "off", "hw_position_must_be_local": "off", "start_checkpoint_skips_aligned": "off"}},
	{Name: "4.1", Of: "kip-966"},
	{Name: "4.3", Of: "kip-966"},
}

// also are the releases that run the protocol of one before them, and what is
// back-ported to patch releases. 2.7 and 3.0 are nearest to 2.8: they propose ISR
// changes to the controller, and truncate where a fetch diverges.
var also = []model.Variant{
	{Name: "1.0", Of: "0.11", Set: since10}, {Name: "1.1", Of: "0.11", Set: since10},
	{Name: "2.1.1", Of: "2.1", Set: map[string]string{"truncation_of_removed_kills_thread": "on"}}, after21("2.2"), after21("2.3", kip461), after21("2.4", kip461), after21("2.5", kip461, kafka9338),
	after21("2.6", kip461, kafka9338, kip570),
	{Name: "2.7", Of: "2.8", Set: before28}, {Name: "2.8.1", Of: "2.8", Set: mended28}, {Name: "3.0", Of: "2.8", Set: mended28},
	{Name: "3.2", Of: "3.1"}, {Name: "3.4", Of: "3.3", Set: map[string]string{"preferred_may_lag": "off"}}, {Name: "3.8", Of: "3.7", Set: since38}, {Name: "3.9", Of: "3.7", Set: since38},
	{Name: "4.0.1", Of: "4.0", Set: map[string]string{"drop_stale_fetches": "on"}},
	{Name: "4.2", Of: "4.1"}, {Name: "4.4", Of: "4.3"},
}

// mended28 is what 2.8.1 and 3.0 have and 2.8 has not: KAFKA-13141, KAFKA-13207, KAFKA-12996.
var mended28 = map[string]string{"diverge_skips_state_update": "on", "removed_partition_is_cut": "off", "divergence_before_range": "off"}

// since38 is what 3.8 has mended of 3.7: KAFKA-15665, KAFKA-16234, KAFKA-16452, KAFKA-16146.
var since38 = map[string]string{"completes_when_added_joined": "off", "replica_recreated_in_other_dir": "off",
	"hw_position_must_be_local": "off", "start_checkpoint_skips_aligned": "off"}

// since10 is what 1.0 has that 0.11 has not: directories that fail alone (KIP-112), an
// answer for one who is no replica (KAFKA-5758), and what was mended in 1.0.2, 1.1.1 and
// 2.0: KAFKA-5634, KAFKA-7104.
var since10 = map[string]string{"unassigned_fetch": "answered", "directory_fails_alone": "on",
	"load_error_stops_cleanly": "on", "append_after_failed_append": "on",
	"retention_stops_at_hw": "on", "reply_start": "after"}

// before28 is what 2.8 has mended of 2.7: KAFKA-10471, KAFKA-10101, KAFKA-10778.
var before28 = map[string]string{"marker_removed_after_loading": "on", "recovery_point_at_end_after_recovery": "on",
	"append_after_failed_append": "on"}

// What came between 2.1 and 2.7: in 2.2 KIP-207, then these.
var (
	kip461    = [2]string{"thread_dies_with_partition", "off"} // 2.3
	kafka9338 = [2]string{"session_forgets_epoch", "off"}      // 2.5
	kip570    = [2]string{"stop_replica_without_epoch", "off"} // 2.6
)

// after21 is a release between 2.1 and 2.7.
func after21(name string, more ...[2]string) model.Variant {
	set := map[string]string{"offset_not_available": "on"}
	for _, m := range more {
		set[m[0]] = m[1]
	}
	return model.Variant{Name: name, Of: "2.1", Set: set}
}

// Variants are the generations, by name of the constant, and the releases.
var Variants = &model.Variants{
	Subject:  "Kafka's replication protocol",
	Constant: "generation",
	Families: []model.Family{
		{Name: "generations", One: "generation", List: withCells(Generations)},
		{Name: "releases", One: "release", Label: "Kafka", List: Releases, Also: also, Versions: true},
	},
}

// withCells gives each generation its column of the table.
func withCells(generations []model.Variant) []model.Variant {
	out := slices.Clone(generations)
	for i := range out {
		out[i].Set = map[string]string{}
		for _, c := range Columns {
			out[i].Set[c.Name] = c.Cells[i]
		}
	}
	return out
}

// generation finds the row that a name means, and the release's variations.
func generation(name string) (row int, set map[string]string, err error) {
	for _, r := range Releases {
		if r.Name == name {
			row, _, err = generation(r.Of)
			return row, r.Set, err
		}
	}
	row = slices.IndexFunc(Generations, func(g model.Variant) bool { return g.Name == name })
	if row >= 0 {
		return row, nil, nil
	}
	meant, err := Variants.Resolve(name)
	if err == nil {
		err = fmt.Errorf("%s is %s; give that", name, meant.Said)
	}
	return 0, nil, fmt.Errorf("kafka: %w", err)
}

// byDefault are the constants where nothing is set, which are asked for before any
// others: they have the names.
var byDefault = sync.OnceValues(func() ([]model.Constant, error) { return constantsUnder(nil) })

// constants lists every parameter, with the defaults of the generation in
// set, and refuses keys that have no meaning there.
func constants(set map[string]string) ([]model.Constant, error) {
	if len(set) == 0 {
		list, err := byDefault()
		return slices.Clone(list), err
	}
	return constantsUnder(set)
}

func constantsUnder(set map[string]string) ([]model.Constant, error) {
	name, given := set["generation"]
	if !given {
		name = Generations[len(Generations)-1].Name
	}
	row, variation, err := generation(name)
	if err != nil {
		return nil, err
	}
	list := append(make([]model.Constant, 0, 1+len(sizes)+len(budgets)+len(options)+len(Columns)), model.Constant{Name: "generation",
		Doc: "A generation of the protocol, or a release.", Formerly: []string{"release"}, Default: name, Choices: Variants.Names()})
	list = fixed(list...)
	effective := make(map[string]string, len(Columns))
	var problems []error
	for i := range Columns {
		c := Columns[i]
		c.Default, c.NotThere = c.cell(row, effective)
		if v, varied := variation[c.Name]; varied {
			c.Default = v
		}
		effective[c.Name] = c.Default
		if v, overridden := set[c.Name]; overridden {
			effective[c.Name] = normal(c.Constant, v)
			if why := c.refusal(effective); why != nil {
				problems = append(problems, why)
			}
		}
		list = append(list, c.Constant)
	}
	return list, errors.Join(problems...)
}

// normal is a value in its canonical spelling ("on" for "true").
func normal(c model.Constant, text string) string {
	if v, err := c.Parse(text); err == nil {
		return c.Text(v)
	}
	return text
}

// satisfied reports whether the axis that gives the key a meaning has a
// fitting value, and the axis's name.
func (c *Column) satisfied(effective map[string]string) (key string, ok bool) {
	if c.needs == "" {
		return "", true
	}
	key, values, _ := strings.Cut(c.needs, "=")
	for value := range strings.SplitSeq(values, "|") {
		if value == effective[key] {
			return key, true
		}
	}
	return key, false
}

// cell is the default of the column in a generation, under the values of the
// axes before it: off, or the first choice, where they give the key no meaning.
// Where an axis gives it one that has another value in the generation itself,
// the nearest generation that knows the key decides.
func (c *Column) cell(row int, effective map[string]string) (value string, absent bool) {
	if _, ok := c.satisfied(effective); ok {
		for d := range len(c.Cells) {
			for _, r := range [2]int{row + d, row - d} {
				if r >= 0 && r < len(c.Cells) && c.Cells[r] != notThere {
					return c.Cells[r], false
				}
			}
		}
	}
	if c.Switch {
		return "off", true
	}
	return c.Choices[0], true
}

// refusal says why the key may not be set, to any value: nothing gives it a
// meaning.
func (c *Column) refusal(effective map[string]string) error {
	key, ok := c.satisfied(effective)
	if ok {
		return nil
	}
	return fmt.Errorf("kafka: %s has no meaning here: it needs %s, and %s is %s",
		c.Name, c.needs, key, effective[key])
}
