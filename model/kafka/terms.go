package kafka

import "mc/model"

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

	{Names: []string{"retention", "log.retention.ms", "retention.ms", "log start offset", "DeleteRecords"}, LeftOut: true,
		Doc: "A log is never cut at its beginning."},
	{Names: []string{"transactions", "transaction", "exactly once", "idempotent producer", "producer epoch", "KIP-98", "KIP-890"},
		LeftOut: true, Doc: "Producers have no identity, and every record stands for itself."},
	{Names: []string{"tiered storage", "remote storage", "KIP-405"}, LeftOut: true, Doc: "A log lies on the broker's disk, whole."},
	{Names: []string{"compaction", "log compaction", "cleanup.policy"}, LeftOut: true, Doc: "Records are never replaced."},
	{Names: []string{"consumer group", "consumer groups", "rebalance", "offset commit", "KIP-848"}, LeftOut: true,
		Doc: "A consumer reads one partition and keeps its own position."},
	{Names: []string{"quotas", "quota", "ACL", "TLS", "SASL"}, LeftOut: true, Doc: "Requests are neither slowed down nor refused."},
	{Names: []string{"MirrorMaker", "cluster linking"}, LeftOut: true, Doc: "There is one cluster."},
}
