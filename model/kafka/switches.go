package kafka

// Switches are the axes and switches of a protocol, one field for each row of
// Columns.
type Switches struct {
	Truncation Truncation
	IsrUpdate  IsrUpdate
	Recovery   Recovery
	ReplyHW    ReplyHW
	CommitBy   CommitBy
	OutOfRange RangeAnswer
	OnError    AfterError

	FenceFetch, FenceLookup, RegisterEpochOnElection, TruncateEveryEpochBump      bool
	ExpandNeedsLeso, IdleStuckStays, CacheTruncOnNoop                             bool
	HWAfterAlterCommit, DivergeSkipsStateUpdate, DivergeSkipsHW                   bool
	ApCarriesSenderBrokerEpoch, EligibleNotFenced, EligibleBrokerEpoch            bool
	HWIgnoresIneligible, ShrinkBumpsLeaderEpoch, ReregRemovesIsr, FenceOneAtATime bool
	StrictMinIsrHW, Elr, CleanShutdownDetection, LastKnownLeaderMustBeAlive       bool
	ShrinkEagerly, SplitExpand, SplitLookup                                       bool
	CaughtUpByPreviousFetch, HWWaitsForCaughtUp, RecoveryKeepsEpochZero           bool
	LagClockOfIsrOnly, EqualEpochNews                                             bool
	LastFetchedEpochKept, ControllerChecksLeaderInIsr, RetryEmptiesIsr            bool
	CacheRepairedOnLoad, CacheWithoutBatchEpochs, FsyncEachWrite                  bool
	OffsetNotAvailable, FetchFromFollower, DerivedCache, SingleController         bool
	AnyNewer, ConsumerReadAtomic, SameEpochKeepsState                             bool
	DropStaleFetches, DropStaleLookups, OneRequest, RestartInSteps                bool
	ReelectionResetsRemotes, SwapKeepsEpoch, IsrNewsLost, DeafWhileStopping       bool
	RemovedPartitionIsCut, SessionForgetsEpoch, ThreadDiesWithPartition           bool
	TruncationOfRemovedKillsThread, AppendChecksLeaderEpoch                       bool
	ZkModeBrokers, MigrationShrinkKeepsEpoch, CasRetrySeesOwnWrite                bool
	DeposedControllerWrites                                                       bool
}

const (
	needsAlter   = "isr_update=alter-partition"
	needsZk      = "isr_update=zk-cas"
	needsOnFetch = "truncation=on-fetch"
	needsLookup  = "truncation=epoch-offset|epoch-pair"
	needsEpochs  = "truncation=epoch-offset|epoch-pair|on-fetch"

	// What is needed of the bounds.
	restarts = "kills or lossy_crashes or clean_stops"
)

