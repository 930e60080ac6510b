package explorer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mc/explorer/internal/fair"
	"mc/explorer/internal/graph"
	"mc/explorer/internal/store"
	"mc/model"
)

// A claim about what goes on for ever is decided when the exploration has ended,
// on the graph of the states that were expanded. Claims under the same fairness
// share one labelling of it.

// fate is what was found of a claim about runs, or of one of those that it is made
// of.
type fate[S comparable] struct {
	p        *model.Property[S]
	part     bool               // of a claim that is made of several
	fairness *model.Fairness[S] // what is supposed of runs
	broken   *RunResult[S]
	excused  *Excuse[S]
	witness  string
	vacuous  bool   // none ever waits
	noFair   bool   // no run is fair
	open     string // why nothing can be said; "" if something can
}

// RunResult is a run that goes on for ever and breaks a claim.
type RunResult[S comparable] struct {
	Lasso    *model.Lasso[S]
	Evidence []model.Evidence
	Shortest bool // of the lassos with a stem as short, none has a shorter loop
}

// Excuse is what keeps a claim only because budgets are spent, or because the
// constraint cuts: runs that would break it, if they were not waiting for what
// is forbidden.
type Excuse[S comparable] struct {
	Sets       int      // strongly connected sets of states in which such runs go on
	Budgets    []string // that they wait for
	Constraint bool     // a step that they wait for leaves the constraint
	RunResult[S]
}

// GraphUse is what the graph for claims about runs took.
type GraphUse struct {
	Edges   uint64 // steps between different states, each pair once
	Kept    bool   // they were kept; otherwise they were generated again
	Bytes   uint64
	Elapsed time.Duration
}

// PerEdge is the memory for an edge, that for its state included.
func (u *GraphUse) PerEdge() float64 { return float64(u.Bytes) / float64(max(1, u.Edges)) }

// temporal are the claims about runs to be decided, and what these are made of.
func (s *search[S]) temporal() (list []*fate[S]) {
	for _, d := range s.decisions {
		list = append(list, d.fates...)
	}
	return list
}

// suppose finds the fairness of each claim about runs, and refuses what cannot
// be decided soundly.
func (s *search[S]) suppose() error {
	for _, d := range s.decisions {
		if !d.Property.Kind.Temporal() {
			continue
		}
		f, err := s.supposed(d.Property)
		if err != nil {
			return err
		}
		for _, one := range d.Property.Instances() {
			d.fates = append(d.fates, &fate[S]{p: &one, part: len(d.Property.Each) > 0, fairness: f})
		}
		switch order := searchNamed(s.opt.Search); {
		case s.opt.Symmetry:
			return fmt.Errorf("explorer: %s is a claim about what goes on for ever, and with symmetry a loop would mix up "+
				"who takes its steps: violations would be missed and invented; run with symmetry off, or leave the claim out",
				d.Property.Name)
		case order.frontier != nil:
			return fmt.Errorf("explorer: %s is a claim about what goes on for ever, which is decided on the levels of a "+
				"search, and %s has none; take %s, or leave the claim out", d.Property.Name, order.Name, BreadthFirst)
		}
	}
	return nil
}

// supposed is what a claim about runs supposes of them: what the run is given, or
// the claim itself. A claim that has a set of the model anew has that of the model,
// so that one labelling serves all that do.
func (s *search[S]) supposed(p *model.Property[S]) (*model.Fairness[S], error) {
	name, own := s.opt.Fairness, p.Fair
	switch {
	case name != "":
		own = nil
	case own != nil:
		name = own.Name
	default:
		name = model.NoFairness
	}
	f, known := s.m.FairnessNamed(name)
	switch {
	case own == nil && !known:
		return nil, fmt.Errorf("explorer: %s has no fairness %q%s; it has %s", s.m.Name, name,
			model.DidYouMean(name, s.m.FairnessNames()), listed(s.m.FairnessNames()))
	case !known:
		return own, nil
	case own != nil && !own.Says(f):
		return nil, &ModelError{s.m.Name, fmt.Sprintf("%s supposes a fairness %q that has other conditions than the model's "+
			"of that name; give it another name, or let the claim have the model's", p.Name, name)}
	}
	return f, nil
}

