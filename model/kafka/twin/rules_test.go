package twin

type rule struct {
	name string
	all  func(t *twin, s state) []step
}

// rules are in the order of the page, which is that in which "new" is counted.
var rules = []rule{
	{"Produce", (*twin).produce},
	{"EndMoves", (*twin).endMoves},
	{"Fetch", (*twin).fetch},
	{"FetchEarly", (*twin).fetchEarly},
	{"FetchWaits", (*twin).fetchWaits},
	{"Respond", (*twin).respond},
	{"Lookup", (*twin).lookup},
	{"PartitionFails", (*twin).partitionFails},
	{"OtherFails", (*twin).otherFails},
	{"OtherLeaves", (*twin).otherLeaves},
	{"OtherStopped", (*twin).otherStopped},
	{"AskLatest", (*twin).askLatest},
	{"AskEarliest", (*twin).askEarliest},
	{"AskEarliestLocal", (*twin).askEarliestLocal},
	{"DeleteRecords", (*twin).deleteRecords},
	{"Retain", (*twin).retain},
	{"Copy", (*twin).copySegment},
	{"RetainLocal", (*twin).retainLocal},
	{"RetainRemote", (*twin).retainRemote},
	{"Learn", (*twin).learn},
	{"LearnOlder", (*twin).learnOlder},
	{"Shrink", (*twin).shrink},
	{"ShrinkUnheard", (*twin).shrinkUnheard},
	{"ProposeShrink", (*twin).proposeShrink},
	{"LagTimeout", (*twin).lagTimeout},
	{"SendExpand", (*twin).sendExpand},
	{"AlterPartition", (*twin).alterPartition},
	{"LateAlterPartition", (*twin).lateAlterPartition},
	{"AlterPartitionAnswer", (*twin).alterPartitionAnswer},
	{"LoseAnswer", (*twin).loseAnswer},
	{"Resend", (*twin).resend},
	{"RetriableError", (*twin).retriableError},
	{"StaleController", (*twin).staleController},
	{"Fence", (*twin).fence},
	{"FenceTogether", (*twin).fenceTogether},
	{"Unfence", (*twin).unfence},
	{"Elect", (*twin).elect},
	{"Depose", (*twin).depose},
	{"DeposedWrites", (*twin).deposedWrites},
	{"ShutDown", (*twin).shutDown},
	{"RemoveReplica", (*twin).removeReplica},
	{"ChangeMinIsr", (*twin).changeMinISR},
	{"Reassign", (*twin).reassign},
	{"CompleteReassignment", (*twin).completeReassignment},
	{"CancelReassignment", (*twin).cancelReassignment},
	{"StopReplica", (*twin).stopReplica},
	{"Kill", (*twin).kill},
	{"LossyCrash", (*twin).lossyCrash},
	{"PartialCrash", (*twin).partialCrash},
	{"Stop", (*twin).stop},
	{"Restart", (*twin).restart},
	{"Start", (*twin).startProcess},
	{"Register", (*twin).register},
	{"SwapLog", (*twin).swapLog},
	{"Checkpoint", (*twin).writeCheckpoint},
	{"CheckpointStart", (*twin).checkpointStart},
	{"Flush", (*twin).flush},
	{"CheckpointEarly", (*twin).checkpointEarly},
	{"LoadingCrash", (*twin).loadingCrash},
	{"LoadFails", (*twin).loadFails},
	{"HalfAppend", (*twin).halfAppend},
	{"DirFails", (*twin).dirFails},
	{"ReportDir", (*twin).reportDir},
	{"AckCheck", (*twin).ackCheck},
	{"Retry", (*twin).retry},
	{"WriteMarker", (*twin).writeMarker},
	{"AbortHanging", (*twin).abortHanging},
	{"ProduceTimeout", (*twin).produceTimeout},
	{"Read", (*twin).read},
	{"Poll", (*twin).poll},
	{"ReturnToLeader", (*twin).returnToLeader},
	{"FinishRead", (*twin).finishRead},
	{"ListLatest", (*twin).listLatest},
}

// start is the state in which every run begins.
func (t *twin) start() (s state) {
	replicas := t.all
	if first := t.number("initial_replicas"); t.reassigns() && first > 0 {
		replicas &= of(first+1) - 1
	}
	s.ctl.leader, s.ctl.isr, s.ctl.removed = 1, replicas, t.all&^replicas
	s.request = noRequestAtAll()
	for p := range s.past {
		s.past[p].version = none
	}
	for b := range s.brokers {
		s.brokers[b] = asFresh(broker{cache: noCache()})
		if replicas.has(b) {
			s.brokers[b].role, s.brokers[b].leader = follower, 1
		}
	}
	lead := &s.brokers[1]
	lead.role, lead.isr, lead.version, lead.gone = leader, replicas, 0, t.all&^replicas
	if t.keepsCache() && t.on("register_epoch_on_election") {
		lead.cache.enter(0, 0)
	}
	t.forget(&s, 1, false)
	return s
}
