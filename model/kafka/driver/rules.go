package driver

import (
	"mc/model"
	"mc/model/kafka"
)

// kind says what is done on a cluster about a step of a rule.
type kind uint8

const (
	impossible kind = iota // there is no operation for it
	operation
	silent // it happens by itself
)

// rule is what a driver knows of a rule of the model.
type rule struct {
	kind   kind
	client bool // an operation of clients, which may come earlier than what others do

	// runs reports whether a silent step is one of the processes that are not held, and
	// whether an operation can be carried out while some are.
	runs func(n *node, s *kafka.State, a model.Action) bool
}

// rules are those with which something can be done. What is missing is impossible.
var rules = map[string]rule{
	"Fetch":                {kind: silent, runs: fetches},
	"FetchEarly":           {kind: silent, runs: fetches},
	"FetchWaits":           {kind: silent, runs: fetches},
	"Respond":              {kind: silent, runs: first},
	"Learn":                {kind: silent, runs: first},
	"AlterPartition":       {kind: silent, runs: always},
	"LateAlterPartition":   {kind: silent, runs: always},
	"AlterPartitionAnswer": {kind: silent, runs: first},
	"AckCheck":             {kind: silent, runs: first},
	"Unfence":              {kind: silent, runs: first},
	"Register":             {kind: silent, runs: first},
	"Stop":                 {kind: silent, runs: first},
	"LagTimeout":           {kind: silent, runs: never},

	"Produce":       {kind: operation, client: true, runs: first},
	"Read":          {kind: operation, client: true, runs: first},
	"Elect":         {kind: operation, runs: always},
	"ProposeShrink": {kind: operation, runs: shrinks},
	"Fence":         {kind: operation, runs: expires},
	"ShutDown":      {kind: operation, runs: first},
	"Kill":          {kind: operation, runs: always},
	"LossyCrash":    {kind: operation, runs: always},
	"Restart":       {kind: operation, runs: always},
	"Start":         {kind: operation, runs: always},
	"RemoveReplica": {kind: operation, runs: always},
	"ChangeMinIsr":  {kind: operation, runs: always},
}

func always(*node, *kafka.State, model.Action) bool { return true }
func never(*node, *kafka.State, model.Action) bool  { return false }

// first is a step of the process that it names first.
func first(n *node, _ *kafka.State, a model.Action) bool { return !n.held.Has(int(a.Args[0])) }

// fetches is a step of a follower and of its leader; a request that has been sent is taken
// even if the follower is held by now.
func fetches(n *node, s *kafka.State, a model.Action) bool {
	f := int(a.Args[0])
	l := s.Brokers[f].Leader
	return (!n.held.Has(f) || n.asked.Has(f)) && l != kafka.Nobody && !n.held.Has(l.Index())
}

// shrinks takes out followers that are held, or do not run.
func shrinks(n *node, s *kafka.State, a model.Action) bool {
	for f := range kafka.MaxBrokers {
		if kafka.Set(a.Args[1]).Has(f) && !n.held.Has(f) && !s.Brokers[f].Down() {
			return false
		}
	}
	return first(n, s, a)
}

// expires ends the session of who has been silent for longest.
func expires(n *node, _ *kafka.State, a model.Action) bool {
	return len(n.silent) > 0 && n.silent[0] == a.Args[0]
}
