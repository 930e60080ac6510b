package examplemodels

import (
	"reflect"
	"slices"
	"testing"

	"mc/cmd/mc/internal/kafkamodels"
	"mc/explorer"
	"mc/explorer/simulate"
	"mc/model"
	"mc/model/examples/twophase"
	"mc/model/kafkaspec"
	"mc/report"
	"mc/run/registry"
)

// most bounds the states of a search: what differs shows early.
const most = 3000

// TestBoxed holds the models whose states ship in boxes against the same models with
// states of their own types: all that can be seen of either is equal. It is also what says
// that each is given with its own type of state, which no compiler does. An engine of its
// own is compiled for each of these types, in more than a second; -tags oracle has all.
func TestBoxed(t *testing.T) {
	var plain registry.Models
	for _, template := range kafkaspec.Templates() {
		plain = append(plain, registry.Of(template))
	}
	plain = append(plain, registry.Of(twophase.Template))
	plain = append(plain, others()...)
	boxed := append(kafkamodels.All()[1:], All()...) // the first is too large for a box
	if !all {
		boxed = slices.DeleteFunc(boxed, func(e registry.Entry) bool { _, found := plain.Find(e.Name()); return !found })
	}
	if len(boxed) != len(plain) {
		t.Errorf("%d models have their states in boxes, and %d are compared; add the others", len(boxed), len(plain))
	}
	for _, e := range boxed {
		t.Run(e.Name(), func(t *testing.T) {
			own, found := plain.Find(e.Name())
			if !found {
				t.Fatal("it is not compared; add it")
			}
			p := pair{t, own, e}
			p.searches()
			p.walks()
			p.rest()
			for _, other := range boxed {
				there, _ := plain.Find(other.Name())
				if got, want := e.SameState(other), own.SameState(there); got != want {
					t.Errorf("its state is that of %s: %v, and %v without boxes", other.Name(), got, want)
				}
			}
		})
	}
}

// pair is a model as it is and in boxes.
type pair struct {
	*testing.T
	plain, boxed registry.Entry
}

// same is what a question is answered by both, if that is the same.
func same[R any](p pair, what string, ask func(e registry.Entry) (R, error)) R {
	p.Helper()
	want, failed := ask(p.plain)
	got, err := ask(p.boxed)
	if failed != nil || err != nil {
		p.Fatalf("%s: %v; without boxes %v", what, err, failed)
	}
	if !reflect.DeepEqual(got, want) {
		p.Errorf("%s: another answer than without boxes:\n%+v\n%+v", what, got, want)
	}
	return got
}

// searches are what a search says of all properties, with every trace.
func (p pair) searches() {
	v, err := p.boxed.Vocabulary(nil)
	if err != nil {
		p.Fatal(err)
	}
	orders := []string{explorer.BreadthFirst}
	if v.Asymmetric == "" {
		orders = append(orders, "symmetry")
	}
	for _, order := range orders {
		o := explorer.Options{Check: append(v.PropertyNames(), model.DeadlockName), MaxStates: most, Workers: 1,
			Coverage: true, Continue: true, Sums: true}
		if o.Symmetry = order == "symmetry"; o.Symmetry {
			o.Check = nil // claims about runs cannot be asked for
			for _, one := range v.Properties {
				if !one.Temporal {
					o.Check = append(o.Check, one.Name)
				}
			}
		}
		out := same(p, order, func(e registry.Entry) (*report.Outcome, error) {
			out, err := e.Check(p.Context(), registry.Job{Options: o, Minimize: true})
			if out != nil {
				out.Run.Seconds, out.Run.PeakMemory, out.Run.Memory = 0, 0, explorer.MemoryLimit{}
				if out.Graph != nil {
					out.Graph.Elapsed = 0
				}
			}
			return out, err
		})
		for _, one := range out.Properties {
			if one.Trace == nil {
				continue
			}
			if r, err := p.boxed.Replay(one.Trace); err != nil || !r.Broken {
				p.Errorf("the trace of %s leads elsewhere when it is replayed: %v", one.Name, err)
			}
			if _, err := p.plain.Replay(one.Trace); err != nil {
				p.Errorf("the trace of %s leads elsewhere without boxes: %v", one.Name, err)
			}
		}
	}
}

// walks are what random walks find.
func (p pair) walks() {
	same(p, "walks", func(e registry.Entry) (*report.Simulation, error) {
		out, err := e.Walk(p.Context(), registry.Job{}, simulate.Options{Seed: 7, Walks: 50, Depth: 40, Workers: 1, Swarm: true})
		if out != nil {
			out.Seconds = 0
		}
		return out, err
	})
}

// rest is what can be asked for, drawn and stepped through.
func (p pair) rest() {
	same(p, "terms", func(e registry.Entry) (any, error) { return e.Askable(nil) })
	same(p, "graph", func(e registry.Entry) (any, error) {
		return e.Graph(p.Context(), registry.Job{}, 40)
	})
	same(p, "session", func(e registry.Entry) (any, error) {
		s, err := e.Begin(nil, nil)
		if err != nil {
			return nil, err
		}
		views := []model.View{s.View()}
		for len(s.Enabled()) > 0 && len(views) < 4 {
			if err := s.Take(len(views) % len(s.Enabled())); err != nil {
				return nil, err
			}
			views = append(views, s.View())
		}
		return views, nil
	})
}
