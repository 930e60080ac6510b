package kafka

import (
	"strings"

	"mc/model"
	"mc/model/kafka"
)

type (
	condition = model.Condition[State]
	fairness  = model.Fairness[State]
)

// Fairness are the sets of conditions that a cluster justifies, for a run with
// the rules of m. What is left out (kills, lost answers, elections, ...) happens
// finitely often, and budgets say how often.
func Fairness(p *kafka.Protocol, m *model.Model[State]) []*fairness {
	f := &fair{p: p, m: m}
	return []*fairness{
		{Name: "all", Doc: "Every broker returns, and every follower fetches.",
			Conditions: f.conditions(always, true, gone)},
		{Name: "silent", Doc: "As all, but a follower outside the ISR may fetch no more, and who lags is found to.",
			Conditions: f.conditions(inIsr, true, anybody)},
		{Name: "gone", Doc: "As all, but who left need not return, and who is fenced need not fetch.",
			Conditions: f.conditions(notFenced, false, gone)},
	}
}

// fair makes conditions, each of one broker.
type fair struct {
	p *kafka.Protocol
	m *model.Model[State]
}

// while is a condition on a broker in a state, in words and as a predicate.
type while struct {
	words string
	is    func(s *State, b int) bool
}

var (
	always    = while{}
	anybody   = while{}
	inIsr     = while{"it is in the ISR", func(s *State, b int) bool { return s.Controller.Isr.Has(b) }}
	notFenced = while{"it is not fenced", func(s *State, b int) bool { return !s.Controller.Fenced.Has(b) }}
	down      = while{"it is down", func(s *State, b int) bool { return s.Brokers[b].Down() }}
	gone      = while{"it is down or fenced", func(s *State, b int) bool {
		return s.Brokers[b].Down() || s.Controller.Fenced.Has(b)
	}}
)

// conditions are those of a set: who fetches, whether brokers return, and who is
// found to lag.
func (f *fair) conditions(fetches while, returns bool, lags while) (list []condition) {
	each := func(w while, rules ...string) {
		for _, rule := range rules {
			list = append(list, f.each(rule, w)...)
		}
	}
	each(fetches, "Fetch", "FetchEarly", "Respond", "Lookup")
	learns := always
	if !returns {
		learns = notFenced
	}
	each(learns, "Learn")
	each(always, "OtherStopped *", "StopReplica", "SendExpand", "Stop", "ReportDir", "AlterPartition", "AlterPartitionAnswer", "Resend")
	if returns {
		each(always, "Unfence", "Restart", "Start", "Register")
	}
	each(always, "WriteMarker")
	if f.has("Poll") { // a reader fetches many times before it returns to the leader
		each(always, "ReturnToLeader")
		for b := range f.p.Brokers {
			list = append(list, model.Strong[State]("Poll "+string(name(b))))
		}
	}
	if f.has("AckCheck") {
		for b := range f.p.Brokers {
			list = append(list, model.Weak[State]("AckCheck "+string(name(b))+" *"))
		}
	}
	for _, rule := range []string{"LateAlterPartition", "CompleteReassignment"} {
		if f.has(rule) {
			list = append(list, model.Weak[State](rule))
		}
	}
	each(down, "Fence")
	each(lags, "LagTimeout *")
	return append(list, f.shrinks(lags)...)
}

// has reports whether a run can fire a rule, whatever its arguments, or could if it
// had a budget. The model has all rules in every generation: a name that it does not
// know is a slip here, and panics.
func (f *fair) has(rule string) bool {
	r := &f.m.Rules[f.m.Rule(strings.TrimSuffix(rule, " *"))]
	return !r.Absent || r.Spent
}

// each is weak fairness of a rule, for each broker apart; the broker is the
// rule's last argument, but for whom the step elects, and the others are free.
func (f *fair) each(rule string, w while) (list []condition) {
	if !f.has(rule) {
		return nil
	}
	whoever := ""
	params := f.m.Rules[f.m.Rule(strings.TrimSuffix(rule, " *"))].Params
	if n := len(params); n > 0 && params[n-1].Name == kafka.Elected {
		whoever = " *"
	}
	for b := range f.p.Brokers {
		c := model.Weak[State](rule + " " + string(name(b)) + whoever)
		if w.is != nil {
			c = c.While(w.words, func(s *State) bool { return w.is(s, b) })
		}
		list = append(list, c)
	}
	return list
}

// shrinks are the removals of a broker from the ISR by whoever leads.
func (f *fair) shrinks(w while) (list []condition) {
	for b := range f.p.Brokers {
		for _, rule := range []string{"Shrink", "ProposeShrink"} {
			if !f.has(rule) {
				continue
			}
			c := model.Weak[State](rule)
			c.Name = rule + " of " + string(name(b))
			if w.is != nil {
				c.Name += " while " + w.words
			}
			c.When = func(s *State, a model.Action, _ *State) bool {
				return kafka.Set(a.Args[1]).Has(b) && (w.is == nil || w.is(s, b))
			}
			list = append(list, c)
		}
	}
	return list
}
