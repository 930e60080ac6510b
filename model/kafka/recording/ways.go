package recording

import (
	"mc/model"
	"mc/model/evidence"
	"mc/model/kafka"
)

// viewer tells what steps show in the logs of a cluster of n brokers. Quiet are the kinds
// of streams that were not recorded: what a step would show there is not asked for.
type viewer struct {
	streams
	minIsr  int
	quiet   map[int]bool
	grouped bool // one record of the model stands for several
}

// change is one step.
type change struct {
	viewer
	rule          string
	args          model.Args
	before, after *kafka.State
	next          func(stream int) *evidence.Line
}

// ways is evidence.Recording.Ways.
func (v viewer) ways(before *kafka.State, rule string, args model.Args, after *kafka.State, next func(int) *evidence.Line) []evidence.Way {
	c := &change{v, rule, args, before, after, next}
	var list []evidence.Way
	switch rule {
	case "Produce":
		list = c.produce()
	case "Fetch", "FetchEarly":
		list = c.fetch()
	case "FetchWaits":
		list = c.waits()
	case "Respond":
		list = c.respond()
	case "Learn", "LearnOlder":
		list = c.learn()
	case "Fence", "Unfence", "Register":
		kind := map[string]int{"Fence": fenced, "Unfence": unfenced, "Register": registered}[rule]
		list = c.decided(kind, int(args[0]))
	case "Elect", "AlterPartition", "LateAlterPartition":
		list = c.decided(changed, -1)
	case "ShutDown", "Stop", "Kill", "LossyCrash", "PartialCrash", "Start", "Checkpoint":
		list = c.process()
	case "ProposeShrink":
		list = seen(evidence.Sign{Stream: c.of(int(args[0]), proposes), Fact: evidence.Fact{shrinks, int32(args[1])}})
	case "AlterPartitionAnswer":
		list = c.answer()
	case "LagTimeout":
		list = unseen
	}
	return c.recorded(list)
}

// unseen is the only way to see a step that shows nothing.
var unseen = []evidence.Way{nil}

func seen(signs ...evidence.Sign) []evidence.Way { return []evidence.Way{signs} }

// recorded adds what every step shows that raises a leader's high watermark, and leaves out
// what was not recorded.
func (c *change) recorded(list []evidence.Way) []evidence.Way {
	var raised evidence.Way
	for b := range int(c.streams) {
		x, was := &c.after.Brokers[b], &c.before.Brokers[b]
		if x.Role == kafka.Leader && x.HW > was.HW {
			raised = append(raised, evidence.Sign{Stream: c.of(b, raises), Fact: evidence.Fact{int32(x.HW)}})
		}
	}
	var all []evidence.Way
	for _, way := range list {
		var kept evidence.Way
		for _, sign := range append(way[:len(way):len(way)], raised...) {
			if sign.Stream == controller || !c.quiet[min(c.kind(sign.Stream), records0)] {
				kept = append(kept, sign)
			}
		}
		all = append(all, kept)
	}
	return all
}

// produce shows an append. Where no request log says with which acks, it is taken for
// acks=all, unless that would be refused.
func (c *change) produce() []evidence.Way {
	l := int(c.args[0])
	offset := c.before.Brokers[l].Log.End
	taken := kafka.AcksAll
	if c.before.Brokers[l].Isr.Len() < c.minIsr {
		taken = kafka.AcksOne
	}
	if line := c.next(c.of(l, appends)); line == nil || line.Fact[1] == evidence.Any && c.args[1] != taken {
		return nil
	}
	return seen(evidence.Sign{Stream: c.of(l, appends), Fact: evidence.Fact{int32(offset), int32(c.args[1])}})
}

// fetch shows the LEO that the leader records, and an expansion that it proposes. A fetch
// that waits at the leader records once more when it is answered, and says so only once.
func (c *change) fetch() []evidence.Way {
	f := int(c.args[0])
	l := c.before.Brokers[f].Leader.Index()
	was, is := &c.before.Brokers[l], &c.after.Brokers[l]
	var always evidence.Way
	if is.Change.Kind == kafka.Expand && was.Change.Kind != kafka.Expand {
		always = append(always, evidence.Sign{Stream: c.of(l, proposes), Fact: evidence.Fact{expands, int32(is.Change.Brokers)}})
	}
	recorded := evidence.Sign{Stream: c.records(l, f), Fact: evidence.Fact{int32(is.Remotes[f].End.Int())}}
	shown := append(always[:len(always):len(always)], recorded)
	if was.Remotes[f].End != is.Remotes[f].End {
		return []evidence.Way{shown}
	}
	return []evidence.Way{shown, always}
}

// waits shows nothing yet. It is tried only where the follower goes on to tell of what it
// brings.
func (c *change) waits() []evidence.Way {
	r := &c.after.Brokers[c.args[0]].Response
	line := c.next(c.of(int(c.args[0]), follows))
	tells := evidence.Fact{took, evidence.Any, int32(min(1, len(r.Carried()))), int32(r.HW), evidence.Any}
	if line == nil || !line.Fact.Says(&tells) {
		return nil
	}
	return unseen
}

