package kafka

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
)

// Generation is a row of the table: a stretch of Kafka's history in which
// the protocol was one protocol.
type Generation struct {
	Name string // "kip-101"
	Kip  string
	Doc  string // what was new
}

// Generations are the rows, oldest first.
var Generations = []Generation{
	{"hw-truncation", "", "A follower cuts its log at its own high watermark before it talks to the new leader (until 0.10.2)."},
	{"kip-101", "KIP-101", "A follower asks the leader where its last epoch ends; the answer is an offset (0.11 to 1.x)."},
	{"kip-279", "KIP-279", "The answer names the epoch it is about, and the follower may ask again (2.0)."},
	{"kip-320", "KIP-320", "Fetches and lookups carry the leader epoch and are fenced; a newcomer must reach the epoch's start (2.1)."},
	{"kip-497", "KIP-497", "Fetches tell divergence (KIP-595), and the controller decides ISR changes that leaders propose (3.1)."},
	{"kip-903", "KIP-903", "Fenced brokers and former incarnations may not join the ISR (KIP-841, KIP-903; 3.6)."},
	{"kip-966", "KIP-966", "The high watermark needs min ISR, and eligible leader replicas outlive the ISR (4.1)."},
}

// Release is a Kafka version as a variation of a generation.
type Release struct {
	Name, Of string
	Set      map[string]string // what differs from the generation
}

// Releases are presets on the table; generation accepts their names too.
var Releases = []Release{
	{"0.10.2", "hw-truncation", nil},
	{"0.11", "kip-101", nil},
	{"2.0", "kip-279", nil},
	{"2.1", "kip-320", nil},
	{"2.8", "kip-497", map[string]string{"hw_after_alter_commit": "off", "diverge_skips_state_update": "off", "shrink_bumps_leader_epoch": "off"}},
	{"3.1", "kip-497", nil},
	{"3.3", "kip-497", map[string]string{"eligible_not_fenced": "on"}},
	{"3.5", "kip-497", map[string]string{"eligible_not_fenced": "on", "eligible_broker_epoch": "on", "diverge_skips_hw": "on"}},
	{"3.6", "kip-903", nil},
	{"3.7", "kip-903", map[string]string{"strict_min_isr_hw": "on"}},
	{"4.0", "kip-903", map[string]string{"strict_min_isr_hw": "on", "rereg_removes_isr": "on"}},
	{"4.1", "kip-966", nil},
	{"4.3", "kip-966", nil},
}

// Column is an axis or a switch of the protocol with its value in every
// generation.
type Column struct {
	model.Constant
	Cells []string // one per generation; notThere where the key has no meaning
	needs string   // the axis, and the values of it, that give the key a meaning
}

// notThere marks a cell in which a key does not apply.
const notThere = "n/a"

// Axis reports whether the column is a choice rather than a switch.
func (c *Column) Axis() bool { return !c.Switch }

func axis(name, cells, ref string, choices []string, doc string) Column {
	return Column{Constant: model.Constant{Name: name, Doc: doc, Choices: choices, Ref: ref}, Cells: spread(cells)}
}

func flag(name, cells, ref, doc string) Column {
	return Column{Constant: model.Constant{Name: name, Doc: doc, Switch: true, Ref: ref}, Cells: spread(cells)}
}

// when gives the axis values without which a key has no meaning.
func (c Column) when(needs string) Column {
	c.needs = needs
	return c
}

// spread reads a row of cells; a single one stands for all generations.
func spread(cells string) []string {
	f := strings.Fields(strings.ReplaceAll(cells, "--", notThere))
	for len(f) < len(Generations) {
		f = append(f, f[len(f)-1])
	}
	return f
}

const (
	needsAlter   = "isr_update=alter-partition"
	needsZk      = "isr_update=zk-cas"
	needsOnFetch = "truncation=on-fetch"
	needsLookup  = "truncation=epoch-offset|epoch-pair"
	needsEpochs  = "truncation=epoch-offset|epoch-pair|on-fetch"
	needsElr     = "elr=on"
)

