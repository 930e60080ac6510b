package kafka

import (
	"strings"

	"mc/model"
)

const (
	needsAlter   = "isr_update=alter-partition"
	needsZk      = "isr_update=zk-cas"
	needsOnFetch = "truncation=on-fetch"
	needsLookup  = "truncation=epoch-offset|epoch-pair"
	needsEpochs  = "truncation=epoch-offset|epoch-pair|on-fetch"

	// What is needed of the bounds.
	restarts  = "kills or lossy_crashes or clean_stops or half_appends or dir_failures"
	asProcess = "reassignment=process"
	starts    = "deletes or retentions"
)

// setting is a constant with the part of a Protocol that it sets.
type setting struct {
	model.Constant
	set func(p *Protocol, v int)
}

// Column is an axis or a switch with its value in every generation.
type Column struct {
	setting
	Cells []string // one per generation; notThere where the key has no meaning
	needs string   // the axis, and the values of it, that give the key a meaning
}

// notThere marks a cell in which a key does not apply.
const notThere = "n/a"

// flag is a switch: its field, its cells, what it goes back to, what it says.
func flag(name string, field func(*Protocol) *bool, cells, ref, doc string) Column {
	c := model.Constant{Name: name, Doc: doc, Switch: true, Ref: ref, Role: model.OfVariant, Prevents: prevents[name]}
	return Column{setting: setting{c, func(p *Protocol, v int) { *field(p) = v != 0 }}, Cells: spread(cells)}
}

// axis is a choice: its field, its values in the order of their numbers, and
// the rest as for a flag.
func axis[T ~uint8](name string, field func(*Protocol) *T, values, cells, ref, doc string) Column {
	c := flag(name, nil, cells, ref, doc)
	c.Switch, c.Choices = false, strings.Split(values, " | ")
	c.set = func(p *Protocol, v int) { *field(p) = T(v) }
	return c
}

// either is an axis of two values whose field says whether it is the second.
func either(name string, field func(*Protocol) *bool, values, cells, ref, doc string) Column {
	c := flag(name, field, cells, ref, doc)
	c.Switch, c.Choices = false, strings.Split(values, " | ")
	return c
}

// when gives the axis values without which a key has no meaning.
func (c Column) when(needs string) Column {
	c.needs = needs
	return c
}

// needing gives the conditions without which another value than the default
// does nothing.
func (c Column) needing(needs ...string) Column {
	c.Needs = needs
	return c
}

