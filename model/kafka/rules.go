package kafka

import (
	"slices"

	"mc/model"
)

type rule = model.Rule[State]

// broker is an argument that is one of the brokers.
func (p *Protocol) broker(param string) model.Param {
	return model.Param{Name: param, Show: func(v uint8) string { return name(int(v)) }, Values: model.Range(0, p.Brokers-1)}
}

// brokers is an argument that is some of the brokers: "b2", "b2+b3".
func (p *Protocol) brokers(param string) model.Param {
	return model.Param{Name: param, Show: func(v uint8) string { return Set(v).joined("+") }, Values: model.Range(1, int(p.all))}
}

// number is an argument that is a number from first to last.
func number(param string, first, last int) model.Param {
	return model.Param{Name: param, Values: model.Range(first, last)}
}

var acksParam = model.Param{Name: "acks", Values: model.Range(0, int(AcksNone)), Show: func(v uint8) string {
	return [...]string{"all", "1", "0"}[min(v, AcksNone)]
}}

// rules are the model's rules, the same list in every generation: one that a
// variant does not have is never enabled there, so that a schedule can be
// carried from one generation to another.
func (p *Protocol) rules() (list []rule) {
	for _, drafts := range [][]draft{
		p.replicationRules(), p.isrRules(), p.controllerRules(), p.reassignmentRules(), p.machineRules(), p.fileRules(),
		p.clientRules(),
	} {
		for _, d := range drafts {
			d.Tell = p.told(d.Name, d.Tell)
			list = append(list, d.rule)
		}
	}
	return list
}

// draft is a rule that is being written down.
type draft struct{ rule }

func r(name, ref, doc string, expand func(*State, *steps), tell tell, params ...model.Param) draft {
	return draft{rule{Name: name, Ref: ref, Doc: doc, Expand: expand, Tell: tell, Params: params}}
}

// needs spares a run that never enables the rule the question in every state.
// (The rule's own guard says no as well.)
func (d draft) needs(enabled bool) draft {
	d.Absent = !enabled
	return d
}

// of is needs for the budget that the rule draws on: whether it has one, or more.
func (d draft) of(some bool) draft {
	d.Spent = !d.Absent && !some
	d.Absent = d.Absent || !some
	return d
}

// elects marks a rule that may choose a leader: where any that may lead is chosen, who
// that is is its last argument.
func (d draft) elects(p *Protocol) draft {
	if p.AnyLeader {
		d.Params = append(slices.Clone(d.Params), model.Param{Name: Elected, Values: model.Range(0, p.Brokers),
			Show: func(v uint8) string { return Node(v).String() }})
	}
	return d
}

// Elected is the last argument of a step that may choose a leader, with next_leader: any;
// it is nobody if none was chosen.
const Elected = "elected"

// step begins a step of a rule that may choose a leader.
func (p *Protocol) step(out *steps, args ...uint8) *State {
	if !p.AnyLeader {
		return out.Step(args...)
	}
	return stepElecting(out, Nobody, args)
}

func stepElecting(out *steps, next Node, args []uint8) *State {
	var all model.Args
	n := copy(all[:], args)
	all[n] = uint8(next)
	return out.Step(all[:n+1]...)
}

// fault marks a rule as one that nobody asked for.
func (d draft) fault() draft {
	d.Fault = true
	return d
}

// counterpart gives the rule that is the same event in another era.
func (d draft) counterpart(other string) draft {
	d.Counterpart = other
	return d
}

