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

// ReplyStart says when the log start in a fetch reply is read.
type ReplyStart uint8

const (
	StartWithRecords ReplyStart = iota
	StartAfter
)

// AfterError says what becomes of a proposal that is answered with an error that
// asks for another try.
type AfterError uint8

const (
	ErrorRetries AfterError = iota
	ErrorDrops
	ErrorSticks
)

// Protocol is one variant of the protocol within one set of bounds.
type Protocol struct {
	Generation   string
	Brokers      int
	MinIsr       int
	BrokerMinIsr int
	firstBrokers int // that have a replica at the start; 0 = all

	Switches

	TrackAcks                                      TrackAcks
	Numbers                                        Numbers
	RestartBeforeFence, PartialLoss, TrackRestarts bool
	HasReader, ResetToLatest, TornWrites           bool

	// KeepsEpochStart: leaders remember where their epoch starts.
	KeepsEpochStart bool

	all                 Set
	records             uint8
	fetchRecords        Offset
	maxLeaderEpoch      Epoch
	firstVersion        PartitionEpoch // of the controller, where runs start
	firstAcks, lastAcks uint8
	limits

	// What a run does not ask for is not kept, so that it costs no states.
	countsIncarnations bool
	keepsIncarnations  bool
	keepsCheckpoints   bool
	keepsFlushed       bool
	forgetsEpochs      bool
	keepsSessions      bool
	keepsFailed        bool
	keepsWaits         bool
	transactional      bool
	keepsRecoveryPoint bool
	readsBad           bool // a log may have records that nobody can read
	keepsStartOnDisk   bool

	// KeepsStarts: logs may begin elsewhere than at offset 0.
	KeepsStarts bool
	takesStarts bool // followers take over where their leader's log begins
	losesHW     bool // a high watermark below its log becomes -1
	asksRange   bool // a follower out of its leader's range asks for it
	Tiered      bool // leaders copy to remote storage
}

// stops reports whether this run may end a process.
func (p *Protocol) stops() bool {
	halts := p.halfBudget.some() && !p.AppendAfterFailedAppend || p.dirBudget.some() && !p.DirectoryFailsAlone
	return p.killBudget.some() || p.lossyBudget.some() || p.cleanBudget.some() || halts
}

// loses reports whether a broker of this run may lose what memory has of the
// partition: its process ends, or its directory fails.
func (p *Protocol) loses() bool { return p.stops() || p.halts() || p.dirBudget.some() }

// losesPower reports whether this run may have a power failure.
func (p *Protocol) losesPower() bool { return p.lossyBudget.some() || p.loadingBudget.some() }

// LoadsUnseen reports whether a broker of this run may take files for whole that
// nobody has looked through since a power failure.
func (p *Protocol) LoadsUnseen() bool { return p.TornWrites || p.loadingBudget.some() }

// LossyCrashes is how many power failures this run may have.
func (p *Protocol) LossyCrashes() int { return int(p.lossyBudget.limit) }

// SessionsLeft is how many more sessions may expire.
func (p *Protocol) SessionsLeft(s *State) int { return int(p.fenceBudget.limit) - int(s.Used.Fences) }

// UncleanAllowed reports whether unclean election is enabled.
func (p *Protocol) UncleanAllowed() bool { return p.uncleanBudget.limit > 0 }

// Transactional reports whether the producer writes transactions in this run.
func (p *Protocol) Transactional() bool { return p.transactional }

// KeepsWaits reports whether requests may outlive the role of a leader in this run.
func (p *Protocol) KeepsWaits() bool { return p.keepsWaits }

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
	p := &Protocol{Generation: Variants.Names()[v["generation"]]}
	p.read(v)
	p.all = Set(1<<p.Brokers - 1)
	if p.IsrUpdate == ZkCas { // that controller handles one event after the other
		p.FenceOneAtATime = true
	}
	if p.ZkModeBrokers {
		p.IsrNewsLost = true
		p.ShrinkBumpsLeaderEpoch = p.ShrinkBumpsLeaderEpoch || !p.MigrationShrinkKeepsEpoch
	}
	if p.StrictMinIsrHW { // since 3.7 min ISR is capped by the number of replicas
		p.MinIsr = min(p.MinIsr, p.Brokers)
	}
	if p.BrokerMinIsr == 0 {
		p.BrokerMinIsr = p.MinIsr
	}
	p.decideWhatToKeep()
	return p, p.check(v)
}

