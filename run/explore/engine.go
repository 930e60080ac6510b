package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"mc/model"
	"mc/run/assess"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
	"mc/traces"
)

// Engine answers questions about the models of a suite. It may be asked several at a
// time.
type Engine struct {
	suite   *suite.Suite
	version string
	know    *assess.Know // nil: the suite has no form

	// Own is a spec that does not come with the program; nil: there is none.
	Own *specfile.Spec
	// Opening is what the explorer was started with; nil: nothing.
	Opening *Opening
	// Workers and Memory are those of every search; 0: what the engine takes itself.
	Workers int
	Memory  uint64
	// Command words what shows a run of an assessment; it may be nil.
	Command func(set map[string]string, model, property, goal string) string

	mutex sync.Mutex
	built []*place // that were asked about lately, the last first
}

// New is an engine for what a suite has; version is that of the program.
func New(s *suite.Suite, version string) *Engine {
	e := &Engine{suite: s, version: version}
	if know, err := assess.Read(s); err == nil {
		e.know = know
	}
	return e
}

// lately bounds the places that are kept.
const lately = 6

// Serve answers one question in JSON. Reply is called for each line of the answer, from
// one goroutine at a time: progress, and at the end the answer or an error.
func (e *Engine) Serve(ctx context.Context, question []byte, reply func(line []byte)) {
	say := func(r Reply) {
		line, err := json.Marshal(r)
		if err != nil { // an answer is made of plain values
			line, _ = json.Marshal(Reply{Error: "explore: " + err.Error()})
		}
		reply(line)
	}
	var q Question
	if err := json.Unmarshal(question, &q); err != nil {
		say(Reply{Error: fmt.Sprintf("the question is no JSON of this version (%v); load the page again", err)})
		return
	}
	answer, err := e.Answer(ctx, q, func(p Progress) { say(Reply{Progress: &p}) })
	if err != nil {
		say(Reply{Error: err.Error()})
		return
	}
	say(Reply{Answer: answer})
}

// Answer answers one question.
func (e *Engine) Answer(ctx context.Context, q Question, progress func(Progress)) (any, error) {
	switch q.Op {
	case AskHome:
		return e.home(), nil
	case AskForm:
		return e.form()
	case AskAssess:
		return e.assess(ctx, q, progress)
	}
	p, err := e.at(q.Place)
	if err != nil {
		return nil, err
	}
	switch q.Op {
	case AskPlace:
		return e.setting(p)
	case AskAt:
		return p.where(q.Steps, q.From)
	case AskSeek:
		return e.seek(ctx, p, q, progress)
	case AskWorlds:
		return e.worlds(p, q)
	case AskCheck:
		return e.check(ctx, p, q, progress)
	case AskSave:
		return e.save(p, q)
	}
	return nil, fmt.Errorf("there is no question %q; load the page again", q.Op)
}

// at is the place that a question is about, built once.
func (e *Engine) at(asked Place) (*place, error) {
	key, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	i := slices.IndexFunc(e.built, func(p *place) bool { return p.key == string(key) })
	if i >= 0 {
		found := e.built[i]
		e.built = slices.Insert(slices.Delete(e.built, i, i+1), 0, found)
		return found, nil
	}
	p, err := e.build(asked)
	if err != nil {
		return nil, err
	}
	p.key = string(key)
	e.built = append([]*place{p}, e.built[:min(len(e.built), lately-1)]...)
	return p, nil
}

// follow takes the course of a place to where a question is; who calls it has the place
// to himself. What cannot be taken is said.
func (p *place) follow(steps []string) (*Halt, error) {
	err := p.session.Follow(steps)
	var stopped *registry.Stopped
	if !errors.As(err, &stopped) {
		return nil, err
	}
	halt := &Halt{Step: stopped.Step, Name: stopped.Name}
	for _, r := range p.impossible(p.session.View()) {
		if r.Name == stopped.Name {
			halt.Why = r.Why
		}
	}
	return halt, nil
}

// trace is the course of a place as a file, about the worst that it comes to.
func (p *place) trace(e *Engine) (*traces.File, error) {
	meta := traces.Meta{MC: e.version, Verdict: model.Inconclusive, Constants: p.spec.Constants(), Without: p.spec.Without,
		Spec: traces.Spec{Name: p.spec.Name, Title: p.spec.Title, Hash: p.spec.Hash, Refs: p.spec.Refs}}
	worst, err := p.worst()
	if err != nil {
		return nil, err
	}
	if worst != nil {
		meta.Property, meta.Verdict = worst.Name, model.Violated
		if goal(*worst) {
			meta.Verdict = model.Reached
		}
	}
	return p.session.File(meta)
}

// worst is the claim that the end of the course decides: of the worst impact, those that
// the spec is about first; nil if there is none.
func (p *place) worst() (*registry.Property, error) {
	var found *registry.Property
	rank := func(c *registry.Property) int {
		n := 2 * p.entry.Impacts().Rank(c.Impact)
		if slices.Contains(p.spec.Check, c.Name) {
			n--
		}
		return n
	}
	for i := range p.claims {
		c := &p.claims[i]
		if found != nil && rank(found) <= rank(c) {
			continue
		}
		judged, err := p.session.Judge(c.Name)
		if err != nil {
			return nil, err
		}
		if judged.Decided {
			found = c
		}
	}
	return found, nil
}
