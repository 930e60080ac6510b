package script

import (
	"fmt"
	"slices"
	"strings"

	"mc/model/kafka"
)

// The errors that clients get.
const (
	notEnoughReplicas  = "NOT_ENOUGH_REPLICAS"
	afterAppend        = "NOT_ENOUGH_REPLICAS_AFTER_APPEND"
	notLeader          = "NOT_LEADER_OR_FOLLOWER"
	timedOut           = "REQUEST_TIMED_OUT"
	offsetNotAvailable = "OFFSET_NOT_AVAILABLE"
	outOfOrder         = "OUT_OF_ORDER_SEQUENCE_NUMBER"
	noAnswer           = "no answer"
)

var acksValues = map[string]uint8{"all": kafka.AcksAll, "-1": kafka.AcksAll, "1": kafka.AcksOne, "0": kafka.AcksNone}

// produce sends a batch: it is appended as a whole or refused as a whole.
func produce(x *Player, a args) error {
	l, err := x.leader(a, "to")
	if err != nil {
		return err
	}
	given := spread(a["values"])
	count, err := a.number("count", max(1, len(given)))
	if err != nil {
		return err
	}
	word, err := a.one("acks", "all")
	acks, known := acksValues[word]
	if err != nil || !known || count < 1 {
		return fmt.Errorf("acks must be all, 1 or 0, and count at least 1; got acks=%s count=%d", word, count)
	}
	if x.outcome.errored = x.refusesProduce(int(l), acks, kafka.Value(x.Now().Used.Records+1)); x.outcome.errored != "" {
		x.remark(fmt.Sprintf("Then a producer sends %s with acks=%s to %s and is refused: %s. Nothing is written.", or(strings.Join(given, ", "), "a record"), word, name(l), x.outcome.errored))
		return nil
	}
	from := x.Now().Brokers[l].Log.End
	x.labels.next(given, count)
	for i := range count {
		x.outcome.offsets = append(x.outcome.offsets, fmt.Sprint(int(from)+i))
		if err := x.must("Produce", l, acks); err != nil {
			return err
		}
	}
	return nil
}

// retry sends records again, as their producer does that got an error or no answer.
func retry(x *Player, a args) error {
	l, err := x.leader(a, "to")
	if err != nil {
		return err
	}
	word, err := a.one("acks", "all")
	acks, known := acksValues[word]
	names := spread(a["value"])
	if err != nil || !known || acks == kafka.AcksNone || len(names) == 0 {
		return fmt.Errorf("retry takes the names of records, and acks must be all or 1; got value=%s acks=%s", or(strings.Join(names, ", "), "none"), word)
	}
	for _, label := range names {
		v, ok := x.labels.value(label)
		if !ok {
			return fmt.Errorf("no record is called %q", label)
		}
		if x.outcome.errored = x.refusesProduce(int(l), acks, v); x.outcome.errored != "" {
			x.remark(fmt.Sprintf("Then the producer of %s sends it again to %s and is refused: %s. Nothing is written.", label, name(l), x.outcome.errored))
			return nil
		}
		if err := x.must("Retry", l, acks, uint8(v)); err != nil {
			return err
		}
		log := &x.Now().Brokers[l].Log
		o := log.End - 1
		for o > 0 && log.Records[o].Value() != v {
			o--
		}
		x.outcome.offsets = append(x.outcome.offsets, fmt.Sprint(o))
	}
	return nil
}

// refusesProduce is the error that a producer gets at once, or "".
func (x *Player) refusesProduce(l int, acks uint8, v kafka.Value) string {
	b := &x.Now().Brokers[l]
	switch {
	case b.Down() || x.frozen.Has(l):
		return noAnswer
	case b.Role != kafka.Leader:
		return notLeader
	case acks == kafka.AcksAll && b.Isr.Len() < x.p.KnownMinIsr(b):
		return notEnoughReplicas
	case x.p.Sequence(&b.Log, v) == kafka.OutOfOrder:
		return outOfOrder
	}
	return ""
}

