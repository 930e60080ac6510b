package twin

import "strconv"

// twin is the protocol under one configuration: the constants as specs write
// them.
type twin struct {
	text map[string]string
	n    int // brokers
	all  set

	spare state // in which each and pairs try their steps

	// Where anybody may be elected a rule is tried once for each broker, and once for
	// nobody: whose turn it is, and who was elected.
	turns      bool
	turn, held int
}

func newTwin(text map[string]string) *twin {
	t := &twin{text: text}
	t.n = t.number("replicas")
	for b := 1; b <= t.n; b++ {
		t.all = t.all.with(b)
	}
	return t
}

func (t *twin) on(key string) bool        { return t.text[key] == "on" }
func (t *twin) is(key, value string) bool { return t.text[key] == value }

func (t *twin) number(key string) int {
	n, err := strconv.Atoi(t.text[key])
	if err != nil {
		panic("twin: no number in " + key)
	}
	return n
}

func (t *twin) byController() bool { return t.is("isr_update", "alter-partition") }
func (t *twin) onFetch() bool      { return t.is("truncation", "on-fetch") }
func (t *twin) reassigns() bool    { return t.is("reassignment", "process") }
func (t *twin) zookeeper() bool    { return t.is("reassigned_by", "zookeeper") }

// What is kept of a state: section 2.1.

func (t *twin) someStop() bool {
	halts := t.number("half_appends") > 0 && !t.on("append_after_failed_append") ||
		t.number("dir_failures") > 0 && !t.on("directory_fails_alone")
	return halts || t.number("kills")+t.number("lossy_crashes")+t.number("clean_stops") > 0
}
func (t *twin) countsIncarnations() bool  { return t.byController() && t.someStop() }
func (t *twin) recordsIncarnations() bool { return t.on("eligible_broker_epoch") && t.someStop() }
func (t *twin) keepsLagBit() bool         { return t.on("hw_waits_for_caught_up") }
func (t *twin) keepsLeaderEnd() bool      { return t.keepsLagBit() && t.on("caught_up_by_previous_fetch") }
func (t *twin) keepsCheckpoint() bool     { return t.number("checkpoints") > 0 }
func (t *twin) keepsSessions() bool       { return t.on("fence_fetch") && t.on("session_forgets_epoch") }
func (t *twin) keepsLogStart() bool {
	return t.number("retentions") > 0 || t.number("deletes") > 0 && t.on("log_start_replicated") || t.tiered()
}
func (t *twin) tiered() bool                  { return t.number("copies") > 0 && t.on("remote_storage") }
func (t *twin) tellsLogStart() bool           { return t.keepsLogStart() && t.on("log_start_replicated") }
func (t *twin) keepsStartOnDisk() bool        { return t.tellsLogStart() && t.keepsCheckpoint() }
func (t *twin) asksForRange() bool            { return t.keepsLogStart() || t.is("range_questions", "in-steps") }
func (t *twin) derived() bool                 { return t.is("epoch_cache", "derived") }
func (t *twin) keepsCache() bool              { return !t.derived() && !t.is("truncation", "high-watermark") }
func (t *twin) registersAcks(how string) bool { return t.is("track_acks", how) }

func (t *twin) keepsRecoveryPoint() bool {
	return t.on("torn_writes") && t.on("recovery_point_at_end_after_recovery")
}

func (t *twin) keepsFlushed() bool {
	return t.number("lossy_crashes")+t.number("loading_crashes") > 0 &&
		(t.number("flushes") > 0 || t.number("clean_stops") > 0 || t.on("fsync_each_write"))
}

func (t *twin) keepsStart() bool {
	return t.on("expand_needs_leso") || t.derived() || t.on("offset_not_available") && t.number("reads") > 0
}

// budgets are the counters of a state, in the order of its field used.
var budgets = [...]string{"records", "kills", "lossy_crashes", "fences", "unfences", "elections", "unclean_elections",
	"clean_stops", "min_isr_changes", "lag_timeouts", "checkpoints", "flushes", "lost_answers", "reads",
	"produce_timeouts", "log_swaps", "reassignments", "fetcher_failures", "controller_errors", "retries",
	"cancels", "markers", "early_checkpoints", "loading_crashes", "half_appends", "dir_failures",
	"controller_failovers", "deletes", "retentions", "copies"}

func counter(key string) int {
	for i, b := range budgets {
		if b == key {
			return i
		}
	}
	panic("twin: no budget " + key)
}

func (t *twin) counted(key string) bool {
	switch key {
	case "elections", "unclean_elections":
		return t.number(key) < t.number("max_leader_epoch")
	case "unfences":
		return t.number(key) < t.number("fences") || t.number("clean_stops") > 0
	case "lag_timeouts":
		return t.number(key) != 15
	}
	return true
}

// spend takes one of a budget, if one is left.
func (t *twin) spend(s *state, key string) bool {
	limit := t.number(key)
	if !t.counted(key) {
		return limit > 0
	}
	used := &s.used[counter(key)]
	if int(*used) >= limit {
		return false
	}
	*used++
	return true
}
