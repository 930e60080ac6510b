package kafka

import (
	"fmt"

	"mc/model"
)

const doc = "Replication of one Kafka partition, from high-watermark truncation to eligible leader replicas."

// Template is the model before its constants are known. It has no
// properties; package invariants/kafka has the catalogue.
var Template = &model.Template[State]{
	Name:      "kafka",
	Doc:       doc,
	Constants: constants,
	New: func(v model.Values) (*model.Model[State], error) {
		p, err := NewProtocol(v)
		if err != nil {
			return nil, err
		}
		return p.Model(), nil
	},
}

// Model is the transition system of the protocol.
func (p *Protocol) Model() *model.Model[State] {
	return &model.Model[State]{
		Name:       "kafka",
		Doc:        doc,
		Init:       func(add func(State)) { add(p.initial()) },
		Rules:      p.rules(),
		Asymmetric: "elections take the first live replica in assignment order, so brokers are not interchangeable",
		Widest:     p.widest(),
	}
}

// initial is the start: everybody is up and in the ISR, b1 leads epoch 0,
// the logs are empty and everybody has learned it.
func (p *Protocol) initial() (s State) {
	s.Controller = Controller{Leader: 1, Version: 1, Isr: p.all}
	for b := range p.Brokers {
		x := &s.Brokers[b]
		x.Role, x.Leader = Follower, 1
	}
	lead := &s.Brokers[0]
	lead.Role, lead.Version, lead.Isr = Leader, 1, p.all
	p.registerElection(lead)
	p.resetRemotes(lead, false)
	return s
}

func broker(name string) model.Param {
	return model.Param{Name: name, Show: func(v uint8) string { return fmt.Sprintf("b%d", v+1) }}
}

var acksParam = model.Param{Name: "acks", Show: func(v uint8) string {
	return [...]string{"all", "1", "0"}[min(v, AcksNone)]
}}

// rules are the model's rules, the same list in every generation: one that a
// variant does not have is never enabled there.
func (p *Protocol) rules() []model.Rule[State] {
	r := func(name, ref, doc string, expand func(*State, *steps), params ...model.Param) model.Rule[State] {
		return model.Rule[State]{Name: name, Ref: ref, Doc: doc, Expand: expand, Params: params}
	}
	number := func(name string) model.Param { return model.Param{Name: name} }
	leader, follower, b := broker("leader"), broker("follower"), broker("broker")
	return []model.Rule[State]{
		r("Produce", "", "A producer's record is appended by a broker that takes itself for the leader.", p.produce, leader, acksParam),
		r("Fetch", "", "A follower asks its leader for records; the leader notes how far it is.", p.fetch, follower),
		r("FetchEarly", "KAFKA-7104", "As Fetch, but the answer carries the high watermark from before.", p.fetchEarly, follower),
		r("Respond", "", "A follower processes the answer it waited for.", p.respond, follower),
		r("Lookup", "KIP-101", "A follower asks where its last epoch ends, and cuts its log.", p.lookup, follower),
		r("Shrink", "", "A leader removes a follower that lags, in ZooKeeper.", p.shrink, leader, follower),
		r("ProposeShrink", "KIP-497", "A leader asks the controller to remove a follower that lags.", p.proposeShrink, leader, follower),
		r("LagTimeout", "KAFKA-4485", "A follower outside the ISR falls out of the lag window.", p.lagQuietly, leader, follower),
		r("SendExpand", "KAFKA-15221", "A leader sends the expansion that it has decided on.", p.sendExpand, leader),
		r("AlterPartition", "KIP-497", "The controller decides on a proposed ISR.", p.alterPartition),
		r("AlterPartitionAnswer", "KIP-497", "The leader learns what became of its proposal.", p.alterPartitionAnswer),
		r("LoseAnswer", "", "The controller's answer does not arrive.", p.loseAnswer),
		r("Resend", "KAFKA-15353", "The leader sends its proposal again.", p.resend),
		r("StaleController", "KAFKA-14154", "A deposed controller answers that the leader is fenced.", p.staleController),
		r("Learn", "", "A broker learns the newest metadata.", p.learn, b),
		r("Fence", "", "A broker's session lapses: it leaves the ISR, and leadership.", p.fence, b),
		r("FenceTogether", "KAFKA-13173", "Two sessions lapse at once.", p.fenceTogether, b, broker("other")),
		r("Unfence", "", "A fenced broker's heartbeats return.", p.unfence, b),
		r("Elect", "", "The controller moves leadership without a failure.", p.elect, b),
		r("ShutDown", "", "The controller lets a broker go: leadership and ISR move away from it.", p.shutDown, b),
		r("ChangeMinIsr", "", "An operator changes min.insync.replicas.", p.changeMinIsr, number("min")),
		r("Kill", "", "A process is killed; its files are whole.", p.kill, b),
		r("LossyCrash", "", "A machine loses power and what it had not flushed.", p.lossyCrash, b),
		r("PartialCrash", "", "A machine loses power and some of what it had not flushed.", p.partialCrash, b, number("keeps")),
		r("Stop", "", "A broker that may go stops cleanly.", p.stop, b),
		r("Restart", "", "A broker starts and registers in a new incarnation.", p.restart, b),
		r("Checkpoint", "", "A broker writes its high watermark to disk.", p.checkpoint, b),
		r("Flush", "", "A broker forces its log to disk.", p.flush, b),
		r("AckCheck", "", "A leader answers a produce request that the high watermark covers.", p.ackCheck, leader, number("value")),
		r("ProduceTimeout", "", "A produce request times out; its outcome is unknown.", p.produceTimeout, leader, number("value")),
		r("Read", "", "A consumer reads up to the high watermark.", p.consumerRead, b),
		r("ListLatest", "KIP-207", "A client asks a leader for the latest offset.", p.listLatest, b),
	}
}
