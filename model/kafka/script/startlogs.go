package script

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/model/kafka"
)

// starts reads where logs begin.
func (g *beginning) starts() {
	g.each("log_start", func(at model.Given, b int) error {
		x := &g.s.Brokers[b]
		err := number8(at, &x.Start, kafka.Capacity)
		if x.Start > 0 && !g.x.p.KeepsStarts {
			return fmt.Errorf("this run does not keep it: every log begins at 0 without deletes and retentions; give one of them")
		}
		x.StartOnDisk, x.Log.End = x.Start, x.Start
		return err
	})
}

// names gives the records of all logs their values: r3 is the model's own name of its
// third, and other names are numbered in the order in which they are met.
func (g *beginning) names() {
	var own, others []string
	last := g.deleted()
	g.each("log", func(at model.Given, b int) error {
		list := g.records(at)
		last = max(last, int(g.s.Brokers[b].Start)+len(list))
		for _, name := range list {
			list := &others
			if _, is := ownName(name); is {
				list = &own
			}
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
		}
		return nil
	})
	names := map[int]string{}
	for _, name := range own {
		n, _ := ownName(name)
		names[n] = name
	}
	for n := 1; len(others) > 0; n++ {
		if names[n] == "" {
			names[n], others = others[0], others[1:]
		}
	}
	for n := range names {
		last = max(last, n)
	}
	for n := 1; n <= last; n++ {
		g.x.labels.names = append(g.x.labels.names, cmp.Or(names[n], kafka.Value(n).String()))
	}
	g.s.Used.Records = uint8(last)
}

// deleted is how many records at least are in no log any more, below where one begins.
func (g *beginning) deleted() (n int) {
	for b := range g.x.p.Brokers {
		n = max(n, int(g.s.Brokers[b].Start))
	}
	return n
}

// ownName is the number of a record under the model's own name.
func ownName(name string) (int, bool) {
	digits, found := strings.CutPrefix(name, "r")
	n, err := strconv.Atoi(digits)
	return n, found && err == nil && n >= 1 && n <= kafka.Capacity && strconv.Itoa(n) == digits
}

func (g *beginning) records(at model.Given) []string { return spread(words(at.Values)) }

// logs reads the logs, record by record with its epoch.
func (g *beginning) logs() {
	if most := kafka.Capacity; int(g.s.Used.Records) > most {
		g.complain(model.Given{}, "init: the logs have %d records, and a run has room for %d", g.s.Used.Records, most)
		return
	}
	of := map[kafka.Value]kafka.Record{}
	g.each("log", func(at model.Given, b int) error {
		list := g.records(at)
		epochs, err := g.epochsOf(b, len(list))
		if err != nil {
			return err
		}
		log, start := &g.s.Brokers[b].Log, int(g.s.Brokers[b].Start)
		for i, name := range list {
			value, _ := g.x.labels.value(name)
			r := kafka.NewRecord(epochs[i], value)
			switch {
			case slices.Contains(log.Records[:start+i], r):
				return fmt.Errorf("%s is in it twice", name)
			case of[value] != 0 && of[value] != r:
				return fmt.Errorf("%s is of epoch %d here and of epoch %d in another log; a record has one epoch, so give one of them another name",
					name, r.Epoch(), of[value].Epoch())
			}
			of[value], log.Records[start+i], log.End = r, r, kafka.Offset(start+i+1)
		}
		return nil
	})
	g.each("epochs", func(at model.Given, b int) error {
		x := &g.s.Brokers[b]
		if n, has := len(words(at.Values)), int(x.Log.End-x.Start); n != has && len(g.problems) == 0 {
			return fmt.Errorf("there are %d, and its log has %d records; give one for each", n, has)
		}
		return nil
	})
}

// epochsOf are the epochs of the records of a broker: 0, where nothing is given.
func (g *beginning) epochsOf(b, n int) (list []kafka.Epoch, err error) {
	list = make([]kafka.Epoch, n)
	g.each("epochs", func(at model.Given, of int) error {
		given := words(at.Values)
		if of != b || len(given) != n {
			return nil
		}
		for i, w := range given {
			if err := number8(model.Given{Key: "epochs", Values: []string{w}}, &list[i], kafka.MaxLeaderEpoch); err != nil {
				return err
			}
			if i > 0 && list[i] < list[i-1] {
				return fmt.Errorf("epoch %d comes after epoch %d; those of a log never fall", list[i], list[i-1])
			}
		}
		return nil
	})
	return list, nil
}

// files reads what else is on disk.
func (g *beginning) files() {
	for b := range g.x.p.Brokers {
		g.s.Brokers[b].HW = g.s.Brokers[b].Start
	}
	g.each("hw", g.highWatermark)
	for b := range g.x.p.Brokers {
		x := &g.s.Brokers[b]
		x.Cache, x.Checkpoint, x.Flushed = g.x.p.Entries(x), x.HW, x.Log.End
	}
	g.each("flushed", func(at model.Given, b int) error { return g.offset(at, b, &g.s.Brokers[b].Flushed) })
	g.each("checkpoint", func(at model.Given, b int) error { return number8(at, &g.s.Brokers[b].Checkpoint, kafka.Capacity) })
	for b := range g.x.p.Brokers { // who is down comes back with what is on disk
		if x := &g.s.Brokers[b]; x.Down() && !g.has("hw", b) {
			if x.HW = min(x.Checkpoint, x.Log.End); g.x.p.HWStaysAboveStart {
				x.HW = max(x.HW, x.Start)
			}
		}
	}
	g.each("clean", func(at model.Given, b int) error {
		if !g.s.Brokers[b].Down() {
			return fmt.Errorf("b%d runs; it has stopped cleanly only if it is down", b+1)
		}
		return flag(at, &g.s.Brokers[b].Clean)
	})
	g.each("cache", func(at model.Given, b int) error { return g.cache(at, &g.s.Brokers[b]) })
}

