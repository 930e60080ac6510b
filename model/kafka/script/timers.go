package script

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"mc/model/kafka"
	"mc/model/schedule"
)

func duration(key, text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%s: %q is not a duration; write a number and a unit, as in 12s or 500ms", key, text)
	}
	return d, nil
}

// advance lets time pass.
func advance(x *Player, a args) error {
	text, err := a.one("time", "")
	if err != nil {
		return err
	}
	d, err := duration("time", text)
	if err != nil {
		return err
	}
	return x.pass(d)
}

// await lets time pass until something is seen.
func await(x *Player, a args) error {
	text, err := a.one("within", "")
	if err != nil {
		return err
	}
	d, err := duration("within", text)
	if err != nil {
		return err
	}
	wants := wantsOf(a)
	for _, w := range wants {
		if _, _, err := x.Look(w); err != nil {
			return err
		}
	}
	x.until = func() bool { return len(x.missing(wants)) == 0 }
	x.seen = x.until()
	err = x.pass(d)
	x.until, x.seen = nil, false
	misses := x.missing(wants)
	if err != nil || len(misses) == 0 {
		return err
	}
	m := misses[0]
	return fmt.Errorf("it did not happen within %s: %s: want %s, seen %s", d, m.Name, m.Want, m.Seen)
}

// wantsOf reads the keys of an await, "hw.b1" among them.
func wantsOf(a args) (wants []schedule.Want) {
	for _, key := range slices.Sorted(maps.Keys(a)) {
		if key != "within" {
			name, of, _ := strings.Cut(key, ".")
			wants = append(wants, schedule.Want{Key: name, Of: of, Values: a[key]})
		}
	}
	return wants
}

func (x *Player) missing(wants []schedule.Want) (misses []schedule.Miss) {
	for _, w := range wants {
		if want, seen, err := x.Look(w); err != nil || want != seen {
			misses = append(misses, schedule.Miss{Name: w.Name(), Want: want, Seen: seen})
		}
	}
	return misses
}

// pass lets time go by from timer to timer; whoever runs goes on meanwhile.
func (x *Player) pass(d time.Duration) error {
	if !x.time.runs {
		return errors.New("the script has no clock; add clock: {lag: 30s, session: 9s} to the spec")
	}
	end := x.time.now + d
	for {
		if err := x.settle(); err != nil || x.seen {
			return err
		}
		if err := x.fire(); err != nil || x.seen || x.time.now == end {
			return err
		}
		x.time.now = min(x.next(), end)
	}
}

// next is when the next timer goes off.
func (x *Player) next() time.Duration {
	t, s := &x.time, x.Now()
	at := after(t.now, t.check)
	if t.checkpoint > 0 {
		at = min(at, after(t.now, t.checkpoint))
	}
	for b := range x.p.Brokers {
		for _, due := range []time.Duration{x.expires(b), t.caughtUp[b] + t.lag + time.Millisecond} {
			if due > t.now && !s.Controller.Fenced.Has(b) {
				at = min(at, due)
			}
		}
	}
	for _, produced := range t.produced {
		if due := produced + t.request; due > t.now {
			at = min(at, due)
		}
	}
	return at
}

// after is the first multiple of every that lies after now.
func after(now, every time.Duration) time.Duration { return (now/every + 1) * every }

// fire lets the timers go off that are due now.
func (x *Player) fire() error {
	t := &x.time
	for b := range x.p.Brokers {
		if t.now >= x.expires(b) && !x.Now().Controller.Fenced.Has(b) {
			x.take("Fence", uint8(b))
		}
	}
	x.expire()
	if err := x.checkLag(t.now%t.check == 0); err != nil {
		return err
	}
	if t.checkpoint > 0 && t.now%t.checkpoint == 0 {
		for b := range x.p.Brokers {
			if !x.frozen.Has(b) {
				x.take("Checkpoint", uint8(b))
			}
		}
	}
	return x.settle()
}

// expire gives up on produce requests that waited too long.
func (x *Player) expire() {
	for l := range x.p.Brokers {
		for v := range kafka.Value(x.Now().Used.Records + 1) {
			produced := x.time.produced[v]
			if x.Now().WaitingAt(l).Has(v) && !x.frozen.Has(l) && x.time.now >= produced+x.time.request {
				if x.take("ProduceTimeout", uint8(l), uint8(v)) {
					x.outcome.errored = timedOut
				}
			}
		}
	}
}

// lagging lets go of the laggards outside the ISR of leader l, and finds those
// that are in it.
func (x *Player) lagging(l int) (lag kafka.Set) {
	lead := &x.Now().Brokers[l]
	if lead.Role != kafka.Leader || x.frozen.Has(l) {
		return 0
	}
	for f := range x.p.Brokers {
		switch {
		case f == l || !x.lags(l, f):
		case lead.Isr.Has(f):
			lag |= kafka.Of(f)
		default:
			x.take("LagTimeout", uint8(l), uint8(f))
		}
	}
	return lag & x.p.MayLag(x.Now(), l)
}

// checkLag is every running leader's look at its followers: laggards outside
// the ISR no longer hold the high watermark back; at the times of the check,
// those in the ISR are removed from it.
func (x *Player) checkLag(shrinks bool) error {
	for l := range x.p.Brokers {
		if lag := x.lagging(l); shrinks && lag != 0 && x.take(x.shrinkRule(), uint8(l), uint8(lag)) {
			if err := x.settle(); err != nil {
				return err
			}
		}
	}
	return nil
}
