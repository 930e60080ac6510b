package main

import (
	"math/rand/v2"
	"slices"

	"mc/model/kafka"
)

// weights are how likely a rule is beside others that are enabled: without
// fetches in plenty nothing is ever replicated.
var weights = map[string]int{
	"Fetch": 36, "Respond": 36, "Learn": 20, "FetchEarly": 16, "Produce": 10, "AlterPartition": 10,
	"AlterPartitionAnswer": 10, "Restart": 8, "Start": 8, "Register": 8, "Resend": 8, "Unfence": 6, "ProposeShrink": 4, "AckCheck": 20, "Stop": 4,
	"LearnOlder": 40, "FinishRead": 6, "FetchWaits": 16, "AskLatest": 36,
	"AskEarliest": 24, "DeleteRecords": 8,
}

func weight(rule string) int {
	if w := weights[rule]; w > 0 {
		return w
	}
	return 2
}

// walk takes random steps from the start: a rule by weight among those that are
// enabled, then any of its steps. It ends early where the model has nothing to
// do, or where a budget of it keeps the controller from what Kafka's does.
func (y *system) walk(r *rand.Rand, steps int) (p *path, spent bool) {
	p = &path{}
	y.model.Init(func(s kafka.State) { p.Start = s })
	for len(p.Steps) < steps && !spent {
		last := p.Last()
		next := y.choose(r, &last)
		if next == nil {
			return p, true
		}
		p.Steps = append(p.Steps, *next)
		spent = y.leaderless(&next.After)
		if spent {
			p.Steps = p.Steps[:len(p.Steps)-1]
		}
	}
	return p, spent
}

// choose is one random step of a state, or nil if there is none.
func (y *system) choose(r *rand.Rand, s *kafka.State) *step {
	byRule := y.successors(s)
	total := 0
	for _, rule := range byRule {
		total += weight(y.rule(rule[0].Action))
	}
	if total == 0 {
		return nil
	}
	k := r.IntN(total)
	i := slices.IndexFunc(byRule, func(rule []step) bool {
		k -= weight(y.rule(rule[0].Action))
		return k < 0
	})
	return &byRule[i][r.IntN(len(byRule[i]))]
}

// successors are the steps of a state, by rule, in the order of the rules.
func (y *system) successors(s *kafka.State) (byRule [][]step) {
	if y.gatherer == nil {
		y.gatherer = newGatherer(y)
	}
	y.found = y.found[:0]
	y.model.Expand(s, y.gatherer)
	for _, t := range y.found {
		y.distort(t.Action, s, &t.After)
		if n := len(byRule); n > 0 && byRule[n-1][0].Action.Rule == t.Action.Rule {
			byRule[n-1] = append(byRule[n-1], t)
			continue
		}
		byRule = append(byRule, []step{t})
	}
	return byRule
}

// leaderless reports a partition that Kafka's controller would give an unclean
// leader, and the model does not because it has none left.
func (y *system) leaderless(s *kafka.State) bool {
	c := &s.Controller
	away := c.Fenced | c.ShuttingDown | c.Removed
	return y.UncleanAllowed() && c.Leader == kafka.Nobody && away.Len() < y.Brokers
}
