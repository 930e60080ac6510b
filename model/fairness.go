package model

import (
	"fmt"
	"slices"
	"strings"
)

// Fairness is a set of conditions on runs that go on for ever, with a name:
// "everybody returns, and everybody fetches". A run is fair if it meets all of
// them. A step that repeats the state neither is taken nor enabled in their
// sense, and a step that a budget stopped counts as enabled.
type Fairness[S comparable] struct {
	Name       string
	Doc        string
	Conditions []Condition[S]
}

// Demand is what a condition asks of a run.
type Demand uint8

const (
	// WeakDemand: if such steps are enabled from some moment on, they are taken
	// again and again.
	WeakDemand Demand = iota
	// StrongDemand: if such steps are enabled again and again, they are taken
	// again and again.
	StrongDemand
	// OftenDemand: states of At are met again and again.
	OftenDemand
	// SeldomDemand: from some moment on, no such step is taken.
	SeldomDemand
)

var demands = [...]string{"weak fairness of ", "strong fairness of ", "again and again ", "at last no more "}

// Condition is one of a Fairness. Weak, Strong, InfinitelyOften and FinitelyOften
// make one.
type Condition[S comparable] struct {
	Demand Demand
	// Steps are the rules it is about, or some of their instances: "Fetch",
	// "Fetch b2", "Send * b2", in which the star is any argument. Several are
	// one condition: any of them will do. None are all steps of the model.
	Steps []string
	// When, if set, keeps it to such steps. Of a step that a budget stopped the
	// state after is not known; the one before is given for both.
	When func(before *S, a Action, after *S) bool
	At   func(s *S) bool
	// Name is what reports call it; without one, its Steps do.
	Name string
}

// Weak is weak fairness of these steps, of all together if there are none.
func Weak[S comparable](steps ...string) Condition[S] {
	return Condition[S]{Demand: WeakDemand, Steps: steps}
}

// Strong is strong fairness of these steps, of all together if there are none.
func Strong[S comparable](steps ...string) Condition[S] {
	return Condition[S]{Demand: StrongDemand, Steps: steps}
}

// InfinitelyOften asks for states of at again and again.
func InfinitelyOften[S comparable](name string, at func(s *S) bool) Condition[S] {
	return Condition[S]{Demand: OftenDemand, Name: name, At: at}
}

// FinitelyOften asks that these steps come to an end.
func FinitelyOften[S comparable](steps ...string) Condition[S] {
	return Condition[S]{Demand: SeldomDemand, Steps: steps}
}

// While is the condition, kept to steps out of states of when; words say which,
// for reports: "b2 is in the ISR".
func (c Condition[S]) While(words string, when func(before *S) bool) Condition[S] {
	c.Name = c.steps() + " while " + words
	c.When = func(before *S, _ Action, _ *S) bool { return when(before) }
	return c
}

// String is the condition as reports have it.
func (c Condition[S]) String() string {
	if c.Name != "" {
		return demands[c.Demand] + c.Name
	}
	return demands[c.Demand] + c.steps()
}

func (c Condition[S]) steps() string {
	if len(c.Steps) == 0 {
		return "any step"
	}
	return strings.Join(c.Steps, " or ")
}

// DemandOf is how the text of a condition begins: what it asks of a run.
func DemandOf(condition string) string {
	for _, demand := range demands {
		if strings.HasPrefix(condition, demand) {
			return demand
		}
	}
	return ""
}

// NoFairness is the name of the set without conditions, which every model has.
const NoFairness = "none"

// FairnessNamed finds a set by name; NoFairness is always there.
func (m *Model[S]) FairnessNamed(name string) (*Fairness[S], bool) {
	for _, f := range m.Fairness {
		if f.Name == name {
			return f, true
		}
	}
	return &Fairness[S]{Name: NoFairness, Doc: "A run may stop anywhere."}, name == NoFairness
}

// Says reports whether two sets have the same name and the same conditions, as far
// as reports tell conditions apart.
func (f *Fairness[S]) Says(other *Fairness[S]) bool {
	return f.Name == other.Name && slices.EqualFunc(f.Conditions, other.Conditions,
		func(a, b Condition[S]) bool { return a.String() == b.String() })
}

// FairnessOf finds the set that a claim was decided under, by name: one of the
// model's, or the claim's own.
func (m *Model[S]) FairnessOf(p *Property[S], name string) (*Fairness[S], bool) {
	if f, known := m.FairnessNamed(name); known || p.Fair == nil || p.Fair.Name != name {
		return f, known
	}
	return p.Fair, true
}

// FairnessNames are the names of the sets that the model has.
func (m *Model[S]) FairnessNames() []string {
	names := make([]string, len(m.Fairness))
	for i, f := range m.Fairness {
		names[i] = f.Name
	}
	return append(names, NoFairness)
}

// MostConditions is how many conditions a fairness set may have together with
// what a claim is given.
const MostConditions = 64

// Obligations are conditions, made ready to be asked of steps: condition i is
// bit i of a set.
type Obligations[S comparable] struct {
	m      *Model[S]
	list   []Condition[S]
	byRule [][]pattern[S]
	spent  []int // rules that only a budget of 0 rules out, and that a condition is about
	at     []int // conditions about states
	masks  [len(demands)]uint64
}