// respond shows what the follower's fetcher does with an answer.
func (c *change) respond() []evidence.Way {
	f := int(c.args[0])
	was, is := &c.before.Brokers[f], &c.after.Brokers[f]
	stream := c.of(f, follows)
	switch was.Response.Kind {
	case kafka.Fetched:
		hw := int32(unchanged)
		if was.HW != is.HW {
			hw = int32(is.HW)
		}
		some := int32(min(1, int(is.Log.End)-int(was.Log.End)))
		shown := evidence.Way{{Stream: stream, Fact: evidence.Fact{took, int32(is.Log.End), some, int32(was.Response.HW), hw}}}
		if some == 0 && hw == unchanged {
			return []evidence.Way{shown, nil}
		}
		return []evidence.Way{shown}
	case kafka.Diverging:
		var way evidence.Way
		if is.HW != min(was.HW, is.Log.End) { // it comes with the answer, which is told as others are
			way = append(way, evidence.Sign{Stream: stream, Fact: evidence.Fact{took, evidence.Any, 0, int32(was.Response.HW), evidence.Any}})
		}
		if is.Log.End < was.Log.End {
			way = append(way, evidence.Sign{Stream: stream, Fact: evidence.Fact{cut, int32(is.Log.End)}})
		}
		return []evidence.Way{way}
	}
	return unseen
}

// learn shows the role, the leader epoch, LEO and high watermark. The leader's line comes
// before it raises its high watermark.
func (c *change) learn() []evidence.Way {
	b := int(c.args[0])
	was, is := &c.before.Brokers[b], &c.after.Brokers[b]
	version := int32(c.before.Controller.Version.Int())
	if c.rule == "LearnOlder" {
		version = int32(c.args[1])
	}
	stream := c.of(b, learns)
	switch {
	case is.Role == kafka.Leader && was.Role == kafka.Leader && is.Epoch == was.Epoch:
		return seen(evidence.Sign{Stream: stream, Fact: evidence.Fact{news, int32(is.Epoch), evidence.Any, evidence.Any, version}})
	case is.Role == kafka.Leader:
		return seen(evidence.Sign{Stream: stream, Fact: evidence.Fact{asLeader, int32(is.Epoch), int32(is.Log.End), int32(was.HW), version}})
	case is.Role == kafka.Follower && (was.Role != kafka.Follower || was.Epoch != is.Epoch):
		return seen(evidence.Sign{Stream: stream, Fact: evidence.Fact{asFollower, int32(is.Epoch), int32(is.Log.End), int32(is.HW), version}})
	}
	return unseen
}

// decided shows what the controller writes. A proposal that it turns down shows nothing.
func (c *change) decided(kind, b int) []evidence.Way {
	if kind == changed && c.before.Controller.Version == c.after.Controller.Version {
		return unseen
	}
	return seen(evidence.Sign{Stream: controller, Fact: decision(kind, b, &c.after.Controller)})
}

// answer shows the version that the leader takes from an answer, if it takes one.
func (c *change) answer() []evidence.Way {
	l := int(c.args[0])
	fact := evidence.Fact{answered, evidence.Any}
	if is := &c.after.Brokers[l]; is.Version != c.before.Brokers[l].Version {
		fact[1] = int32(is.Version.Int())
	}
	return append(seen(evidence.Sign{Stream: c.of(l, proposes), Fact: fact}), nil)
}

// process shows that processes end and start. A broker that leads nothing may be let go and
// fenced at once; then the decision is read with the stop. Its high watermark is written to
// disk unseen, and what it was is seen only when the process is back.
func (c *change) process() []evidence.Way {
	b := int(c.args[0])
	life := c.of(b, lives)
	is := &c.after.Brokers[b]
	switch c.rule {
	case "ShutDown":
		way := evidence.Sign{Stream: controller, Fact: decision(stopping, b, &c.after.Controller)}
		at := evidence.Sign{Stream: controller, Fact: decision(fenced, b, &c.after.Controller), Peek: true}
		return []evidence.Way{{way}, {at}}
	case "Stop":
		return seen(evidence.Sign{Stream: controller, Fact: decision(fenced, b, &c.after.Controller)},
			evidence.Sign{Stream: life, Fact: evidence.Fact{stopped, evidence.Any, int32(is.Log.End)}})
	case "Kill", "LossyCrash", "PartialCrash":
		return seen(evidence.Sign{Stream: life, Fact: evidence.Fact{ended, evidence.Any, int32(is.Log.End)}})
	case "Start":
		return seen(evidence.Sign{Stream: life, Fact: evidence.Fact{started, int32(is.HW)}})
	}
	return c.checkpoint(b)
}

// checkpoint is taken where it is known what was on disk: from a look at the files, or when
// the process is back. It is taken at once, unless the other of the two may come first and
// tells of something else.
func (c *change) checkpoint(b int) []evidence.Way {
	hw := int32(c.before.Brokers[b].HW)
	end, look := c.next(c.of(b, lives)), c.next(c.of(b, files))
	ends := end != nil && end.Fact[0] == ended && end.Fact[1] == hw
	looks := look != nil && (look.Fact[0] == hw || look.Fact[early] == hw)
	switch {
	case !ends && !looks:
		return nil
	case ends && !looks && look != nil, looks && !ends && end != nil && look.At >= end.After:
		return unseen
	}
	return seen(evidence.Sign{Stream: c.of(b, files), Soon: true})
}
