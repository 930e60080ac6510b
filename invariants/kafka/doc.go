// Package kafka is the catalogue of what the Kafka model is to guarantee, one
// file per family. Every property has a name of words and the short number
// (K01a, ...) of the literature as an alias; its Doc says when it may fail.
//
// Two families carry the others: committed offsets are never lost
// (committed.go) and the high watermark never exceeds an ISR member's LEO
// (highwatermark.go). Each is several different claims, kept apart by name.
package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// State is the state that the properties speak of.
type State = kafka.State

type property = model.Property[State]

// catalogue collects the properties of one protocol.
type catalogue struct {
	p      *kafka.Protocol
	can    func(rule string) bool // the run has not left the rule out
	family string
	list   []property
}

// Properties is the catalogue for protocol p, in a run with the rules that can
// reports.
func Properties(p *kafka.Protocol, can func(rule string) bool) []model.Property[State] {
	c := &catalogue{p: p, can: can}
	c.committedFamily()
	c.hwFamily()
	c.hwStepFamily()
	c.logFamily()
	c.logStartFamily()
	c.tierFamily()
	c.leaderViewFamily()
	c.controllerFamily()
	c.elrFamily()
	c.clientFamily()
	c.readerFamily()
	c.transactionFamily()
	c.progressFamily()
	c.livenessFamily()
	return c.list
}

// Template is the Kafka model with its catalogue.
var Template = withProperties(kafka.Template)

func withProperties(t *model.Template[State]) *model.Template[State] {
	out := *t
	out.Impacts = Impacts
	out.New = func(v model.Values) (*model.Model[State], error) {
		p, err := kafka.NewProtocol(v)
		if err != nil {
			return nil, err
		}
		m := p.Model()
		m.Fairness = Fairness(p, m)
		m.Claims = func(can func(string) bool) []property {
			list := Properties(p, can)
			for i := range list {
				if list[i].Kind.Temporal() {
					list[i].Fair = m.Fairness[0]
				}
			}
			return list
		}
		m.Properties, m.Liveness = m.Claims(func(string) bool { return true }), liveness
		return m, nil
	}
	return &out
}

func (c *catalogue) add(p property, aliases []string, ref string) *property {
	p.Aliases, p.Ref, p.Family, p.Impact = aliases, ref, c.family, impacts[p.Name]
	c.list = append(c.list, p)
	return &c.list[len(c.list)-1]
}

func (c *catalogue) always(name string, aliases []string, ref, doc string, check func(*State) error) *property {
	return c.add(model.Invariant(name, doc, check), aliases, ref)
}

func (c *catalogue) step(name string, aliases []string, ref, doc string, check func(before *State, a model.Action, after *State) error) *property {
	return c.add(model.ActionProperty(name, doc, check), aliases, ref)
}

func (c *catalogue) goal(name string, aliases []string, ref, doc string, goal func(*State) bool) *property {
	return c.add(model.Goal(name, doc, goal), aliases, ref)
}

// Conditions that several claims need.
const (
	acksKept    = "track_acks=with-hw|separate"
	acksAllSent = "acks=all|any"
)

// needs says what the last property needs of the run's constants to be about
// anything.
func (c *catalogue) needs(conditions ...string) { c.list[len(c.list)-1].Needs = conditions }

// promisedIf keeps the last property out of the default set of protocols
// that do not promise it.
func (c *catalogue) promisedIf(promised bool) {
	c.list[len(c.list)-1].OnRequest = !promised
}

// fenced reports a protocol of generation kip-320 or later, in which most of
// the claims about logs hold.
func (c *catalogue) fenced() bool { return c.p.FenceFetch && c.p.RegisterEpochOnElection }

// trueLeader is the broker that leads and knows it.
func (c *catalogue) trueLeader(s *State) (int, bool) {
	l := s.Controller.Leader.Index()
	return l, l >= 0 && s.Brokers[l].Role == kafka.Leader && s.Brokers[l].Epoch == s.Controller.Epoch
}