func (p *Protocol) replicationRules() []draft {
	leader, follower := p.broker("leader"), p.broker("follower")
	return []draft{
		r("Produce", "", "A producer's record is appended by a broker that takes itself for the leader.",
			p.produce, p.tellProduce, leader, acksParam).needs(p.records > 0),
		r("EndMoves", "KAFKA-2477", "The end of a leader's log covers the record that it has written.",
			p.endMoves, p.tellEndMoves, leader).needs(p.records > 0 && p.ReadsBeyondEnd),
		r("Fetch", "", "A follower asks its leader for records; the leader notes how far it is.",
			p.fetch, p.tellFetch, follower),
		r("FetchEarly", "KAFKA-7104", "As Fetch, but the answer carries the high watermark from before.",
			p.fetchEarly, p.tellFetch, follower).needs(p.ReplyHW == ReplyEither),
		r("FetchWaits", "", "A fetch that found nothing has waited at the leader, and is answered with what is there by now.",
			p.fetchWaits, p.tellFetchWaits, follower).needs(p.FetchWaits),
		r("Respond", "", "A follower processes the answer it waited for.",
			p.respond, p.tellRespond, follower),
		r("Lookup", "KIP-101", "A follower asks where its last epoch ends, and cuts its log.",
			p.lookup, p.tellLookup, follower).needs(p.Truncation == EpochOffset || p.Truncation == EpochPair),
		r("PartitionFails", "KIP-461", "A follower's fetcher thread fails at this partition.",
			p.partitionFails, p.tellFailure, follower).fault().needs(p.failureBudget.some()),
		r("OtherFails", "KAFKA-8346", "A follower's fetcher thread fails at another partition, and dies of it.",
			p.otherFails, p.tellFailure, follower).fault().needs(p.failureBudget.some() && p.ThreadDiesWithPartition),
		r("OtherLeaves", "KAFKA-5758", "Another partition that a follower fetches leaves it, and fails its requests until it is told.",
			p.otherLeaves, p.tellOther("%s is no replica of another partition", "%s is no replica of another partition any more "+
				"and has not been told: its requests to %s name that partition too, and fail."), follower).fault().needs(p.starves()),
		r("OtherStopped", "KAFKA-5758", "A follower is told that another partition has left it.",
			p.otherStopped, p.tellOther("%s stops another partition", "%s is told to stop another partition: its requests to %s "+
				"are without it from now on."), follower, leader).needs(p.starves()),
		r("AskLatest", "", "A follower that is out of its leader's range asks where the leader's log ends, and cuts its own if that is longer.",
			p.askLatest, p.tellAskLatest, follower).needs(p.asksRange),
		r("AskEarliest", "", "It asks where the leader's log begins, and starts anew from there if its own ends before.",
			p.askEarliest, p.tellAskEarliest, follower).needs(p.asksRange),
		r("AskEarliestLocal", "KIP-405", "A follower whose offset its leader has in remote storage only starts where that one's own disks begin.",
			p.askEarliestLocal, p.tellAskEarliestLocal, follower).needs(p.Tiered),
		r("DeleteRecords", "KIP-107", "A client deletes the beginning of a leader's log, up to the high watermark.",
			p.deleteRecords, p.tellStart, leader, number("to", 1, int(p.records))).needs(p.deleteBudget.some() && p.LogStartReplicated),
		r("Retain", "KAFKA-5634", "A broker deletes the beginning of its log, by its age or size.",
			p.retain, p.tellStart, p.broker("broker"), number("to", 1, int(p.records))).needs(!p.Tiered && p.retentionBudget.some()),
		r("Copy", "KIP-405", "A leader copies a segment to remote storage, up to its high watermark.",
			p.copySegment, p.tellCopy, leader, number("to", 1, int(p.records))).needs(p.Tiered),
		r("RetainLocal", "KIP-405", "A broker deletes from its own disks what it takes for copied.",
			p.retainLocal, p.tellRetainLocal, p.broker("broker"), number("to", 1, int(p.records))).needs(p.Tiered && p.retentionBudget.some()),
		r("RetainRemote", "KIP-405", "A leader deletes the beginning of what is in remote storage, and its log begins later.",
			p.retainRemote, p.tellRetainRemote, leader, number("to", 1, int(p.records))).needs(p.Tiered && p.retentionBudget.some()),
		r("Learn", "", "A broker learns the newest metadata.",
			p.learn, p.tellLearn, p.broker("broker")),
		r("LearnOlder", "", "A broker learns metadata that is newer than its own and not the newest.",
			p.learnOlder, p.tellLearn, p.broker("broker"), number("version", 0, maxVersions-1)).needs(p.AnyNewer),
	}
}

