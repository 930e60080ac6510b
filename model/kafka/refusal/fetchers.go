package refusal

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// What is asked of followers and their fetcher threads.
var _ = explain(map[string]reason{
	"Fetch":          of(noFetch),
	"FetchEarly":     of(noEarlyFetch),
	"FetchWaits":     of(noFetchWaits),
	"Lookup":         of(noLookup),
	"Respond":        of(noAnswer),
	"PartitionFails": of(noFailure),
	"OtherFails":     of(noFailureElsewhere),
	"OtherLeaves":    of(noOtherLeaves),
	"OtherStopped":   noOtherStopped,
	"AskLatest":      of(noQuestion(kafka.OutOfRange)),
	"AskEarliest":    of(noQuestion(kafka.AskedLatest)),
	"AskEarliestLocal": of(func(v *view, f int) string {
		if v.broker(f).Response.Kind != kafka.MovedToTier {
			return name(f) + " was not told that its offset is in remote storage"
		}
		return unasked(v, f)
	}),
	"Learn":      of(noNews),
	"LearnOlder": noOlderNews,
})

// followsNot is why a broker has nobody to follow.
func followsNot(v *view, f int) string {
	switch b := v.broker(f); {
	case b.Down():
		return name(f) + " is down"
	case b.Role == kafka.Idle:
		return name(f) + " is no follower: it has not learned yet who leads"
	case b.Role != kafka.Follower:
		return name(f) + " is no follower"
	case b.Leader == kafka.Nobody:
		return "it knows no leader"
	}
	return ""
}

// fetchesNot is why a follower's fetcher is not at work.
func fetchesNot(v *view, f int) string {
	switch b := v.broker(f); {
	case b.Failed.Has(b.Leader.Index()):
		return fmt.Sprintf("its fetcher thread to %s has died", b.Leader)
	case b.Failed.Has(f):
		return "its partition has failed, until there is a new leader epoch"
	}
	return ""
}

// reachesNot is why a follower cannot ask its leader anything.
func reachesNot(v *view, f int) string {
	if why := first(v, f, followsNot, fetchesNot); why != "" {
		return why
	}
	b := v.broker(f)
	lead := v.broker(b.Leader.Index())
	switch {
	case b.Response.Kind != kafka.NoResponse && !v.p.OfAnother(b):
		return "its last request is still in flight"
	case lead.Down():
		return fmt.Sprintf("%s, whom it follows, is down", b.Leader)
	case lead.Role != kafka.Leader:
		return fmt.Sprintf("NOT_LEADER_OR_FOLLOWER: %s does not take itself for the leader", b.Leader)
	}
	return ""
}

// inOtherEpoch is the error of a request that does not have the leader's epoch.
func inOtherEpoch(b, lead *kafka.Broker) string {
	switch {
	case b.Epoch < lead.Epoch:
		return fmt.Sprintf("FENCED_LEADER_EPOCH: it is in epoch %d, its leader in %d", b.Epoch, lead.Epoch)
	case b.Epoch > lead.Epoch:
		return fmt.Sprintf("UNKNOWN_LEADER_EPOCH: it is in epoch %d, its leader in %d", b.Epoch, lead.Epoch)
	}
	return ""
}

// fetchRefused is why a request that reaches the leader is not processed, or not sent.
func fetchRefused(v *view, f int) string {
	b, c := v.broker(f), &v.s.Controller
	lead := v.broker(b.Leader.Index())
	switch inIsr := c.Isr.Has(f); {
	case b.Truncating:
		return "it has to look up the end of its last epoch first"
	case v.p.FencesFetch(b, lead):
		return inOtherEpoch(b, lead)
	case !inIsr && c.ShuttingDown.Has(f):
		return "it is stopping and has left the ISR: it has no fetcher any more"
	case !inIsr && !v.p.Reassigns && c.Removed.Has(f):
		return "it is no replica any more"
	case v.p.Reassigns && v.p.Strangers != kafka.StrangersAnswered:
		return strangerRefused(v, f)
	}
	return ""
}

// strangerRefused is why a request fails because of who is a replica of what.
func strangerRefused(v *view, f int) string {
	b := v.broker(f)
	gone := v.broker(b.Leader.Index()).Gone.Has(f)
	switch {
	case b.Starved.Has(b.Leader.Index()):
		return fmt.Sprintf("the whole request fails at %s, because of another partition that has left %s", b.Leader, name(f))
	case gone && v.p.Strangers == kafka.StrangersFail:
		return fmt.Sprintf("the whole request fails: %s is no replica as far as %s knows", name(f), b.Leader)
	case gone:
		return fmt.Sprintf("UNKNOWN_LEADER_EPOCH: %s is no replica as far as %s knows", name(f), b.Leader)
	}
	return ""
}

func noFetch(v *view, f int) string {
	if why := first(v, f, reachesNot, fetchRefused); why != "" {
		return why
	}
	b := v.broker(f)
	lead := v.broker(b.Leader.Index())
	switch {
	case v.p.HWOutOfSight(lead):
		return fmt.Sprintf("the high watermark of %s, %d, is not on its own disks, which begin at %d: every fetch fails", b.Leader, lead.HW, lead.Local)
	case v.p.OutOfRange == kafka.RangeRetry && (b.Log.End > lead.Log.End || b.Log.End < lead.Start):
		return fmt.Sprintf("OFFSET_OUT_OF_RANGE: it asks for offset %d, and the log of %s goes from %d to %d; it tries again in vain",
			b.Log.End, b.Leader, lead.Start, lead.Log.End)
	}
	return "its request changes nothing"
}

