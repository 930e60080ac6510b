package kafka

import (
	"errors"
	"fmt"

	"mc/model"
)

// IsrUpdate says who changes the ISR.
type IsrUpdate uint8

const (
	ZkCas IsrUpdate = iota
	AlterPartition
)

// ReplyHW says which high watermark a fetch reply carries.
type ReplyHW uint8

const (
	ReplyAfter ReplyHW = iota
	ReplyBefore
	ReplyEither
)

// CommitBy says whose high watermark commits.
type CommitBy uint8

const (
	AnyLeader CommitBy = iota
	TrueLeader
)

// RangeAnswer says what a follower does beyond its leader's log.
type RangeAnswer uint8

const (
	RangeTruncate RangeAnswer = iota
	RangeRetry
	RangeHalt
)

// Protocol is one variant of the protocol within one set of bounds. Its
// exported fields are the axes and switches of Columns, under their Go names.
type Protocol struct {
	Generation   string
	Brokers      int
	MinIsr       int
	BrokerMinIsr int

	Truncation Truncation
	IsrUpdate  IsrUpdate
	Recovery   Recovery
	ReplyHW    ReplyHW
	CommitBy   CommitBy
	OutOfRange RangeAnswer
	TrackAcks  TrackAcks

	FenceFetch, FenceLookup, RegisterEpochOnElection, TruncateEveryEpochBump      bool
	ExpandNeedsLeso, IdleStuckStays, CacheTruncOnNoop                             bool
	HWAfterAlterCommit, DivergeSkipsStateUpdate, DivergeSkipsHW                   bool
	ApCarriesSenderBrokerEpoch, EligibleNotFenced, EligibleBrokerEpoch            bool
	HWIgnoresIneligible, ShrinkBumpsLeaderEpoch, ReregRemovesIsr, FenceOneAtATime bool
	StrictMinIsrHW, Elr, CleanShutdownDetection, LastKnownLeaderMustBeAlive       bool
	ShrinkEagerly, SplitExpand, SplitLookup                                       bool
	CaughtUpByPreviousFetch, HWWaitsForCaughtUp, RecoveryKeepsEpochZero           bool
	LastFetchedEpochKept, ControllerChecksLeaderInIsr, RetryEmptiesIsr            bool
	CacheRepairedOnLoad, CacheWithoutBatchEpochs, FsyncEachWrite                  bool
	// KeepsEpochStart: leaders remember where their epoch starts.
	KeepsEpochStart bool

	OffsetNotAvailable, FetchFromFollower, DerivedCache, SingleController            bool
	RestartBeforeFence, PartialLoss, TrackRestarts, AnyNewer, ConsumerReadAtomic     bool
	DropStaleResponses, SameEpochKeepsState, ReelectionResetsRemotes, SwapKeepsEpoch bool
	IsrNewsLost, DeafWhileStopping                                                   bool

	all                 Set
	records             uint8
	fetchRecords        Offset
	maxEpoch            Epoch
	firstAcks, lastAcks uint8
	killBudget          budget
	lossyBudget         budget
	cleanBudget         budget
	fenceBudget         budget
	unfenceBudget       budget
	electBudget         budget
	uncleanBudget       budget
	minIsrBudget        budget
	reassignBudget      budget
	lagBudget           budget
	checkpointBudget    budget
	flushBudget         budget
	lostBudget          budget
	readBudget          budget
	timeoutBudget       budget
	swapBudget          budget

	// What a run does not ask for is not kept, so that it costs no states.
	countsIncarnations bool
	keepsIncarnations  bool
	keepsCheckpoints   bool
	keepsFlushed       bool
	forgetsEpochs      bool
}

// budget bounds one kind of event. One whose use another bound implies is
// not counted in the state.
type budget struct {
	limit   uint8
	counted bool
}

func (b budget) left(used uint8) bool { return used < b.limit }

func (b budget) spend(used *uint8) {
	if b.counted {
		*used++
	}
}

// LossyCrashes is how many power failures this run may have.
func (p *Protocol) LossyCrashes() int { return int(p.lossyBudget.limit) }

// UncleanAllowed reports whether unclean election is enabled.
func (p *Protocol) UncleanAllowed() bool { return p.uncleanBudget.limit > 0 }

// TracksReads reports whether consumers read in this run.
func (p *Protocol) TracksReads() bool { return p.readBudget.limit > 0 }

