package twin

import (
	"fmt"
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
	states  int // how many are expanded at most
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
	return newTwin(text), m, nil
}

// leftOut reports whether the run goes without an action.
func (r run) leftOut(action string) bool {
	return slices.Contains(r.without, action) || slices.Contains(r.without, strings.Fields(action)[0])
}

// tally is what a comparison has counted.
type tally struct {
	levels     []int
	generated  int
	fired, new map[string]int // by rule
	whole      bool
}

func (n *tally) distinct() (sum int) {
	for _, l := range n.levels {
		sum += l
	}
	return sum
}

// compare visits the states of the model level by level, and holds what the
// twin does in each, action by action, to what the model does.
func (r run) compare(t *testing.T) *tally {
	t.Helper()
	w, m, err := r.build()
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	n := &tally{fired: map[string]int{}, new: map[string]int{}, whole: true}
	var level []kafka.State
	m.Init(func(s kafka.State) { level = append(level, s) })
	if mine := w.start(); mine != translate(&level[0]) {
		t.Fatalf("%s: the start differs (twin, model): %s", r, difference(mine, translate(&level[0])))
	}
	seen := map[state]bool{w.start(): true}
	for len(level) > 0 {
		n.levels = append(n.levels, len(level))
		if n.distinct() > r.states {
			n.whole = false
			break
		}
		next, problem := r.level(w, m, level, seen, n)
		if problem != "" {
			t.Fatalf("%s\nlevel %d: %s", r, len(n.levels)-1, problem)
		}
		level = next
	}
	return n
}

// level expands the states of one level, rule by rule.
func (r run) level(w *twin, m *model.Model[kafka.State], level []kafka.State, seen map[state]bool, n *tally) (
	next []kafka.State, problem string) {
	fromModel := make([]map[string][]kafka.State, len(level))
	for i := range level {
		fromModel[i] = r.steps(m, &level[i])
	}
	for _, rule := range rules {
		for i := range level {
			here := translate(&level[i])
			theirs := fromModel[i]
			mine := map[string]int{}
			for _, s := range rule.all(w, here) {
				if r.leftOut(s.action) {
					continue
				}
				k := mine[s.action]
				mine[s.action]++
				if k >= len(theirs[s.action]) {
					return nil, fmt.Sprintf("%s: only the twin takes it, from\n%s\nto (before, after) %s", s.action, w.show(here), difference(here, s.to))
				}
				after := &theirs[s.action][k]
				if to := translate(after); to != s.to {
					return nil, fmt.Sprintf("%s leads elsewhere (twin, model): %s\nfrom %s", s.action, difference(s.to, to), w.show(here))
				}
				n.generated++
				n.fired[rule.name]++
				if !seen[s.to] {
					seen[s.to] = true
					n.new[rule.name]++
					next = append(next, *after)
				}
			}
			for action, all := range theirs {
				if strings.Fields(action)[0] == rule.name && mine[action] < len(all) {
					return nil, fmt.Sprintf("%s: only the model takes it, from\n%s\nto (before, after) %s", action, w.show(here), difference(here, translate(&all[0])))
				}
			}
		}
	}
	return next, ""
}

// steps are the model's successors of s, by action.
func (r run) steps(m *model.Model[kafka.State], s *kafka.State) map[string][]kafka.State {
	all := map[string][]kafka.State{}
	m.Expand(s, model.NewSteps(func(a model.Action, n *kafka.State) {
		if text := m.Text(a); !r.leftOut(text) {
			all[text] = append(all[text], *n)
		}
	}))
	return all
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

func TestDefaults(t *testing.T) {
	for _, generation := range kafka.Generations {
		t.Run(generation.Name, func(t *testing.T) {
			r := run{name: "defaults", states: 300, set: map[string]string{"generation": generation.Name}}
			t.Logf("%d states", r.compare(t).distinct())
		})
	}
}
