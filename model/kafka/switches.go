package kafka

// Switches are the axes and switches of a protocol, a field for each row of Columns.
type Switches struct {
	Truncation                                                                    Truncation
	IsrUpdate                                                                     IsrUpdate
	Recovery                                                                      Recovery
	ReplyHW                                                                       ReplyHW
	CommitBy                                                                      CommitBy
	OutOfRange                                                                    RangeAnswer
	OnError                                                                       AfterError
	MovedBy                                                                       Mover
	EpochRises                                                                    EpochRises
	Strangers                                                                     StrangerFetch
	ReplyStart                                                                    ReplyStart
	FenceFetch, FenceLookup, RegisterEpochOnElection, TruncateEveryEpochBump      bool
	ExpandNeedsLeso, IdleStuckStays, CacheTruncOnNoop, ControllerChecksReplicas   bool
	HWAfterAlterCommit, DivergeSkipsStateUpdate, DivergeSkipsHW                   bool
	ApCarriesSenderBrokerEpoch, EligibleNotFenced, EligibleBrokerEpoch            bool
	HWIgnoresIneligible, ShrinkBumpsLeaderEpoch, ReregRemovesIsr, FenceOneAtATime bool
	StrictMinIsrHW, Elr, CleanShutdownDetection, LastKnownLeaderMustBeAlive       bool
	ShrinkEagerly, SplitExpand, SplitLookup, LagClockOfIsrOnly, EqualEpochNews    bool
	CaughtUpByPreviousFetch, HWWaitsForCaughtUp, RecoveryKeepsEpochZero           bool
	LastFetchedEpochKept, ControllerChecksLeaderInIsr, RetryEmptiesIsr            bool
	CacheRepairedOnLoad, CacheWithoutBatchEpochs, FsyncEachWrite                  bool
	OffsetNotAvailable, FetchFromFollower, DerivedCache, SingleController         bool
	AnyNewer, ConsumerReadAtomic, SameEpochKeepsState, ReplicaRecreatedInOtherDir bool
	DropStaleFetches, DropStaleLookups, OneRequest, RestartInSteps                bool
	ReelectionResetsRemotes, SwapKeepsEpoch, IsrNewsLost, DeafWhileStopping       bool
	RemovedPartitionIsCut, SessionForgetsEpoch, ThreadDiesWithPartition           bool
	TruncationOfRemovedKillsThread, Idempotence, WaitCheckedOnDemotion            bool
	PreferredMayLag, ReadAboveHWIsError, StopReplicaWithoutEpoch, FetchWaits      bool
	Reassigns, CompletesWhenAddedJoined, LeaderKeepsOldAssignment, AnyLeader      bool
	CheckpointDropsUnhosted, MarkerRemovedAfterLoading, RecoveryPointAtEnd        bool
	LoadErrorStopsCleanly, AppendAfterFailedAppend, DirectoryFailsAlone           bool
	AppendChecksLeaderEpoch, DeposedControllerWrites, ReadsBeyondEnd              bool
	ZkModeBrokers, MigrationShrinkKeepsEpoch, CasRetrySeesOwnWrite                bool
	LogStartReplicated, RetentionStopsAtHW, HWStaysAboveStart                     bool
	DivergenceBeforeRange, OutOfRangeEmptiesLog, RangeInSteps                     bool
	tierSwitches
}

