package script

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"mc/model"
	"mc/model/kafka"
)

const never = time.Duration(1<<63 - 1)

// timing is the clock of a script and what it has to remember. The model
// keeps none of it.
type timing struct {
	runs bool
	now  time.Duration

	lag        time.Duration // replica.lag.time.max.ms
	check      time.Duration // between two looks for laggards; half of lag
	session    time.Duration // broker.session.timeout.ms
	fetchWait  time.Duration // replica.fetch.wait.max.ms
	checkpoint time.Duration // replica.high.watermark.checkpoint.interval.ms; 0 = only by command
	request    time.Duration // request.timeout.ms of producers

	silent    [kafka.MaxBrokers]time.Duration             // when a frozen or dead broker was last heard of
	caughtUp  [kafka.MaxBrokers]time.Duration             // lastCaughtUpTime of a follower
	fetched   [kafka.MaxBrokers]time.Duration             // time of its last fetch
	leaderEnd [kafka.MaxBrokers]kafka.Known[kafka.Offset] // its leader's LEO then; unknown if it has not fetched
	produced  map[kafka.Value]time.Duration
}

// startClock reads the clock of a script; nil means that it has none.
func (x *Player) startClock(given map[string]time.Duration) error {
	t := &x.time
	t.produced = map[kafka.Value]time.Duration{}
	t.lag, t.session, t.fetchWait, t.request = 30*time.Second, 9*time.Second, 500*time.Millisecond, 30*time.Second
	t.runs = given != nil
	known := t.settable()
	for key, d := range given {
		if why := unknownTime(key); why != "" {
			return fmt.Errorf("clock: %s", why)
		}
		*known[key] = d
	}
	if t.check == 0 {
		t.check = t.lag / 2
	}
	return nil
}

// settable are the times that a script may set.
func (t *timing) settable() map[string]*time.Duration {
	return map[string]*time.Duration{"lag": &t.lag, "check": &t.check, "session": &t.session,
		"fetch_wait": &t.fetchWait, "checkpoint": &t.checkpoint, "request": &t.request}
}

// unknownTime complains of a key of the clock that there is not.
func unknownTime(key string) string {
	known := slices.Sorted(maps.Keys(new(timing).settable()))
	if slices.Contains(known, key) {
		return ""
	}
	return fmt.Sprintf("there is no time %q%s; there are %s", key, model.Nearest(key, known), strings.Join(known, ", "))
}

// expires is when the session of a broker expires.
func (x *Player) expires(b int) time.Duration {
	if x.frozen.Has(b) || x.Now().Brokers[b].Down() {
		return x.time.silent[b] + x.time.session
	}
	return never
}

// lags reports that follower f is out of sync at leader l: it lacks records,
// and was last caught up longer ago than the lag window.
func (x *Player) lags(l, f int) bool {
	lead := &x.Now().Brokers[l]
	if x.p.IdleStuckStays && lead.Remotes[f].End.Is(lead.Log.End) {
		return false
	}
	return x.time.now-x.time.caughtUp[f] > x.time.lag
}

// observe notes what the clock has to know of an action that was taken.
func (x *Player) observe(before *kafka.State, rule string, args []uint8) {
	t, s := &x.time, x.Now()
	x.Taken[len(x.Taken)-1].At = t.now
	switch rule {
	case "Kill", "LossyCrash", "PartialCrash", "Stop":
		if !x.frozen.Has(int(args[0])) {
			t.silent[args[0]] = t.now
		}
		x.frozen &^= kafka.Of(int(args[0]))
	case "Fetch", "FetchEarly":
		x.noteFetch(before, int(args[0]))
	case "Learn":
		x.noteLeader(before, int(args[0]))
	case "Produce":
		t.produced[kafka.Value(s.Used.Records)] = t.now
	case "Retry":
		t.produced[kafka.Value(args[2])] = t.now
	}
	x.noteAcked(before)
}

// noteFetch is the leader's rule for lastCaughtUpTime.
func (x *Player) noteFetch(before *kafka.State, f int) {
	t := &x.time
	if x.Now().Brokers[f].Response.Kind != kafka.Fetched && x.p.DivergeSkipsStateUpdate {
		return
	}
	l := before.Brokers[f].Leader.Index()
	offset, end := before.Brokers[f].Log.End, before.Brokers[l].Log.End
	switch {
	case offset >= end:
		t.caughtUp[f] = max(t.caughtUp[f], t.now)
	case x.p.CaughtUpByPreviousFetch && t.leaderEnd[f].Known() && offset >= t.leaderEnd[f].Value():
		t.caughtUp[f] = max(t.caughtUp[f], t.fetched[f])
	}
	t.leaderEnd[f], t.fetched[f] = max(t.leaderEnd[f], kafka.Know(end)), t.now
}

// noteLeader starts the clocks of the followers of a new leader.
func (x *Player) noteLeader(before *kafka.State, b int) {
	was, is := &before.Brokers[b], &x.Now().Brokers[b]
	if is.Role != kafka.Leader || was.Role == kafka.Leader && was.Epoch == is.Epoch {
		return
	}
	t := &x.time
	for f := range x.p.Brokers {
		t.caughtUp[f], t.leaderEnd[f] = t.now, 0
		if !is.Isr.Has(f) {
			t.caughtUp[f] = -t.lag - 1
		}
	}
}

// noteAcked measures how long the requests waited that were just answered.
func (x *Player) noteAcked(before *kafka.State) {
	g, was := &x.Now().Ghosts, &before.Ghosts
	fresh := (g.AckedAll | g.AckedOne) &^ (was.AckedAll | was.AckedOne)
	for v := kafka.Value(1); fresh>>v != 0; v++ {
		if fresh.Has(v) {
			if x.outcome.acked == nil {
				x.outcome.acked = map[string]time.Duration{}
			}
			x.outcome.acked[x.labels.of(v)] = x.time.now - x.time.produced[v]
		}
	}
}