// highWatermark reads a high watermark, which may be -1 where a log may begin above it: a
// leader's is, and what its followers take over of it.
func (g *beginning) highWatermark(at model.Given, b int) error {
	x := &g.s.Brokers[b]
	if x.NoHW = g.x.p.KeepsStarts && !g.x.p.HWStaysAboveStart && strings.Join(at.Values, "") == "-1"; x.NoHW {
		x.HW = 0
		return nil
	}
	return g.offset(at, b, &x.HW)
}

// offset reads a position within a broker's log.
func (g *beginning) offset(at model.Given, b int, to *kafka.Offset) error {
	end := g.s.Brokers[b].Log.End
	err := number8(at, to, kafka.Capacity)
	if err == nil && *to > end {
		err = fmt.Errorf("%d is beyond the end of its log, which is %d", *to, end)
	}
	return err
}

// cache reads an epoch cache: pairs of an epoch and its start.
func (g *beginning) cache(at model.Given, x *state) error {
	if _, err := asEpochs(g.x, at.Values); err != nil {
		return err
	}
	flat := words([]string{strings.ReplaceAll(strings.Join(at.Values, ","), ":", " ")})
	x.Cache = kafka.Cache{}
	last, lastStart := -1, kafka.Offset(0)
	for i := 0; i < len(flat); i += 2 {
		var e kafka.Epoch
		var start kafka.Offset
		if err := number8(model.Given{Key: "cache", Values: flat[i : i+1]}, &e, kafka.MaxLeaderEpoch); err != nil {
			return err
		}
		if err := number8(model.Given{Key: "cache", Values: flat[i+1 : i+2]}, &start, kafka.Capacity); err != nil {
			return err
		}
		switch {
		case start > x.Log.End:
			return fmt.Errorf("epoch %d starts at %d, beyond the end of the log, which is %d", e, start, x.Log.End)
		case int(e) <= last || start < lastStart:
			return fmt.Errorf("the entry of epoch %d does not continue the one before; epochs rise, and their starts do not fall", e)
		}
		x.Cache[e], last, lastStart = kafka.Know(start), int(e), start
	}
	return nil
}

// values reads a set of records.
func (g *beginning) values(at model.Given, to *kafka.Values) error {
	*to = 0
	for _, name := range g.records(at) {
		value, known := g.x.labels.value(name)
		if !known {
			return fmt.Errorf("no log has a record %q", name)
		}
		*to |= 1 << value
	}
	return nil
}

// prefix reads records in the order of their offsets; r0 is one that was deleted.
func (g *beginning) prefix(at model.Given, to *kafka.Log) error {
	*to = kafka.Log{}
	for i, name := range g.records(at) {
		r, known := g.record(name)
		switch {
		case !known:
			return fmt.Errorf("no log has a record %q", name)
		case r != 0 && slices.Contains(to.Records[:i], r):
			return fmt.Errorf("%s is in it twice", name)
		}
		to.Records[i], to.End = r, kafka.Offset(i+1)
	}
	return nil
}

// record finds a record by its name, in any log.
func (g *beginning) record(name string) (kafka.Record, bool) {
	value, _ := g.x.labels.value(name)
	if value == 0 {
		return 0, name == value.String()
	}
	for b := range g.x.p.Brokers {
		log := &g.s.Brokers[b].Log
		for _, r := range log.Records[:log.End] {
			if r.Value() == value {
				return r, true
			}
		}
	}
	return 0, false
}

// clients reads what was committed and what clients were told.
func (g *beginning) clients() {
	gh := &g.s.Ghosts
	gh.Commit(g.ledBy())
	g.each("committed", func(at model.Given, _ int) error { return g.prefix(at, &gh.Committed) })
	gh.GiveUp(g.s.Brokers[:g.x.p.Brokers])
	g.each("consumed", func(at model.Given, _ int) error { return g.prefix(at, &gh.Consumed) })
	g.each("acked", func(at model.Given, _ int) error { return g.values(at, &gh.AckedAll) })
	g.each("acked_by_leader", func(at model.Given, _ int) error { return g.values(at, &gh.AckedOne) })
	g.each("refused_after_append", func(at model.Given, _ int) error { return g.values(at, &gh.Nacked) })
}

// ledBy are the brokers whose high watermark says what is committed: those who lead, and
// whom the controller calls the leader, or all where there is none; the one that covers
// most comes first.
func (g *beginning) ledBy() (all []*state) {
	leads := func(b int) bool {
		return g.s.Brokers[b].Role == kafka.Leader || g.s.Controller.Leader == kafka.NodeOf(b)
	}
	some := false
	for b := range g.x.p.Brokers {
		some = some || leads(b)
	}
	for b := range g.x.p.Brokers {
		if leads(b) || !some {
			all = append(all, &g.s.Brokers[b])
		}
	}
	slices.SortStableFunc(all, func(a, b *state) int { return cmp.Compare(b.HW, a.HW) })
	return all
}