// Columns is the table: every axis and switch with its field, its cells by generation
// (-- where the key has no meaning) and its sentence.
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
	flag("checkpoint_drops_unhosted", func(p *Protocol) *bool { return &p.CheckpointDropsUnhosted },
		"on  on  on  on  off off off", "KAFKA-851, KAFKA-6604",
		"The file of high watermarks is written whole from the partitions that a broker hosts now: the entry of one "+
			"that it has not been told of yet is dropped.").needing("early_checkpoints"),
	flag("marker_removed_after_loading", func(p *Protocol) *bool { return &p.MarkerRemovedAfterLoading },
		"on  on  on  on  off off off", "KAFKA-10471",
		"The file that says that a broker was stopped cleanly is removed when everything is loaded; off: before.").
		needing("loading_crashes or dir_failures"),
	flag("recovery_point_at_end_after_recovery", func(p *Protocol) *bool { return &p.RecoveryPointAtEnd },
		"on  on  on  on  off off off", "KAFKA-10101",
		"Log recovery moves the recovery point to the end of the log, though nothing is flushed.").
		needing("torn_writes"),
	flag("load_error_stops_cleanly", func(p *Protocol) *bool { return &p.LoadErrorStopsCleanly },
		"off off on  on  on  off off", "KAFKA-13773",
		"A broker that meets an error while it loads its files stops as cleanly as any, and says so in a file; off: "+
			"it does not.").needing("dir_failures"),
	flag("append_after_failed_append", func(p *Protocol) *bool { return &p.AppendAfterFailedAppend },
		"off off on  on  off off off", "KAFKA-10778",
		"After an append that failed others may follow before the log is closed; off: the broker stops at once.").
		needing("half_appends"),
	flag("directory_fails_alone", func(p *Protocol) *bool { return &p.DirectoryFailsAlone },
		"off off on  on  off off on", "KIP-112, KIP-858",
		"A broker lives on without a log directory that has failed, and the controller is told that the replica is "+
			"offline; off: it stops.").needing("dir_failures"),
	flag("replica_recreated_in_other_dir", func(p *Protocol) *bool { return &p.ReplicaRecreatedInOtherDir },
		"off off off off off off off", "KAFKA-16234",
		"A broker whose log directory has failed hosts the replica anew, with an empty log, in another directory.").
		needing("dir_failures", "directory_fails_alone"),
	flag("fsync_each_write", func(p *Protocol) *bool { return &p.FsyncEachWrite },
		"off", "", "Every append is forced to disk.").ofScenario().needing("lossy_crashes"),
	flag("idempotence", func(p *Protocol) *bool { return &p.Idempotence },
		"--  off off off off off off", "KIP-98",
		"There is one producer, and it is idempotent: a leader appends a record only if it follows the last that its "+
			"log has, and answers one of the last five as it was answered before.").when(needsEpochs).ofScenario().
		needing("retries"),
	flag("wait_checked_on_demotion", func(p *Protocol) *bool { return &p.WaitCheckedOnDemotion },
		"on", "KAFKA-1148, KAFKA-2960",
		"A leader that becomes a follower answers the requests that wait there (NOT_LEADER_OR_FOLLOWER); off, as before "+
			"0.10: they wait on, and are answered by the high watermark alone if it leads again.").
		needing("track_acks=with-hw|separate"),
	flag("offset_not_available", func(p *Protocol) *bool { return &p.OffsetNotAvailable },
		"off off off off on  on  on", "KIP-207",
		"A new leader does not tell the latest offset before its high watermark has reached its epoch's start.").needing("reads"),
	flag("read_above_hw_is_error", func(p *Protocol) *bool { return &p.ReadAboveHWIsError },
		"off", "KAFKA-725",
		"A reader whose position is above the high watermark is out of range; off: only if it is beyond the log, and "+
			"until then it gets no records.").needing("reader=on"),
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
	flag("log_start_replicated", func(p *Protocol) *bool { return &p.LogStartReplicated },
		"off on  on  on  on  on  on", "KIP-107",
		"Clients may delete records up to the high watermark, and a fetch answer says where the leader's log begins: "+
			"a follower deletes up to there.").needing(starts),
	flag("retention_stops_at_hw", func(p *Protocol) *bool { return &p.RetentionStopsAtHW },
		"off off on  on  on  on  on", "KAFKA-5634",
		"Retention deletes nothing beyond the broker's own high watermark.").needing("retentions"),
	flag("hw_stays_above_start", func(p *Protocol) *bool { return &p.HWStaysAboveStart },
		"off off on  on  on  on  on", "KAFKA-3978",
		"A high watermark that would be below the start of its log is raised to there.").needing(starts),
	axis("reply_start", func(p *Protocol) *ReplyStart { return &p.ReplyStart },
		"with-records | after", "with-records", "KAFKA-7104",
		"When the log start in a fetch answer is read: with the records, or later, when the answer leaves.").
		needing(starts),
	flag("divergence_before_range", func(p *Protocol) *bool { return &p.DivergenceBeforeRange },
		"--  --  --  --  off off off", "KAFKA-12996",
		"A leader looks whether a fetch diverges before it looks whether it is below the start of its log.").
		when(needsOnFetch).needing(starts),
	flag("out_of_range_empties_log", func(p *Protocol) *bool { return &p.OutOfRangeEmptiesLog },
		"off", "KAFKA-2143",
		"A follower that was told to be out of range, and finds its leader's log no shorter than its own, empties its own "+
			"wherever the leader's begins.").needing("range_questions=in-steps or " + starts),
	remoteStorage, copiedIgnoresLineage, hwPositionMustBeLocal, startCheckpointSkipsAligned,
	flag("reads_beyond_end", func(p *Protocol) *bool { return &p.ReadsBeyondEnd },
		"off", "KAFKA-2477",
		"A record is written before the end of its log covers it, and a follower is served it in between.").needing("records"),
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
	either("reassignment", func(p *Protocol) *bool { return &p.Reassigns },
		"at-once | process", "at-once",
		"KIP-455",
		"How the assignment changes: a replica is taken out in one step, once all others are in the ISR; or a "+
			"reassignment to any set of brokers begins, newcomers copy and join, and it ends or is cancelled.").
		ofScenario().needing("reassignments or fetcher_failures"),
	axis("reassigned_by", func(p *Protocol) *Mover { return &p.MovedBy },
		"zookeeper | kraft", "zookeeper zookeeper zookeeper zookeeper kraft kraft kraft", "KIP-631",
		"Who moves replicas: the controller of ZooKeeper, which ends a reassignment some time after the ISR allows it, and "+
			"tells who is no replica any more in a request of its own; or that of KRaft, which ends it in the change "+
			"that allows it, and whose metadata tell everybody.").needing(asProcess),
	axis("reassignment_raises_epoch", func(p *Protocol) *EpochRises { return &p.EpochRises },
		"always | removals | never", "always always always always removals removals removals", "KAFKA-15324",
		"When a reassignment raises the leader epoch: as it begins and as it ends; only where a replica leaves the "+
			"assignment; or (a proposal) never.").needing(asProcess),
	flag("completes_when_added_joined", func(p *Protocol) *bool { return &p.CompletesWhenAddedJoined },
		"--  --  --  --  on  on  off", "KAFKA-15665",
		"A reassignment ends as soon as its newcomers are in the ISR; off: once all who are to stay are.").
		when("reassigned_by=kraft").needing(asProcess),
	axis("unassigned_fetch", func(p *Protocol) *StrangerFetch { return &p.Strangers },
		"fails | answered | refused", "fails fails answered answered answered refused refused", "KAFKA-5758",
		"What becomes of a fetch by a broker that is no replica as far as the leader knows: the request fails with all "+
			"partitions in it; the partition is answered, and not counted; or it is refused with UNKNOWN_LEADER_EPOCH.").
		needing(asProcess),
	flag("leader_keeps_old_assignment", func(p *Protocol) *bool { return &p.LeaderKeepsOldAssignment },
		"off", "KAFKA-1097, KAFKA-1170",
		"A leader that leads on does not learn who is no replica any more.").needing(asProcess),
	flag("controller_checks_replicas", func(p *Protocol) *bool { return &p.ControllerChecksReplicas },
		"--  --  --  --  on  on  on", "KAFKA-15324",
		"The controller refuses an ISR with a member that is no replica; off: the leader epoch alone keeps it out.").
		when(needsAlter).needing(asProcess),
	flag("stop_replica_without_epoch", func(p *Protocol) *bool { return &p.StopReplicaWithoutEpoch },
		"on  on  on  on  --  --  --", "KAFKA-9539, KIP-570",
		"A StopReplica request has no leader epoch: a broker that has become a replica again obeys it.").
		when("reassigned_by=zookeeper").needing(asProcess),
	either("restart", func(p *Protocol) *bool { return &p.RestartInSteps },
		"at-once | in-steps", "-- -- -- -- at-once at-once at-once",
		"",
		"A broker starts, registers and is unfenced in one step; or it starts and fetches, registers when its old "+
			"session has ended, and is unfenced.").when(needsAlter).ofScenario().needing(restarts),
	either("metadata", func(p *Protocol) *bool { return &p.AnyNewer },
		"newest | any-newer", "newest", "",
		"What a broker learns: the newest version of the metadata, or any that is newer than what it "+
			"knows.").ofScenario(),
	flag("fetch_from_follower", func(p *Protocol) *bool { return &p.FetchFromFollower },
		"off", "KIP-392",
		"Consumers may read from followers.").ofScenario().needing("reads or reader=on"),
	flag("preferred_may_lag", func(p *Protocol) *bool { return &p.PreferredMayLag },
		"--  --  --  --  on  off off", "KAFKA-14372, KIP-392",
		"A leader sends the reader to any follower that has its position; off: only to one of the ISR.").
		when(needsOnFetch).needing("reader=on", "fetch_from_follower=on"),
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
	either("range_questions", func(p *Protocol) *bool { return &p.RangeInSteps },
		"at-once | in-steps", "at-once",
		"KAFKA-2143",
		"What a follower beyond its leader's log goes by: the log end in the answer; or it asks for the end and then, if "+
			"that is not below its own, for the start, as it always does with deletes or retentions.").ofScenario(),
	either("epoch_cache", func(p *Protocol) *bool { return &p.DerivedCache },
		"explicit | derived", "explicit", "",
		"The epoch cache is state of its own, or is derived from the log.").ofScenario(),
	flag("single_controller", func(p *Protocol) *bool { return &p.SingleController },
		"on", "KAFKA-14154",
		"There is one controller; off: a deposed one may answer AlterPartition in its place.").needing(needsAlter),
	nextLeader, fetchWaits,
}
