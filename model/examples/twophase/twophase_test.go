package twophase

import (
	"fmt"
	"testing"

	"mc/model"
	"mc/model/modeltest"
)

func build(t *testing.T, variant string, managers int) *model.Model[State] {
	t.Helper()
	m, _, err := Template.Build(map[string]string{"variant": variant, "managers": fmt.Sprint(managers)})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestConform(t *testing.T) {
	modeltest.ConformVariants(t, &Template)
	for _, v := range Variants.Names() {
		for n := 2; n <= MaxManagers; n++ {
			modeltest.Conform(t, build(t, v, n), 2000)
		}
	}
}

// TestCounts holds the model against what can be reckoned without exploring.
// As long as nothing is decided, a manager is working, has promised and been
// heard or not, or has aborted; if it is fickle, after it was heard too. Under a
// decision to abort it is one of these five whatever its temper; under one to
// commit it was heard, and waits, has committed or, if fickle, has aborted.
func TestCounts(t *testing.T) {
	for n := 2; n <= MaxManagers; n++ {
		for _, c := range []struct {
			variant  string
			kinds    []int // of managers: undecided, under abort, under commit
			violated int   // states in the shortest trace that breaks consistent
		}{
			{"honest", []int{4, 5, 2}, 0},
			{"fickle", []int{5, 5, 3}, 2*n + 4},
		} {
			states, orbits := 0, 0
			for _, kinds := range c.kinds {
				states += pow(kinds, n)
				orbits += choose(n+kinds-1, n)
			}
			m := build(t, c.variant, n)
			all := modeltest.Explore(m, false)
			if all.Distinct != states || all.Violated["consistent"] != c.violated || all.Violated["all-commit"] != 3*n+2 {
				t.Errorf("%s, %d managers: %d states and %v, want %d and %d", c.variant, n, all.Distinct, all.Violated, states, c.violated)
			}
			if some := modeltest.Explore(m, true).Distinct; some != orbits {
				t.Errorf("%s, %d managers: %d orbits, want %d", c.variant, n, some, orbits)
			}
		}
	}
}

func pow(x, n int) int {
	if n == 0 {
		return 1
	}
	return x * pow(x, n-1)
}

// choose is the number of ways to take k of n.
func choose(n, k int) int {
	if k == 0 {
		return 1
	}
	return choose(n-1, k-1) * n / k
}
