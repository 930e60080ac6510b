package main

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

type (
	path = model.Path[kafka.State]
	step = model.Transition[kafka.State]
)

// command is a step as the harness takes it.
type command struct {
	Rule string   `json:"rule"`
	Args []string `json:"args,omitempty"`
}

// system is the model under one choice of constants, with what the harness has
// to know of them.
type system struct {
	*kafka.Protocol
	model  *model.Model[kafka.State]
	values model.Values

	profile string  // whose constants these are
	begin   start   // the cluster that the brokers are
	teller  *teller // tells of every step; nil says nothing
	twist   twist   // what a seeded fault does to a step; nil does nothing

	gatherer *model.Gatherer[kafka.State]
	found    []step // by the gatherer
}

func newGatherer(y *system) *model.Gatherer[kafka.State] {
	return model.NewSteps(func(a model.Action, s *kafka.State) { y.found = append(y.found, step{Action: a, After: *s}) })
}

// twist changes the state after a step of the model.
type twist func(y *system, rule string, before, after *kafka.State)

// start begins a cluster like the model's.
type start struct {
	Replicas       int  `json:"replicas"`
	MinIsr         int  `json:"min_isr"`
	BrokerMinIsr   int  `json:"broker_min_isr"`
	Elr            bool `json:"elr"`
	Unclean        bool `json:"unclean"`
	FetchRecords   int  `json:"fetch_records"`
	Checkpoints    bool `json:"checkpoints"`
	FlushEachWrite bool `json:"flush_each_write"`
}

func (y *system) cluster() start {
	return start{
		Replicas: y.Brokers, MinIsr: y.MinIsr, BrokerMinIsr: y.BrokerMinIsr, Elr: y.Elr, Unclean: y.UncleanAllowed(),
		FetchRecords: y.values["fetch_records"], Checkpoints: y.values["checkpoints"] > 0, FlushEachWrite: y.FsyncEachWrite,
	}
}

// rule is the name of a step's rule.
func (y *system) rule(a model.Action) string { return y.model.Rules[a.Rule].Name }

// args are a step's arguments as texts.
func (y *system) args(a model.Action) (list []string) {
	for i, p := range y.model.Rules[a.Rule].Params {
		list = append(list, p.Text(a.Args[i]))
	}
	return list
}

// acting is the index of the broker that a step is about, or -1.
func (y *system) acting(a model.Action) int {
	params := y.model.Rules[a.Rule].Params
	if len(params) == 0 || params[0].Text(0) != "b1" {
		return -1
	}
	return int(a.Args[0])
}

// commands are what the harness does for a step. An answer that the model drops
// when its receiver learns of a new epoch is on its way in Kafka, and arrives.
func (y *system) commands(before *kafka.State, t step) []command {
	c := command{y.rule(t.Action), y.args(t.Action)}
	switch c.Rule {
	case "Read":
		if !y.ConsumerReadAtomic {
			c.Rule = "BeginRead"
		}
	case "Fetch", "FetchEarly":
		if before.Brokers[t.Action.Args[0]].Response.Kind != kafka.NoResponse { // of a former leader; the model forgets it
			return []command{{"LoseFetch", c.Args}, c}
		}
	case "DeleteRecords": // which answers whoever waits for what goes
		return append(y.answered(int(t.Action.Args[0]), before, &t.After), c)
	case "Learn", "LearnOlder":
		b := t.Action.Args[0]
		list := []command{c}
		asked := before.Brokers[b].Response.Kind
		switch {
		case asked == kafka.NoResponse || t.After.Brokers[b].Response.Kind != kafka.NoResponse:
		case asked == kafka.AskedLatest: // the thread that asks holds what it takes to learn
			list = []command{{"LoseFetch", c.Args[:1]}, c}
		default:
			list = append(list, command{"Respond", c.Args[:1]})
		}
		if before.Brokers[b].Log.End > t.After.Brokers[b].Log.End { // its fetcher is about to
			list = append(list, command{"Truncate", c.Args[:1]})
		}
		return list
	}
	return []command{c}
}

// answered are the requests that a leader answers in a step, as steps of their own.
func (y *system) answered(l int, before, after *kafka.State) (list []command) {
	for _, v := range values(before.Brokers[l].Waiting &^ after.Brokers[l].Waiting) {
		list = append(list, command{"AckCheck", []string{fmt.Sprintf("b%d", l+1), fmt.Sprintf("r%d", v)}})
	}
	return list
}

// follow takes actions in turn and leaves out those that are not enabled.
func (y *system) follow(from kafka.State, actions []model.Action) *path {
	p := &path{Start: from}
	for _, a := range actions {
		last := p.Last()
		if after, enabled := y.model.Successor(&last, a); enabled {
			y.distort(a, &last, &after)
			p.Steps = append(p.Steps, step{Action: a, After: after})
		}
	}
	return p
}

// distort applies a seeded fault.
func (y *system) distort(a model.Action, before, after *kafka.State) {
	if y.twist != nil {
		y.twist(y, y.rule(a), before, after)
	}
}

func actions(p *path) (list []model.Action) {
	for _, t := range p.Steps {
		list = append(list, t.Action)
	}
	return list
}