func (p *Protocol) isrRules() []draft {
	lags, byLeader, byController := p.lagBudget.some(), p.IsrUpdate == ZkCas, p.IsrUpdate == AlterPartition
	leader, follower, lagging := p.broker("leader"), p.broker("follower"), p.brokers("followers")
	return []draft{
		r("Shrink", "", "A leader removes followers that lag, in ZooKeeper.",
			p.shrink, p.tellShrink, leader, lagging).counterpart("ProposeShrink").needs(byLeader).of(lags),
		r("ShrinkUnheard", "KAFKA-1382", "A leader's removal of followers is applied by ZooKeeper, and refused when it tries again.",
			p.shrinkUnheard, p.tellShrinkUnheard, leader, lagging).fault().needs(byLeader && p.CasRetrySeesOwnWrite && p.lostBudget.some()).of(lags),
		r("ProposeShrink", "KIP-497", "A leader asks the controller to remove followers that lag.",
			p.proposeShrink, p.tellShrink, leader, lagging).counterpart("Shrink").needs(byController).of(lags),
		r("LagTimeout", "KAFKA-4485", "A follower outside the ISR falls out of the lag window.",
			p.lagQuietly, p.tellLagTimeout, leader, follower).fault().needs(p.HWWaitsForCaughtUp).of(lags),
		r("SendExpand", "KAFKA-15221", "A leader sends the expansion that it has decided on.",
			p.sendExpand, p.tellSendExpand, leader).needs(byController && p.SplitExpand),
		r("AlterPartition", "KIP-497", "The controller decides on a proposed ISR.",
			p.alterPartition, p.tellAlterPartition, leader).elects(p).needs(byController),
		r("LateAlterPartition", "KIP-497", "The controller decides on a proposed ISR whose sender has stopped since.",
			p.lateAlterPartition, p.tellLateAlterPartition).elects(p).
			needs(byController && !p.OneRequest && p.loses()),
		r("AlterPartitionAnswer", "KIP-497", "The leader learns what became of its proposal.",
			p.alterPartitionAnswer, p.tellAnswer, leader).needs(byController),
		r("LoseAnswer", "", "An AlterPartition request, or the answer to it, does not arrive.",
			p.loseAnswer, p.tellLoseAnswer, leader).fault().needs(byController && p.lostBudget.some()),
		r("Resend", "KAFKA-15353", "The leader sends its proposal again.",
			p.resend, p.tellResend, leader).needs(byController && p.lostBudget.some()),
		r("RetriableError", "KAFKA-14010", "The controller answers a proposal with an error that asks for another try, which is not made.",
			p.retriableError, p.tellError, leader).fault().
			needs(byController && p.OnError != ErrorRetries && p.errorBudget.some()),
		r("StaleController", "KAFKA-14154", "A deposed controller answers that the leader is fenced.",
			p.staleController, p.tellStaleController, leader).fault().needs(byController && !p.SingleController),
	}
}

