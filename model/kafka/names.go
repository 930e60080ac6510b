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

// Named is the set to programs.
func (x Set) Named() any {
	names := model.Names{}
	for b := range MaxBrokers {
		if x.Has(b) {
			names = append(names, name(b))
		}
	}
	return names
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

// glossary are the terms that a reader of Kafka's own pages meets, each in a sentence and
// with the end of a script of specs/glossary that shows it.
var glossary = []model.Term{
	{Names: []string{"partition", "log", "partition log"}, See: []string{"replicas"},
		Sentence: "The records of one partition of a topic in their order, of which each replica keeps a " +
			"copy, its log, on its disk.",
		Picture: picture("logs", "One partition, three logs: b2 and b3 have the beginning of what b1 has."),
		Doc:     "One partition is modelled; what others share with it are its brokers' fetchers and disks.",
	},
	{Names: []string{"offset"}, See: []string{"log-matching-below-hw", "LEO"},
		Sentence: "The place of a record in the log, which the leader gives it and which is the same in " +
			"every copy.",
		Picture: picture("logs", "The numbers above the logs: c was given offset 2, and whoever fetches it "+
			"will have it there."),
	},
	{Names: []string{"replica", "replication factor", "replication.factor", "default.replication.factor"},
		See:      []string{"replicas"},
		Sentence: "A broker's copy of a partition; the replication factor is how many there are.",
		Picture:  picture("logs", "Replication factor 3: a line for each of b1, b2 and b3."),
		Doc:      "replicas says how many; each broker has one, unless reassignment is a process.",
	},
	{Names: []string{"leader", "follower", "leader and follower"},
		See: []string{"one-leader-per-epoch", "Learn"},
		Sentence: "The leader is the one replica that takes writes and answers fetches, and followers are " +
			"the others, which copy its log.",
		Picture: picture("logs", "The word beside each broker is what it takes itself for; the controller's "+
			"leader is who it should be.", "leader"),
	},
	{Names: []string{"LEO", "log end offset"}, See: []string{"remote-leo-sound"},
		Sentence: "The offset that the next record will have in a replica's log, one behind its last; every " +
			"replica has its own.",
		Picture: picture("logs", "LEO 3, 2 and 1 at the end of the lines; what b1 knows of the others is "+
			"what they last asked for.", "LEO of"),
		Doc: "The end of a broker's log; a leader remembers one for each follower.",
	},
	{Names: []string{"HW", "high watermark"},
		See: []string{"hw_after_alter_commit", "strict_min_isr_hw", "hw-within-maximal-isr"},
		Sentence: "The offset below which a replica takes every record for committed; consumers are given " +
			"nothing from it on.",
		Picture: picture("the-high-watermark", "The bar is at 1 at b1, for b3 has asked for what follows a; "+
			"b is in two logs and not committed.", "LEO of"),
		Doc: "Up to where a leader, or a follower by hearsay, takes records for committed. Consumers read up " +
			"to it.",
	},
	{Names: []string{"committed", "committed record"},
		See: []string{"committed-on-leader", "committed-somewhere"},
		Sentence: "A record is committed as soon as the high watermark of its leader has passed it, and from " +
			"then on it should outlive any replica.",
		Picture: picture("the-high-watermark", "a is committed since this fetch; b is not, though b2 has it "+
			"too.", "committed"),
	},
	{Names: []string{"ISR", "in-sync replicas"}, See: []string{"isr_update", "KIP-497"},
		Sentence: "The leader and the followers that have kept up with it: for all of these the high " +
			"watermark waits, and from among them leaders are elected.",
		Picture: picture("the-isr", "b3, which fetched nothing, is out of the ISR; in the same step the bar "+
			"moves to what b1 and b2 have.", "ISR", "partition epoch", "LEO of"),
		Doc: "The replicas that a commit waits for. Controller and leader each have one, and these may " +
			"differ for a while.",
	},
	{Names: []string{"maximal ISR", "maximalIsr"}, See: []string{"hw-within-maximal-isr"},
		Sentence: "The ISR with the newcomers that the leader has proposed and the controller has not " +
			"confirmed: the high watermark waits for them already.",
		Picture: picture("the-maximal-isr", "b1 and b2 have b, and the bar stays at 1: b3 may be in the ISR "+
			"by now.", "ISR", "pending", "maximal ISR", "LEO of", "AlterPartition"),
	},
	{Names: []string{"min.insync.replicas", "min ISR", "min insync replicas"},
		See: []string{"min_insync_replicas", "strict_min_isr_hw", "append-needs-min-isr"},
		Sentence: "How many members the ISR must have for acks=all: with fewer such a write is refused and, " +
			"from 3.7 on, the high watermark stands.",
		Picture: picture("min-insync-replicas", "The ISR is b1 alone and two are required: b was refused, "+
			"and c, which was written with acks=1, stays invisible.", "ISR", "ELR"),
		Doc: "min_insync_replicas; where brokers go by another value than the controller, " +
			"broker_min_insync_replicas.",
	},
	{Names: []string{"acks", "acks=1", "acks=all", "acks=0", "acks=-1"},
		See: []string{"acks-one-lost-acks-all-kept", "track_acks"},
		Sentence: "What a producer waits for before it takes a record for written: nothing (0), the log of " +
			"the leader (1), or every member of the ISR (all, which is -1).",
		Picture: picture("acks", "a was sent with acks=1 and is acknowledged, b with acks=all and waits; "+
			"both are in the leader's log only.", "acked", "acked by the leader alone", "waiting"),
	},
	{Names: []string{"acknowledged", "acked"}, See: []string{"acked-all-never-lost", "acked-one-lost"},
		Sentence: "Answered to the producer as written: with acks=all that is committed, with acks=1 no more " +
			"than in the leader's log.",
		Picture: picture("an-acknowledgement", "The fetch of b3 says that it has a, the high watermark moves "+
			"over it, and the producer is answered.", "committed", "acked"),
	},
	{Names: []string{"leader epoch"}, See: []string{"one-leader-per-epoch", "fence_fetch"},
		Sentence: "The number of a leadership, one more with each new leader; records are stamped with it, " +
			"and fetches of another one are refused.",
		Picture: picture("leader-epochs", "a@e0 was written under b1, b@e1 under b2; b1 is down and knows of "+
			"epoch 0 only.", "leader epoch", "epochs"),
	},
	{Names: []string{"partition epoch", "zkVersion", "partitionEpoch"},
		See: []string{"stale-proposal-rejected", "isr_update"},
		Sentence: "A number that rises with each change of leader or ISR, so that the controller can refuse " +
			"what was proposed on an older state.",
		Picture: picture("the-isr", "The shrink raised it from 0 to 1; the leader epoch is what it was.",
			"partition epoch", "leader epoch"),
		Doc: "Version in the code.",
	},
	{Names: []string{"broker epoch", "incarnation"}, See: []string{"eligible_broker_epoch", "KIP-903"},
		Sentence: "The number that a broker gets each time it registers, by which what it said before a " +
			"restart is told from what it says now.",
		Picture: picture("broker-epochs", "b3 has registered again, and is not in the ISR before it has "+
			"caught up.", "incarnation of", "ISR"),
		Doc: "Incarnation in the code.",
	},
	{Names: []string{"epoch cache", "leader-epoch-checkpoint", "leader epoch cache"},
		See: []string{"epoch-cache-matches-log", "where-a-follower-cuts"},
		Sentence: "What each replica keeps of where every leader epoch begins in its log, in the file " +
			"leader-epoch-checkpoint; by it two logs are seen to part.",
		Picture: picture("leader-epochs", "0:0 1:1 at b2: epoch 0 begins at offset 0 and epoch 1 at 1; b1 "+
			"and b3 know nothing of epoch 1 yet.", "epochs"),
	},
	{Names: []string{"truncation", "truncate"},
		See:      []string{"where-a-follower-cuts", "never-truncates-committed", "KIP-101"},
		Sentence: "The cutting of the end of a follower's log, where that is not what its leader has.",
		Picture: picture("truncation", "The fetch said that epoch 0 ends at 1 in the log of b2, and b1 has "+
			"cut b, which was in epoch 0 at 1; it was never committed.", "epochs", "committed"),
	},
	{Names: []string{"divergence", "diverging logs", "log divergence"},
		See: []string{"log-matching-below-hw", "different-records-at-one-offset"},
		Sentence: "That two logs have different records at one offset, which is harmless above the high " +
			"watermark and a loss below it.",
		Picture: picture("divergence", "At offset 1 b1 has b and b2 has c, both to the right of the bar; "+
			"whichever leads next, the other one is cut.", "committed"),
	},
	{Names: []string{"controller"}, See: []string{"single_controller", "AlterPartition"},
		Sentence: "The node that decides who leads and who is in the ISR: a broker that ZooKeeper elects, " +
			"and with KRaft, which alone is left since 4.0, a quorum of its own.",
		Picture: picture("the-elr", "What the controller knows of the partition; brokers have older news of "+
			"it.", "leader", "leader epoch", "partition epoch", "ISR", "ELR", "last known", "fenced"),
	},
	{Names: []string{"AlterPartition", "AlterIsr", "AlterPartition request"},
		See: []string{"KIP-497", "isr_update", "pending-change-under-way"},
		Sentence: "The request by which a leader proposes another ISR to the controller, since 2.7 " +
			"(KIP-497); before, it wrote the ISR to ZooKeeper itself.",
		Picture: picture("an-alter-partition-request", "b1 has asked for an ISR without b3 and waits for the "+
			"answer; until then the high watermark waits for b3.",
			"ISR", "pending", "maximal ISR", "AlterPartition"),
	},
	{Names: []string{"fencing", "fenced"}, See: []string{"fence_fetch", "fenced-not-in-isr"},
		Sentence: "The decision of the controller that a broker is not there, or the refusal of a request " +
			"that is of an older epoch.",
		Picture: picture("fencing", "b3 is alive and frozen; the controller has fenced it, so that it is out "+
			"of the ISR and cannot be elected.", "fenced", "ISR", "partition epoch"),
	},
	{Names: []string{"session", "broker session"},
		See:      []string{"fences", "session-fence-by-the-controller"},
		Sentence: "How long a broker may be silent towards the controller until that takes it for gone.",
		Picture:  picture("fencing", "The last heartbeat of b3 was nine seconds before this step.", "fenced"),
		Doc: "There is no time in a search: any session may end, so often as fences says. In a script it is " +
			"the time session of the clock.",
	},
	{Names: []string{"clean leader election", "clean election"},
		See: []string{"elected-in-this-order", "unclean_elections"},
		Sentence: "The election of a leader from the ISR, or from the eligible leader replicas, by which " +
			"nothing that was committed is lost.",
		Picture: picture("leader-epochs", "b2 was in the ISR when b1 was fenced; it has a, and leads epoch "+
			"1.", "leader", "leader epoch", "ISR", "committed"),
	},
	{Names: []string{"unclean leader election", "unclean election"},
		See: []string{"unclean_elections", "R33", "R40"},
		Sentence: "The election of a replica that may lack committed records, so that there is a leader at " +
			"the price of these.",
		Picture: picture("an-unclean-election", "b3 was outside the ISR and has a; b is committed and in the "+
			"logs of b1 and b2, which will cut it.", "committed", "leader", "ISR"),
	},
	{Names: []string{"ELR", "eligible leader replicas"}, See: []string{"elr", "KIP-966", "elr-complete"},
		Sentence: "Replicas that have left the ISR when it was to be smaller than min.insync.replicas: they " +
			"have all that was committed, and may be elected (KIP-966).",
		Picture: picture("the-elr", "b3 left while two members remained; b2 left b1 alone, and is remembered "+
			"in the ELR.", "ISR", "ELR"),
		Doc: "Replicas outside the ISR that have every committed record.",
	},
	{Names: []string{"last known leader", "LastKnownElr", "last known ELR"},
		See: []string{"recovery", "last_known_leader_must_be_alive"},
		Sentence: "Who led last when nobody is left in ISR and ELR: it is elected when it returns, with " +
			"whatever it has then.",
		Picture: picture("the-last-known-leader", "b1 led last and lost power; it is back after an unclean "+
			"stop, so that it is not eligible either, and leads all the same, with an empty log.", "leader", "ISR", "ELR", "last known"),
	},
	{Names: []string{"clean shutdown", "unclean shutdown", "controlled shutdown"},
		See: []string{"clean_shutdown_detection", "clean_stops"},
		Sentence: "A clean shutdown leaves a marker file and a log that is flushed whole; after any other " +
			"the end of the log may be gone.",
		Picture: picture("shutdowns", "b2 has stopped cleanly and has a; b3 lost power with nothing flushed, "+
			"and its a is cut.", "flushed"),
	},
	{Names: []string{"page cache", "flush", "fsync"}, See: []string{"fsync_each_write", "lossy_crashes"},
		Sentence: "The memory in which the operating system keeps what was written until it is flushed to " +
			"the disk: a killed process loses nothing of it, a power failure all.",
		Picture: picture("the-page-cache", "b2 was killed and has a and b; b3, which had flushed a only, has "+
			"lost b with its power.", "flushed"),
	},
	{Names: []string{"replica.lag.time.max.ms", "lag window", "replica lag time"},
		See:      []string{"lag_timeouts", "idle_stuck_stays"},
		Sentence: "How long a follower may go without having caught up before its leader takes it out of the ISR.",
		Picture: picture("the-lag-window", "b3 has fetched nothing since second 1; the leader looks every 15 "+
			"seconds, and removed it at 45.", "ISR"),
		Doc: "There is no time in a search: any follower may fall out of the window, so often as " +
			"lag_timeouts says. In a script it is the time lag of the clock.",
	},
	{Names: []string{"reassignment", "partition reassignment"}, See: []string{"reassignments", "KAFKA-15665"},
		Sentence: "The change of the list of brokers that have replicas: the new ones catch up before the " +
			"old ones go.",
		Picture: picture("a-reassignment", "From b1 and b2 to b1 and b3: for the time being all three are "+
			"replicas, and b2 stays in the ISR.", "replicas", "adding", "removing", "ISR"),
	},
	{Names: []string{"preferred leader", "preferred leader election"},
		See: []string{"elections", "reelected-leader-keeps-remotes"},
		Sentence: "The first broker in the list of replicas, to which leadership is moved back when it is in " +
			"the ISR again.",
		Picture: picture("a-preferred-leader", "b1 is the first of the list: it leads again, two epochs "+
			"later; b2 and b3 have not heard of it.", "leader", "leader epoch", "ISR"),
	},
	{Names: []string{"zombie leader", "zombie", "deposed leader"},
		See: []string{"one-leader-per-epoch", "deposed-leader-is-not-listened-to"},
		Sentence: "A broker that has not heard that it leads no longer: it may append, and nothing of that " +
			"is ever committed.",
		Picture: picture("a-zombie-leader", "b1 still takes itself for the leader and has appended b; the "+
			"others follow b2, and will not fetch it.", "leader", "leader epoch", "ISR", "committed"),
	},
	{Names: []string{"offline", "offline partition"},
		See:      []string{"last-leader-returns", "unclean_elections"},
		Sentence: "A partition is offline when it has no leader, so that nobody can write or read.",
		Picture: picture("an-offline-partition", "Nobody leads, and whoever writes or reads waits for b1, which was the last.",
			"leader", "ISR", "ELR", "last known", "fenced"),
	},
	{Names: []string{"under min ISR", "below min ISR"},
		See:      []string{"append-needs-min-isr", "strict_min_isr_hw"},
		Sentence: "A partition is under min ISR when its ISR has fewer members than acks=all requires.",
		Picture:  picture("min-insync-replicas", "One member where two are required.", "ISR", "ELR"),
	},
	{Names: []string{"under-replicated", "under-replicated partition"}, See: []string{"lag_timeouts"},
		Sentence: "A partition is under-replicated when its ISR has fewer members than it has replicas.",
		Picture: picture("the-isr", "Three replicas, and two of them in the ISR: one more failure, and "+
			"acks=all is refused.", "ISR"),
	},
}

// picture is the end of a script of the glossary, with what to look at, and the fields of
// lanes that show it.
func picture(of, says string, fields ...string) model.Picture {
	return model.Picture{Spec: "picture-of-" + of, Fields: fields, Says: says}
}

// terms are words of Kafka that are no names in the model: the glossary, Kafka's
// configuration, and what the model leaves out.
var terms = append(glossary, []model.Term{
	{Names: []string{"data loss", "loss"}, See: []string{"committed-on-leader", "committed-somewhere", "acked-all-never-lost"},
		Doc: "A committed record that the leader has not (committed-on-leader), or nobody (committed-somewhere); an " +
			"acknowledged one that is gone (acked-all-never-lost)."},
	{Names: []string{"flush.messages", "log.flush.interval.messages"}, See: []string{"fsync_each_write", "flushes"},
		Doc: "flush.messages=1 is fsync_each_write=on; without it a power failure takes what was not flushed."},
	{Names: []string{"unclean.leader.election.enable", "UncleanLeaderElectionsPerSec"}, See: []string{"unclean_elections"},
		Doc: "It is on where unclean_elections is more than 0, and so often it happens."},

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
}...)