// pattern is a condition as a rule's steps are held against it.
type pattern[S comparable] struct {
	bit  uint64
	args [len(Args{})]int16 // -1 is any
	when func(before *S, a Action, after *S) bool
}

// Obligations makes conditions ready. It complains of steps that the model does
// not have.
func (m *Model[S]) Obligations(conditions []Condition[S]) (*Obligations[S], error) {
	if len(conditions) > MostConditions {
		return nil, fmt.Errorf("model: %d conditions of fairness, and %d at most can be told apart; let one speak of "+
			"several steps where any of them will do", len(conditions), MostConditions)
	}
	o := &Obligations[S]{m: m, list: conditions, byRule: make([][]pattern[S], len(m.Rules))}
	for i, c := range conditions {
		o.masks[c.Demand] |= 1 << i
		if c.Demand == OftenDemand {
			if c.At == nil {
				return nil, fmt.Errorf("model: the condition %q has no At; say which states it asks for", c)
			}
			o.at = append(o.at, i)
			continue
		}
		if err := o.add(c, 1<<i); err != nil {
			return nil, err
		}
	}
	for i := range m.Rules {
		if m.Rules[i].Spent && len(o.byRule[i]) > 0 {
			o.spent = append(o.spent, i)
		}
	}
	return o, nil
}

// add enters the steps that a condition is about.
func (o *Obligations[S]) add(c Condition[S], bit uint64) error {
	m, steps := o.m, c.Steps
	if len(steps) == 0 {
		steps = m.ruleNames()
	}
	for _, name := range steps {
		rule, arguments, _ := strings.Cut(strings.Join(strings.Fields(name), " "), " ")
		i := m.Rule(rule)
		if i < 0 && slices.Contains(m.leftOut, rule) {
			continue // then it is never enabled
		}
		if i < 0 {
			return fmt.Errorf("model: fairness of %q: %s has no rule %q%s", name, m.Name, rule, DidYouMean(rule, m.ruleNames()))
		}
		p := pattern[S]{bit: bit, when: c.When}
		if err := p.choose(&m.Rules[i].Params, arguments); err != nil {
			return fmt.Errorf("model: fairness of %q: %w", name, err)
		}
		o.byRule[i] = append(o.byRule[i], p)
	}
	return nil
}

// choose reads the arguments of an instance.
func (p *pattern[S]) choose(params *[]Param, arguments string) error {
	for i := range p.args {
		p.args[i] = -1
	}
	words := strings.Fields(arguments)
	if len(words) != 0 && len(words) != len(*params) {
		return fmt.Errorf("it has %d arguments, and the rule takes %d; give all of them, a star for any, or none",
			len(words), len(*params))
	}
	for i, word := range words {
		if word == "*" {
			continue
		}
		if p.args[i] = (*params)[i].value(word); p.args[i] < 0 {
			return fmt.Errorf("%q is no %s", word, (*params)[i].Name)
		}
	}
	return nil
}

// value is the argument that is shown as text, or -1.
func (p Param) value(text string) int16 {
	for v := range int16(256) {
		if p.Values != nil && !slices.Contains(p.Values, uint8(v)) {
			continue
		}
		if p.Text(uint8(v)) == text {
			return v
		}
	}
	return -1
}

// Len is the number of conditions.
func (o *Obligations[S]) Len() int { return len(o.list) }

// Text is condition i as reports have it.
func (o *Obligations[S]) Text(i int) string { return o.list[i].String() }

// Of are the conditions that make a demand.
func (o *Obligations[S]) Of(d Demand) uint64 { return o.masks[d] }

// Expand is the model's, and has rules whose budget is 0 tell as well what that
// stops, if a condition is about them.
func (o *Obligations[S]) Expand(s *S, out *Gatherer[S]) {
	o.m.Gather(s, out)
	for _, rule := range o.spent {
		o.m.GatherRule(rule, s, out)
	}
	out.Flush()
}

// Served are the conditions that a step is of. It must not repeat the state.
func (o *Obligations[S]) Served(before *S, a Action, after *S) (set uint64) {
	for i := range o.byRule[a.Rule] {
		if p := &o.byRule[a.Rule][i]; set&p.bit == 0 && p.fits(&a.Args) && (p.when == nil || p.when(before, a, after)) {
			set |= p.bit
		}
	}
	return set
}

// ServedBy are the conditions that a stopped step would be of.
func (o *Obligations[S]) ServedBy(s *S, stop Stop) (set uint64) {
	if !stop.Any {
		return o.Served(s, stop.Action, s)
	}
	for i := range o.byRule[stop.Action.Rule] {
		if p := &o.byRule[stop.Action.Rule][i]; p.when == nil || p.when(s, stop.Action, s) {
			set |= p.bit
		}
	}
	return set
}

func (p *pattern[S]) fits(args *Args) bool {
	for i, wanted := range p.args {
		if wanted >= 0 && uint8(wanted) != args[i] {
			return false
		}
	}
	return true
}

// Met are the conditions about states that a state meets.
func (o *Obligations[S]) Met(s *S) (set uint64) {
	for _, i := range o.at {
		if o.list[i].At(s) {
			set |= 1 << i
		}
	}
	return set
}
