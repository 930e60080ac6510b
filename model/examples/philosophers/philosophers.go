// Package philosophers is dinner as Chandy and Misra serve it: a fork has an
// owner and is clean or dirty; a dirty one is cleaned and given to the
// neighbour, a clean one is kept until its owner has eaten with it.
package philosophers

import (
	"fmt"
	"strings"

	"mc/model"
	"mc/model/small"
)

// Most is how many philosophers there is room for.
const Most = 8

// Philosopher sits between two forks: the left one has its number, the right
// one that of the next.
type Philosopher uint8

func (p Philosopher) String() string { return fmt.Sprintf("p%d", p+1) }

// Fork lies between two philosophers.
type Fork uint8

func (f Fork) String() string { return fmt.Sprintf("f%d", f+1) }

// Place is what a philosopher does next.
type Place uint8

const (
	Loop Place = iota // looks at the forks
	Eat
	Think
)

func (p Place) String() string { return [...]string{"looks", "eats", "thinks"}[p] }

// State is the table.
type State struct {
	Owner  [Most]Philosopher // by fork
	Clean  small.Set8[Fork]
	At     [Most]Place // by philosopher
	Hungry small.Set8[Philosopher]
}

type steps = model.Steps[State]

// table is a table for n.
type table struct{ n int }

// start gives everybody the left fork, but p2's to p1, so that the table is
// not the same from every seat. All forks are dirty, all philosophers hungry.
func (t table) start(add func(State)) {
	s := State{Hungry: small.Below[uint8, Philosopher](t.n)}
	for f := range t.n {
		s.Owner[f] = Philosopher(f)
	}
	s.Owner[1] = 0
	add(s)
}

func (t table) left(p Philosopher) Fork  { return Fork(p) }
func (t table) right(p Philosopher) Fork { return Fork((int(p) + 1) % t.n) }

// neighbour is the other who sits at fork f.
func (t table) neighbour(p Philosopher, f Fork) Philosopher {
	if f == t.left(p) {
		return Philosopher((int(p) + t.n - 1) % t.n)
	}
	return Philosopher(f)
}

func (t table) rules() []model.Rule[State] {
	who := []model.Param{model.Each[Philosopher]("philosopher", t.n)}
	return []model.Rule[State]{
		{Name: "Look", Doc: "A philosopher gives one dirty fork away, and goes on to eat if both were clean, " +
			"or to think if not hungry.", Params: who, Expand: t.each(Loop, t.look)},
		{Name: "Eat", Doc: "A philosopher eats, which makes both forks dirty.", Params: who, Expand: t.each(Eat, t.eat)},
		{Name: "Think", Doc: "A philosopher thinks, and is hungry again.", Params: who, Expand: t.each(Think, think)},
	}
}

// each is a rule of every philosopher who is at a place.
func (t table) each(at Place, effect func(*State, Philosopher)) func(*State, *steps) {
	return func(s *State, out *steps) {
		for p := range Philosopher(t.n) {
			if s.At[p] == at {
				effect(out.Step(uint8(p)), p)
			}
		}
	}
}

// look decides by the forks as they were what comes next.
func (t table) look(s *State, p Philosopher) {
	forks := small.Of[uint8](t.left(p), t.right(p))
	both := s.Owner[t.left(p)] == p && s.Owner[t.right(p)] == p
	switch {
	case !s.Hungry.Has(p):
		s.At[p] = Think
	case both && forks.In(s.Clean):
		s.At[p] = Eat
	}
	for _, f := range [...]Fork{t.left(p), t.right(p)} {
		if s.Owner[f] == p && !s.Clean.Has(f) {
			s.Owner[f], s.Clean = t.neighbour(p, f), s.Clean.With(f)
			return
		}
	}
}

func (t table) eat(s *State, p Philosopher) {
	s.At[p], s.Hungry = Loop, s.Hungry.Without(p)
	s.Clean = s.Clean.Without(t.left(p)).Without(t.right(p))
}

func think(s *State, p Philosopher) { s.At[p], s.Hungry = Loop, s.Hungry.With(p) }

// polite is that nobody falls asleep.
func (t table) polite() *model.Fairness[State] {
	f := &model.Fairness[State]{Name: "nobody-sleeps", Doc: "Every philosopher goes on."}
	for p := range Philosopher(t.n) {
		f.Conditions = append(f.Conditions, model.Weak[State]("Look "+p.String(), "Eat "+p.String(), "Think "+p.String()))
	}
	return f
}

// fed are the claims that a philosopher is not hungry, again and again.
func (t table) fed() (all []model.Property[State]) {
	for p := range Philosopher(t.n) {
		all = append(all, model.Recurrence(p.String()+"-is-fed", p.String()+" is not hungry, again and again.",
			func(s *State) bool { return !s.Hungry.Has(p) }))
	}
	return all
}

func (t table) properties() []model.Property[State] {
	all := []model.Property[State]{
		model.Invariant("neighbours-do-not-eat", "No two neighbours are about to eat.", func(s *State) error {
			for p := range Philosopher(t.n) {
				if next := Philosopher(t.right(p)); s.At[p] == Eat && s.At[next] == Eat {
					return fmt.Errorf("%v and %v are", p, next)
				}
			}
			return nil
		}),
	}
	for i, fed := range t.fed() {
		p := Philosopher(i)
		all = append(all, fed.Under(t.polite()), model.Goal(p.String()+"-eats", p.String()+" can eat.",
			func(s *State) bool { return s.At[p] == Eat }))
	}
	return all
}

// view draws the table, unrolled: an arrow is a fork and points to its owner; it
// is double where the fork is clean.
func (t table) view(s *State) model.View {
	var line strings.Builder
	for p := range Philosopher(t.n) {
		f := t.left(p)
		sign, text := "<-", s.At[p].String()
		if s.Owner[f] == p {
			sign = "->"
		}
		if s.Clean.Has(f) {
			sign = strings.NewReplacer("<-", "<=", "->", "=>").Replace(sign)
		}
		if s.At[p] == Loop && s.Hungry.Has(p) {
			text = "hungry"
		}
		fmt.Fprintf(&line, "%s %v %-6s ", sign, p, text)
	}
	return model.View{Picture: []string{strings.TrimRight(line.String(), " ")}}
}

const (
	name = "dining-philosophers"
	doc  = "Philosophers share forks as Chandy and Misra have them do it."
)

// Template is the table before it is known how many sit at it.
var Template = model.Template[State]{
	Name: name, Doc: doc,
	Constants: model.Fixed(model.Constant{Name: "philosophers", Doc: "Who sits at the table.",
		Default: "5", Min: 3, Max: Most, Role: model.OfBounds}),
	New: func(v model.Values) (*model.Model[State], error) { return table{v["philosophers"]}.model(), nil },
}

func (t table) model() *model.Model[State] {
	widest := &State{Clean: small.Below[uint8, Fork](t.n), Hungry: small.Below[uint8, Philosopher](t.n)}
	for p := range t.n {
		widest.Owner[p], widest.At[p] = Most-1, Eat|Think
	}
	return &model.Model[State]{Name: name, Doc: doc, Init: t.start, Rules: t.rules(), Properties: t.properties(),
		Fairness: []*model.Fairness[State]{t.polite()}, Widest: widest, View: t.view,
		Asymmetric: "at the start one philosopher has two forks and another none"}
}
