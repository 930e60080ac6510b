package registry

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/model/schedule"
)

// Impossible is an action that cannot be taken now, for a person who looks for it.
type Impossible struct {
	Action string // "Fetch b2"
	Rule   string
	Doc    string // what the rule does

	// Why is the first condition that fails, in the model's words, or the bound that is
	// used up. It is empty where nobody can tell more than Doc.
	Why string

	// Spent are the constants that set the bound, if that is all that stands in the way.
	Spent []string
}

// Impossible lists the actions that cannot be taken now, rule by rule in the model's
// order. Of those that concern the same participant there are as many as there are
// reasons, and none that nobody would think of.
func (s *Session) Impossible() []Impossible { return s.impossible() }

// instances bounds how many actions of a rule are looked at: more than five brokers have
// sets of followers that lag.
const instances = 256

// refused is an action that is not enabled.
type refused struct {
	action model.Action
	schedule.Refusal
	spent model.Budgets
}

func (c *course[S]) impossible() (all []Impossible) {
	now := c.path.Last()
	g := model.NewSteps(func(a model.Action, _ *S) { c.can[a] = true })
	clear(c.can)
	g.NoteStops(true)
	c.m.Expand(&now, g)
	lanes := c.m.Describe(&now).Lanes
	for i := range c.m.Rules {
		r := &c.m.Rules[i]
		if r.Absent && !r.Spent || !listable(r.Params) {
			continue
		}
		if r.Absent {
			c.m.GatherRule(i, &now, g)
		}
		for _, one := range c.refusals(i, &now, g.Stops(), lanes) {
			all = append(all, Impossible{c.m.Text(one.action), r.Name, r.Doc, one.Why, c.constants(one.spent)})
		}
	}
	return all
}

// listable reports whether all instances of a rule with these parameters are known.
func listable(params []model.Param) bool {
	return !slices.ContainsFunc(params, func(p model.Param) bool { return len(p.Values) == 0 })
}

// refusals are the instances of a rule that are worth listing.
func (c *course[S]) refusals(rule int, now *S, stops []model.Stop, lanes []model.Lane) (list []refused) {
	groups, order := map[string][]refused{}, []string{}
	able := map[string]bool{}
	for _, a := range actions(rule, c.m.Rules[rule].Params) {
		about := c.participant(a, lanes)
		if c.can[a] {
			able[about] = true
			continue
		}
		one := c.refusal(a, now, stops)
		if _, known := groups[about]; !known {
			order = append(order, about)
		}
		if !slices.ContainsFunc(groups[about], func(o refused) bool { return o.Refusal == one.Refusal && o.spent == one.spent }) {
			groups[about] = append(groups[about], one)
		}
	}
	for _, about := range order {
		list = append(list, thinkable(groups[about], able[about])...)
	}
	return list
}

// thinkable leaves out what nobody would think of; if that is all there is and none of
// the group can be taken, one stays.
func thinkable(group []refused, able bool) []refused {
	some := slices.DeleteFunc(slices.Clone(group), func(one refused) bool { return one.Absurd })
	if len(some) == 0 && !able {
		return group[:1]
	}
	return some
}

// actions are the instances of a rule, at most so many.
func actions(rule int, params []model.Param) (all []model.Action) {
	all = []model.Action{{Rule: uint16(rule)}}
	for i, p := range params {
		var longer []model.Action
		for _, a := range all {
			for _, v := range p.Values {
				a.Args[i] = v
				longer = append(longer, a)
			}
		}
		all = longer
	}
	return all[:min(len(all), instances)]
}

// participant is whom an action concerns: its first argument that is a lane, or nobody.
func (c *course[S]) participant(a model.Action, lanes []model.Lane) string {
	for i, p := range c.m.Rules[a.Rule].Params {
		name := p.Text(a.Args[i])
		if slices.ContainsFunc(lanes, func(l model.Lane) bool { return l.Name == name }) {
			return name
		}
	}
	return ""
}

// refusal is why an action is not enabled: what its model says, or else the budgets that
// stand in its way.
func (c *course[S]) refusal(a model.Action, now *S, stops []model.Stop) refused {
	one := refused{action: a}
	if c.whyNot != nil {
		one.Refusal = c.whyNot(now, a)
	}
	if one.Why == "" {
		one.spent = c.spent(a, now, stops)
		one.Why = c.usedUp(one.spent)
	}
	one.Absurd = one.Absurd || one.Why == "" // another has more to say
	return one
}

// spent are the fewest budgets of which one more each makes an action possible, by what
// its rule says. A rule may say that it would take some step, and not which; so it is
// tried.
func (c *course[S]) spent(a model.Action, now *S, stops []model.Stop) (least model.Budgets) {
	for _, stop := range stops {
		mine := stop.Action == a || stop.Any && stop.Action.Rule == a.Rule
		if !mine || least != 0 && bits.OnesCount32(uint32(stop.By)) >= bits.OnesCount32(uint32(least)) {
			continue
		}
		if m := c.withMore(stop.By); m != nil {
			if _, enabled := m.Successor(now, a); enabled {
				least = stop.By
			}
		}
	}
	return least
}

// withMore is the model with one more of each of some budgets; nil if it cannot be built.
func (c *course[S]) withMore(of model.Budgets) *model.Model[S] {
	if m, known := c.more[of]; known {
		return m
	}
	set := maps.Clone(c.set)
	if set == nil {
		set = map[string]string{}
	}
	for i, b := range c.m.Budgets {
		if of.Has(i) {
			set[b.Constant] = strconv.Itoa(b.Limit + 1)
		}
	}
	m, err := c.build(set)
	if err != nil {
		m = nil
	}
	c.more[of] = m
	return m
}

// usedUp says of some budgets, as a result does, that nothing is left of them.
func (c *course[S]) usedUp(spent model.Budgets) string {
	var words []string
	for i, b := range c.m.Budgets {
		if spent.Has(i) {
			words = append(words, fmt.Sprintf("%s <= %d", b.Constant, b.Limit))
		}
	}
	switch n := len(words) - 1; {
	case n < 0:
		return ""
	case n == 0 && c.m.Budgets[spent.First()].Limit == 0:
		return "the bound " + words[0] + " allows none"
	case n == 0:
		return "the bound " + words[0] + " is used up"
	default:
		return "the bounds " + strings.Join(words[:n], ", ") + " and " + words[n] + " are used up"
	}
}

// constants are the names of budgets.
func (c *course[S]) constants(of model.Budgets) (names []string) {
	for i, b := range c.m.Budgets {
		if of.Has(i) {
			names = append(names, b.Constant)
		}
	}
	return names
}
