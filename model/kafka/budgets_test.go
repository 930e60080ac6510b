package kafka

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"mc/model"
)

// TestStoppedAgreesWithMore: what a rule says a budget stopped, in a state, is
// what the state can do once there is more of that budget. The slow twin builds
// the model with more of it and looks.
func TestStoppedAgreesWithMore(t *testing.T) {
	rounds := uint64(100)
	if testing.Short() {
		rounds = 20
	}
	stopped := map[string]int{}
	for seed := range rounds {
		w := &widening{t: t, r: rand.New(rand.NewPCG(seed, 11)), twins: map[string]*model.Model[State]{}}
		if w.draw() {
			w.try(stopped)
		}
	}
	for _, b := range (&Protocol{}).declared() {
		if !testing.Short() && stopped[b.Constant] == 0 {
			t.Errorf("nothing shows what %s stops", b.Constant)
		}
	}
}

// widening is a random run whose budgets are raised.
type widening struct {
	t     *testing.T
	r     *rand.Rand
	set   map[string]string
	m     *model.Model[State]
	twins map[string]*model.Model[State]
	path  []string
}

// draw makes a model with a few budgets, or reports that they do not go together.
func (w *widening) draw() bool {
	w.set = map[string]string{"generation": Generations[w.r.IntN(len(Generations))].Name}
	w.set["replicas"] = strconv.Itoa(2 + w.r.IntN(2))
	w.set["min_insync_replicas"] = strconv.Itoa(1 + w.r.IntN(2))
	w.set["max_leader_epoch"] = strconv.Itoa(1 + w.r.IntN(4))
	for _, a := range budgets {
		if a.Name == "copies" {
			w.set[a.Name] = "0" // it goes with few of the others
			continue
		}
		w.set[a.Name] = strconv.Itoa(max(0, w.r.IntN(5)-2))
	}
	w.set[[]string{"retries", "markers"}[w.r.IntN(2)]] = "0" // they do not go together
	w.set["fences"] = strconv.Itoa(w.r.IntN(4))
	w.set["unclean_elections"] = strconv.Itoa(w.r.IntN(3))
	w.set["lag_timeouts"] = strconv.Itoa(w.r.IntN(3))
	w.set["records"] = strconv.Itoa(1 + w.r.IntN(2))
	w.set["produce_timeouts"] = strconv.Itoa(w.r.IntN(3))
	w.set["controller_errors"] = "1"
	w.set["reassignment"] = []string{"at-once", "process"}[w.r.IntN(2)]
	w.set["cancels"] = strconv.Itoa(w.r.IntN(2))
	w.set["reassignments"] = strconv.Itoa(w.r.IntN(3))
	if w.r.IntN(4) == 0 { // else the bound of epochs nearly always comes first
		w.set["unclean_elections"], w.set["max_leader_epoch"], w.set["fences"] = "1", "6", "5"
		w.set["lag_timeouts"], w.set["replicas"] = "0", "2"
	}
	if w.r.IntN(4) == 0 { // else there is nothing left to delete
		w.set["records"], w.set["deletes"], w.set["retentions"], w.set["replicas"] = "3", "1", "0", "2"
	}
	apart(w.set, w.set["deletes"] != "0" && w.r.IntN(2) == 0)
	w.set["restart_before_fence"] = []string{"on", "off"}[w.r.IntN(2)]
	w.set["swap_keeps_epoch"] = []string{"on", "off"}[w.r.IntN(2)]
	w.set["partial_loss"] = []string{"on", "off"}[w.r.IntN(2)]
	w.set["track_acks"] = []string{"with-hw", "separate"}[w.r.IntN(2)]
	if w.set["checkpoints"] == "2" { // else nobody writes, restarts and writes too early in so few steps
		w.set["early_checkpoints"], w.set["kills"], w.set["replicas"] = "1", "3", "2"
		w.set["restart_before_fence"], w.set["generation"], w.set["reply_hw"] = "on", "kip-279", "after"
		w.path = []string{"Produce b1 all", "Fetch b2", "Respond b2", "Fetch b2", "Respond b2", "Checkpoint b1", "Checkpoint b2",
			"Kill b1", "Kill b2", "Restart b1", "Restart b2"}
	}
	if w.set["kills"] == "2" && w.path == nil {
		w.set["copies"], w.set["generation"], w.set["records"], w.set["replicas"] = "1", "3.6", "2", "2"
		apart(w.set, true)
		w.path = []string{"Produce b1 all", "Fetch b2", "Respond b2", "Fetch b2", "Respond b2", "Copy b1 1", "Produce b1 all",
			"Fetch b2", "Respond b2", "Fetch b2"}
	}
	var err error
	w.m, _, err = Template.Build(w.set)
	return err == nil
}