func (p *Protocol) controllerRules() []draft {
	b := p.broker("broker")
	returns := p.RestartInSteps && (p.stops() || p.halts()) // a broker that is back is unfenced without a budget
	return []draft{
		r("Fence", "", "A broker's session expires: it leaves the ISR, and leadership.",
			p.fence,
			decision("the session of %s expires", "The controller has not heard from %s and fences it."), b).elects(p).
			fault().of(p.fenceBudget.some()),
		r("FenceTogether", "KAFKA-13173", "Two sessions expire at once.",
			p.fenceTogether, p.tellFenceTogether, b, p.broker("other")).elects(p).
			fault().needs(p.fenceBudget.limit >= 2 && !p.FenceOneAtATime),
		r("Unfence", "", "A fenced broker's heartbeats return.",
			p.unfence, decision("%s is unfenced", "The controller hears from %s again and unfences it."), b).elects(p).
			needs(p.fenceBudget.some() || returns).of(p.unfenceBudget.some() || returns),
		r("Elect", "", "The controller moves leadership without a failure.",
			p.elect, decision("%s is elected", "The controller moves leadership to %s."), b).
			needs(p.electBudget.some() && p.maxLeaderEpoch > 0),
		r("Depose", "KAFKA-6082", "A controller decides who leads next, and another takes its place before it has written that.",
			p.depose, decision("the controller is deposed with %s in mind", "The controller decides that %s leads next, and pauses; another takes over."), b).
			fault().needs(p.IsrUpdate == ZkCas && p.failoverBudget.some() && p.maxLeaderEpoch > 0),
		r("DeposedWrites", "KAFKA-6082", "A controller that was deposed writes what it had decided.",
			p.deposedWrites, p.tellDeposedWrites).needs(p.IsrUpdate == ZkCas && p.failoverBudget.some() && p.maxLeaderEpoch > 0),
		r("ShutDown", "", "The controller lets a broker go: leadership and ISR move away from it.",
			p.shutDown, decision("%s asks to stop", "%s announces its shutdown to the controller."), b).elects(p).
			needs(p.cleanBudget.some()),
		r("RemoveReplica", "", "A replica is taken out of the assignment; the leader epoch rises.",
			p.removeReplica,
			decision("%s is no replica any more", "A reassignment ends: %s is no longer a replica of the partition."),
			b).elects(p).needs(!p.Reassigns && p.reassignBudget.some()),
		r("ChangeMinIsr", "", "An operator changes min.insync.replicas.",
			p.changeMinIsr, p.tellChangeMinIsr, number("min", 1, p.Brokers)).needs(p.minIsrBudget.some()),
	}
}

func (p *Protocol) machineRules() []draft {
	b := p.broker("broker")
	return []draft{
		r("Kill", "", "A process is killed; its files are whole.",
			p.kill,
			event("%s is killed", "The process of %s is killed; the operating system still writes what it wrote."), b).
			fault().needs(p.killBudget.some()),
		r("LossyCrash", "", "A machine loses power and what it had not flushed.",
			p.lossyCrash, p.tellCrash, b).fault().needs(p.lossyBudget.some()),
		r("PartialCrash", "", "A machine loses power and some of what it had not flushed.",
			p.partialCrash, p.tellCrash, b, number("keeps", 0, p.room())).fault().needs(p.lossyBudget.some() && p.PartialLoss),
		r("Stop", "", "A broker that may go stops cleanly.",
			p.stop, event("%s stops", "%s flushes its log, leaves its clean-shutdown file and stops."), b).
			needs(p.cleanBudget.some()),
		r("Restart", "", "A broker starts and registers in a new incarnation.",
			p.restart, p.tellRestart, b).elects(p).
			needs(!p.RestartInSteps && (p.stops() || p.halts())),
		r("Start", "", "A broker's process starts: it loads its log, reads metadata and fetches.",
			p.start, event("%s starts", "The process of %s starts again and loads its log."), b).
			needs(p.RestartInSteps && (p.stops() || p.halts())),
		r("Register", "", "A broker that has started registers in a new incarnation, once its old session has ended.",
			p.registration, decision("%s registers", "The controller accepts the registration of %s."), b).elects(p).
			needs(p.RestartInSteps && (p.stops() || p.halts())),
		r("SwapLog", "KAFKA-15608", "A replica is moved to another directory.",
			p.swapLog, event("%s moves its replica", "%s moves its replica to another directory."), b).
			needs(p.swapBudget.some() && !p.SwapKeepsEpoch),
		r("Checkpoint", "", "A broker writes its high watermark to disk.",
			p.checkpoint, event("%s checkpoints", "%s writes its high watermark to disk."), b).
			needs(p.checkpointBudget.some()),
		r("CheckpointStart", "KIP-107", "A broker writes to disk where its log begins.",
			p.checkpointStart, event("%s checkpoints its log start", "%s writes to disk where its log begins."), b).
			needs(p.keepsStartOnDisk),
		r("Flush", "", "A broker forces its log to disk.",
			p.flush, event("%s flushes", "%s forces its log to disk."), b).needs(p.flushBudget.some() && p.keepsFlushed),
	}
}

