package kafka

import (
	"fmt"
	"strings"

	"mc/model"
)

// String is the broker's name, or "nobody".
func (n Node) String() string {
	if n == Nobody {
		return "nobody"
	}
	return fmt.Sprintf("b%d", uint8(n))
}

// String lists the members: "{b1, b3}".
func (x Set) String() string { return "{" + x.joined(", ") + "}" }

func (x Set) joined(by string) string {
	var names []string
	for b := range MaxBrokers {
		if x.Has(b) {
			names = append(names, name(b))
		}
	}
	return strings.Join(names, by)
}

// String lists the values: "r1, r2", or "none".
func (x Values) String() string {
	var names []string
	for v := Value(1); v < 32; v++ {
		if x.Has(v) {
			names = append(names, v.String())
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// String is the record's short name: "r1".
func (v Value) String() string {
	if v == Torn {
		return "torn"
	}
	return fmt.Sprintf("r%d", uint8(v))
}

// String is the record with its epoch, "r1@e0", or "nothing".
func (r Record) String() string {
	if r == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%s@e%d", r.Value(), r.Epoch())
}

// String lists the records.
func (l *Log) String() string {
	var words []string
	for _, r := range l.Records[:l.End] {
		words = append(words, r.String())
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// String lists the entries as epoch:start, "0:0 1:10", or "empty".
func (c Cache) String() string {
	var words []string
	for e, s := range c {
		if s.Known() {
			words = append(words, fmt.Sprintf("%d:%d", e, s.Value()))
		}
	}
	if len(words) == 0 {
		return "empty"
	}
	return strings.Join(words, " ")
}

// String is the answer in the controller's own words.
func (a Answer) String() string {
	return [...]string{"none", "accepted", "INELIGIBLE_REPLICA", "refused as stale", "accepted, in a new leader epoch"}[a]
}

// String is "Expand {b2}" and the like.
func (c Change) String() string {
	return [...]string{"none", "expand by ", "shrink by ", "decided to expand by "}[c.Kind] + map[bool]string{true: c.Brokers.String()}[c.Kind != NoChange]
}

// name is the broker of an index.
func name(b int) string { return NodeOf(b).String() }

// terms are words of Kafka that are no names in the model: its abbreviations,
// its configuration, and what the model leaves out.
var terms = []model.Term{
	{Names: []string{"HW", "high watermark"}, See: []string{"hw_after_alter_commit", "strict_min_isr_hw", "hw-within-maximal-isr"},
		Doc: "Up to where a leader, or a follower by hearsay, takes records for committed. Consumers read up to it."},
	{Names: []string{"LEO", "log end offset"}, See: []string{"remote-leo-sound"},
		Doc: "The end of a broker's log; a leader remembers one for each follower."},
	{Names: []string{"ISR", "in-sync replicas"}, See: []string{"isr_update", "KIP-497"},
		Doc: "The replicas that a commit waits for. Controller and leader each have one, and these may differ for a while."},
	{Names: []string{"ELR", "eligible leader replicas"}, See: []string{"elr", "KIP-966"},
		Doc: "Replicas outside the ISR that have every committed record."},
	{Names: []string{"data loss", "loss"}, See: []string{"committed-on-leader", "committed-somewhere", "acked-all-never-lost"},
		Doc: "A committed record that the leader has not (committed-on-leader), or nobody (committed-somewhere); an " +
			"acknowledged one that is gone (acked-all-never-lost)."},
	{Names: []string{"replica.lag.time.max.ms"}, See: []string{"lag_timeouts", "idle_stuck_stays"},
		Doc: "There is no time in a search: any follower may fall out of the window, so often as lag_timeouts says. In a " +
			"script it is the time lag of the clock."},
	{Names: []string{"flush.messages", "log.flush.interval.messages"}, See: []string{"fsync_each_write", "flushes"},
		Doc: "flush.messages=1 is fsync_each_write=on; without it a power failure takes what was not flushed."},
	{Names: []string{"unclean.leader.election.enable", "UncleanLeaderElectionsPerSec"}, See: []string{"unclean_elections"},
		Doc: "It is on where unclean_elections is more than 0, and so often it happens."},
	{Names: []string{"min.insync.replicas"}, See: []string{"min_insync_replicas"},
		Doc: "min_insync_replicas; where brokers go by another value than the controller, broker_min_insync_replicas."},
	{Names: []string{"replication.factor", "default.replication.factor"}, See: []string{"replicas"}, Doc: "replicas."},

	{Names: []string{"retention", "log.retention.ms", "retention.ms", "log start offset", "DeleteRecords"},
		See: []string{"retentions", "deletes", "log-start-within-hw"},
		Doc: "retentions: a broker deletes the beginning of its log by itself; deletes: a client has it deleted."},
	{Names: []string{"auto.offset.reset", "consumer position", "client.rack", "preferred read replica", "KIP-392"}, See: []string{"reader", "preferred_may_lag"},
		Doc: "reader: one consumer that keeps its position; with fetch_from_follower it is in the rack of the last broker."},
	{Names: []string{"idempotent producer", "enable.idempotence", "producer id", "sequence number", "KIP-98"}, See: []string{"idempotence", "retries"},
		Doc: "idempotence: one producer, whose records are numbered. What a broker knows of it is what its log has."},
	{Names: []string{"transactions", "transaction", "transaction marker", "last stable offset", "LSO", "read_committed", "isolation.level"},
		See: []string{"markers", "open-has-owner", "lso-advances"},
		Doc: "markers: one producer whose transactions end with a marker; commit and abort are not told apart."},
	{Names: []string{"exactly once", "producer epoch", "KIP-890"},
		LeftOut: true, Doc: "No producer is ever fenced by its epoch, and a transaction has no retries."},
	{Names: []string{"tiered storage", "remote storage", "KIP-405"}, See: []string{"remote_storage", "copies", "history-has-no-hole"},
		Doc: "copies: leaders copy closed segments, and what is copied may go from the brokers' own disks."},
	{Names: []string{"compaction", "log compaction", "cleanup.policy"}, LeftOut: true, Doc: "Records are never replaced."},
	{Names: []string{"consumer group", "consumer groups", "rebalance", "offset commit", "KIP-848"}, LeftOut: true,
		Doc: "A consumer reads one partition and keeps its own position."},
	{Names: []string{"quotas", "quota", "ACL", "TLS", "SASL"}, LeftOut: true, Doc: "Requests are neither slowed down nor refused."},
	{Names: []string{"MirrorMaker", "cluster linking"}, LeftOut: true, Doc: "There is one cluster."},
}
