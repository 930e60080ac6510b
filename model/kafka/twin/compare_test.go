package twin

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/model/kafka"
)

// run is one configuration under both.
type run struct {
	name    string
	set     map[string]string
	without []string
	given   []model.Given // where it starts; nil: where both do by themselves
	path    []string      // actions that are taken before the levels begin
	// Where there is no room for all states, a level is thinned to width states,
	// chosen by seed, and there are depth levels, of which the last is not expanded;
	// 0 means all.
	width, depth int
	seed         uint64
}

// build makes both from one configuration.
func (r run) build() (*twin, *model.Model[kafka.State], error) {
	m, values, err := kafka.Template.Build(r.set)
	if err != nil {
		return nil, nil, err
	}
	constants, _, err := kafka.Template.Under(r.set)
	if err != nil {
		return nil, nil, err
	}
	text := map[string]string{}
	for _, c := range constants {
		text[c.Name] = c.Text(values[c.Name])
	}
	m, err = r.started(m, values)
	return newTwin(text), m, err
}

// leftOut reports whether the run goes without an action.
func (r run) leftOut(action string) bool {
	return slices.Contains(r.without, action) || slices.Contains(r.without, ruleOf(action))
}

// tally is what a comparison has counted. Levels and rules are those of the
// engine's result as long as no level was thinned.
type tally struct {
	levels     []int
	generated  int
	fired, new map[string]int // by rule
	thinned    bool
}

func (n *tally) distinct() (sum int) {
	for _, l := range n.levels {
		sum += l
	}
	return sum
}

// comparison is a run under way.
type comparison struct {
	run
	*tally
	twin   *twin
	model  *model.Model[kafka.State]
	seen   map[uint64]bool // fingerprints of twin states
	random *rand.Rand
	out    *model.Gatherer[kafka.State]
	steps  map[string][]kafka.State // what out was given
}

var hashSeed = maphash.MakeSeed()

// first reports whether s was not seen before.
func (c *comparison) first(s state) bool {
	h := maphash.Comparable(hashSeed, s)
	if c.seen[h] {
		return false
	}
	c.seen[h] = true
	return true
}

// compare visits the states of the model level by level, and holds what the
// twin does in each, action by action, to what the model does.
func (r run) compare(t *testing.T) *tally {
	t.Helper()
	w, m, err := r.build()
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	c := &comparison{run: r, twin: w, model: m, seen: map[uint64]bool{}, random: rand.New(rand.NewPCG(r.seed, 0)),
		tally: &tally{fired: map[string]int{}, new: map[string]int{}}}
	c.out = model.NewSteps(c.gather)
	var level []kafka.State
	m.Init(func(s kafka.State) { level = append(level, s) })
	if mine := w.start(); r.given == nil && mine != translate(&level[0]) {
		t.Fatalf("%s: the start differs (twin, model): %s", r, difference(mine, translate(&level[0])))
	}
	level = c.follow(t, level)
	for c.first(translate(&level[0])); len(level) > 0; {
		c.levels = append(c.levels, len(level))
		if len(c.levels) == r.depth {
			break
		}
		next, problem := c.expand(level)
		if problem != "" {
			t.Fatalf("%s\nlevel %d: %s", r, len(c.levels)-1, problem)
		}
		level = c.thin(next)
	}
	return c.tally
}

// follow takes the path of the run, and compares all steps of its states.
func (c *comparison) follow(t *testing.T, level []kafka.State) []kafka.State {
	t.Helper()
	for i, action := range c.path {
		if _, problem := c.expand(level); problem != "" {
			t.Fatalf("%s\nbefore %s, action %d of the path: %s", c.run, action, i, problem)
		}
		all := c.ofModel(&level[0])[action]
		if len(all) == 0 {
			t.Fatalf("%s: %s, action %d of the path, is not enabled", c.name, action, i)
		}
		level = all[:1]
	}
	return level
}

