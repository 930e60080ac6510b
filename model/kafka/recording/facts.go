package recording

import (
	"fmt"

	"mc/model/evidence"
	"mc/model/kafka"
)

// The streams of one broker. What it writes in them are lines of its log; of what the
// controller decides there is one stream for all.
const (
	learns   = iota // metadata that it acts on
	appends         // records of producers
	raises          // of the high watermark, as leader
	follows         // what its fetcher does
	proposes        // ISR changes that it asks for, and the answers
	lives           // that its process ends and starts
	hears           // that it is unfenced
	files           // what it has on disk beside the log: its high watermark, and where each leader epoch begins
	records0        // the LEOs of followers that it records; one for each follower
)

// streams numbers the streams of a cluster of n brokers.
type streams int

const controller = 0

func (n streams) of(b, kind int) int    { return 1 + b*(records0+int(n)) + kind }
func (n streams) records(l, f int) int  { return n.of(l, records0+f) }
func (n streams) kind(s int) (kind int) { return (s - 1) % (records0 + int(n)) }
func (n streams) broker(s int) int      { return (s - 1) / (records0 + int(n)) }

// names are the streams' names.
func (n streams) names() []string {
	list := []string{"controller"}
	for b := range int(n) {
		for _, kind := range []string{"learns", "appends", "raises", "follows", "proposes", "lives", "hears", "files"} {
			list = append(list, fmt.Sprintf("b%d %s", b+1, kind))
		}
		for f := range int(n) {
			list = append(list, fmt.Sprintf("b%d records b%d", b+1, f+1))
		}
	}
	return list
}

// What the controller's lines tell of.
const (
	changed = iota + 1 // the partition, and no broker
	fenced
	unfenced
	registered
	stopping
)

// What a broker's lines tell of.
const (
	asLeader = iota + 1
	asFollower
	news // of the partition, to who leads on

	took // an answer: LEO after it, whether it had records, the high watermark in it, and that of the follower
	cut

	shrinks
	expands
	answered

	ended
	stopped
	started
)

// unchanged stands for a high watermark that an answer did not move, and contradicted for the
// version of metadata that the dump does not have, or has otherwise.
const (
	unchanged    = -2
	contradicted = -3
)

// decision is what the controller decided, of broker b or of none (-1).
func decision(kind, b int, c *kafka.Controller) evidence.Fact {
	return evidence.Fact{int32(kind), int32(b), int32(c.Leader), int32(c.Epoch), int32(c.Isr), int32(c.Elr), int32(c.LastKnown)}
}

// told says what a fact tells, in words.
func told(n streams, stream int, f evidence.Fact) string {
	switch {
	case stream == controller:
		return fmt.Sprintf("%s, leader %s, leader epoch %s, ISR %s, ELR %s, last known %s", subject(f), node(f[2]), number(f[3]), set(f[4]), set(f[5]), set(f[6]))
	case n.kind(stream) >= records0:
		return fmt.Sprintf("b%d records the LEO of b%d at %s", n.broker(stream)+1, n.kind(stream)-records0+1, number(f[0]))
	}
	b := fmt.Sprintf("b%d ", n.broker(stream)+1)
	switch n.kind(stream) {
	case learns:
		role := map[int32]string{asLeader: "leads", asFollower: "follows", news: "leads on"}[f[0]]
		return fmt.Sprintf("%s%s in leader epoch %s from LEO %s with high watermark %s", b, role, number(f[1]), number(f[2]), number(f[3]))
	case appends:
		return fmt.Sprintf("%sappends offset %s", b, number(f[0]))
	case raises:
		return fmt.Sprintf("%sraises its high watermark to %s", b, number(f[0]))
	case proposes:
		return b + map[int32]string{shrinks: "proposes to remove " + set(f[1]), expands: "proposes to add " + set(f[1]), answered: "has an answer"}[f[0]]
	case hears:
		return b + "hears that it is unfenced"
	case files:
		return b + onDisk(&f)
	case lives:
		return b + map[int32]string{ended: "ends", stopped: "stops cleanly", started: "starts with high watermark " + number(f[1])}[f[0]]
	}
	return b + map[int32]string{took: "has LEO " + number(f[1]) + " after an answer with high watermark " + number(f[3]),
		cut: "cuts its log to " + number(f[1])}[f[0]]
}

func subject(f evidence.Fact) string {
	name := fmt.Sprintf("b%d", f[1]+1)
	switch f[0] {
	case fenced:
		return name + " is fenced"
	case unfenced:
		return name + " is unfenced"
	case registered:
		return name + " registers"
	case stopping:
		return name + " may stop"
	}
	return "the partition changes"
}

func number(v int32) string {
	if v == evidence.Any {
		return "?"
	}
	return fmt.Sprint(v)
}

func node(v int32) string {
	switch v {
	case evidence.Any:
		return "?"
	case 0:
		return "nobody"
	}
	return fmt.Sprintf("b%d", v)
}

func set(v int32) string {
	if v == evidence.Any {
		return "?"
	}
	return kafka.Set(v).String()
}