// with is the model with more of some budgets, or nil.
func (w *widening) with(by int, names ...string) *model.Model[State] {
	key := fmt.Sprint(by, names)
	if m, known := w.twins[key]; known {
		return m
	}
	set := maps.Clone(w.set)
	for _, name := range names {
		n, _ := strconv.Atoi(set[name])
		set[name] = strconv.Itoa(n + by)
	}
	m, _, err := Template.Build(set)
	if err != nil {
		m = nil
	}
	w.twins[key] = m
	return m
}

// next are the successors of a state, whatever they have used.
func next(m *model.Model[State], s State) []taken {
	all := successors(m, s)
	for i := range all {
		all[i].after.Used = Used{}
	}
	return all
}

// more reports whether the state can do what it cannot do now.
func (w *widening) more(s State, names ...string) bool {
	now := next(w.m, s)
	for by := 1; by <= 2; by++ { // two sessions may expire in one step
		m := w.with(by, names...)
		if m == nil {
			continue
		}
		for _, step := range next(m, s) {
			if !slices.Contains(now, step) {
				return true
			}
		}
	}
	return false
}

// start is where a walk begins: at the end of its path, if it has one.
func (w *widening) start() (s State) {
	w.m.Init(func(first State) { s = first })
	for _, action := range w.path {
		for _, t := range successors(w.m, s) {
			if w.m.Text(t.action) == action {
				s = t.after
				break
			}
		}
	}
	return s
}

// try walks through the model at random and asks of every state on the way.
func (w *widening) try(stopped map[string]int) {
	s := w.start()
	for range 50 {
		if all := successors(w.m, s); len(all) > 0 {
			s = all[w.r.IntN(len(all))].after
		} else {
			s = w.start()
		}
		g := model.NewSteps(func(model.Action, *State) {})
		w.m.Expand(&s, g)
		alone, jointly := g.Stopped()
		jointly = slices.Clone(jointly)
		var named model.Budgets = alone
		for _, by := range jointly {
			named |= by
		}
		var silent []string
		for i, b := range w.m.Budgets {
			if b.Limit == 0 {
				continue
			}
			if alone.Has(i) {
				stopped[b.Constant]++
			}
			if more := w.more(s, b.Constant); more != alone.Has(i) {
				w.t.Errorf("%v: %s: said to stop a step: %v, stops one: %v\n%+v", w.set, b.Constant, alone.Has(i), more, s)
				return
			}
			if !named.Has(i) {
				silent = append(silent, b.Constant)
			}
		}
		if w.more(s, silent...) {
			w.t.Errorf("%v: together, %v stop a step that no rule speaks of\n%+v", w.set, silent, s)
			return
		}
		w.together(s, jointly)
	}
}

// together holds the sets of budgets that stop a step together to what all of
// them allow.
func (w *widening) together(s State, jointly []model.Budgets) {
	for _, by := range jointly {
		var names []string
		for i, b := range w.m.Budgets {
			if by.Has(i) {
				names = append(names, b.Constant)
			}
		}
		if !w.more(s, names...) {
			w.t.Errorf("%v: %v are said to stop a step together, and with more of all there is none\n%+v", w.set, names, s)
			return
		}
	}
}
