package script

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// allowances are what is no mistake where it is meant.
var allowances = []schedule.Word{
	{Name: "leader-fenced", Doc: "The leader is fenced."},
	{Name: "leader-outside-isr", Doc: "The leader is no member of the ISR."},
	{Name: "fenced-in-isr", Doc: "A fenced broker is in the ISR, beside others, and somebody leads."},
	{Name: "cache-differs", Doc: "An epoch cache is not what its log amounts to."},
	{Name: "checkpoint-beyond-log", Doc: "A high watermark on disk is beyond the end of the log."},
	{Name: "hw-below-log-start", Doc: "A log begins above its high watermark."},
	{Name: "logs-differ", Doc: "Two logs differ below the high watermarks of both."},
	{Name: "records-ahead", Doc: "A record is of a later epoch than the leader's."},
}

func allowanceNames() (names []string) {
	for _, a := range allowances {
		names = append(names, a.Name)
	}
	return names
}

// unless complains of what is a mistake unless a word allows it.
func (g *beginning) unless(allowance string, at model.Given, format string, args ...any) {
	if slices.Contains(g.allowed(), allowance) {
		g.although = append(g.although, allowance)
		return
	}
	g.complain(at, "init: %s; if that is meant, add %s to although", fmt.Sprintf(format, args...), allowance)
}

func (g *beginning) allowed() (list []string) {
	g.each("although", func(at model.Given, _ int) error {
		list = words(at.Values)
		return nil
	})
	return list
}

// bounds complains of what the bounds of the run leave no room for.
func (g *beginning) bounds(v model.Values) {
	if n, most := int(g.s.Used.Records), v["records"]; n > most {
		g.complain(model.Given{Key: "log"}, "init: the logs have %d records, and records: %d bounds those of the start too; give more", n, most)
	}
	for _, key := range []string{"checkpoint", "known_leo", "epoch_start"} { // they may be beyond a log that was longer
		g.each(key, func(at model.Given, _ int) error {
			var o kafka.Offset
			if strings.Join(at.Values, "") == "unknown" {
				return nil
			}
			return number8(at, &o, v["records"])
		})
	}
	g.spent(v)
	most, at := v["max_leader_epoch"], model.Given{Key: "leader_epoch"}
	last := int(g.s.Controller.Epoch)
	for b := range g.x.p.Brokers {
		x := &g.s.Brokers[b]
		last = max(last, int(x.Epoch))
		for _, r := range x.Log.Records[:x.Log.End] {
			last = max(last, int(r.Epoch()))
		}
		for e := range x.Cache {
			if x.Cache[e].Known() {
				last = max(last, e)
			}
		}
	}
	if last > most {
		g.complain(at, "init: it has leader epoch %d, and max_leader_epoch is %d; give more", last, most)
	}
}

// spent counts what has happened before the start as the run counts it: who is down was
// killed, or stopped cleanly, and who is fenced has lost its session.
func (g *beginning) spent(v model.Values) {
	c, u := &g.s.Controller, &g.s.Used
	var killed, stopped kafka.Set
	for b := range g.x.p.Brokers {
		switch x := &g.s.Brokers[b]; {
		case x.Clean:
			stopped |= kafka.Of(b)
		case x.Down():
			killed |= kafka.Of(b)
		}
	}
	count := func(to *uint8, budget, key string, who kafka.Set, is string) {
		*to = uint8(who.Len())
		if who.Len() > v[budget] {
			g.complain(model.Given{Key: key}, "init: %s %s at the start, and %s: %d counts that too; give at least %d", who, is, budget, v[budget], who.Len())
		}
	}
	count(&u.Kills, "kills", "role", killed, "down")
	count(&u.CleanStops, "clean_stops", "clean", stopped|c.ShuttingDown, "stopped or stopping")
	count(&u.Fences, "fences", "fenced", c.Fenced&^stopped, "fenced")
}

// sense complains of states that no cluster comes to, unless they are meant.
func (g *beginning) sense() {
	g.ofController()
	for b := range g.x.p.Brokers {
		g.ofBroker(b)
		for o := range b {
			g.ofTwo(o, b)
		}
	}
	for _, word := range g.allowed() {
		switch {
		case !slices.Contains(allowanceNames(), word):
			g.complain(model.Given{Key: "although"}, "init: nothing is called %q%s; the words here are %s", word,
				model.DidYouMean(word, allowanceNames()), strings.Join(allowanceNames(), ", "))
		case !slices.Contains(g.although, word):
			g.complain(model.Given{Key: "although"}, "init: although %s: that is not so; drop it", word)
		}
	}
}

func (g *beginning) ofController() {
	c, p := &g.s.Controller, g.x.p
	isr := model.Given{Key: "isr"}
	switch l := c.Leader.Index(); {
	case c.Isr == 0 && !p.Elr:
		g.complain(isr, "init: the ISR is empty, and without elr the last member stays; name one")
	case c.Isr&c.Elr != 0:
		g.complain(model.Given{Key: "elr"}, "init: %s is in the ISR and the ELR; it is in one of them", c.Isr&c.Elr)
	case l < 0:
	default:
		if !c.Isr.Has(l) {
			g.unless("leader-outside-isr", isr, "leader %s is not in the ISR", c.Leader)
		}
		if c.Fenced.Has(l) {
			g.unless("leader-fenced", model.Given{Key: "fenced"}, "leader %s is fenced", c.Leader)
		} else if c.Isr&c.Fenced != 0 {
			g.unless("fenced-in-isr", isr, "%s is fenced and in the ISR", c.Isr&c.Fenced)
		}
	}
}