// Columns is the table: every axis and switch, by generation.
var Columns = []Column{
	axis("truncation", "high-watermark epoch-offset epoch-pair epoch-pair on-fetch on-fetch on-fetch", "KIP-101, KIP-279, KIP-595",
		[]string{"high-watermark", "epoch-offset", "epoch-pair", "on-fetch"},
		"Where a follower cuts its log for a new leader: at its own high watermark, where the leader says its last epoch ends (an offset, or epoch and offset), or where a fetch reports divergence."),
	flag("fence_fetch", "-- -- -- on on on on", "KIP-320", "Fetches carry the follower's leader epoch and are refused if it is not the leader's.").when(needsEpochs),
	flag("fence_lookup", "-- -- -- on -- -- n/a", "KIP-320, KAFKA-7786", "Epoch lookups carry the follower's leader epoch and are refused if it is not the leader's.").when(needsLookup),
	flag("register_epoch_on_election", "-- off off on on on on", "KAFKA-7415", "A new leader enters its epoch in its cache before it has written anything, and a new entry drops those that conflict.").when(needsEpochs),
	flag("truncate_every_epoch_bump", "-- off off on on on on", "KAFKA-7164", "A follower looks for its cut in every new epoch, also when the leader's name is the same.").when(needsEpochs),
	flag("expand_needs_leso", "off off off on on on on", "KAFKA-7128", "A newcomer must have reached the start of the leader's epoch, not only the high watermark."),
	flag("idle_stuck_stays", "off off off on on on on", "KAFKA-7152", "A follower that has everything stays in the ISR however long it is silent."),
	flag("cache_trunc_on_noop", "off off off off on on on", "KAFKA-10706", "A truncation that cuts no record still cuts the epoch cache."),
	axis("isr_update", "zk-cas zk-cas zk-cas zk-cas alter-partition alter-partition alter-partition", "KIP-497",
		[]string{"zk-cas", "alter-partition"}, "Who changes the ISR: the leader, by compare-and-set in ZooKeeper, or the controller, on the leader's proposal."),
	flag("hw_after_alter_commit", "-- -- -- -- on on on", "KAFKA-13091", "The high watermark is recomputed when a proposed ISR is confirmed.").when(needsAlter),
	flag("diverge_skips_state_update", "-- -- -- -- on on on", "KAFKA-13141", "A diverging fetch does not count as progress of the follower.").when(needsOnFetch),
	flag("diverge_skips_hw", "-- -- -- -- off on on", "KAFKA-14704", "A follower takes no high watermark from a diverging answer.").when(needsOnFetch),
	flag("ap_carries_sender_broker_epoch", "-- -- -- -- on on on", "KIP-497", "AlterPartition is refused unless the sender's incarnation is current.").when(needsAlter),
	flag("eligible_not_fenced", "-- -- -- -- off on on", "KIP-841", "Fenced and stopping brokers may not join the ISR.").when(needsAlter),
	flag("eligible_broker_epoch", "-- -- -- -- off on on", "KIP-903, KAFKA-15221", "A newcomer must be in the incarnation that has fetched.").when(needsAlter),
	flag("hw_ignores_ineligible", "-- -- -- -- off on on", "KAFKA-15021", "A caught-up broker that may not join does not hold the high watermark back.").when(needsAlter),
	flag("shrink_bumps_leader_epoch", "off off off off on off off", "KAFKA-15021", "Every ISR shrink raises the leader epoch."),
	flag("rereg_removes_isr", "-- -- -- -- off off on", "KAFKA-18106", "A broker that registers again after an unclean stop leaves the ISR and the ELR.").when(needsAlter),
	flag("fence_one_at_a_time", "-- -- -- -- on on on", "KAFKA-13173", "Sessions that expire together are handled one after the other.").when(needsAlter),
	flag("strict_min_isr_hw", "off off off off off off on", "KAFKA-15583", "The high watermark stands still while the ISR is below min ISR."),
	flag("elr", "off off off off off off on", "KIP-966", "Who leaves the ISR below min ISR stays eligible; the ISR may become empty."),
	flag("clean_shutdown_detection", "-- -- -- -- off off on", "KAFKA-18635", "A broker that was stopped cleanly keeps its place when it registers again; off: every new incarnation counts as unclean.").when("rereg_removes_isr=on"),
	axis("recovery", "none none none none none none last-leader", "KIP-966",
		[]string{"none", "last-leader", "balanced", "aggressive"}, "Who leads when ISR and ELR are both empty (balanced and aggressive as the KIP describes them, not as shipped)."),
	flag("last_known_leader_must_be_alive", "-- -- -- -- -- -- on", "KAFKA-19522", "The last leader is elected only when it is there.").when("recovery=last-leader"),
	flag("shrink_eagerly", "-- -- -- -- off off off", "", "A mistake: the leader counts a proposed shrink before it is confirmed.").when(needsAlter),
	flag("split_expand", "-- -- -- -- off off off", "KAFKA-15221", "The test of a newcomer and the building of the request are two steps.").when(needsAlter),
	flag("split_lookup", "-- off off off -- -- n/a", "KAFKA-7786", "The answer to an epoch lookup travels in a step of its own.").when(needsLookup),
	flag("caught_up_by_previous_fetch", "on", "KAFKA-4485", "A follower is caught up too if it has reached what the leader had at its previous fetch."),
	flag("hw_waits_for_caught_up", "on", "KAFKA-4485", "The high watermark waits for caught-up followers outside the ISR."),
	flag("recovery_keeps_epoch_zero", "-- off off off on on on", "KAFKA-10432", "Log recovery after a power failure keeps the cache entry of epoch 0.").when(needsEpochs),
	flag("last_fetched_epoch_kept", "-- -- -- -- on on on", "KAFKA-15510", "A follower still names its last epoch after an empty answer.").when(needsOnFetch),
	flag("controller_checks_leader_in_isr", "-- -- -- -- on on on", "KAFKA-15353", "The controller refuses an ISR without the leader.").when(needsAlter),
	flag("retry_empties_isr", "-- -- -- -- off off off", "KAFKA-15353", "A repeated AlterPartition request carries an empty ISR.").when(needsAlter),
	flag("cache_repaired_on_load", "on", "KAFKA-16541", "On start the epoch cache is cut to the log that was recovered."),
	flag("cache_without_batch_epochs", "-- off off off off off off", "KAFKA-7897", "Records carry no epoch: only elections enter the cache.").when(needsEpochs),
	flag("fsync_each_write", "off", "", "Every append is forced to disk."),
	flag("offset_not_available", "off off off off on on on", "KIP-207", "A new leader does not tell the latest offset before its high watermark has reached its epoch's start."),
	flag("consumer_read_atomic", "on", "KAFKA-9807, KAFKA-9835", "A consumer's read takes high watermark and records at one moment; off: the records come later, and a high watermark at the end of the log stands for the end of the file."),
	flag("drop_stale_responses", "on", "KAFKA-7786", "A follower drops the answers that are in flight when it learns of a new epoch; off: one of the same leader is kept and believed if the offset fits."),
	flag("same_epoch_keeps_state", "on", "KAFKA-13790", "A leader that learns of a change within its epoch keeps the start of the epoch and what it knows of its followers."),
	flag("reelection_resets_remotes", "off", "", "A leader that is elected again without having learned of the epoch in between forgets what it knew of its followers, who may have cut their logs meanwhile; no release does."),
	flag("isr_news_lost", "off off off off -- -- --", "KAFKA-2729", "What the ZooKeeper controller changes within a leader's epoch never reaches the leader, and a compare-and-set that fails refreshes nothing.").when(needsZk),
	flag("deaf_while_stopping", "-- -- -- -- off off off", "KAFKA-13858, KAFKA-14296", "A broker that may stop learns nothing more: it leads on until its process ends.").when(needsAlter),
	flag("swap_keeps_epoch", "on", "KAFKA-15608", "A replica that is moved between directories keeps the cache entry of an epoch without records."),
	axis("metadata", "newest", "", []string{"newest", "any-newer"}, "What a broker learns: the newest version of the metadata, or any that is newer than what it knows."),
	flag("fetch_from_follower", "off", "KIP-392", "Consumers may read from followers."),
	axis("commit_by", "any-leader", "", []string{"any-leader", "true-leader"}, "Whose high watermark counts as a commitment: that of every broker that takes itself for the leader, or only the true one's."),
	axis("reply_hw", "either", "KAFKA-7104", []string{"after", "before", "either"}, "The high watermark in a fetch reply: from after the fetch was counted, from before it, or both possibilities."),
	axis("out_of_range", "halt halt halt truncate truncate truncate truncate", "KAFKA-7414", []string{"truncate", "retry", "halt"},
		"What a follower does whose log is longer than its leader's: cut it, try again, or stop the broker (unless unclean election is allowed)."),
	axis("epoch_cache", "explicit", "", []string{"explicit", "derived"}, "The epoch cache is state of its own, or is derived from the log."),
	flag("single_controller", "on", "KAFKA-14154", "There is one controller; off: a deposed one may answer AlterPartition in its place."),
}

// generation finds the row that a name means, and the release's variations.
func generation(name string) (row int, set map[string]string, err error) {
	for _, r := range Releases {
		if r.Name == name {
			row, _, err = generation(r.Of)
			return row, r.Set, err
		}
	}
	row = slices.IndexFunc(Generations, func(g Generation) bool { return g.Name == name })
	switch {
	case row < 0 && name != "" && '0' <= name[0] && name[0] <= '9':
		// The release that is spelled alike need not be one that is near.
		return 0, nil, fmt.Errorf("kafka: no release %q; there are %s", name, strings.Join(generationNames()[len(Generations):], ", "))
	case row < 0:
		return 0, nil, fmt.Errorf("kafka: no generation or release %q%s", name, model.DidYouMean(name, generationNames()))
	}
	return row, nil, nil
}

func generationNames() []string {
	var names []string
	for _, g := range Generations {
		names = append(names, g.Name)
	}
	for _, r := range Releases {
		names = append(names, r.Name)
	}
	return names
}