func (p *Protocol) fileRules() []draft {
	b := p.broker("broker")
	ends := p.stops() || p.halts()
	return []draft{
		r("CheckpointEarly", "KAFKA-6604", "A broker writes its high watermarks before it hosts the partition, and drops its entry.",
			p.checkpointEarly, event("%s checkpoints without the partition",
				"%s has started, and writes the high watermarks of the partitions that it hosts by now: this one is not among them."), b).
			needs(p.CheckpointDropsUnhosted && p.keepsCheckpoints && ends).of(p.earlyBudget.some()),
		r("LoadingCrash", "KAFKA-10471", "A broker that has started loses power before it has loaded its files.",
			p.loadingCrash, p.tellLoadingCrash, b).fault().needs(ends && p.loadingBudget.some()),
		r("LoadFails", "KAFKA-13773", "A broker that has started meets an I/O error while it loads its files, and stops.",
			p.loadFails, p.tellLoadFails, b).fault().needs(ends && p.dirBudget.some()),
		r("HalfAppend", "KAFKA-10778", "An append fails at a leader when the record is in its file.",
			p.halfAppend, p.tellHalfAppend, p.broker("leader")).fault().needs(p.records > 0).of(p.halfBudget.some()),
		r("DirFails", "KIP-112", "The log directory that has a broker's replica fails.",
			p.dirFails, p.tellDirFails, b).fault().needs(p.dirBudget.some()),
		r("ReportDir", "KIP-858", "A broker tells the controller that the replica's log directory has failed.",
			p.reportDir, decision("%s reports a directory", "%s tells the controller that the log directory with its replica has failed."), b).elects(p).
			needs(p.dirBudget.some() && p.DirectoryFailsAlone),
	}
}

func (p *Protocol) clientRules() []draft {
	b, leader := p.broker("broker"), p.broker("leader")
	value := model.Param{Name: "value", Values: model.Range(1, p.values()),
		Show: func(v uint8) string { return Value(v).String() }}
	return []draft{
		r("AckCheck", "", "A leader answers a produce request that the high watermark covers.",
			p.ackCheck, p.tellAck, leader, value).needs(p.TrackAcks == AcksSeparate),
		r("Retry", "KIP-98", "A producer sends a record again, after an error or because no answer came.",
			p.retry, p.tellRetry, leader, acksParam, value).fault().needs(p.retryBudget.some()),
		r("WriteMarker", "KIP-98", "The coordinator ends the transaction: it sends its marker to a leader.",
			p.writeMarker, p.tellMarker, leader).needs(p.transactional),
		r("AbortHanging", "KIP-664", "An operator aborts a transaction that a leader shows as open and the coordinator does not know.",
			p.abortHanging, p.tellMarker, leader).needs(p.transactional),
		r("ProduceTimeout", "", "A produce request times out; its outcome is unknown.",
			p.produceTimeout, p.tellTimeout, leader, value).fault().needs(p.timeoutBudget.some()),
		r("Read", "", "A consumer reads up to the high watermark.",
			p.consumerRead, p.tellRead, b).needs(p.readBudget.some()),
		r("Poll", "", "The reader fetches from its position on.",
			p.poll, p.tellPoll, b).needs(p.HasReader),
		r("ReturnToLeader", "KIP-392", "The reader, which was sent to a follower, asks the leader again.",
			p.returnToLeader, p.tellReturn, b).needs(p.HasReader && p.FetchFromFollower),
		r("FinishRead", "KAFKA-9807", "A consumer's read gets its records.",
			p.finishRead, p.tellFinishRead, b).needs(p.readBudget.some() && !p.ConsumerReadAtomic),
		r("ListLatest", "KIP-207", "A client asks a leader for the latest offset.",
			p.listLatest, p.tellLatest, b).needs(p.readBudget.some()),
	}
}
