package main

import (
	"maps"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/explorer"
	"mc/model"
	"mc/model/kafka"
	"mc/report"
	"mc/run/registry"
)

// TestBoundsAreRight explores random configurations. Doubling all budgets that
// a result calls never binding leaves states, levels and verdicts as they are;
// one more of a budget that it calls binding leads to more states, or another
// that binds with it is named.
func TestBoundsAreRight(t *testing.T) {
	rounds := 12
	if thorough {
		rounds = 500
	}
	entry, _ := models().Find("kafka")
	b := &bounded{t: t, entry: entry, r: rand.New(rand.NewPCG(4, 2))}
	for done := 0; done < rounds; {
		if b.try(b.draw()) {
			done++
		}
	}
	t.Logf("%d budgets that are not 0, %d of them never bind", b.all, b.silent)
	if b.silent*5 < b.all {
		t.Errorf("of %d budgets %d are called never binding, less than a fifth", b.all, b.silent)
	}
}

// bounded tries configurations.
type bounded struct {
	t           *testing.T
	entry       registry.Entry
	r           *rand.Rand
	all, silent int
}

// mostStates is what a configuration may have.
const mostStates = 12_000

// draw is a random configuration.
func (b *bounded) draw() map[string]string {
	set := map[string]string{
		"generation": kafka.Generations[b.r.IntN(len(kafka.Generations))].Name,
		"replicas":   "2", "min_insync_replicas": strconv.Itoa(1 + b.r.IntN(2)),
		"records":          strconv.Itoa(1 + b.r.IntN(2)),
		"max_leader_epoch": strconv.Itoa(1 + b.r.IntN(5)),
		"fences":           strconv.Itoa(b.r.IntN(3)), "unfences": strconv.Itoa(b.r.IntN(3)),
		"lag_timeouts": strconv.Itoa(b.r.IntN(3)),
	}
	for _, name := range []string{"kills", "lossy_crashes", "clean_stops", "elections", "unclean_elections",
		"min_isr_changes", "reassignments", "checkpoints", "lost_answers", "reads"} {
		set[name] = strconv.Itoa(max(0, b.r.IntN(7)-4))
	}
	return set
}

// explore is the outcome of a configuration, or nil if it is refused.
func (b *bounded) explore(set map[string]string) *report.Outcome {
	out, err := b.entry.Check(b.t.Context(), registry.Job{Set: set,
		Options: explorer.Options{KeepGoing: true, MaxStates: mostStates}})
	if err != nil {
		return nil
	}
	return out
}

func (b *bounded) raised(set map[string]string, budget explorer.BudgetUse, by int) map[string]string {
	more := maps.Clone(set)
	more[budget.Constant] = strconv.Itoa(budget.Limit + by)
	return more
}

// try reports whether the configuration says anything.
func (b *bounded) try(set map[string]string) bool {
	out := b.explore(set)
	if out == nil || !out.Exhaustive {
		return false
	}
	doubled := maps.Clone(set)
	for _, budget := range out.Budgets {
		switch {
		case budget.Limit == 0:
		case !budget.Binds():
			b.all, b.silent = b.all+1, b.silent+1
			doubled = b.raised(doubled, budget, min(budget.Limit, b.room(budget)))
		default:
			b.all++
			b.oneMore(set, budget, out)
		}
	}
	if again := b.explore(doubled); again == nil || !cmp.Equal(again.States, out.States) ||
		!cmp.Equal(verdicts(again), verdicts(out)) {
		b.t.Errorf("%v: with %v it is different: %+v", set, doubled, again)
	}
	return true
}

// room is how much more of a budget there may be.
func (b *bounded) room(budget explorer.BudgetUse) int {
	constants, err := b.entry.Constants(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range constants {
		if c.Name == budget.Constant {
			return c.Max - budget.Limit
		}
	}
	b.t.Fatalf("%s is no constant", budget.Constant)
	return 0
}

// oneMore tries more of a budget that binds: one more, or two, as some steps
// take two at once.
func (b *bounded) oneMore(set map[string]string, budget explorer.BudgetUse, out *report.Outcome) {
	if budget.Stopped == 0 {
		if len(budget.With) == 0 {
			b.t.Errorf("%v: %s binds with nobody", set, budget.Constant)
		}
		return
	}
	for by := 1; by <= min(2, b.room(budget)); by++ {
		more := b.explore(b.raised(set, budget, by))
		if more == nil || more.States.Distinct != out.States.Distinct || len(more.Cut.Reasons) > 0 {
			return
		}
	}
	if b.room(budget) > 0 && len(budget.With) == 0 {
		b.t.Errorf("%v: more of %s changes nothing, and it is said to bind", set, budget.Constant)
	}
}

func verdicts(out *report.Outcome) (list []model.Verdict) {
	for _, p := range out.Properties {
		list = append(list, p.Verdict)
	}
	return list
}