// decideRuns decides the claims about runs.
func (s *search[S]) decideRuns(ctx context.Context) error {
	claims := s.temporal()
	if len(claims) == 0 {
		return nil
	}
	started := time.Now()
	g, err := s.graph(ctx)
	if err == nil {
		defer g.Free()
		for _, group := range grouped(claims) {
			if err = group.decide(s, g); err != nil {
				break
			}
		}
		s.graphUse = &GraphUse{Edges: g.Edges(), Kept: g.Kept(), Bytes: g.Bytes(), Elapsed: time.Since(started)}
	}
	why := ""
	switch {
	case errors.Is(err, graph.ErrStopped):
		why = "the run was stopped before the graph of its states was searched"
	case errors.Is(err, graph.ErrMemory), errors.Is(err, store.ErrFull), refused(err):
		why = "memory has no room for the graph of the states; with more it can be decided"
	default:
		return err
	}
	for _, f := range claims {
		if f.broken == nil {
			f.open = why
		}
	}
	return nil
}

// graph prepares the graph of the states that were expanded.
func (s *search[S]) graph(ctx context.Context) (*graph.Graph[S], error) {
	levels := s.levels
	if !s.whole {
		levels = levels[:len(levels)-1]
	}
	left := uint64(0)
	if s.opt.Memory > 0 {
		left = max(1, s.opt.Memory-min(s.opt.Memory, s.set.Bytes()))
	}
	exact, own := s.set.(*store.Exact)
	if !own {
		var err error
		if exact, levels, err = store.Copy(levels, s.packer.Words(), left); err != nil {
			return nil, err
		}
		s.copied = exact
		if left > 0 {
			left = max(1, left-min(left, exact.Bytes()))
		}
	}
	return graph.New(graph.Options[S]{
		Model: s.m, Packer: s.packer, States: exact, Levels: levels, Steps: s.total.Generated,
		Workers: len(s.workers), Memory: left,
		Stop:  func() bool { return ctx.Err() != nil || s.whole && s.pass.halted() },
		Fault: func(detail string) error { return &ModelError{s.m.Name, detail} },
	})
}

// group are claims under the same fairness that one labelling serves.
type group[S comparable] struct {
	fairness   *model.Fairness[S]
	conditions []model.Condition[S]
	claims     []*fate[S]
	asked      []fair.Demands // by claim
	own        []uint64       // by claim: the condition that is the claim itself, if any
	banned     uint64         // steps that the fairness lets come to an end

	// What claims have in common while they are decided.
	look     sync.Once
	surveyed *fair.Survey
	mu       sync.Mutex
	fair     map[fair.Demands]bool
}

// grouped puts claims together.
func grouped[S comparable](claims []*fate[S]) (groups []*group[S]) {
	for _, one := range claims {
		i := slices.IndexFunc(groups, func(g *group[S]) bool { return g.takes(one) })
		if i < 0 {
			i = len(groups)
			f := one.fairness
			groups = append(groups, &group[S]{fairness: f, conditions: slices.Clone(f.Conditions)})
		}
		groups[i].add(one)
	}
	return groups
}

// takes reports whether there is room for a claim.
func (g *group[S]) takes(f *fate[S]) bool {
	none := g.fairness.Name == model.NoFairness && f.fairness.Name == model.NoFairness
	return (none || g.fairness == f.fairness) && len(g.claims) < graph.MostClaims &&
		len(g.conditions)+len(f.p.Given)+1 <= model.MostConditions
}

// add adds a claim, with the conditions that only it has.
func (g *group[S]) add(f *fate[S]) {
	p, asked, own := f.p, fair.Demands{}, uint64(0)
	for i, c := range g.fairness.Conditions {
		demand(&asked, c.Demand, 1<<i)
	}
	g.banned = asked.Ban
	for _, c := range p.Given {
		demand(&asked, c.Demand, 1<<len(g.conditions))
		g.conditions = append(g.conditions, c)
	}
	mine := uint64(1) << len(g.conditions)
	switch p.Kind {
	case model.EventuallyAlways:
		asked.Visit, own = asked.Visit|mine, mine
		g.conditions = append(g.conditions, model.InfinitelyOften(p.Name, func(s *S) bool { return !p.To(s) }))
	case model.AlwaysEventuallyHas:
		asked.Ban, own = asked.Ban|mine, mine
	case model.EventuallyNeverHas:
		asked.Take, own = asked.Take|mine, mine
	}
	if p.Taken != nil && own != 0 {
		g.conditions = append(g.conditions, model.Condition[S]{Demand: model.SeldomDemand, When: p.Taken, Name: p.Name})
	}
	g.claims, g.asked, g.own = append(g.claims, f), append(g.asked, asked), append(g.own, own)
}