// thin keeps as many states of a level as there is room for: by turns of those
// that each rule has reached, so that frequent rules do not crowd out the rare.
func (c *comparison) thin(byRule [][]kafka.State) (level []kafka.State) {
	all := slices.Concat(byRule...)
	if c.width == 0 || len(all) <= c.width {
		return all
	}
	c.thinned = true
	for len(level) < c.width {
		r := c.random.IntN(len(byRule))
		if some := byRule[r]; len(some) > 0 {
			i := c.random.IntN(len(some))
			level = append(level, some[i])
			byRule[r] = slices.Delete(some, i, i+1)
		}
	}
	return level
}

// expand takes the rules in their order through a level, as the engine does.
func (c *comparison) expand(level []kafka.State) (next [][]kafka.State, problem string) {
	here := make([]state, len(level))
	theirs := make([]map[string][]kafka.State, len(level))
	for i := range level {
		here[i], theirs[i] = translate(&level[i]), c.ofModel(&level[i])
	}
	next = make([][]kafka.State, len(rules))
	for r, rule := range rules {
		for i := range level {
			steps, problem := c.apply(rule, here[i], theirs[i])
			if problem != "" {
				return nil, problem
			}
			for _, s := range steps {
				c.generated++
				c.fired[rule.name]++
				if c.first(s.mine) {
					c.new[rule.name]++
					next[r] = append(next[r], s.theirs)
				}
			}
		}
	}
	for _, left := range theirs {
		for action := range left {
			return nil, action + " is of no rule that the twin has"
		}
	}
	return next, ""
}

// apply takes one rule in one state; theirs are the steps of the model, of which
// it takes away those that the twin takes too.
func (c *comparison) apply(rule rule, here state, theirs map[string][]kafka.State) (
	steps []reached, problem string) {
	for _, s := range c.twin.steps(rule, here) {
		if c.leftOut(s.action) {
			continue
		}
		all := theirs[s.action]
		if len(all) == 0 {
			return nil, fmt.Sprintf("%s: only the twin takes it, from\n%s\nto (before, after) %s",
				s.action, c.twin.show(here), difference(here, s.to))
		}
		if to := translate(&all[0]); to != s.to {
			return nil, fmt.Sprintf("%s leads elsewhere (twin, model): %s\nfrom %s",
				s.action, difference(s.to, to), c.twin.show(here))
		}
		steps = append(steps, reached{s.to, all[0]})
		if theirs[s.action] = all[1:]; len(all) == 1 {
			delete(theirs, s.action)
		}
	}
	for action, all := range theirs {
		if ruleOf(action) == rule.name {
			return nil, fmt.Sprintf("%s: only the model takes it, from\n%s\nto (before, after) %s",
				action, c.twin.show(here), difference(here, translate(&all[0])))
		}
	}
	return steps, ""
}

// reached is a successor, as each of the two has it.
type reached struct {
	mine   state
	theirs kafka.State
}

// ruleOf is the rule of an action.
func ruleOf(action string) string {
	rule, _, _ := strings.Cut(action, " ")
	return rule
}

// ofModel are the model's successors of s, by action.
func (c *comparison) ofModel(s *kafka.State) map[string][]kafka.State {
	c.steps = map[string][]kafka.State{}
	c.model.Expand(s, c.out)
	return c.steps
}

func (c *comparison) gather(a model.Action, n *kafka.State) {
	if text := c.model.Text(a); !c.leftOut(text) {
		c.steps[text] = append(c.steps[text], *n)
	}
}

func (r run) String() string {
	var words []string
	for key, value := range r.set {
		words = append(words, " --set "+key+"="+value)
	}
	slices.Sort(words)
	for _, name := range r.without {
		words = append(words, fmt.Sprintf(" --without %q", name))
	}
	return r.name + ":" + strings.Join(words, "")
}

// show says a state by what has changed since the start.
func (t *twin) show(s state) string { return "(start, now) " + difference(t.start(), s) }

// difference lists the fields in which two states differ.
func difference(a, b state) string {
	var all []string
	differ(reflect.ValueOf(a), reflect.ValueOf(b), "", &all)
	return strings.Join(all, "; ")
}

func differ(a, b reflect.Value, path string, all *[]string) {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			differ(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name, all)
		}
	case reflect.Array:
		for i := range a.Len() {
			differ(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i), all)
		}
	default:
		if !a.Equal(b) {
			*all = append(*all, fmt.Sprintf("%s %v, %v", path, a, b))
		}
	}
}
