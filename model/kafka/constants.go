package kafka

import (
	"fmt"
	"strings"

	"mc/model"
)

// sizes are the constants that size the system.
var sizes = []setting{
	bound("replicas", func(p *Protocol) *int { return &p.Brokers }, 3, 2, MaxBrokers,
		"Brokers, each with a replica of the partition."),
	bound("initial_replicas", func(p *Protocol) *int { return &p.firstBrokers }, 0, 0, MaxBrokers,
		"Brokers that have a replica at the start, the first ones; 0 = all.").needing(asProcess),
	bound("min_insync_replicas", func(p *Protocol) *int { return &p.MinIsr }, 2, 1, MaxBrokers,
		"Smallest ISR that acks=all accepts."),
	bound("broker_min_insync_replicas", func(p *Protocol) *int { return &p.BrokerMinIsr }, 0, 0, MaxBrokers,
		"Min ISR that brokers go by, if it differs from the controller's; 0 = the same (KAFKA-16540)."),
	bound("records", func(p *Protocol) *uint8 { return &p.records }, 1, 0, Capacity,
		"Records that producers send."),
	bound("fetch_records", func(p *Protocol) *Offset { return &p.fetchRecords }, 1, 1, Capacity,
		"Most records in one fetch answer."),
	epochs(bound("max_leader_epoch", func(p *Protocol) *Epoch { return &p.maxLeaderEpoch }, 2, 0, MaxLeaderEpoch,
		"Highest leader epoch that the controller may reach.")),
}

// options are the choices that are no part of any protocol.
var options = []setting{
	choice("acks", "all", "all | 1 | 0 | any", (*Protocol).acceptAcks, "The acks of produce requests.").
		spelled("-1", "all"),
	choice("track_acks", "off", "off | with-hw | separate", func(p *Protocol, v int) { p.TrackAcks = TrackAcks(v) },
		"Whether answers to acks=all are kept: not, in the step in which the high watermark covers them, or in steps "+
			"of their own."),
	choice("numbers", "kept", "kept | renumbered | sliding", func(p *Protocol, v int) { p.Numbers = Numbers(v) },
		"What tells states apart of numbers that only rise: all; of partition epochs only which is the newer; or of logs, "+
			"too, only the records that not everybody has and knows to be committed, which records then bounds, not "+
			"how many are ever written. Decides claims about runs in which writes or ISR changes go on for ever."),
	toggle("reader", func(p *Protocol) *bool { return &p.HasReader },
		"Whether there is a reader, which keeps its position; it is in the rack of the last broker."),
	choice("auto_offset_reset", "earliest", "earliest | latest", func(p *Protocol, v int) { p.ResetToLatest = v == 1 },
		"Where the reader goes on whose position is out of range.").needing("reader=on"),
	toggle("track_restarts", func(p *Protocol) *bool { return &p.TrackRestarts },
		"Whether it is remembered who restarted after a power failure and has not caught up since.").needing("lossy_crashes or loading_crashes"),
	toggle("restart_before_fence", func(p *Protocol) *bool { return &p.RestartBeforeFence },
		"A broker may come back before its session has expired.").needing(restarts + " or out_of_range=halt"),
	toggle("torn_writes", func(p *Protocol) *bool { return &p.TornWrites },
		"A power failure spoils what was not flushed, and only log recovery finds that; off: it is gone at once.").
		needing("lossy_crashes or loading_crashes"),
	toggle("partial_loss", func(p *Protocol) *bool { return &p.PartialLoss },
		"A power failure may keep some of what was not flushed.").needing("lossy_crashes"),
}

func bound[T ~int | ~uint8](name string, field func(*Protocol) *T, def, lo, hi int, doc string) setting {
	c := model.Constant{Name: name, Doc: doc, Default: fmt.Sprint(def), Min: lo, Max: hi, Role: model.OfBounds}
	return setting{c, func(p *Protocol, v int) { *field(p) = T(v) }}
}

// needing gives the conditions without which another value than the default
// does nothing.
func (s setting) needing(needs ...string) setting {
	s.Needs = needs
	return s
}

// spelled gives another spelling of a choice.
func (s setting) spelled(as, value string) setting {
	s.Spelled = map[string]string{as: value}
	return s
}

