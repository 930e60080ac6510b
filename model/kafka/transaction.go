package kafka

import (
	"fmt"

	"mc/model"
)

// Txn is how far the transaction is of the one transactional producer, at its coordinator.
type Txn uint8

const (
	NoTransaction Txn = iota // none was begun, or the marker of the last is acknowledged
	Ongoing                  // the producer writes
	Completing               // the coordinator owes a marker; the producer writes nothing meanwhile
)

// String is the transaction's state as programs have it.
func (t Txn) String() string { return [...]string{"None", "Ongoing", "Completing"}[t] }

// writeMarker is the coordinator's: it ends the transaction with a marker, a record that
// it sends with acks=all to whoever leads, and again until that is acknowledged.
func (p *Protocol) writeMarker(s *State, out *steps) {
	if s.Txn != NoTransaction {
		p.markers(s, out, false)
	}
}

// abortHanging is an operator's: a marker for a transaction that a leader shows as open,
// and of which the coordinator knows nothing any more (KIP-664).
func (p *Protocol) abortHanging(s *State, out *steps) {
	if s.Txn != NoTransaction {
		return
	}
	p.markers(s, out, true)
}

// markers appends a marker at every leader that accepts it; one by hand only where a
// transaction is open.
func (p *Protocol) markers(s *State, out *steps, byHand bool) {
	spent := p.markerBudget.spent(s.Used.Markers)
	for l := range p.Brokers {
		lead := &s.Brokers[l]
		if lead.Role != Leader || !p.acceptsAcksAll(lead) || byHand && p.LastStable(s, l) == lead.HW {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(l))
		n.Used.Markers++
		v := n.Used.Values()
		n.Markers |= 1 << v
		if !byHand {
			n.Txn = Completing
		}
		p.append(n, l, AcksAll, v)
	}
}

// acknowledged is the end of a transaction at its coordinator, if v is its marker.
func (s *State) acknowledged(v Value) {
	if s.Markers.Has(v) {
		s.Txn = NoTransaction
	}
}

// LastStable is the last stable offset of a broker: its high watermark, or the first
// record of a transaction of which no marker is below that.
func (p *Protocol) LastStable(s *State, b int) Offset {
	x := &s.Brokers[b]
	if !p.transactional {
		return x.HW
	}
	var open Known[Offset]
	for o, r := range x.Log.Records[:x.HW] {
		switch {
		case s.Markers.Has(r.Value()):
			open = 0
		case !open.Known():
			open = Know(Offset(o))
		}
	}
	if open.Known() {
		return open.Value()
	}
	return x.HW
}

func (p *Protocol) tellMarker(args model.Args, before, after *State) story {
	l, v := int(args[0]), after.Used.Values()
	who := "The coordinator ends the transaction"
	if before.Txn == NoTransaction {
		who = "An operator aborts what the coordinator does not know"
	}
	return story{Title: fmt.Sprintf("the marker %s is sent to %s", v, name(l)),
		Words: fmt.Sprintf("%s: %s appends the marker %s at offset %d.", who, name(l), v, before.Brokers[l].Log.End) +
			hwWords(before, after, l),
		Arrows: []arrow{send(clientsLane, name(l), "WriteTxnMarkers "+v.String())}}
}