// ack lets leaders answer the requests that their high watermark covers.
func ack(x *Player, a args) error {
	l, err := x.leader(a, "leader")
	if err != nil {
		return err
	}
	if err := running(x, l); err != nil {
		return err
	}
	values, err := x.waiting(int(l), a["value"])
	if err != nil {
		return err
	}
	for _, v := range values {
		nacked := x.Now().Ghosts.Nacked
		if err := x.must("AckCheck", l, uint8(v)); err != nil {
			return err
		}
		if x.Now().Ghosts.Nacked != nacked {
			x.outcome.errored = afterAppend
		}
	}
	return nil
}

// waiting finds the records that are named, or all that wait at a leader.
func (x *Player) waiting(l int, names []string) (values []kafka.Value, err error) {
	for _, label := range spread(names) {
		v, ok := x.labels.value(label)
		if !ok {
			return nil, fmt.Errorf("no record is called %q", label)
		}
		values = append(values, v)
	}
	s := x.Now()
	b := &s.Brokers[l]
	for _, r := range b.Log.Records[:b.HW] {
		if len(names) == 0 && b.Waiting.Has(r.Value()) {
			values = append(values, r.Value())
		}
	}
	for v := kafka.Value(1); v <= kafka.Value(s.Used.Records); v++ {
		if len(names) == 0 && (s.WaitingAt(l) &^ b.Waiting).Has(v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("no produce request waits at %s", name(uint8(l)))
	}
	return values, nil
}

func timeout(x *Player, a args) error {
	l, err := x.leader(a, "leader")
	if err != nil {
		return err
	}
	values, err := x.waiting(int(l), a["value"])
	if err != nil {
		return err
	}
	x.outcome.errored = timedOut
	return x.must("ProduceTimeout", l, uint8(values[0]))
}

// read is a consumer's fetch. Below a high watermark of 0 there is nothing to
// be seen, which is no action of the model.
func read(x *Player, a args) error {
	b, err := x.leader(a, "broker")
	if err != nil {
		return err
	}
	s := &x.Now().Brokers[b]
	switch {
	case s.Down() || x.frozen.Has(int(b)):
		x.outcome.errored = noAnswer
	case s.Role != kafka.Leader && !(x.p.FetchFromFollower && s.Role == kafka.Follower):
		x.outcome.errored = notLeader
	case s.HW > 0:
		return x.must("Read", b)
	}
	return nil
}

// poll is a fetch of the reader. That it gets nothing is no action of the model.
func poll(x *Player, a args) error {
	r := x.Now().Reader
	if len(a["broker"]) == 0 && r.From != kafka.Nobody {
		a["broker"] = []string{r.From.String()}
	}
	b, err := x.leader(a, "broker")
	if err != nil {
		return err
	}
	s := &x.Now().Brokers[b]
	switch {
	case s.Down() || x.frozen.Has(int(b)):
		x.outcome.errored = noAnswer
	case s.Role != kafka.Leader && r.From != kafka.NodeOf(int(b)):
		x.outcome.errored = notLeader
	case slices.Contains(x.Enabled(), "Poll "+name(b)):
		return x.must("Poll", b)
	}
	return nil
}

func latest(x *Player, a args) error {
	b, err := x.leader(a, "broker")
	if err != nil {
		return err
	}
	s := &x.Now().Brokers[b]
	switch {
	case s.Down() || x.frozen.Has(int(b)):
		x.outcome.errored = noAnswer
	case s.Role != kafka.Leader:
		x.outcome.errored = notLeader
	case x.p.OffsetNotAvailable && s.HW < s.EpochStart:
		x.outcome.errored = offsetNotAvailable
	default:
		x.outcome.offsets = []string{fmt.Sprint(s.HW)}
		return x.must("ListLatest", b)
	}
	return nil
}
