package kafka

import "mc/model"

type rule = model.Rule[State]

func broker(param string) model.Param {
	return model.Param{Name: param, Show: func(v uint8) string { return name(int(v)) }}
}

func number(param string) model.Param { return model.Param{Name: param} }

var acksParam = model.Param{Name: "acks", Show: func(v uint8) string {
	return [...]string{"all", "1", "0"}[min(v, AcksNone)]
}}

// rules are the model's rules, the same list in every generation: one that a
// variant does not have is never enabled there, so that a schedule can be
// carried from one generation to another.
func (p *Protocol) rules() []rule {
	list := p.replicationRules()
	list = append(list, p.isrRules()...)
	list = append(list, p.controllerRules()...)
	list = append(list, p.machineRules()...)
	list = append(list, p.clientRules()...)
	absent := p.absent()
	for i := range list {
		list[i].Absent = absent[list[i].Name]
	}
	return list
}

// absent tells of every rule that some variant lacks whether this one does:
// it is spared the question in every state. (The rules' own guards say no
// as well.)
func (p *Protocol) absent() map[string]bool {
	none := func(b budget) bool { return b.limit == 0 }
	byLeader, byController := p.IsrUpdate == ZkCas, p.IsrUpdate == AlterPartition
	return map[string]bool{
		"Produce":              p.records == 0,
		"FetchEarly":           p.ReplyHW != ReplyEither,
		"Lookup":               p.Truncation == HighWatermark || p.Truncation == OnFetch,
		"LearnOlder":           !p.AnyNewer,
		"Shrink":               none(p.lagBudget) || !byLeader,
		"ProposeShrink":        none(p.lagBudget) || !byController,
		"LagTimeout":           none(p.lagBudget) || !p.HWWaitsForCaughtUp,
		"SendExpand":           !byController || !p.SplitExpand,
		"AlterPartition":       !byController,
		"AlterPartitionAnswer": !byController,
		"LoseAnswer":           !byController || none(p.lostBudget),
		"Resend":               !byController || none(p.lostBudget),
		"StaleController":      !byController || p.SingleController,
		"Fence":                none(p.fenceBudget),
		"FenceTogether":        p.fenceBudget.limit < 2 || p.FenceOneAtATime,
		"Unfence":              none(p.unfenceBudget) || none(p.fenceBudget),
		"Elect":                none(p.electBudget) || p.maxEpoch == 0,
		"ShutDown":             none(p.cleanBudget),
		"RemoveReplica":        none(p.reassignBudget),
		"ChangeMinIsr":         none(p.minIsrBudget),
		"Kill":                 none(p.killBudget),
		"LossyCrash":           none(p.lossyBudget),
		"PartialCrash":         none(p.lossyBudget) || !p.PartialLoss,
		"Stop":                 none(p.cleanBudget),
		"Restart":              none(p.killBudget) && none(p.lossyBudget) && none(p.cleanBudget) && !p.halts(),
		"SwapLog":              none(p.swapBudget) || p.SwapKeepsEpoch,
		"Checkpoint":           none(p.checkpointBudget),
		"Flush":                none(p.flushBudget),
		"AckCheck":             p.TrackAcks != AcksSeparate,
		"ProduceTimeout":       none(p.timeoutBudget),
		"Read":                 none(p.readBudget),
		"FinishRead":           none(p.readBudget) || p.ConsumerReadAtomic,
		"ListLatest":           none(p.readBudget),
	}
}

func r(name, ref, doc string, expand func(*State, *steps), tell tell, params ...model.Param) rule {
	return rule{Name: name, Ref: ref, Doc: doc, Expand: expand, Tell: tell, Params: params}
}

// fault marks a rule as one that nobody asked for.
func fault(r rule) rule {
	r.Fault = true
	return r
}

func (p *Protocol) replicationRules() []rule {
	leader, follower := broker("leader"), broker("follower")
	return []rule{
		r("Produce", "", "A producer's record is appended by a broker that takes itself for the leader.", p.produce, p.tellProduce, leader, acksParam),
		r("Fetch", "", "A follower asks its leader for records; the leader notes how far it is.", p.fetch, p.tellFetch, follower),
		r("FetchEarly", "KAFKA-7104", "As Fetch, but the answer carries the high watermark from before.", p.fetchEarly, p.tellFetch, follower),
		r("Respond", "", "A follower processes the answer it waited for.", p.respond, p.tellRespond, follower),
		r("Lookup", "KIP-101", "A follower asks where its last epoch ends, and cuts its log.", p.lookup, p.tellLookup, follower),
		r("Learn", "", "A broker learns the newest metadata.", p.learn, p.tellLearn, broker("broker")),
		r("LearnOlder", "", "A broker learns metadata that is newer than its own and not the newest.", p.learnOlder, p.tellLearn, broker("broker"), number("version")),
	}
}