// ofScenario marks what says how a scenario is looked at, or how its cluster
// is set up, rather than which protocol runs.
func (c Column) ofScenario() Column {
	c.Role = model.OfScenario
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

// prevents says of each switch, of each axis that is a protocol's, and of what else can
// keep records from being lost, what cannot happen with which value.
var prevents = map[string]model.Prevention{
	"unclean_elections": {By: "0", Words: "A replica that lacks committed records cannot be made the leader: the partition waits instead " +
		"(unclean.leader.election.enable=false)."},
	"truncation": {By: "on-fetch", Words: "A follower cannot cut what is committed because its own high " +
		"watermark lags, nor keep records that its leader never had."},
	"fence_fetch": {By: "on", Words: "A deposed leader cannot serve, or count, a follower that has learned " +
		"of another epoch."},
	"fence_lookup": {By: "on", Words: "A follower cannot be told where to cut by a leader of another epoch " +
		"than its own."},
	"register_epoch_on_election": {By: "on", Words: "A lookup of a new leader's epoch cannot miss, nor " +
		"find an entry that the leader's log contradicts, before the first append."},
	"truncate_every_epoch_bump": {By: "on", Words: "Records that a leader took back cannot stay with a follower because one broker led before and after."},
	"expand_needs_leso": {By: "on", Words: "A replica that lacks committed records cannot join the ISR at " +
		"a high watermark that a new leader has not caught up with."},
	"idle_stuck_stays": {By: "on", Words: "A follower that has everything cannot be put out of the ISR for " +
		"being silent."},
	"cache_trunc_on_noop": {By: "on", Words: "An entry of an epoch that the log has no record of cannot " +
		"stay in the cache and answer lookups."},
	"isr_update": {By: "alter-partition", Words: "A leader cannot change the ISR behind the controller's " +
		"back, nor be stuck with a version of it that is old."},
	"hw_after_alter_commit": {By: "on", Words: "Producers and consumers cannot wait for the next fetch " +
		"though a confirmed shrink has freed the high watermark."},
	"diverge_skips_state_update": {By: "on", Words: "A follower whose log is about to be cut cannot raise " +
		"the high watermark or join the ISR by records that it will lose."},
	"diverge_skips_hw": {By: "on", Words: "A consumer cannot read from a follower records that it is about to cut."},
	"ap_carries_sender_broker_epoch": {By: "on", Words: "A request from before a leader's restart cannot " +
		"change the ISR after it."},
	"eligible_not_fenced": {By: "on", Words: "A broker that the controller has given up cannot join the " +
		"ISR and be counted on."},
	"eligible_broker_epoch": {By: "on", Words: "A broker that came back with an empty disk cannot join the " +
		"ISR by what it had fetched before."},
	"hw_ignores_ineligible": {By: "on", Words: "Commits cannot stop for ever because of a broker that is fenced or stopping."},
	"shrink_bumps_leader_epoch": {By: "on", Words: "A leader that was not told of a shrink cannot commit " +
		"by the ISR of before, as everybody is fenced by epoch."},
	"rereg_removes_isr": {By: "on", Words: "A broker that lost its log's tail and is back before its " +
		"session ended cannot be elected as the ISR member that it was."},
	"fence_one_at_a_time": {By: "on", Words: "One of two brokers that are gone together cannot stay in the ISR, or be elected."},
	"strict_min_isr_hw": {By: "on", Words: "A leader cannot commit alone: no record is committed while " +
		"fewer than min ISR replicas are sure to have it."},
	"elr": {By: "on", Words: "The last replica of the ISR cannot lose its log's tail and be elected with " +
		"what is left while an eligible one has everything."},
	"clean_shutdown_detection": {By: "on", Words: "A rolling restart cannot cost a broker its eligibility, " +
		"so that nobody is left to lead."},
	"recovery": {By: "last-leader", Words: "A partition cannot stay without a leader for ever when ISR and " +
		"ELR are empty and its last leader is back."},
	"last_known_leader_must_be_alive": {By: "on", Words: "A broker that is not there cannot be made leader."},
	"shrink_eagerly": {By: "off", Words: "A record cannot be committed without a member of the ISR that " +
		"the controller may still elect."},
	"split_expand": {By: "off", Words: "A follower cannot be proposed for the ISR by a test that is no " +
		"longer true when the request is built."},
	"fetch_waits":  {By: "off", Words: "An answer cannot tell a follower of what has happened since its request came."},
	"split_lookup": {By: "off", Words: "An epoch lookup cannot be answered in one epoch and acted on in another."},
	"caught_up_by_previous_fetch": {By: "on", Words: "A follower that is always one batch behind a busy " +
		"leader cannot be kept out of the ISR."},
	"hw_waits_for_caught_up": {By: "on", Words: "A lone leader cannot run ahead of a follower that is " +
		"within the lag window, so that it never joins."},
	"lag_clock_of_isr_only": {By: "on", Words: "The high watermark cannot wait after an election for a " +
		"replica that has long been gone."},
	"recovery_keeps_epoch_zero": {By: "on", Words: "A follower cannot find the first epoch unknown after a " +
		"power failure, and so cut at its high watermark."},
	"last_fetched_epoch_kept": {By: "on", Words: "Divergence cannot go unseen in the fetch after an empty answer."},
	"controller_checks_leader_in_isr": {By: "on", Words: "An ISR without the leader cannot be stored, nor " +
		"an empty one."},
	"retry_empties_isr": {By: "off", Words: "A request that is sent again cannot ask for an empty ISR."},
	"cache_repaired_on_load": {By: "on", Words: "An epoch of which a power failure left no record cannot " +
		"answer lookups beyond the end of the log."},
	"cache_without_batch_epochs": {By: "off", Words: "A follower cannot lack the epochs of the records " +
		"that it has, so that a lookup leads it to the wrong cut."},
	"checkpoint_drops_unhosted": {By: "off", Words: "A broker that starts cannot forget the high watermark " +
		"of a partition and cut to zero."},
	"marker_removed_after_loading": {By: "off", Words: "A crash while files are loaded cannot pass for a " +
		"clean stop."},
	"recovery_point_at_end_after_recovery": {By: "off", Words: "A record that a second power failure " +
		"spoils cannot be passed over by log recovery."},
	"load_error_stops_cleanly": {By: "off", Words: "A log that nobody has looked through cannot be taken " +
		"for one that was stopped cleanly."},
	"append_after_failed_append": {By: "off", Words: "Two records cannot be written at one offset, of " +
		"which the wrong one is read back."},
	"directory_fails_alone": {By: "on", Words: "The partitions on a broker's good disks cannot go offline " +
		"because another of its disks has failed."},
	"replica_recreated_in_other_dir": {By: "off", Words: "A broker with an empty log cannot keep the place " +
		"in the ISR that it had with a full one."},
	"fsync_each_write": {By: "on", Words: "A power failure cannot take a record: what was answered for is on disk."},
	"idempotence":      {By: "on", Words: "A record that is sent again cannot be in the log twice or out of order."},
	"wait_checked_on_demotion": {By: "on", Words: "A producer cannot be told success for a record that its " +
		"leader has cut between two terms."},
	"offset_not_available": {By: "on", Words: "A client cannot be told a latest offset that is lower than " +
		"it was told before."},
	"read_above_hw_is_error": {By: "off", Words: "A consumer that is ahead of a new leader's high " +
		"watermark cannot be thrown back to reset its position."},
	"consumer_read_atomic": {By: "on", Words: "A consumer cannot be given records above the high watermark " +
		"because the log moved between two looks."},
	"drop_stale_lookups": {By: "on", Words: "A follower cannot cut by an answer that was true of an epoch " +
		"that has ended."},
	"drop_stale_fetches": {By: "on", Words: "A follower cannot cut or append by an answer of an epoch that " +
		"has ended."},
	"removed_partition_is_cut": {By: "off", Words: "A broker that leads by now cannot cut its log by an " +
		"answer that it got as a follower."},
	"append_checks_leader_epoch": {By: "on", Words: "A follower cannot get records of an epoch that it " +
		"does not know of into its log."},
	"session_forgets_epoch": {By: "off", Words: "A leader cannot go on counting a follower of another " +
		"epoch because their session was opened before."},
	"thread_dies_with_partition": {By: "off", Words: "One bad partition cannot stop the replication of all " +
		"others from that leader."},
	"truncation_of_removed_kills_thread": {By: "off", Words: "A partition that leaves at the wrong moment " +
		"cannot stop the replication of all others from that leader."},
	"log_start_replicated": {By: "on", Words: "A follower cannot keep, and serve as leader, records that " +
		"clients have deleted."},
	"retention_stops_at_hw": {By: "on", Words: "Retention cannot delete a record that is not committed yet."},
	"hw_stays_above_start": {By: "on", Words: "A broker cannot lead with a high watermark that is below " +
		"everything it has."},
	"reply_start": {By: "with-records", Words: "A follower cannot delete up to a log start that is later " +
		"than the records it was sent with it."},
	"divergence_before_range": {By: "off", Words: "A follower below the start of its leader's log cannot " +
		"be told to cut, and fail at it."},
	"out_of_range_empties_log": {By: "off", Words: "A follower cannot drop a log that is longer, or as " +
		"long as, its leader's."},
	"remote_storage": {By: "off", Words: "Records cannot be lost or doubled on their way to another storage."},
	"copied_ignores_lineage": {By: "off", Words: "A segment that a deposed leader copied cannot stand for " +
		"records that were never committed."},
	"hw_position_must_be_local": {By: "off", Words: "A leader cannot refuse every fetch because its high " +
		"watermark is in remote storage only."},
	"start_checkpoint_skips_aligned": {By: "off", Words: "Records that were deleted cannot be back after a " +
		"restart."},
	"reads_beyond_end": {By: "off", Words: "A follower cannot have a record of which its leader does not " +
		"know yet that it is in the log."},
	"same_epoch_keeps_state": {By: "on", Words: "A leader cannot forget in the middle of its epoch whom it " +
		"may count on, and let the high watermark wait."},
	"equal_epoch_news": {By: "off", Words: "An ISR change cannot be forgotten by its leader while the controller stores it."},
	"reelection_resets_remotes": {By: "on", Words: "A leader cannot commit by what a follower had before " +
		"it cut its log in an epoch that the leader missed."},
	"isr_news_lost":             {By: "off", Words: "A leader cannot be stuck with an ISR that the controller has changed."},
	"deposed_controller_writes": {By: "off", Words: "An election cannot be undone by an older one that is written late."},
	"cas_retry_sees_own_write":  {By: "off", Words: "A leader cannot commit by an ISR that it has itself replaced."},
	"zk_mode_brokers": {By: "off", Words: "A leader cannot be left without news of an ISR that changes " +
		"within its epoch."},
	"migration_shrink_keeps_leader_epoch": {By: "off", Words: "A broker in ZooKeeper mode cannot go on " +
		"with the ISR of before a shrink."},
	"deaf_while_stopping": {By: "off", Words: "A broker that has handed over cannot go on taking records " +
		"as leader until its process ends."},
	"proposal_after_error": {By: "again", Words: "A leader cannot wait for ever for an ISR change that " +
		"nobody will send again."},
	"swap_keeps_epoch": {By: "on", Words: "A replica that is moved to another disk cannot lose the start " +
		"of its epoch, and fail to rejoin."},
	"reassigned_by": {By: "kraft", Words: "A replica that was taken out cannot act on an assignment that " +
		"came on another way than the rest of the news."},
	"reassignment_raises_epoch": {By: "removals", Words: "A replica that has left the assignment cannot be " +
		"counted in the epoch that goes on without it."},
	"completes_when_added_joined": {By: "off", Words: "A reassignment cannot end with fewer in-sync " +
		"replicas than it was to leave."},
	"unassigned_fetch": {By: "refused", Words: "A broker that is no replica cannot be counted, nor fail " +
		"the requests of those that are."},
	"leader_keeps_old_assignment": {By: "off", Words: "A leader cannot wait for, or take into the ISR, a " +
		"broker that is no replica any more."},
	"controller_checks_replicas": {By: "on", Words: "A broker that is no replica cannot be stored as a " +
		"member of the ISR."},
	"stop_replica_without_epoch": {By: "off", Words: "A replica that is one again cannot be deleted by a " +
		"request of before."},
	"fetch_from_follower": {By: "off", Words: "A consumer cannot read from a replica that is behind, or " +
		"about to cut."},
	"preferred_may_lag": {By: "off", Words: "A consumer cannot be sent to a follower that never catches up."},
	"out_of_range":      {By: "truncate", Words: "One partition whose log is too long cannot keep a whole broker down, start after start."},
	"single_controller": {By: "on", Words: "A controller that is none any more cannot make a leader give " +
		"up its ISR changes for good."},
}