func (g *beginning) ofBroker(b int) {
	x, c, p := &g.s.Brokers[b], &g.s.Controller, g.x.p
	of := func(key string) model.Given { return model.Given{Key: key, Of: name(uint8(b))} }
	switch running := x.Role == kafka.Follower || x.Role == kafka.Leader; {
	case x.Epoch > c.Epoch:
		g.complain(of("epoch"), "init: %s knows leader epoch %d, and the controller's is %d", name(uint8(b)), x.Epoch, c.Epoch)
	case running && x.Epoch == c.Epoch && x.Leader != c.Leader:
		g.complain(of("role"), "init: %s knows leader epoch %d with leader %s, and the controller's has %s; give it an older epoch",
			name(uint8(b)), x.Epoch, x.Leader, c.Leader)
	case x.Role == kafka.Follower && x.Leader == kafka.NodeOf(b):
		g.complain(of("follows"), "init: %s follows itself", name(uint8(b)))
	case x.Role == kafka.Leader && !x.Isr.Has(b) && x.Isr != c.Isr:
		g.complain(of("known_isr"), "init: %s leads and is not in the ISR that it knows", name(uint8(b)))
	}
	if x.Checkpoint > x.Log.End {
		g.unless("checkpoint-beyond-log", of("checkpoint"), "the high watermark of %s on disk is %d, and its log ends at %d", name(uint8(b)), x.Checkpoint, x.Log.End)
	}
	if x.HW < x.Start && !x.NoHW {
		g.unless("hw-below-log-start", of("hw"), "the high watermark of %s is %d, and its log begins at %d", name(uint8(b)), x.HW, x.Start)
	}
	for _, r := range x.Log.Records[:x.Log.End] {
		if r.Epoch() > c.Epoch {
			g.unless("records-ahead", of("epochs"), "%s of %s is of epoch %d, and the leader's is %d", g.x.labels.of(r.Value()), name(uint8(b)), r.Epoch(), c.Epoch)
		}
	}
	if own := p.Entries(x); x.Cache != (kafka.Cache{}) && !continues(x.Cache, own, x) || x.Cache == (kafka.Cache{}) && g.has("cache", b) && own != x.Cache {
		g.unless("cache-differs", of("cache"), "the epoch cache of %s is %s, and its log has %s", name(uint8(b)), listed(epochs(x.Cache)), listed(epochs(own)))
	}
}

// continues reports a cache that has what the log amounts to, and at its end, or not,
// an epoch that was led and not written in.
func continues(c, own kafka.Cache, x *state) bool {
	log := x.Log
	last := kafka.Epoch(0)
	for _, r := range log.Records[:log.End] {
		last = max(last, r.Epoch())
	}
	for e := range c {
		switch start, has := c.Start(kafka.Epoch(e)); {
		case c[e] == own[e]:
		case has && start == log.End && (log.End == x.Start || kafka.Epoch(e) > last):
		case !has && own[e].Is(log.End):
		default:
			return false
		}
	}
	return true
}

// ofTwo complains of two brokers that cannot be beside each other.
func (g *beginning) ofTwo(a, b int) {
	x, y := &g.s.Brokers[a], &g.s.Brokers[b]
	if x.Role == kafka.Leader && y.Role == kafka.Leader && x.Epoch == y.Epoch {
		g.complain(model.Given{Key: "role", Of: name(uint8(b))}, "init: %s and %s both lead epoch %d; give one of them an older epoch",
			name(uint8(a)), name(uint8(b)), x.Epoch)
	}
	for o := max(x.Start, y.Start); o < min(x.HW, y.HW); o++ {
		if x.Log.Records[o] != y.Log.Records[o] {
			g.unless("logs-differ", model.Given{Key: "log", Of: name(uint8(b))}, "%s has %s at offset %d, below its high watermark, and %s has %s",
				name(uint8(b)), g.x.labels.of(y.Log.Records[o].Value()), o, name(uint8(a)), g.x.labels.of(x.Log.Records[o].Value()))
			return
		}
	}
}

// seen complains of what was given and is not seen in the state that became of it: what
// this run does not keep, or another word says otherwise.
func (g *beginning) seen(m *model.Model[kafka.State]) {
	s, err := schedule.Begin(m)
	if err != nil {
		g.complain(model.Given{}, "init: %v", err)
		return
	}
	x := &Player{Session: s, p: g.x.p, labels: g.x.labels}
	for _, at := range g.given {
		if at.Key == "although" {
			continue
		}
		switch want, seen, err := x.Look(schedule.Want(at)); {
		case err != nil:
			g.complain(at, "init: %v", err)
		case want != seen:
			g.complain(at, "init: %s is %s, and would be %s: this run does not keep it, because no budget, switch or axis makes anything of it, or another word here says otherwise",
				at.Name(), want, seen)
		}
	}
}