func noEarlyFetch(v *view, f int) string {
	switch why := noFetch(v, f); {
	case v.p.ReplyHW != kafka.ReplyEither:
		return "an answer carries one high watermark only (reply_hw)"
	case why != "its request changes nothing":
		return why
	}
	return "the answer would carry the same high watermark as that to any fetch"
}

func noFetchWaits(v *view, f int) string {
	b := v.broker(f)
	switch why := first(v, f, followsNot, fetchesNot); {
	case !v.p.FetchWaits:
		return "a fetch that finds nothing is answered at once (fetch_waits)"
	case why != "":
		return why
	case b.Response.Kind != kafka.Fetched || b.Response.Records[0] != 0:
		return name(f) + " has no fetch under way that has found nothing"
	case !v.p.AtLeader(v.s, f):
		return fmt.Sprintf("%s does not lead in the epoch in which it was asked", b.Leader)
	}
	return "its answer would be what is on its way already"
}

func noLookup(v *view, f int) string {
	if why := reachesNot(v, f); why != "" {
		return why
	}
	b := v.broker(f)
	switch {
	case !b.Truncating:
		return "it need not look up where its last epoch ends"
	case v.p.FenceLookup:
		return inOtherEpoch(b, v.broker(b.Leader.Index()))
	}
	return ""
}

func noAnswer(v *view, f int) string {
	switch kind := v.broker(f).Response.Kind; {
	case v.broker(f).Down():
		return name(f) + " is down: nothing is on its way to " + name(f)
	case kind == kafka.NoResponse:
		return "nothing is on its way to " + name(f)
	case v.p.AsksRange() && v.p.AsksOn(v.s, f):
		return name(f) + " has to ask its leader for the range of its log first"
	case v.p.CutWaits(v.broker(f)):
		return name(f) + " is appending, and its log is locked"
	}
	return ""
}

func noFailure(v *view, f int) string { return first(v, f, followsNot, fetchesNot) }

func noFailureElsewhere(v *view, f int) string {
	if !v.p.ThreadDiesWithPartition {
		return "the error concerns that partition alone: the thread survives it"
	}
	return noFailure(v, f)
}

func noOtherLeaves(v *view, f int) string {
	if v.p.Strangers != kafka.StrangersFail {
		return "that concerns the other partition alone: the rest of the request is answered"
	}
	if why := noFailure(v, f); why != "" {
		return why
	}
	if l := v.broker(f).Leader; v.broker(f).Starved.Has(l.Index()) {
		return fmt.Sprintf("another partition has left it already, and its requests to %s fail", l)
	}
	return ""
}

func noOtherStopped(v *view, a model.Args) string {
	f, l := int(a[0]), int(a[1])
	switch {
	case f == l:
		return v.nobodyWould("%s does not fetch from itself", name(f))
	case !v.broker(f).Starved.Has(l):
		return fmt.Sprintf("no partition that %s fetches from %s has left it", name(f), name(l))
	}
	return ""
}

// noQuestion is why a follower does not ask its leader for the range of its log.
func noQuestion(after kafka.ResponseKind) func(v *view, f int) string {
	return func(v *view, f int) string {
		kind := v.broker(f).Response.Kind
		switch {
		case !v.p.AsksRange():
			return "the answer itself says where the leader's log ends; set range_questions: in-steps"
		case kind != kafka.OutOfRange && kind != kafka.AskedLatest:
			return name(f) + " was not told to be out of range"
		case kind != after && kind == kafka.AskedLatest:
			return "it has asked where the leader's log ends, and is to ask where it begins"
		case kind != after:
			return "it asks first where the leader's log ends"
		}
		return unasked(v, f)
	}
}

// unasked is why a follower does not ask on, though it was told to.
func unasked(v *view, f int) string {
	b := v.broker(f)
	if v.p.AsksOn(v.s, f) {
		return ""
	}
	if why := followsNot(v, f); why != "" {
		return why
	}
	lead := v.broker(b.Leader.Index())
	switch {
	case lead.Role != kafka.Leader:
		return fmt.Sprintf("%s does not lead any more", b.Leader)
	case v.p.FenceFetch && lead.Epoch != b.Epoch:
		return inOtherEpoch(b, lead)
	}
	return "the answer is to a question that it does not have any more"
}

func noNews(v *view, b int) string {
	if why := first(v, b, isDown, appends, isOffline); why != "" {
		return why
	}
	x, c := v.broker(b), &v.s.Controller
	switch {
	case v.p.HasNews(v.s, b):
		return ""
	case x.Boot == kafka.Starting && c.Leader == kafka.NodeOf(b):
		return "it is to lead, and leads nothing before it has registered"
	case v.p.DeafWhileStopping && c.ShuttingDown.Has(b) && x.Role != kafka.Idle:
		return "it is stopping, and is told nothing more of the partition (deaf_while_stopping)"
	case v.p.Reassigns && c.Removed.Has(b):
		return "it is no replica: there is nothing to tell it"
	}
	return name(b) + " knows everything already"
}

func noOlderNews(v *view, a model.Args) string {
	b, version := int(a[0]), kafka.Know(kafka.PartitionEpoch(a[1]))
	if why := first(v, b, isDown, appends); why != "" {
		return why
	}
	x := v.broker(b)
	switch {
	case x.Role == kafka.Idle, x.Boot == kafka.Starting:
		return "it has just started, and reads all the metadata there are"
	case version == v.s.Controller.Version:
		return v.nobodyWould("partition epoch %d is the newest", a[1])
	case version > v.s.Controller.Version:
		return v.nobodyWould("there is no partition epoch %d yet", a[1])
	}
	for _, old := range v.s.Published {
		if old.Version == version && (old.Epoch > x.Epoch ||
			x.Role == kafka.Leader && (version > x.Version || x.NewsDue && version == x.Version)) {
			return ""
		}
	}
	return "it knows everything older than the newest already"
}