// UncleanUsed reports whether an unclean election may have happened before s:
// exactly, if they are counted, else whether they are allowed at all.
func (p *Protocol) UncleanUsed(s *State) bool {
	if p.uncleanBudget.counted {
		return s.Used.UncleanElections > 0
	}
	return p.uncleanBudget.limit > 0
}

// NewProtocol reads resolved constants.
func NewProtocol(v model.Values) (*Protocol, error) {
	p := &Protocol{
		Generation: generationNames()[v["generation"]],
		Brokers:    v["replicas"], MinIsr: v["min_insync_replicas"], BrokerMinIsr: v["broker_min_insync_replicas"],
		Truncation: Truncation(v["truncation"]), IsrUpdate: IsrUpdate(v["isr_update"]), Recovery: Recovery(v["recovery"]),
		ReplyHW: ReplyHW(v["reply_hw"]), CommitBy: CommitBy(v["commit_by"]), OutOfRange: RangeAnswer(v["out_of_range"]),
		TrackAcks:    TrackAcks(v["track_acks"]),
		DerivedCache: v["epoch_cache"] == 1, AnyNewer: v["metadata"] == 1,
		all:     Set(1<<v["replicas"] - 1),
		records: uint8(v["records"]), fetchRecords: Offset(v["fetch_records"]), maxEpoch: Epoch(v["max_epoch"]),
		firstAcks: uint8(v["acks"]), lastAcks: uint8(v["acks"]),
	}
	if p.firstAcks > AcksNone {
		p.firstAcks, p.lastAcks = AcksAll, AcksNone
	}
	p.readSwitches(v)
	if p.IsrUpdate == ZkCas { // that controller handles one event after the other
		p.FenceOneAtATime = true
	}
	if p.StrictMinIsrHW { // since 3.7 min ISR is capped by the number of replicas
		p.MinIsr = min(p.MinIsr, p.Brokers)
	}
	if p.BrokerMinIsr == 0 {
		p.BrokerMinIsr = p.MinIsr
	}
	p.readBudgets(v)
	p.decideWhatToKeep()
	return p, p.check(v)
}

func (p *Protocol) readSwitches(v model.Values) {
	for name, field := range map[string]*bool{
		"fence_fetch": &p.FenceFetch, "fence_lookup": &p.FenceLookup,
		"register_epoch_on_election": &p.RegisterEpochOnElection, "truncate_every_epoch_bump": &p.TruncateEveryEpochBump,
		"expand_needs_leso": &p.ExpandNeedsLeso, "idle_stuck_stays": &p.IdleStuckStays,
		"cache_trunc_on_noop": &p.CacheTruncOnNoop, "hw_after_alter_commit": &p.HWAfterAlterCommit,
		"diverge_skips_state_update": &p.DivergeSkipsStateUpdate, "diverge_skips_hw": &p.DivergeSkipsHW,
		"ap_carries_sender_broker_epoch": &p.ApCarriesSenderBrokerEpoch, "eligible_not_fenced": &p.EligibleNotFenced,
		"eligible_broker_epoch": &p.EligibleBrokerEpoch, "hw_ignores_ineligible": &p.HWIgnoresIneligible,
		"shrink_bumps_leader_epoch": &p.ShrinkBumpsLeaderEpoch, "rereg_removes_isr": &p.ReregRemovesIsr,
		"fence_one_at_a_time": &p.FenceOneAtATime, "strict_min_isr_hw": &p.StrictMinIsrHW, "elr": &p.Elr,
		"clean_shutdown_detection": &p.CleanShutdownDetection, "last_known_leader_must_be_alive": &p.LastKnownLeaderMustBeAlive,
		"shrink_eagerly": &p.ShrinkEagerly, "split_expand": &p.SplitExpand, "split_lookup": &p.SplitLookup,
		"caught_up_by_previous_fetch": &p.CaughtUpByPreviousFetch, "hw_waits_for_caught_up": &p.HWWaitsForCaughtUp,
		"recovery_keeps_epoch_zero": &p.RecoveryKeepsEpochZero, "last_fetched_epoch_kept": &p.LastFetchedEpochKept,
		"controller_checks_leader_in_isr": &p.ControllerChecksLeaderInIsr, "retry_empties_isr": &p.RetryEmptiesIsr,
		"cache_repaired_on_load": &p.CacheRepairedOnLoad, "cache_without_batch_epochs": &p.CacheWithoutBatchEpochs,
		"fsync_each_write": &p.FsyncEachWrite, "offset_not_available": &p.OffsetNotAvailable,
		"fetch_from_follower": &p.FetchFromFollower, "single_controller": &p.SingleController,
		"restart_before_fence": &p.RestartBeforeFence, "partial_loss": &p.PartialLoss, "track_restarts": &p.TrackRestarts,
		"consumer_read_atomic": &p.ConsumerReadAtomic, "drop_stale_responses": &p.DropStaleResponses,
		"same_epoch_keeps_state": &p.SameEpochKeepsState, "swap_keeps_epoch": &p.SwapKeepsEpoch, "isr_news_lost": &p.IsrNewsLost, "deaf_while_stopping": &p.DeafWhileStopping, "reelection_resets_remotes": &p.ReelectionResetsRemotes,
	} {
		*field = v.On(name)
	}
}

