package kafka

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"
)

var heldKinds = []struct {
	name string
	says *regexp.Regexp
	hold func(x toldStep, m []string) bool
}{
	{"min ISR", regexp.MustCompile(`^The high watermark of (b\d) stays at (\d+): (\d+) of (\d+) required replicas in the ISR`), heldByMinIsr},
	{"waits", regexp.MustCompile(`^The high watermark of (b\d) stays at (\d+): it waits for (.*)\.$`), heldByWaiting},
	{"tiers", regexp.MustCompile(`^The high watermark of (b\d) stays at (\d+): it is at an offset`), func(x toldStep, m []string) bool {
		_, can := x.raisedUnder(m[1], func(p *Protocol) { p.HWPositionMustBeLocal, p.StrictMinIsrHW = false, false })
		return can
	}},
	{"epoch start", regexp.MustCompile(`^(b\d), at (\d+), does not join the ISR: epoch (\d+) starts at (\d+),`), func(x toldStep, m []string) bool {
		lead, end, ok := x.newcomer(m[1], m[2])
		return ok && lead.Epoch == Epoch(number10(m[3])) && int(lead.EpochStart) == number10(m[4]) && end < int(lead.EpochStart)
	}},
	{"not there", regexp.MustCompile(`^(b\d), at (\d+), does not join the ISR: it is (fenced|stopping)`), func(x toldStep, m []string) bool {
		_, _, ok := x.newcomer(m[1], m[2])
		who := map[string]Set{"fenced": x.after.Controller.Fenced, "stopping": x.after.Controller.ShuttingDown}[m[3]]
		return ok && who.Has(index(m[1]))
	}},
	{"pending", regexp.MustCompile(`^(b\d), at (\d+), does not join the ISR: a change of the ISR is under way`), func(x toldStep, m []string) bool {
		lead, _, ok := x.newcomer(m[1], m[2])
		return ok && lead.Change.Kind != NoChange
	}},
	{"version", regexp.MustCompile(`^(b\d), at (\d+), does not join the ISR: b\d goes by partition epoch (\d+), and ZooKeeper has (\d+)`), func(x toldStep, m []string) bool {
		_, _, ok := x.newcomer(m[1], m[2])
		return ok && m[3] != m[4] && x.after.Controller.Version.Value() == PartitionEpoch(number10(m[4]))
	}},
	{"cut", regexp.MustCompile(`^(b\d) does not cut its log to its high watermark, (\d+): it is to hear from the leader where to \(truncation=`), heldCut},
}

func index(broker string) int { return number10(broker[1:]) - 1 }

func number10(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("%q is no number", text))
	}
	return n
}

// raisedUnder says whether the leader of that name would raise its high watermark in the
// state after the step under other settings.
func (x toldStep) raisedUnder(leader string, change func(*Protocol)) (Offset, bool) {
	q := *x.p
	change(&q)
	return q.CanRaiseHW(x.after, index(leader))
}

// newcomer is a leader that records the follower where the sentence says, outside its ISR.
func (x toldStep) newcomer(f, end string) (*Broker, int, bool) {
	for l := range x.p.Brokers {
		lead := &x.after.Brokers[l]
		if lead.Role == Leader && lead.Remotes[index(f)].End.Is(Offset(number10(end))) && !lead.Isr.Has(index(f)) &&
			number10(end) >= int(lead.HW) && x.before.Brokers[l] != *lead {
			return lead, number10(end), true
		}
	}
	return nil, 0, false
}

func heldByMinIsr(x toldStep, m []string) bool {
	lead := &x.after.Brokers[index(m[1])]
	_, strictly := x.p.CanRaiseHW(x.after, index(m[1]))
	_, loosely := x.raisedUnder(m[1], func(p *Protocol) { p.StrictMinIsrHW, p.HWPositionMustBeLocal = false, false })
	return int(lead.HW) == number10(m[2]) && x.before.Brokers[index(m[1])].HW == lead.HW && lead.Isr.Len() == number10(m[3]) &&
		number10(m[3]) < number10(m[4]) && x.p.StrictMinIsrHW && !strictly && loosely
}

// heldByWaiting lets those fetch to the end whom the high watermark is said to wait for,
// and nobody else: then it can rise, and not before.
func heldByWaiting(x toldStep, m []string) bool {
	l := index(m[1])
	after, q := *x.after, *x.p
	q.StrictMinIsrHW, q.HWPositionMustBeLocal = false, false
	if _, can := q.CanRaiseHW(&after, l); can || int(after.Brokers[l].HW) != number10(m[2]) {
		return false
	}
	for _, f := range regexp.MustCompile(`b\d`).FindAllString(m[3], -1) {
		after.Brokers[l].Remotes[index(f)].End = Know(after.Brokers[l].Log.End)
	}
	_, can := q.CanRaiseHW(&after, l)
	return can
}

// heldCut takes the same step under the old rule, which cuts.
func heldCut(x toldStep, m []string) bool {
	f := index(m[1])
	is := &x.after.Brokers[f]
	if is.Role != Follower || int(is.HW) != number10(m[2]) || is.Log.End <= is.HW || is.Log != x.before.Brokers[f].Log {
		return false
	}
	q := *x.p
	q.Truncation = HighWatermark
	cut := *is
	q.truncateTo(&cut, cut.HW)
	return cut.Log.End == is.HW && x.p.Truncation != HighWatermark
}

// TestWhatDidNotHappenDidNot holds every sentence about what a step did not bring about
// against the state, or against the same step under the rule that it names.
func TestWhatDidNotHappenDidNot(t *testing.T) {
	seen := map[string]int{}
	walked(t, func(x toldStep) {
		for _, h := range x.story.Held {
			known := false
			for _, k := range heldKinds {
				m := k.says.FindStringSubmatch(h.Words)
				if m == nil {
					continue
				}
				known = true
				seen[k.name]++
				if h.About == "" || !k.hold(x, m) {
					t.Fatalf("%s: not so: %s", x.story.Title, h.Words)
				}
			}
			if !known {
				t.Fatalf("no test knows of: %s", h.Words)
			}
		}
	})
	t.Log(seen)
	for _, k := range heldKinds {
		if seen[k.name] == 0 && k.name != "tiers" && !testing.Short() {
			t.Errorf("nothing was held back by %s", k.name)
		}
	}
}
