// Package refusal says why an action of the Kafka model is not enabled in a state: the
// first of its rule's conditions that fails, in a sentence of Kafka's words. Scripts
// give it with what they could not carry out, and whoever takes steps by hand shows it
// with what is not possible now.
//
// The sentences lie beside each other by what is asked: of fetchers, of logs that are
// deleted, of the ISR, of the controller, of machines and their files, of clients. Each
// is true of the state, whatever the budgets; where only budgets stand in the way there
// is none.
package refusal

import (
	"fmt"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// Why is the reason why an action of a rule is not enabled in a state.
func Why(p *kafka.Protocol, s *kafka.State, rule string, args model.Args) schedule.Refusal {
	explain := reasons[rule]
	if explain == nil {
		return schedule.Refusal{}
	}
	v := &view{p: p, s: s}
	why := explain(v, args)
	if why == "" && p.AnyLeader {
		why = electsOthers(p, s, rule, args)
	}
	return schedule.Refusal{Why: why, Absurd: v.absurd}
}

// electsOthers says whom a step elects that is possible but for whom it was to.
func electsOthers(p *kafka.Protocol, s *kafka.State, rule string, args model.Args) string {
	m := p.Model()
	i := m.Rule(rule)
	last := len(m.Rules[i].Params) - 1
	if last < 0 || m.Rules[i].Params[last].Name != kafka.Elected {
		return ""
	}
	var whom []string
	asked := args[last]
	for _, args[last] = range m.Rules[i].Params[last].Values {
		if _, enabled := m.Successor(s, model.Action{Rule: uint16(i), Args: args}); enabled {
			if args[last] == asked {
				return ""
			}
			whom = append(whom, kafka.Node(args[last]).String())
		}
	}
	if len(whom) == 0 {
		return ""
	}
	return "it elects " + strings.Join(whom, " or ")
}

// Explains reports whether anything is said of the refusals of a rule.
func Explains(rule string) bool { return reasons[rule] != nil }

// reason explains a refusal of one rule; "" if no condition of it fails.
type reason func(v *view, a model.Args) string

// reasons has them by rule.
var reasons = map[string]reason{}

// explain adds the reasons of one file.
func explain(some map[string]reason) struct{} {
	for rule, why := range some {
		reasons[rule] = why
	}
	return struct{}{}
}

// of is a reason that looks at one broker alone.
func of(why func(v *view, b int) string) reason {
	return func(v *view, a model.Args) string { return why(v, int(a[0])) }
}

// view is a state, and what was found of an action in it.
type view struct {
	p      *kafka.Protocol
	s      *kafka.State
	absurd bool
}

// nobodyWould is a reason why nobody would think of the action: it is about a record
// that there is not, or about one broker as if it were two.
func (v *view) nobodyWould(format string, args ...any) string {
	v.absurd = true
	return fmt.Sprintf(format, args...)
}

func name(b int) string { return kafka.NodeOf(b).String() }

func (v *view) broker(b int) *kafka.Broker { return &v.s.Brokers[b] }

// first is the first of some conditions that fails. They are looked at one after the
// other, since the later may presuppose the former.
func first(v *view, b int, conditions ...func(v *view, b int) string) string {
	for _, fails := range conditions {
		if why := fails(v, b); why != "" {
			return why
		}
	}
	return ""
}

func isDown(v *view, b int) string {
	if v.broker(b).Down() {
		return name(b) + " is down"
	}
	return ""
}

func isRunning(v *view, b int) string {
	if !v.broker(b).Down() {
		return name(b) + " runs"
	}
	return ""
}

func leadsNot(v *view, b int) string {
	switch x := v.broker(b); {
	case x.Down():
		return name(b) + " is down"
	case x.Role != kafka.Leader:
		return name(b) + " does not take itself for the leader"
	}
	return ""
}

func appends(v *view, b int) string {
	if v.broker(b).Half != 0 {
		return name(b) + " is in the midst of an append: the end of its log does not cover the record yet"
	}
	return ""
}

func isOffline(v *view, b int) string {
	if v.p.Offline(v.broker(b)) {
		return "its log directory has failed, and its replica is offline"
	}
	return ""
}