// epochs marks the bound of leader epochs. It is lifted where variants are
// compared: they spend epochs in different ways on the same events, and what is
// scarce under one would hide what another does. There only events are scarce.
func epochs(s setting) setting {
	s.Formerly = []string{"max_epoch"}
	s.Compared = model.Compared{Use: fmt.Sprint(s.Max)}
	return s
}

func choice(name, def, values string, set func(*Protocol, int), doc string) setting {
	return setting{model.Constant{Name: name, Doc: doc, Default: def, Choices: strings.Split(values, " | ")}, set}
}

func toggle(name string, field func(*Protocol) *bool, doc string) setting {
	c := model.Constant{Name: name, Doc: doc, Default: "off", Switch: true}
	return setting{c, func(p *Protocol, v int) { *field(p) = v != 0 }}
}

// acceptAcks takes the acks of produce requests: one kind of them, or any.
func (p *Protocol) acceptAcks(v int) {
	p.firstAcks, p.lastAcks = uint8(v), uint8(v)
	if p.firstAcks > AcksNone {
		p.firstAcks, p.lastAcks = AcksAll, AcksNone
	}
}

// read sets what the tables of constants have a field for.
func (p *Protocol) read(v model.Values) {
	for _, table := range [][]setting{sizes, options} {
		for _, s := range table {
			s.set(p, v[s.Name])
		}
	}
	for _, c := range Columns {
		c.set(p, v[c.Name])
	}
	p.readBudgets(v)
}

// fixed are the constants whose defaults are the same in every generation, after others.
func fixed(list ...model.Constant) []model.Constant {
	for _, s := range sizes {
		list = append(list, s.Constant)
	}
	for _, a := range budgets {
		list = append(list, a.Constant)
	}
	for _, s := range options {
		list = append(list, s.Constant)
	}
	return list
}

// Used counts what the environment has done, against the budgets.
type Used struct {
	Records, Kills, LossyCrashes, Fences              uint8
	Unfences, Elections, UncleanElections, CleanStops uint8
	MinIsrChanges, LagTimeouts, Checkpoints, Flushes  uint8
	LostAnswers, Reads, ProduceTimeouts, LogSwaps     uint8
	Reassignments, FetcherFailures, ControllerErrors  uint8
	Retries, Cancels, Markers, Copies                 uint8
	EarlyCheckpoints, LoadingCrashes, HalfAppends     uint8
	DirFailures, Deletes, Retentions, Failovers       uint8
	_                                                 [3]uint8
}

// Values is how many records there are, the newest one's value.
func (u *Used) Values() Value { return Value(u.Records + u.Markers) }

// limits are the budgets of a run, one for each row of budgets.
type limits struct {
	killBudget, lossyBudget, cleanBudget        budget
	fenceBudget, unfenceBudget                  budget
	electBudget, uncleanBudget, minIsrBudget    budget
	reassignBudget, lagBudget, checkpointBudget budget
	flushBudget, lostBudget, swapBudget         budget
	readBudget, timeoutBudget, failureBudget    budget
	errorBudget, retryBudget, cancelBudget      budget
	markerBudget, earlyBudget, loadingBudget    budget
	halfBudget, dirBudget, failoverBudget       budget
	deleteBudget, retentionBudget, copyBudget   budget
}

// budget bounds one kind of event. One whose use another bound implies is
// not counted in the state.
type budget struct {
	limit   uint8
	counted bool
	itself  model.Budgets // among those of the model
}

func (b budget) left(used uint8) bool { return used < b.limit }

// spent is the budget itself, if nothing is left of it.
func (b budget) spent(used uint8) model.Budgets {
	if used < b.limit {
		return 0
	}
	return b.itself
}

// perhaps is a budget of elections itself, if it is not counted because there
// are no more epochs than it allows, and so many have gone by that it may be
// spent as well.
func (b budget) perhaps(gone Epoch) model.Budgets {
	if b.counted || b.limit == 0 || uint8(gone) < b.limit {
		return 0
	}
	return b.itself
}

func (b budget) some() bool { return b.limit > 0 }

func (b budget) spend(used *uint8) {
	if b.counted {
		*used++
	}
}

