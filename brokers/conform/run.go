package main

import (
	"fmt"
	"slices"
	"strings"

	"mc/model/kafka"
)

// How a schedule ended.
const (
	agreed    = "equal to the end"
	spent     = "ended by a spent budget of the model"
	staleList = "ended where the controller's index of eligible leaders is stale"
	follows   = "ended where a stopping follower hears of settings alone and goes on fetching"
	refilled  = "ended where recovery fills a cache that has no epoch left"
	differed  = "different"
)

// ends are all of them, in the order in which they are told.
var ends = []string{agreed, spent, staleList, follows, refilled, differed}

// outcome is one schedule on model and brokers.
type outcome struct {
	End         string
	Compared    int // steps, up to the difference and with it
	Differences []difference
	Before      *snapshot // the brokers before the last step that was compared
	Brokers     *snapshot // and after it
}

// run takes a path on the brokers and compares after every step.
func (y *system) run(b brokers, p *path, budgetSpent bool) (*outcome, error) {
	out := &outcome{End: agreed}
	if budgetSpent {
		out.End = spent
	}
	commands, last := y.script(p)
	step := 0 // the next to be compared, counted from the start as 0
	refused := ""
	err := b.play(y.begin, commands, func(i int, s *snapshot) bool {
		if s.Refused != "" && refused == "" {
			refused = s.Refused
		}
		if i != last[step] {
			return true
		}
		s.Refused = refused
		y.teller.step(step, y.text(p, step), s)
		out.Compared = step
		out.Before, out.Brokers = out.Brokers, s
		out.Differences = y.judge(p, step, s)
		refused = ""
		step++
		return out.Differences == nil && step < len(last)
	})
	if out.Differences != nil {
		out.End = y.kind(p, out)
	}
	return out, err
}

// text is step n of a path; the start, number 0, has none.
func (y *system) text(p *path, n int) string {
	if n == 0 {
		return ""
	}
	return y.model.Text(p.Steps[n-1].Action)
}

// script is a path as commands, with the number of the last command of each
// step; the start is number 0.
func (y *system) script(p *path) (commands []command, last []int) {
	last = []int{0}
	before := &p.Start
	for i := range p.Steps {
		commands = append(commands, y.commands(before, p.Steps[i])...)
		last = append(last, len(commands))
		before = &p.Steps[i].After
	}
	return commands, last
}

// judge compares the state after step n of a path.
func (y *system) judge(p *path, n int, brokers *snapshot) []difference {
	if n == 0 {
		model := facts(y.Protocol, &p.Start)
		excuse(y.Protocol, &p.Start, -1, model, brokers)
		return compare(model, brokers)
	}
	t, before := &p.Steps[n-1], &p.Start
	if n > 1 {
		before = &p.Steps[n-2].After
	}
	model := facts(y.Protocol, &t.After)
	y.told(t.Action, before, model)
	excuse(y.Protocol, &t.After, y.acting(t.Action), model, brokers)
	return compare(model, brokers)
}

// kind tells a difference that nobody has explained from those that are known.
func (y *system) kind(p *path, out *outcome) string {
	for _, e := range explanations {
		if out.Compared > 0 && e.holds(y, p, out) {
			return e.end
		}
	}
	return differed
}

// explanation is a known reason for a difference; a schedule ends there.
type explanation struct {
	end   string
	holds func(y *system, p *path, out *outcome) bool
}

var explanations = []explanation{
	// Clearing the ELR of a topic leaves its members in the controller's index;
	// one that joins the ELR again is there twice. When such a broker registers,
	// the controller changes a partition that it need not change, or changes it twice.
	{staleList, func(y *system, p *path, out *outcome) bool {
		last := p.Steps[out.Compared-1].Action
		registers := y.rule(last) == "Restart" || y.rule(last) == "Register"
		return registers && out.Before != nil && slices.Contains(out.Before.StaleInElrIndex, y.acting(last)+1) &&
			out.only("controller", "leader", "epoch", "partition_epoch", "isr", "elr", "last_known")
	}},
	// Where all of a log has been deleted its cache has an entry at its end, which loading it
	// removes. Recovery goes through the file first, which has the records yet, and enters their
	// epochs if there are none: so a log that is recovered a second time has them again.
	{refilled, (*system).refillsCache},
	// A follower keeps no partition epoch in the model. A stopping one outside the
	// ISR gives up its fetcher there with any news, and with Kafka only with news of
	// the partition.
	{follows, func(y *system, p *path, out *outcome) bool {
		n := out.Compared
		b := y.acting(p.Steps[n-1].Action)
		if n < 2 || y.rule(p.Steps[n-1].Action) != "Learn" || b < 0 || p.Steps[n-2].After.Brokers[b].Role != kafka.Follower {
			return false
		}
		return y.knows(p, b, n-1) == p.Steps[n-1].After.Controller.Version &&
			out.only(fmt.Sprintf("b%d", b+1), "hw", "leo", "log_start", "log", "cache")
	}},
}

// refillsCache reports a broker that has come back after a kill, whose cache is empty in the model
// and is not at the brokers, where records are deleted.
func (y *system) refillsCache(p *path, out *outcome) bool {
	last := &p.Steps[out.Compared-1]
	b := y.acting(last.Action)
	if rule := y.rule(last.Action); rule != "Restart" && rule != "Start" {
		return false
	}
	cache := y.CacheOf(&last.After.Brokers[b])
	_, any := cache.Latest()
	x := &out.Brokers.Brokers[b]
	return y.KeepsStarts && !any && x.LEO > 0 && len(x.Cache) > 0 && out.only(fmt.Sprintf("b%d", b+1), "cache")
}

// knows is the partition epoch that broker b has heard of in the first n steps.
func (y *system) knows(p *path, b, n int) kafka.Version {
	for i := n - 1; i >= 0; i-- {
		if y.rule(p.Steps[i].Action) == "Learn" && y.acting(p.Steps[i].Action) == b {
			return p.Steps[i].After.Controller.Version
		}
	}
	return p.Start.Controller.Version
}

// only reports that no other fields than these, of one place, differ.
func (o *outcome) only(where string, fields ...string) bool {
	return !slices.ContainsFunc(o.Differences, func(d difference) bool {
		return d.Where != where || !slices.Contains(fields, d.Field)
	})
}

// key is what two differences have in common that are one: the rule and the
// fields.
func (y *system) key(p *path, out *outcome) string {
	names := []string{}
	for _, d := range out.Differences {
		where := d.Where
		if strings.HasPrefix(where, "b") && where != "brokers" {
			where = "broker"
		}
		if name := where + "." + d.Field; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	rule := "start"
	if out.Compared > 0 {
		rule = y.rule(p.Steps[out.Compared-1].Action)
	}
	return rule + ": " + strings.Join(names, ", ")
}
