package main

import (
	"fmt"
	"io"
	"strings"
)

// How far a rule of the model is held to the brokers.
const (
	compared = "compared"
	apart    = "compared apart" // with a switch that no release of Kafka 4 has so
	none     = "none"           // means nothing in Kafka 4
	missing  = "missing"        // would mean something, and is not compared
)

// cover is what the harness does for one rule.
type cover struct {
	rule, how, what string
}

// coverage has every rule of the model once.
var coverage = []cover{
	{"Produce", compared, "`Partition.appendRecordsToLeader`, with each acks"},
	{"Fetch", compared, "the fetcher's `doWork` up to the answer of the leader's `readFromLog`, which " +
		"reads twice, as a fetch that waited"},
	{"FetchEarly", compared, "the same; the leader reads once"},
	{"FetchWaits", compared, "`readFromLog` once more, of the same request, as purgatory does when it is answered"},
	{"Respond", compared, "the rest of `doWork`"},
	{"Learn", compared, "`MetadataDelta.replay` of all records that there are, " +
		"`ReplicaManager.applyDelta`, then the topic's configuration; also of a partition epoch that an " +
		"answer told before"},
	{"LearnOlder", compared, "the same, of the records up to a partition epoch"},
	{"ProposeShrink", compared, "the lag clock is set, then `Partition.maybeShrinkIsr`"},
	{"LagTimeout", compared, "the lag clock is set"},
	{"AlterPartition", compared, "`ReplicationControlManager.alterPartition`, and its records replayed"},
	{"LateAlterPartition", compared, "the same, of a request whose sender's process is gone; the answer reaches nobody"},
	{"AlterPartitionAnswer", compared, "the `onComplete` that `DefaultAlterPartitionManager` gave with " +
		"its request"},
	{"LoseAnswer", compared, "the same, with an error: the sender keeps what it has to send"},
	{"Resend", compared, "the task `send-alter-partition` that it has scheduled then"},
	{"Fence", compared, "`handleBrokerFenced`"},
	{"Unfence", compared, "`handleBrokerUnfenced`"},
	{"Elect", compared, "`electLeaders` for the first replica, else what `PartitionChangeBuilder` makes of an " +
		"election of the preferred leader if it were; the order of replicas is fixed"},
	{"ShutDown", compared, "`beginControlledShutdown`, `handleBrokerInControlledShutdown`; the " +
		"controller's shortcut for a broker that leads nothing, which is to fence it, is not taken"},
	{"RemoveReplica", compared, "`alterPartitionReassignments`; a replica that has learned that it is " +
		"none is not compared, because Kafka deletes its log"},
	{"Reassign", missing, "`reassignment: process`: the harness makes the assignment once, and knows of RemoveReplica only"},
	{"CancelReassignment", missing, "the same"},
	{"CompleteReassignment", none, "a reassignment ends in the change that lets it"},
	{"StopReplica", none, "metadata tell who is a replica"},
	{"ChangeMinIsr", compared, "`incrementalAlterConfigs` at the controller, `updateTopicConfig` at a " +
		"broker that learns"},
	{"Kill", compared, "the managers are closed, and what a killed process cannot write is put back: " +
		"clean-shutdown file, recovery point; the high watermark's file, where checkpoints are steps"},
	{"LossyCrash", compared, "the same, and the log's file is cut to what was flushed"},
	{"PartialCrash", compared, "the same, cut later"},
	{"Stop", compared, "the managers are closed in order, then `handleBrokerFenced`"},
	{"Restart", compared, "new managers on the same folder, `registerBroker` with the epoch of a clean " +
		"stop if there is one, `handleBrokerUnfenced`"},
	{"Start", compared, "new managers on the same folder; the process has no broker epoch, and fetches without one"},
	{"Register", compared, "`registerBroker` with the epoch of a clean stop if there is one; refused while the broker is not fenced"},
	{"Checkpoint", compared, "`checkpointHighWatermarks`"},
	{"Flush", compared, "`UnifiedLog.flush`"},
	{"AckCheck", compared, "`checkEnoughReplicasReachOffset` of a waiting request"},
	{"ProduceTimeout", compared, "the waiting request is given up; the broker has nothing to do"},
	{"Read", compared, "`UnifiedLog.read` up to the high watermark, and the records from the file"},
	{"FinishRead", apart, "`consumer_read_atomic=off`: the file is read later than the high watermark; " +
		"model and brokers differ, as they should, where the high watermark was at the end of the log"},
	{"ListLatest", compared, "`Partition.fetchOffsetForTimestamp`"},
	{"SwapLog", missing, "there is no such step unless `swap_keeps_epoch=off`, and no release of Kafka 4 " +
		"is; Kafka's move needs a second folder, a future replica and its own fetcher"},
	{"LoadingCrash", missing, "`loading_crashes`: the harness lets a process load its files to the end"},
	{"LoadFails", missing, "`dir_failures`: the harness makes no errors of disks"},
	{"HalfAppend", missing, "`half_appends`: the same"},
	{"DirFails", missing, "`dir_failures`: the same, and each process has one folder"},
	{"ReportDir", missing, "the same"},
	{"CheckpointEarly", none, "a broker learns of all its partitions before it writes the file"},
	{"PartitionFails", missing, "`fetcher_failures`: the harness makes no errors in the fetcher"},
	{"Poll", missing, "`reader`: the harness has no consumer that keeps a position; what it is given is compared by Read, and " +
		"`ReplicaManager.findPreferredReadReplica` is not called"},
	{"ReturnToLeader", missing, "`reader`: it is the consumer's own step"},
	{"WriteMarker", missing, "`markers`: the harness has no transaction coordinator"},
	{"AbortHanging", missing, "`markers`: it is an operator's command"},
	{"Retry", missing, "`retries`: the harness has no producers that send a record again; with `idempotence` it would need " +
		"batches with a producer id"},
	{"OtherLeaves", none, "the rest of the request is answered"},
	{"OtherStopped", none, "the same"},
	{"DeleteRecords", compared, "`Partition.deleteRecordsOnLeader`, after `checkEnoughReplicasReachOffset` of the requests that " +
		"wait for what goes; never beside power failures, for a recovery point moves with the start of its log"},
	{"Retain", missing, "`retentions`: the harness runs no retention; `UnifiedLog.deleteOldSegments`"},
	{"AskLatest", compared, "an answer out of range arrives, and the fetcher asks where the leader's log ends"},
	{"AskEarliest", compared, "it is told where that begins, which it has waited for in between"},
	{"Copy", missing, "`copies`: the harness has no remote storage; `RemoteLogManager.RLMCopyTask`"},
	{"RetainLocal", missing, "the same; `UnifiedLog.deleteOldSegments` with local retention"},
	{"RetainRemote", missing, "the same; `RemoteLogManager.RLMExpirationTask`"},
	{"AskEarliestLocal", missing, "the same; `TierStateMachine.start`"},
	{"CheckpointStart", compared, "`LogManager.checkpointLogStartOffsets`"},
	{"EndMoves", none, "the end is moved before anybody can read what is beyond it"},
	{"OtherFails", none, "the thread survives an error at another partition"},
	{"RetriableError", none, "the request is sent again at once"},
	{"Lookup", none, "brokers look nothing up before they fetch"},
	{"Shrink", none, "the controller changes the ISR"},
	{"Depose", none, "a controller of the ZooKeeper era"},
	{"DeposedWrites", none, "a controller of the ZooKeeper era"},
	{"ShrinkUnheard", none, "the controller changes the ISR"},
	{"SendExpand", none, "decision and request are one step"},
	{"StaleController", none, "there is one controller"},
	{"FenceTogether", none, "the controller fences one broker after the other"},
}

// explain writes the table of rules.
func explain(w io.Writer) error {
	rows := []string{"| rule | | how |", "|---|---|---|"}
	for _, c := range coverage {
		rows = append(rows, fmt.Sprintf("| %s | %s | %s |", c.rule, c.how, c.what))
	}
	_, err := fmt.Fprintln(w, strings.Join(rows, "\n"))
	return err
}