func (p *Protocol) readBudgets(v model.Values) {
	for name, b := range map[string]*budget{
		"kills": &p.killBudget, "lossy_crashes": &p.lossyBudget, "clean_stops": &p.cleanBudget,
		"fences": &p.fenceBudget, "unfences": &p.unfenceBudget, "elections": &p.electBudget,
		"unclean_elections": &p.uncleanBudget, "min_isr_changes": &p.minIsrBudget, "reassignments": &p.reassignBudget,
		"lag_timeouts": &p.lagBudget,
		"checkpoints":  &p.checkpointBudget, "flushes": &p.flushBudget, "lost_answers": &p.lostBudget,
		"log_swaps": &p.swapBudget, "reads": &p.readBudget, "produce_timeouts": &p.timeoutBudget,
	} {
		*b = budget{limit: uint8(v[name]), counted: true}
	}
	// Elections raise the epoch, and only a fenced broker is unfenced.
	p.electBudget.counted = p.electBudget.limit < uint8(p.maxEpoch)
	p.uncleanBudget.counted = p.uncleanBudget.limit < uint8(p.maxEpoch)
	p.unfenceBudget.counted = p.unfenceBudget.limit < p.fenceBudget.limit || p.cleanBudget.limit > 0
	p.lagBudget.counted = p.lagBudget.limit < Unbounded
}

// decideWhatToKeep finds the parts of the state that this run needs.
func (p *Protocol) decideWhatToKeep() {
	restarts := p.killBudget.limit+p.lossyBudget.limit+p.cleanBudget.limit > 0
	p.keepsIncarnations = p.EligibleBrokerEpoch && restarts
	p.countsIncarnations = restarts && p.IsrUpdate == AlterPartition
	p.KeepsEpochStart = p.ExpandNeedsLeso || p.DerivedCache || p.OffsetNotAvailable && p.readBudget.limit > 0
	p.forgetsEpochs = p.Truncation == OnFetch && !p.LastFetchedEpochKept
	p.keepsCheckpoints = p.checkpointBudget.limit > 0
	p.keepsFlushed = p.lossyBudget.limit > 0 && (p.flushBudget.limit > 0 || p.cleanBudget.limit > 0 || p.FsyncEachWrite)
}

// check refuses mixtures that cannot be.
func (p *Protocol) check(v model.Values) error {
	var problems []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			problems = append(problems, fmt.Errorf("kafka: "+format, args...))
		}
	}
	alter := p.IsrUpdate == AlterPartition
	refuse(p.Elr && !alter, "elr needs isr_update: alter-partition: the ELR lives in the KRaft controller")
	refuse(p.Recovery != RecoverNone && !p.Elr, "recovery: %s needs elr: without it the ISR is never empty", []string{"", "last-leader", "balanced", "aggressive"}[p.Recovery])
	refuse(p.DerivedCache && p.CacheWithoutBatchEpochs, "epoch_cache: derived cannot express cache_without_batch_epochs; use explicit")
	refuse(p.DerivedCache && !p.CacheRepairedOnLoad, "epoch_cache: derived cannot express cache_repaired_on_load: off; use explicit")
	refuse(v["fetch_records"] > max(1, v["records"]), "fetch_records (%d) is more than there are records (%d)", v["fetch_records"], v["records"])
	refuse(p.timeoutBudget.limit > 0 && p.TrackAcks == AcksOff, "produce_timeouts needs track_acks: nothing waits")
	refuse(p.AnyNewer && p.versions() > maxVersions, "metadata: any-newer keeps %d versions, and these budgets may need %d; lower them, lag_timeouts first", maxVersions, p.versions())
	return errors.Join(problems...)
}