// allowance is a row of budgets: the constant, the limit that it sets, and
// the counter that is held against it.
type allowance struct {
	model.Constant
	without string // what a limit of 0 leaves out
	limit   func(*Protocol) *budget
	used    func(*Used) *uint8
	implied func(*Protocol) bool // another bound makes counting unnecessary; nil if none does
}

func limited(name, without string, limit func(*Protocol) *budget, used func(*Used) *uint8, def, most int,
	doc string) allowance {
	return allowance{limit: limit, used: used, without: without,
		Constant: model.Constant{Name: name, Doc: doc, Default: fmt.Sprint(def), Max: most, Role: model.OfBounds, Prevents: prevents[name]}}
}

// needing gives the conditions without which the budget is never spent, or
// spent in vain.
func (a allowance) needing(needs ...string) allowance {
	a.Needs = needs
	return a
}

// unless gives the bound that makes counting unnecessary.
func (a allowance) unless(implied func(*Protocol) bool) allowance {
	a.implied = implied
	return a
}

// inComparisons gives the value that stands for another where variants are
// compared.
func (a allowance) inComparisons(value, use string) allowance {
	a.Compared = model.Compared{If: value, Use: use}
	return a
}

// Unbounded, as the value of lag_timeouts, means that they are not counted.
const Unbounded = 15