// Columns is the table: every axis and switch with its field, its cells by
// generation (-- where the key has no meaning) and its sentence.
var Columns = []Column{
	axis("truncation", func(p *Protocol) *Truncation { return &p.Truncation },
		"high-watermark | epoch-offset | epoch-pair | on-fetch",
		"high-watermark epoch-offset epoch-pair epoch-pair on-fetch on-fetch on-fetch",
		"KIP-101, KIP-279, KIP-595",
		"Where a follower cuts its log for a new leader: at its own high watermark, where the leader says its "+
			"last epoch ends (an offset, or epoch and offset), or where a fetch reports divergence."),
	flag("fence_fetch", func(p *Protocol) *bool { return &p.FenceFetch },
		"--  off off on  on  on  on", "KIP-320",
		"Fetches carry the follower's leader epoch and are refused if it is not the leader's.").when(needsEpochs),
	flag("fence_lookup", func(p *Protocol) *bool { return &p.FenceLookup },
		"--  off off on  --  --  --", "KIP-320, KAFKA-7786",
		"Epoch lookups carry the follower's leader epoch and are refused if it is not the leader's.").when(needsLookup),
	flag("register_epoch_on_election", func(p *Protocol) *bool { return &p.RegisterEpochOnElection },
		"--  off off on  on  on  on", "KAFKA-7415",
		"A new leader enters its epoch in its cache before it has written anything, and a new entry drops those "+
			"that conflict.").when(needsEpochs),
	flag("truncate_every_epoch_bump", func(p *Protocol) *bool { return &p.TruncateEveryEpochBump },
		"--  off off on  on  on  on", "KAFKA-7164",
		"A follower looks for its cut in every new epoch, also when the leader's name is the same.").when(needsEpochs),
	flag("expand_needs_leso", func(p *Protocol) *bool { return &p.ExpandNeedsLeso },
		"off off off on  on  on  on", "KAFKA-7128",
		"A newcomer must have reached the start of the leader's epoch, not only the high watermark."),
	flag("idle_stuck_stays", func(p *Protocol) *bool { return &p.IdleStuckStays },
		"off off off on  on  on  on", "KAFKA-7152",
		"A follower that has everything stays in the ISR however long it is silent."),
	flag("cache_trunc_on_noop", func(p *Protocol) *bool { return &p.CacheTruncOnNoop },
		"off off off off on  on  on", "KAFKA-10706",
		"A truncation that cuts no record still cuts the epoch cache.").needing(needsEpochs),
	axis("isr_update", func(p *Protocol) *IsrUpdate { return &p.IsrUpdate },
		"zk-cas | alter-partition", "zk-cas zk-cas zk-cas zk-cas alter-partition alter-partition alter-partition",
		"KIP-497",
		"Who changes the ISR: the leader, by compare-and-set in ZooKeeper, or the controller, on the leader's "+
			"proposal."),
	flag("hw_after_alter_commit", func(p *Protocol) *bool { return &p.HWAfterAlterCommit },
		"--  --  --  --  on  on  on", "KAFKA-13091",
		"The high watermark is recomputed when a proposed ISR is confirmed.").when(needsAlter),
	flag("diverge_skips_state_update", func(p *Protocol) *bool { return &p.DivergeSkipsStateUpdate },
		"--  --  --  --  on  on  on", "KAFKA-13141",
		"A diverging fetch does not count as progress of the follower.").when(needsOnFetch),
	flag("diverge_skips_hw", func(p *Protocol) *bool { return &p.DivergeSkipsHW },
		"--  --  --  --  off on  on", "KAFKA-14704",
		"A follower takes no high watermark from a diverging answer.").when(needsOnFetch),
	flag("ap_carries_sender_broker_epoch", func(p *Protocol) *bool { return &p.ApCarriesSenderBrokerEpoch },
		"--  --  --  --  on  on  on", "KIP-497",
		"AlterPartition is refused unless the sender's incarnation is current.").when(needsAlter).needing(restarts),
	flag("eligible_not_fenced", func(p *Protocol) *bool { return &p.EligibleNotFenced },
		"--  --  --  --  off on  on", "KIP-841",
		"Fenced and stopping brokers may not join the ISR.").when(needsAlter),
	flag("eligible_broker_epoch", func(p *Protocol) *bool { return &p.EligibleBrokerEpoch },
		"--  --  --  --  off on  on", "KIP-903, KAFKA-15221",
		"A newcomer must be in the incarnation that has fetched.").when(needsAlter).
		needing(restarts + " or hw_ignores_ineligible"),
	flag("hw_ignores_ineligible", func(p *Protocol) *bool { return &p.HWIgnoresIneligible },
		"--  --  --  --  off on  on", "KAFKA-15021",
		"A caught-up broker that may not join does not hold the high watermark back.").when(needsAlter),
	flag("shrink_bumps_leader_epoch", func(p *Protocol) *bool { return &p.ShrinkBumpsLeaderEpoch },
		"off off off off on  off off", "KAFKA-15021",
		"Every ISR shrink raises the leader epoch."),
	flag("rereg_removes_isr", func(p *Protocol) *bool { return &p.ReregRemovesIsr },
		"--  --  --  --  off off on", "KAFKA-18106",
		"A broker that registers again after an unclean stop leaves the ISR and the ELR.").when(needsAlter).needing(restarts),
	flag("fence_one_at_a_time", func(p *Protocol) *bool { return &p.FenceOneAtATime },
		"--  --  --  --  on  on  on", "KAFKA-13173",
		"Sessions that expire together are handled one after the other.").when(needsAlter).needing("fences>1"),
	flag("strict_min_isr_hw", func(p *Protocol) *bool { return &p.StrictMinIsrHW },
		"off off off off off off on", "KAFKA-15583",
		"The high watermark stands still while the ISR is below min ISR."),
	flag("elr", func(p *Protocol) *bool { return &p.Elr },
		"off off off off off off on", "KIP-966",
		"Who leaves the ISR below min ISR stays eligible; the ISR may become empty."),
	flag("clean_shutdown_detection", func(p *Protocol) *bool { return &p.CleanShutdownDetection },
		"--  --  --  --  off off on", "KAFKA-18635",
		"A broker that was stopped cleanly keeps its place when it registers again; off: every new incarnation "+
			"counts as unclean.").when("rereg_removes_isr=on").needing("clean_stops"),
	axis("recovery", func(p *Protocol) *Recovery { return &p.Recovery },
		"none | last-leader | balanced | aggressive", "none none none none none none last-leader",
		"KIP-966",
		"Who leads when ISR and ELR are both empty (balanced and aggressive as the KIP describes them, not as "+
			"shipped)."),
	flag("last_known_leader_must_be_alive", func(p *Protocol) *bool { return &p.LastKnownLeaderMustBeAlive },
		"--  --  --  --  --  --  on", "KAFKA-19522",
		"The last leader is elected only when it is there.").when("recovery=last-leader").needing(restarts),
	flag("shrink_eagerly", func(p *Protocol) *bool { return &p.ShrinkEagerly },
		"--  --  --  --  off off off", "",
		"A mistake: the leader counts a proposed shrink before it is confirmed.").when(needsAlter),
	flag("split_expand", func(p *Protocol) *bool { return &p.SplitExpand },
		"--  --  --  --  off off off", "KAFKA-15221",
		"The test of a newcomer and the building of the request are two steps.").when(needsAlter),
	flag("split_lookup", func(p *Protocol) *bool { return &p.SplitLookup },
		"--  off off off --  --  --", "KAFKA-7786",
		"The answer to an epoch lookup travels in a step of its own.").when(needsLookup).ofScenario(),
	flag("caught_up_by_previous_fetch", func(p *Protocol) *bool { return &p.CaughtUpByPreviousFetch },
		"on", "KAFKA-4485",
		"A follower is caught up too if it has reached what the leader had at its previous fetch."),
	flag("hw_waits_for_caught_up", func(p *Protocol) *bool { return &p.HWWaitsForCaughtUp },
		"on", "KAFKA-4485",
		"The high watermark waits for caught-up followers outside the ISR."),
	flag("lag_clock_of_isr_only", func(p *Protocol) *bool { return &p.LagClockOfIsrOnly },
		"off off off off off on on", "KAFKA-13790",
		"A leader that is elected again counts the last fetch of an ISR member as one of now; off: of every follower.").
		needing("hw_waits_for_caught_up", "caught_up_by_previous_fetch", "max_leader_epoch>1"),
	flag("recovery_keeps_epoch_zero", func(p *Protocol) *bool { return &p.RecoveryKeepsEpochZero },
		"--  off off off on  on  on", "KAFKA-10432",
		"Log recovery after a power failure keeps the cache entry of epoch 0.").when(needsEpochs).needing("lossy_crashes"),
	flag("last_fetched_epoch_kept", func(p *Protocol) *bool { return &p.LastFetchedEpochKept },
		"--  --  --  --  on  on  on", "KAFKA-15510",
		"A follower still names its last epoch after an empty answer.").when(needsOnFetch),
	flag("controller_checks_leader_in_isr", func(p *Protocol) *bool { return &p.ControllerChecksLeaderInIsr },
		"--  --  --  --  on  on  on", "KAFKA-15353",
		"The controller refuses an ISR without the leader.").when(needsAlter).needing("retry_empties_isr"),
	flag("retry_empties_isr", func(p *Protocol) *bool { return &p.RetryEmptiesIsr },
		"--  --  --  --  off off off", "KAFKA-15353",
		"A repeated AlterPartition request carries an empty ISR.").when(needsAlter).needing("lost_answers"),
	flag("cache_repaired_on_load", func(p *Protocol) *bool { return &p.CacheRepairedOnLoad },
		"on", "KAFKA-16541",
		"On start the epoch cache is cut to the log: of an epoch without records no entry is left.").
		needing(needsEpochs, restarts+" or out_of_range=halt"),
	flag("cache_without_batch_epochs", func(p *Protocol) *bool { return &p.CacheWithoutBatchEpochs },
		"--  off off off off off off", "KAFKA-7897",
		"Records carry no epoch: only elections enter the cache.").when(needsEpochs),
	flag("fsync_each_write", func(p *Protocol) *bool { return &p.FsyncEachWrite },
		"off", "",
		"Every append is forced to disk.").ofScenario().needing("lossy_crashes"),
	flag("offset_not_available", func(p *Protocol) *bool { return &p.OffsetNotAvailable },
		"off off off off on  on  on", "KIP-207",
		"A new leader does not tell the latest offset before its high watermark has reached its epoch's start.").needing("reads"),
	flag("consumer_read_atomic", func(p *Protocol) *bool { return &p.ConsumerReadAtomic },
		"on", "KAFKA-9807, KAFKA-9835",
		"A consumer's read takes high watermark and records at one moment; off: the records come later, and a "+
			"high watermark at the end of the log stands for the end of the file.").needing("reads"),
	flag("drop_stale_lookups", func(p *Protocol) *bool { return &p.DropStaleLookups },
		"--  on  on  on  --  --  --", "KAFKA-7786",
		"A follower drops the answer to an epoch lookup that is in flight when it learns of a new epoch; off: one "+
			"of the same leader is kept and believed if the offset fits.").when(needsLookup).needing("split_lookup"),
	flag("drop_stale_fetches", func(p *Protocol) *bool { return &p.DropStaleFetches },
		"on on on on off off on", "KAFKA-18991",
		"A follower drops the answer to a fetch of another epoch; off: it is believed if it is of the leader that "+
			"the follower has when it arrives, and the offset fits."),
	flag("removed_partition_is_cut", func(p *Protocol) *bool { return &p.RemovedPartitionIsCut },
		"--  --  --  --  off off off", "KAFKA-13207",
		"A fetcher that has read a diverging answer cuts the log by it later, also if the partition has left it "+
			"meanwhile and the broker leads.").when(needsOnFetch),
	flag("append_checks_leader_epoch", func(p *Protocol) *bool { return &p.AppendChecksLeaderEpoch },
		"--  off off off off off on", "KAFKA-18723",
		"A follower appends no record of a later epoch than its leader's, and nothing that comes after one.").when(needsEpochs),
	flag("session_forgets_epoch", func(p *Protocol) *bool { return &p.SessionForgetsEpoch },
		"--  --  --  off off off off", "KAFKA-9338",
		"A session keeps all of a follower's fetches but the leader epoch, so that only the one which opens it can be "+
			"refused by its epoch.").when("fence_fetch=on"),
	flag("thread_dies_with_partition", func(p *Protocol) *bool { return &p.ThreadDiesWithPartition },
		"on  on  on  on  off off off", "KAFKA-8346, KIP-461",
		"A fetcher thread that fails at one of its partitions dies, and fetches none of them any more; off: that "+
			"partition alone fails, until the next leader epoch.").needing("fetcher_failures"),
	flag("truncation_of_removed_kills_thread", func(p *Protocol) *bool { return &p.TruncationOfRemovedKillsThread },
		"--  off off off off off off", "KAFKA-8012",
		"A fetcher thread that is about to cut a partition at its high watermark dies if the partition has left it "+
			"meanwhile.").when(needsEpochs),
	flag("same_epoch_keeps_state", func(p *Protocol) *bool { return &p.SameEpochKeepsState },
		"on", "KAFKA-13790",
		"A leader that learns of a change within its epoch keeps the start of the epoch and what it knows of its "+
			"followers."),
	flag("equal_epoch_news", func(p *Protocol) *bool { return &p.EqualEpochNews },
		"-- -- -- -- on on on", "KAFKA-13790",
		"A leader takes the news of a partition epoch that it has from an answer already, and drops what it has "+
			"proposed since.").when(needsAlter),
	flag("reelection_resets_remotes", func(p *Protocol) *bool { return &p.ReelectionResetsRemotes },
		"off", "",
		"A leader that is elected again without having learned of the epoch in between forgets what it knew of "+
			"its followers, who may have cut their logs meanwhile; no release does."),
	flag("isr_news_lost", func(p *Protocol) *bool { return &p.IsrNewsLost },
		"off off off off --  --  --", "KAFKA-2729",
		"What the ZooKeeper controller changes within a leader's epoch never reaches the leader, and a "+
			"compare-and-set that fails refreshes nothing.").when(needsZk).ofScenario(),
	flag("deposed_controller_writes", func(p *Protocol) *bool { return &p.DeposedControllerWrites },
		"on  on  on  off --  --  --", "KAFKA-6082",
		"A controller that is deposed while it decides writes its decision all the same, over what the next one has decided; "+
			"off: ZooKeeper refuses it.").when(needsZk).needing("controller_failovers"),
	flag("cas_retry_sees_own_write", func(p *Protocol) *bool { return &p.CasRetrySeesOwnWrite },
		"off off off off --  --  --", "KAFKA-1382",
		"A leader whose write to ZooKeeper was applied and not answered tries again, is refused by the version that it "+
			"has written itself, and goes by the old one from then on; off: it sees that what is there is its own.").
		when(needsZk).needing("lost_answers"),
	flag("zk_mode_brokers", func(p *Protocol) *bool { return &p.ZkModeBrokers },
		"--  --  --  --  off off off", "KIP-866",
		"A migration: brokers in ZooKeeper mode hear a KRaft controller, and ignore news whose leader epoch they know.").
		when(needsAlter).ofScenario(),
	flag("migration_shrink_keeps_leader_epoch", func(p *Protocol) *bool { return &p.MigrationShrinkKeepsEpoch },
		"--  --  --  --  off off off", "KAFKA-15109",
		"In a migration an ISR shrink raises the leader epoch only where it does otherwise; off: always, so that brokers in "+
			"ZooKeeper mode hear of it.").
		when("zk_mode_brokers=on"),
	flag("deaf_while_stopping", func(p *Protocol) *bool { return &p.DeafWhileStopping },
		"--  --  --  --  off off off", "KAFKA-13858, KAFKA-14296",
		"A broker that may stop learns nothing more: it leads on until its process ends.").when(needsAlter).needing("clean_stops"),
	axis("proposal_after_error", func(p *Protocol) *AfterError { return &p.OnError },
		"again | dropped | stuck", "--  --  --  --  dropped again again",
		"KAFKA-14010",
		"What becomes of a proposal that the controller answers with an error that asks for another try: the leader "+
			"sends it again; or finds its own slot still taken, and drops the change; or waits for it all the same.").
		when(needsAlter).needing("controller_errors"),
	flag("swap_keeps_epoch", func(p *Protocol) *bool { return &p.SwapKeepsEpoch },
		"on", "KAFKA-15608",
		"A replica that is moved between directories keeps the cache entry of an epoch without records.").needing("log_swaps"),
	either("alter_requests", func(p *Protocol) *bool { return &p.OneRequest },
		"per-leader | one", "-- -- -- -- per-leader per-leader per-leader",
		"",
		"AlterPartition requests under way: one of each broker, and one whose sender has stopped since; or one in "+
			"the whole system.").when(needsAlter).ofScenario(),
	either("restart", func(p *Protocol) *bool { return &p.RestartInSteps },
		"at-once | in-steps", "-- -- -- -- at-once at-once at-once",
		"",
		"A broker starts, registers and is unfenced in one step; or it starts and fetches, registers when its old "+
			"session has ended, and is unfenced.").when(needsAlter).ofScenario().needing(restarts),
	either("metadata", func(p *Protocol) *bool { return &p.AnyNewer },
		"newest | any-newer", "newest",
		"",
		"What a broker learns: the newest version of the metadata, or any that is newer than what it "+
			"knows.").ofScenario(),
	flag("fetch_from_follower", func(p *Protocol) *bool { return &p.FetchFromFollower },
		"off", "KIP-392",
		"Consumers may read from followers.").ofScenario().needing("reads"),
	axis("commit_by", func(p *Protocol) *CommitBy { return &p.CommitBy },
		"any-leader | true-leader", "any-leader",
		"",
		"Whose high watermark counts as a commitment: that of every broker that takes itself for the leader, or "+
			"only the true one's.").ofScenario(),
	axis("reply_hw", func(p *Protocol) *ReplyHW { return &p.ReplyHW },
		"after | before | either", "either",
		"KAFKA-7104",
		"The high watermark in a fetch reply: from after the fetch was counted, from before it, or both "+
			"possibilities.").ofScenario(),
	axis("out_of_range", func(p *Protocol) *RangeAnswer { return &p.OutOfRange },
		"truncate | retry | halt", "halt halt halt truncate truncate truncate truncate",
		"KAFKA-7414",
		"What a follower does whose log is longer than its leader's: cut it, try again, or stop the broker "+
			"(unless unclean election is allowed)."),
	either("epoch_cache", func(p *Protocol) *bool { return &p.DerivedCache },
		"explicit | derived", "explicit",
		"",
		"The epoch cache is state of its own, or is derived from the log.").ofScenario(),
	flag("single_controller", func(p *Protocol) *bool { return &p.SingleController },
		"on", "KAFKA-14154",
		"There is one controller; off: a deposed one may answer AlterPartition in its place.").needing(needsAlter),
}