// decideWhatToKeep finds the parts of the state that this run needs.
func (p *Protocol) decideWhatToKeep() {
	restarts := p.stops()
	p.keepsIncarnations = p.EligibleBrokerEpoch && restarts
	p.countsIncarnations = restarts && p.IsrUpdate == AlterPartition
	p.KeepsEpochStart = p.ExpandNeedsLeso || p.DerivedCache || p.OffsetNotAvailable && p.readBudget.limit > 0
	p.forgetsEpochs = p.Truncation == OnFetch && !p.LastFetchedEpochKept
	p.keepsSessions = p.FenceFetch && p.SessionForgetsEpoch
	p.Tiered = p.copyBudget.some() && p.RemoteStorage
	p.KeepsStarts = p.deleteBudget.some() && p.LogStartReplicated || p.retentionBudget.some() || p.Tiered
	p.takesStarts = p.KeepsStarts && p.LogStartReplicated
	p.losesHW = p.KeepsStarts && !p.HWStaysAboveStart
	p.asksRange = p.KeepsStarts || p.RangeInSteps
	p.keepsFailed = p.failureBudget.some() || p.TruncationOfRemovedKillsThread || p.takesStarts || p.losesHW
	p.transactional = p.markerBudget.some()
	p.keepsWaits = p.TrackAcks != AcksOff && !p.WaitCheckedOnDemotion
	p.keepsCheckpoints = p.checkpointBudget.limit > 0
	p.keepsStartOnDisk = p.takesStarts && p.keepsCheckpoints
	p.keepsFlushed = p.losesPower() && (p.flushBudget.limit > 0 || p.cleanBudget.limit > 0 || p.FsyncEachWrite)
	p.keepsRecoveryPoint = p.TornWrites && p.RecoveryPointAtEnd
	p.readsBad = p.TornWrites || p.halfBudget.some()
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
	refuse(p.DerivedCache && p.KeepsStarts, "epoch_cache: derived cannot express deletes and retentions, which move the first entry; use explicit")
	refuse(v["fetch_records"] > max(1, v["records"]), "fetch_records (%d) is more than there are records (%d)", v["fetch_records"], v["records"])
	refuse(p.firstBrokers > p.Brokers, "initial_replicas (%d) is more than there are brokers (%d)", p.firstBrokers, p.Brokers)
	refuse(p.Reassigns && p.AnyNewer, "reassignment: process needs metadata: newest: of the versions that a broker skips it must tell whether it was a replica")
	refuse(p.timeoutBudget.limit > 0 && p.TrackAcks == AcksOff, "produce_timeouts needs track_acks: nothing waits")
	most := p.values() + int(p.retryBudget.limit)
	refuse(most > Capacity, "records, retries and markers (together %d) are more than the %d that a log holds", most, Capacity)
	refuse(p.markerBudget.some() && p.TrackAcks == AcksOff, "markers needs track_acks: a coordinator waits for the answer")
	refuse(p.markerBudget.some() && p.retryBudget.some(), "markers does not go with retries: a transactional producer numbers its batches by another account than a log of this model has")
	p.checkNumbers(refuse)
	p.checkStarts(refuse)
	p.checkTiers(refuse)
	refuse(p.ZkModeBrokers && p.AnyNewer, "zk_mode_brokers needs metadata: newest: which older news a broker in ZooKeeper mode hears is not modelled")
	refuse(p.AnyNewer && p.versions() > maxVersions, "metadata: any-newer keeps %d versions, and these budgets may need %d; lower them, lag_timeouts first", maxVersions, p.versions())
	return errors.Join(problems...)
}