// demand adds a condition to those of its kind.
func demand(to *fair.Demands, d model.Demand, bit uint64) {
	switch d {
	case model.WeakDemand:
		to.Weak |= bit
	case model.StrongDemand:
		to.Strong |= bit
	case model.OftenDemand:
		to.Visit |= bit
	case model.SeldomDemand:
		to.Ban |= bit
	}
}

// decide labels the graph for the claims and decides each.
func (g *group[S]) decide(s *search[S], of *graph.Graph[S]) error {
	conditions, err := s.m.Obligations(g.conditions)
	if err != nil {
		return err
	}
	q := &graph.Questions[S]{Conditions: conditions}
	for _, f := range g.claims {
		q.Claims = append(q.Claims, f.p)
	}
	if err := of.Label(q); err != nil {
		return err
	}
	g.fair = map[fair.Demands]bool{}
	return together(of.Readers(), len(g.claims), func(i int) error {
		c := &claim[S]{s: s, g: of, i: i, fate: g.claims[i], asked: g.asked[i], group: g}
		return c.decide()
	})
}

// together does n pieces of work, so many at a time. It returns the error of the
// first that has one; a panic is its caller's.
func together(workers, n int, do func(i int) error) error {
	if workers = min(workers, n); workers < 2 {
		workers = 1
	}
	errs, panics := make([]error, n), make([]any, workers)
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			defer func() { panics[w] = recover() }()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				errs[i] = do(int(i))
			}
		})
	}
	wg.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
	return cmp.Or(errs...)
}

// tell words the verdict of a claim about runs: the worst of what it is made of.
func (d *decision[S]) tell(r *PropertyResult[S], exhaustive, whole bool) {
	r.Fairness = d.fates[0].fairness.Name
	worst := -1
	for _, f := range d.fates {
		one := PropertyResult[S]{}
		f.tell(&one, exhaustive, whole)
		if one.Verdict == model.Holds && d.Property.Premise != nil && !d.Premise.Load() {
			one.Verdict = model.Vacuous
		}
		rank := slices.Index(severity, one.Verdict)
		if rank > worst || rank == worst && one.Run.shorter(r.Run) {
			worst, r.Verdict, r.Witness, r.Run, r.Excuse = rank, one.Verdict, one.Witness, one.Run, one.Excuse
		}
	}
}

// severity are the verdicts on claims about runs, the one that is worst of several
// last. One that says nothing is better than one that holds: it takes all to be
// vacuous.
var severity = []model.Verdict{model.Vacuous, model.Holds, model.HoldsWithinBounds, model.Inconclusive, model.Violated}

// shorter reports whether a run is shorter than another; no run is none.
func (r *RunResult[S]) shorter(than *RunResult[S]) bool {
	if r == nil || than == nil {
		return false
	}
	a, b := r.Lasso, than.Lasso
	return a.Loop < b.Loop || a.Loop == b.Loop && len(a.Steps) < len(b.Steps)
}

// tell words the verdict. What was found in a part of the states is a run all the
// same; what was not found there says nothing.
func (f *fate[S]) tell(r *PropertyResult[S], exhaustive, whole bool) {
	r.Run, r.Excuse = f.broken, f.excused
	switch {
	case f.broken != nil:
		r.Verdict, r.Witness = model.Violated, f.witness
	case f.open != "":
		r.Verdict, r.Witness = model.Inconclusive, f.open
	case !whole:
		r.Verdict, r.Witness = model.Inconclusive, "not all states were expanded; those that were have no such run"
	case f.excused != nil:
		r.Verdict, r.Witness = model.HoldsWithinBounds, f.excused.String()
	case f.noFair:
		r.Verdict, r.Witness = model.Vacuous, "no run is fair"
	case f.vacuous:
		r.Verdict, r.Witness = model.Vacuous, "what it is to answer never comes"
	case exhaustive:
		r.Verdict = model.Holds
	default:
		r.Verdict = model.HoldsWithinBounds
	}
	if f.part && r.Witness != "" {
		r.Witness = f.p.Name + ": " + r.Witness
	}
}

// String says why a claim holds only within bounds.
func (e *Excuse[S]) String() string {
	var by []string
	switch len(e.Budgets) {
	case 0:
	case 1:
		by = append(by, "the budget "+e.Budgets[0])
	default:
		by = append(by, "the budgets "+strings.Join(e.Budgets, ", "))
	}
	if e.Constraint {
		by = append(by, "what the constraint cuts off")
	}
	return fmt.Sprintf("runs that would break it wait for %s (%d sets of states)", strings.Join(by, " and "), e.Sets)
}