// budgets bound the environment. Elections raise the epoch, and only a fenced
// broker is unfenced, so that these need no counting under some bounds.
var budgets = []allowance{
	limited("kills", "killed processes", func(p *Protocol) *budget { return &p.killBudget },
		func(u *Used) *uint8 { return &u.Kills }, 0, 15, "Processes killed; what they wrote survives."),
	limited("lossy_crashes", "power failures", func(p *Protocol) *budget { return &p.lossyBudget },
		func(u *Used) *uint8 { return &u.LossyCrashes }, 0, 15,
		"Power failures; what was not flushed is lost."),
	limited("clean_stops", "controlled shutdowns", func(p *Protocol) *budget { return &p.cleanBudget },
		func(u *Used) *uint8 { return &u.CleanStops }, 0, 15, "Controlled shutdowns."),
	limited("fences", "expired sessions", func(p *Protocol) *budget { return &p.fenceBudget },
		func(u *Used) *uint8 { return &u.Fences }, 1, 15, "Broker sessions that expire."),
	limited("unfences", "heartbeats that return", func(p *Protocol) *budget { return &p.unfenceBudget },
		func(u *Used) *uint8 { return &u.Unfences }, 1, 15,
		"Fenced brokers whose heartbeats return without a restart.").
		unless(func(p *Protocol) bool { return p.unfenceBudget.limit >= p.fenceBudget.limit && !p.cleanBudget.some() }),
	limited("elections", "planned moves of leadership", func(p *Protocol) *budget { return &p.electBudget },
		func(u *Used) *uint8 { return &u.Elections }, 0, 15, "Elections without a failure.").
		unless(func(p *Protocol) bool { return p.electBudget.limit >= uint8(p.maxLeaderEpoch) }),
	limited("unclean_elections", "unclean elections", func(p *Protocol) *budget { return &p.uncleanBudget },
		func(u *Used) *uint8 { return &u.UncleanElections }, 0, 15,
		"Elections of a broker outside ISR and ELR; above 0, unclean election is enabled.").
		unless(func(p *Protocol) bool { return p.uncleanBudget.limit >= uint8(p.maxLeaderEpoch) }),
	limited("min_isr_changes", "changes of min.insync.replicas", func(p *Protocol) *budget { return &p.minIsrBudget },
		func(u *Used) *uint8 { return &u.MinIsrChanges }, 0, 15, "Changes of min.insync.replicas."),
	limited("reassignments", "reassignments", func(p *Protocol) *budget { return &p.reassignBudget },
		func(u *Used) *uint8 { return &u.Reassignments }, 0, MaxBrokers,
		"Replicas taken out of the assignment; where reassignments are a process, how many begin."),
	limited("cancels", "reassignments that are cancelled", func(p *Protocol) *budget { return &p.cancelBudget },
		func(u *Used) *uint8 { return &u.Cancels }, 0, MaxBrokers,
		"Reassignments that are cancelled while they are under way.").needing(asProcess),
	limited("lag_timeouts", "lagging followers", func(p *Protocol) *budget { return &p.lagBudget },
		func(u *Used) *uint8 { return &u.LagTimeouts }, 1, Unbounded,
		"Followers that fall behind the lag window; 15 = not counted.").
		unless(func(p *Protocol) bool { return p.lagBudget.limit == Unbounded }).
		inComparisons(fmt.Sprint(Unbounded), "2"), // without idle_stuck_stays, uncounted ones never end
	limited("checkpoints", "high watermarks on disk", func(p *Protocol) *budget { return &p.checkpointBudget },
		func(u *Used) *uint8 { return &u.Checkpoints }, 0, 15,
		"High watermarks written to disk; above 0, a killed broker comes back with the one on disk."),
	limited("early_checkpoints", "checkpoints before a partition is hosted", func(p *Protocol) *budget { return &p.earlyBudget },
		func(u *Used) *uint8 { return &u.EarlyCheckpoints }, 0, 15,
		"High watermark files that a restarted broker writes while it hosts others of their partitions, and not yet this one.").
		needing("checkpoints"),
	limited("flushes", "flushes", func(p *Protocol) *budget { return &p.flushBudget },
		func(u *Used) *uint8 { return &u.Flushes }, 0, 15, "Logs forced to disk.").
		needing("lossy_crashes or loading_crashes"),
	limited("loading_crashes", "power failures while loading", func(p *Protocol) *budget { return &p.loadingBudget },
		func(u *Used) *uint8 { return &u.LoadingCrashes }, 0, 15,
		"Power failures of brokers that have started and not yet loaded all files.").
		needing(restarts + " or out_of_range=halt"),
	limited("dir_failures", "errors of log directories", func(p *Protocol) *budget { return &p.dirBudget },
		func(u *Used) *uint8 { return &u.DirFailures }, 0, 15,
		"I/O errors of the log directory that has the replica, in use or while it is loaded."),
	limited("half_appends", "failed appends", func(p *Protocol) *budget { return &p.halfBudget },
		func(u *Used) *uint8 { return &u.HalfAppends }, 0, 15,
		"Appends that fail when the record is in the file already."),
	limited("lost_answers", "lost AlterPartition answers", func(p *Protocol) *budget { return &p.lostBudget },
		func(u *Used) *uint8 { return &u.LostAnswers }, 0, 15,
		"AlterPartition requests without an answer: it, or they, do not arrive. With cas_retry_sees_own_write also "+
			"writes to ZooKeeper that are applied and not answered.").needing(needsAlter + " or cas_retry_sees_own_write=on"),
	limited("controller_failovers", "controllers that are deposed", func(p *Protocol) *budget { return &p.failoverBudget },
		func(u *Used) *uint8 { return &u.Failovers }, 0, 15,
		"Controllers that are deposed after they have decided who leads, and before they have written it.").needing(needsZk),
	limited("log_swaps", "moves between log directories", func(p *Protocol) *budget { return &p.swapBudget },
		func(u *Used) *uint8 { return &u.LogSwaps }, 0, 15, "Replicas moved between directories of a broker.").
		needing("swap_keeps_epoch=off"),
	limited("reads", "consumers", func(p *Protocol) *budget { return &p.readBudget },
		func(u *Used) *uint8 { return &u.Reads }, 0, 15, "Reads and latest-offset queries of consumers."),
	limited("produce_timeouts", "produce timeouts", func(p *Protocol) *budget { return &p.timeoutBudget },
		func(u *Used) *uint8 { return &u.ProduceTimeouts }, 0, 15, "acks=all requests that time out."),
	limited("retries", "records sent again", func(p *Protocol) *budget { return &p.retryBudget },
		func(u *Used) *uint8 { return &u.Retries }, 0, 15,
		"Records that producers send again, after an error, or because an answer was lost.").needing("acks=all|1|any"),
	limited("markers", "transactions", func(p *Protocol) *budget { return &p.markerBudget },
		func(u *Used) *uint8 { return &u.Markers }, 0, 15,
		"Transaction markers; above 0, the producer is transactional, and a coordinator ends its transactions.").
		needing("track_acks=with-hw|separate"),
	limited("fetcher_failures", "fetchers that fail", func(p *Protocol) *budget { return &p.failureBudget },
		func(u *Used) *uint8 { return &u.FetcherFailures }, 0, 15,
		"Errors of fetcher threads, at this partition or at another."),
	limited("deletes", "deleted records", func(p *Protocol) *budget { return &p.deleteBudget },
		func(u *Used) *uint8 { return &u.Deletes }, 0, 15, "DeleteRecords requests, up to the high watermark.").
		needing("log_start_replicated"),
	limited("retentions", "retention", func(p *Protocol) *budget { return &p.retentionBudget },
		func(u *Used) *uint8 { return &u.Retentions }, 0, 15,
		"Retention runs: a broker deletes the beginning of its log by itself."),
	limited("copies", "copies to remote storage", func(p *Protocol) *budget { return &p.copyBudget },
		func(u *Used) *uint8 { return &u.Copies }, 0, maxCopies,
		"Segments that leaders copy to remote storage; above 0, retention is that of tiered storage.").needing("remote_storage"),
	limited("controller_errors", "errors of the controller", func(p *Protocol) *budget { return &p.errorBudget },
		func(u *Used) *uint8 { return &u.ControllerErrors }, 0, 15,
		"AlterPartition requests that the controller answers with an error that asks for another try.").
		needing(needsAlter, "proposal_after_error=dropped|stuck"),
}

