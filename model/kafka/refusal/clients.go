package refusal

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// What is asked of producers, their coordinator, and consumers.
var _ = explain(map[string]reason{
	"Produce": noProduce,
	"EndMoves": of(func(v *view, l int) string {
		if v.broker(l).Half == 0 {
			return name(l) + " is not in the midst of an append"
		}
		return ""
	}),
	"Retry":          noRetry,
	"AckCheck":       noAck,
	"ProduceTimeout": noTimeout,
	"WriteMarker": of(func(v *view, l int) string {
		if v.s.Txn == kafka.NoTransaction {
			return "the coordinator has no transaction to end"
		}
		return first(v, l, leadsNot, lacksReplicas)
	}),
	"AbortHanging": of(noAbort),
	"Read":         of(noRead),
	"FinishRead": of(func(v *view, b int) string {
		if !v.broker(b).Reading.Known() {
			return "no read from " + name(b) + " is in progress"
		}
		return ""
	}),
	"Poll": of(noPoll),
	"ReturnToLeader": of(func(v *view, b int) string {
		switch from := v.s.Reader.From; from {
		case kafka.Nobody:
			return "the reader reads from the leader"
		case kafka.NodeOf(b):
			return ""
		default:
			return fmt.Sprintf("the reader reads from %s", from)
		}
	}),
	"ListLatest": of(func(v *view, b int) string {
		return first(v, b, leadsNot, func(v *view, b int) string {
			if x := v.broker(b); v.p.OffsetNotAvailable && x.HW < x.EpochStart {
				return fmt.Sprintf("OFFSET_NOT_AVAILABLE: its high watermark, %d, has not reached the start of its epoch, %d", x.HW, x.EpochStart)
			}
			return ""
		})
	}),
})

// lacksReplicas is the gate before an append with acks=all.
func lacksReplicas(v *view, l int) string {
	x := v.broker(l)
	if n := v.p.KnownMinIsr(x); x.Isr.Len() < n {
		return fmt.Sprintf("NOT_ENOUGH_REPLICAS: %d of %d required replicas in the ISR, %s", x.Isr.Len(), n, x.Isr)
	}
	return ""
}

// outOfSequence is what an idempotent producer is told of record n.
func outOfSequence(v *view, l int, n kafka.Value) string {
	if v.p.Sequence(&v.broker(l).Log, n) != kafka.OutOfOrder {
		return ""
	}
	return fmt.Sprintf("OUT_OF_ORDER_SEQUENCE_NUMBER: %s does not follow on the last record that %s has of the producer", n, name(l))
}

func acksNotSent(v *view, acks uint8) string {
	if v.p.AcceptsAcks(acks) {
		return ""
	}
	return v.nobodyWould("producers of this run do not send with acks=%s", [...]string{"all", "1", "0"}[acks])
}

func noProduce(v *view, a model.Args) string {
	l := int(a[0])
	if v.s.Txn == kafka.Completing {
		return "CONCURRENT_TRANSACTIONS: the coordinator has not ended the last transaction yet"
	}
	if why := first(v, l, leadsNot, appends); why != "" {
		return why
	}
	if why := acksNotSent(v, a[1]); why != "" {
		return why
	}
	if why := outOfSequence(v, l, kafka.Value(v.s.Used.Records+1)); why != "" {
		return why
	}
	if a[1] == kafka.AcksAll {
		return lacksReplicas(v, l)
	}
	return ""
}

func noRetry(v *view, a model.Args) string {
	l, n := int(a[0]), kafka.Value(a[2])
	if why := leadsNot(v, l); why != "" {
		return why
	}
	switch {
	case v.s.Used.Records == 0:
		return "no record was sent yet"
	case uint8(n) > v.s.Used.Records:
		return v.nobodyWould("%s was not sent yet", n)
	case a[1] > kafka.AcksOne:
		return v.nobodyWould("a producer with acks=0 hears of no failure, and does not send again")
	}
	if why := acksNotSent(v, a[1]); why != "" {
		return why
	}
	if why := outOfSequence(v, l, n); why != "" {
		return why
	}
	if a[1] == kafka.AcksAll {
		return lacksReplicas(v, l)
	}
	return ""
}

// waits reports whether a request for a record waits at a broker for a high watermark
// of no more than that, and whether any does.
func waits(v *view, b int, n kafka.Value, hw kafka.Offset) (this, any bool) {
	for w := range v.p.Waiting(v.s, b, hw) {
		this, any = this || w == n, true
	}
	return this, any
}

// waitsNot is why no request can be answered, or time out.
func waitsNot(v *view, b int, n kafka.Value) string {
	switch this, any := waits(v, b, n, kafka.Capacity); {
	case !any:
		return "no produce request waits at " + name(b)
	case !this:
		return v.nobodyWould("no request for %s waits at %s", n, name(b))
	}
	return ""
}

func noAck(v *view, a model.Args) string {
	l, n := int(a[0]), kafka.Value(a[1])
	if why := leadsNot(v, l); why != "" {
		return why
	}
	if why := waitsNot(v, l, n); why != "" {
		return why
	}
	hw := v.broker(l).HW
	if covered, _ := waits(v, l, n, hw); !covered {
		return fmt.Sprintf("the high watermark of %s, %d, does not cover %s yet", name(l), hw, n)
	}
	return ""
}

func noTimeout(v *view, a model.Args) string { return waitsNot(v, int(a[0]), kafka.Value(a[1])) }

func noAbort(v *view, l int) string {
	if v.s.Txn != kafka.NoTransaction {
		return "the coordinator knows of the transaction, and will end it itself"
	}
	return first(v, l, leadsNot, lacksReplicas, func(v *view, l int) string {
		if v.p.LastStable(v.s, l) == v.broker(l).HW {
			return name(l) + " shows no transaction as open"
		}
		return ""
	})
}

// servesNot is why a consumer gets nothing from a broker.
func servesNot(v *view, b int) string {
	if v.p.FetchFromFollower && v.broker(b).Role == kafka.Follower {
		return ""
	}
	return leadsNot(v, b)
}

func noRead(v *view, b int) string {
	return first(v, b, servesNot, func(v *view, b int) string {
		switch x := v.broker(b); {
		case x.HW == 0:
			return "its high watermark is 0: there is nothing to read"
		case x.Reading.Known():
			return "a read from " + name(b) + " is in progress"
		}
		return ""
	})
}

func noPoll(v *view, b int) string {
	x, r := v.broker(b), &v.s.Reader
	switch sent := r.From == kafka.NodeOf(b) && x.Role == kafka.Follower; {
	case r.From != kafka.Nobody && r.From != kafka.NodeOf(b):
		return fmt.Sprintf("the reader reads from %s", r.From)
	case !sent && leadsNot(v, b) != "":
		return leadsNot(v, b)
	}
	return fmt.Sprintf("the reader is at offset %d, and %s has no more for it: the last stable offset is %d", r.Position, name(b), v.p.LastStable(v.s, b))
}