func (p *Protocol) isrRules() []rule {
	leader, follower := broker("leader"), broker("follower")
	return []rule{
		r("Shrink", "", "A leader removes a follower that lags, in ZooKeeper.", p.shrink, p.tellShrink, leader, follower),
		r("ProposeShrink", "KIP-497", "A leader asks the controller to remove a follower that lags.", p.proposeShrink, p.tellShrink, leader, follower),
		fault(r("LagTimeout", "KAFKA-4485", "A follower outside the ISR falls out of the lag window.", p.lagQuietly, p.tellLagTimeout, leader, follower)),
		r("SendExpand", "KAFKA-15221", "A leader sends the expansion that it has decided on.", p.sendExpand, p.tellSendExpand, leader),
		r("AlterPartition", "KIP-497", "The controller decides on a proposed ISR.", p.alterPartition, p.tellAlterPartition),
		r("AlterPartitionAnswer", "KIP-497", "The leader learns what became of its proposal.", p.alterPartitionAnswer, p.tellAnswer),
		fault(r("LoseAnswer", "", "An AlterPartition request, or the answer to it, does not arrive.", p.loseAnswer, p.tellLoseAnswer)),
		r("Resend", "KAFKA-15353", "The leader sends its proposal again.", p.resend, p.tellResend),
		fault(r("StaleController", "KAFKA-14154", "A deposed controller answers that the leader is fenced.", p.staleController, p.tellStaleController)),
	}
}

func (p *Protocol) controllerRules() []rule {
	b := broker("broker")
	return []rule{
		fault(r("Fence", "", "A broker's session expires: it leaves the ISR, and leadership.", p.fence,
			decision("the session of %s expires", "The controller has not heard from %s and fences it."), b)),
		fault(r("FenceTogether", "KAFKA-13173", "Two sessions expire at once.", p.fenceTogether, p.tellFenceTogether, b, broker("other"))),
		r("Unfence", "", "A fenced broker's heartbeats return.", p.unfence,
			decision("%s is unfenced", "The controller hears from %s again and unfences it."), b),
		r("Elect", "", "The controller moves leadership without a failure.", p.elect,
			decision("%s is elected", "The controller moves leadership to %s."), b),
		r("ShutDown", "", "The controller lets a broker go: leadership and ISR move away from it.", p.shutDown,
			decision("%s asks to stop", "%s announces its shutdown to the controller."), b),
		r("RemoveReplica", "", "A replica is taken out of the assignment; the leader epoch rises.", p.removeReplica,
			decision("%s is no replica any more", "A reassignment ends: %s is no longer a replica of the partition."), b),
		r("ChangeMinIsr", "", "An operator changes min.insync.replicas.", p.changeMinIsr, p.tellChangeMinIsr, number("min")),
	}
}

func (p *Protocol) machineRules() []rule {
	b := broker("broker")
	return []rule{
		fault(r("Kill", "", "A process is killed; its files are whole.", p.kill,
			event("%s is killed", "The process of %s is killed; the operating system still writes what it wrote."), b)),
		fault(r("LossyCrash", "", "A machine loses power and what it had not flushed.", p.lossyCrash, p.tellCrash, b)),
		fault(r("PartialCrash", "", "A machine loses power and some of what it had not flushed.", p.partialCrash, p.tellCrash, b, number("keeps"))),
		r("Stop", "", "A broker that may go stops cleanly.", p.stop,
			event("%s stops", "%s flushes its log, leaves its clean-shutdown file and stops."), b),
		r("Restart", "", "A broker starts and registers in a new incarnation.", p.restart, p.tellRestart, b),
		r("SwapLog", "KAFKA-15608", "A replica is moved to another directory.", p.swapLog,
			event("%s moves its replica", "%s moves its replica to another directory."), b),
		r("Checkpoint", "", "A broker writes its high watermark to disk.", p.checkpoint,
			event("%s checkpoints", "%s writes its high watermark to disk."), b),
		r("Flush", "", "A broker forces its log to disk.", p.flush,
			event("%s flushes", "%s forces its log to disk."), b),
	}
}

func (p *Protocol) clientRules() []rule {
	b, leader := broker("broker"), broker("leader")
	value := model.Param{Name: "value", Show: func(v uint8) string { return Value(v).String() }}
	return []rule{
		r("AckCheck", "", "A leader answers a produce request that the high watermark covers.", p.ackCheck, p.tellAck, leader, value),
		fault(r("ProduceTimeout", "", "A produce request times out; its outcome is unknown.", p.produceTimeout, p.tellTimeout, leader, value)),
		r("Read", "", "A consumer reads up to the high watermark.", p.consumerRead, p.tellRead, b),
		r("FinishRead", "KAFKA-9807", "A consumer's read gets its records.", p.finishRead, p.tellFinishRead, b),
		r("ListLatest", "KIP-207", "A client asks a leader for the latest offset.", p.listLatest, p.tellLatest, b),
	}
}