// The budgets of the model: two bounds, then the rows of budgets.
const (
	ofRecords model.Budgets = 1 << iota
	ofEpochs
	firstBudget = iota
)

// declared are the budgets as the model declares them.
func (p *Protocol) declared() []model.Budget {
	list := []model.Budget{
		{Constant: "records", Limit: int(p.records), Without: "records"},
		{Constant: "max_leader_epoch", Limit: int(p.maxLeaderEpoch), Without: "new leader epochs"},
	}
	for _, a := range budgets {
		b := model.Budget{Constant: a.Name, Limit: int(a.limit(p).limit), Without: a.without}
		if p.moot(a.limit(p)) {
			b.Without = ""
		}
		list = append(list, b)
	}
	return list
}

// moot reports that more of a budget alone would allow nothing in this run, so
// that without it nothing is left out.
func (p *Protocol) moot(b *budget) bool {
	switch b {
	case &p.lostBudget:
		return p.IsrUpdate == ZkCas && !p.CasRetrySeesOwnWrite
	case &p.failoverBudget:
		return p.IsrUpdate != ZkCas
	case &p.errorBudget:
		return p.IsrUpdate == ZkCas || p.OnError == ErrorRetries
	case &p.swapBudget:
		return p.SwapKeepsEpoch
	case &p.deleteBudget:
		return !p.LogStartReplicated
	case &p.copyBudget:
		return !p.RemoteStorage
	case &p.markerBudget, &p.timeoutBudget:
		return p.TrackAcks == AcksOff
	case &p.flushBudget:
		return !p.losesPower()
	case &p.earlyBudget:
		return !p.CheckpointDropsUnhosted || !p.keepsCheckpoints
	case &p.loadingBudget:
		return !p.stops() && !p.halts()
	case &p.unfenceBudget:
		return !p.fenceBudget.some()
	case &p.cancelBudget:
		return !p.Reassigns || !p.reassignBudget.some()
	}
	return false
}

// readBudgets takes the limits of a run, then sees which of them it counts.
func (p *Protocol) readBudgets(v model.Values) {
	for i, a := range budgets {
		*a.limit(p) = budget{limit: uint8(v[a.Name]), counted: true, itself: model.Only(firstBudget + i)}
	}
	for _, a := range budgets {
		a.limit(p).counted = a.implied == nil || !a.implied(p)
	}
}

// widestUsed are the counters with every bit that their limits need.
func (p *Protocol) widestUsed(u *Used) {
	u.Records = ones[uint8](p.room())
	for _, a := range budgets {
		if b := a.limit(p); b.counted {
			*a.used(u) = ones[uint8](int(b.limit))
		}
	}
}
