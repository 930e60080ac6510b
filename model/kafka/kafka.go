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
	Variants:  Variants,
	Terms:     terms,
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
	m := &model.Model[State]{
		Name:       "kafka",
		Doc:        doc,
		Init:       func(add func(State)) { add(p.initial()) },
		Rules:      p.rules(),
		Budgets:    p.declared(),
		Asymmetric: p.asymmetric(),
		Forgets:    p.forgetting(),
		Endless:    p.endless(),
		Widest:     p.widest(),
		View:       p.view,
	}
	if m.Asymmetric == "" {
		m.Canonical = p.canonical()
	}
	return m
}

// endless says why the run has no last state: what lags and catches up again
// without a budget raises the partition epoch each time, and that is kept.
func (p *Protocol) endless() string {
	if p.lagBudget.counted || p.IdleStuckStays || p.Numbers != NumbersKept {
		return ""
	}
	return fmt.Sprintf("lag_timeouts=%d never ends while idle_stuck_stays is off: a follower that has everything leaves the "+
		"ISR and joins it again for ever; give at most %d, or numbers=renumbered", Unbounded, Unbounded-1)
}

// initial is the start: everybody is up, every replica in the ISR, b1 leads epoch
// 0, the logs are empty and everybody has learned it.
func (p *Protocol) initial() (s State) {
	start := Know(PartitionEpoch(0))
	replicas := p.firstReplicas()
	s.Controller = Controller{Leader: NodeOf(0), Version: start, Isr: replicas, Removed: p.all &^ replicas}
	for b := range p.Brokers {
		if x := &s.Brokers[b]; replicas.Has(b) {
			x.Role, x.Leader = Follower, NodeOf(0)
		}
	}
	lead := &s.Brokers[0]
	lead.Role, lead.Version, lead.Isr, lead.Gone = Leader, start, replicas, s.Controller.Removed
	p.registerElection(lead)
	p.resetRemotes(lead, false)
	return s
}
