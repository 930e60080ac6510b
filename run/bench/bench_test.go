package bench

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// TestNames: a case is found by its name, so no two share one.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Fixed(true) {
		if seen[c.Name] {
			t.Errorf("two cases are called %s", c.Name)
		}
		seen[c.Name] = true
	}
	if Fixed(false)[0].Kind != Idle {
		t.Error("the idle process is not measured first")
	}
}

// TestTargets: with every case measured, every target is there, and none
// depends on a case that is not in the set.
func TestTargets(t *testing.T) {
	r := &Report{}
	for _, c := range Fixed(true) {
		s := Series{Case: c, Samples: []Sample{{Counts: Counts{1000, 4000, 7}, Wall: 2 / float64(max(1, c.Workers)), User: 2, PeakRSS: 50e3}}}
		if c.Kind == Idle {
			s.Samples[0] = Sample{PeakRSS: 10e3}
		}
		r.Cases = append(r.Cases, s)
	}
	if err := r.finish(true); err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{ // by the beginning of what is measured
		"1 to 2 workers": 2, "against a loop": 100, "rate at 65 M": 100, "bytes per state, exact, 65 M": 40,
		"engine without rules": 2 / 4e3 * 1e9, "kip-320-e3: runs": 9, "kip-320-e3-r3: runs": 9, "flagship, v15-elr-holds-e4, 2": 0.0005, "flagship, v15-elr-holds+news, 1": 0.0005,
	}
	for what, figure := range want {
		found := false
		for _, target := range r.Targets {
			if strings.HasPrefix(target.What, what) {
				found = true
				if target.Measured < figure*0.999 || target.Measured > figure*1.001 {
					t.Errorf("%s: %v, want %v", target.What, target.Measured, figure)
				}
				if met := target.AtMost == 0 && figure >= target.AtLeast || target.AtMost != 0 && figure <= target.AtMost; target.Met != met {
					t.Errorf("%s: met is %v", target.What, target.Met)
				}
			}
		}
		if !found {
			t.Errorf("no target for %q", what)
		}
	}
}

// TestCountsMustAgree: a case that counts otherwise in another run is wrong.
func TestCountsMustAgree(t *testing.T) {
	if _, err := median([]Sample{{Counts: Counts{1, 2, 3}}, {Counts: Counts{1, 2, 4}}}); err == nil {
		t.Error("different counts pass")
	}
	m, err := median([]Sample{{Wall: 3}, {Wall: 9}, {Wall: 1}})
	if err != nil || m.Wall != 3 {
		t.Errorf("the median of 3, 9 and 1 is %v, %v", m.Wall, err)
	}
}

// TestFailingProcess: a measurement that fails says why, and one that is
// interrupted ends.
func TestFailingProcess(t *testing.T) {
	if _, err := once(t.Context(), exec.Command("sh", "-c", "echo no luck >&2; exit 3")); err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := once(ctx, exec.Command("sleep", "60")); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
