package main

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/registry"
)

// TestNeedsAreNeeded: where a property says what it needs of a run's constants,
// it is about nothing as long as any of that is missing, and about something once
// all is there.
func TestNeedsAreNeeded(t *testing.T) {
	e, _ := shipped.Models.Find("kafka")
	v, err := e.Vocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, p := range v.Properties {
		if p.Temporal {
			continue // a search that is cut says nothing of runs that go on for ever
		}
		lacks := judged(t, e, p.Name, nil).Lacks
		if len(lacks) == 0 {
			continue
		}
		tested++
		all := map[string]string{"replicas": "2", "fences": "2"}
		for _, need := range lacks {
			name, value := meeting(need)
			all[name] = value
		}
		if got := judged(t, e, p.Name, all); len(got.Lacks) > 0 || about(got) == 0 {
			t.Errorf("%s is %s with %v, and lacks %v", p.Name, got.Verdict, all, got.Lacks)
		}
		for _, need := range lacks {
			some := maps.Clone(all)
			name, _ := meeting(need)
			delete(some, name)
			if _, err := e.Vocabulary(some); err != nil {
				continue // the model refuses the rest without it
			}
			if got := judged(t, e, p.Name, some); !slices.Contains(got.Lacks, need) || about(got) > 0 {
				t.Errorf("%s is %s without %s, and lacks %v", p.Name, got.Verdict, need, got.Lacks)
			}
		}
	}
	if tested < 6 {
		t.Errorf("%d properties need something; those about clients and restarts are more", tested)
	}
}

// meeting is a value with which a condition is met.
func meeting(need string) (name, value string) {
	name, values, some := strings.Cut(need, "=")
	if some {
		return name, values[strings.LastIndexAny(values, "|")+1:]
	}
	if name == "track_restarts" {
		return name, "on"
	}
	return name, "1"
}

// about is 1 if a verdict is about some state, and else 0.
func about(p report.Property) int {
	if p.Verdict == model.Vacuous || p.Verdict == model.Unreachable || p.Verdict == model.Inconclusive {
		return 0
	}
	return 1
}

// judged is what a short run says of a property.
func judged(t *testing.T, e registry.Entry, property string, set map[string]string) report.Property {
	t.Helper()
	o := explorer.Options{Workers: 1, Check: []string{property}, MaxStates: 20_000}
	out, err := e.Check(context.Background(), registry.Job{Set: set, Options: o})
	if err != nil {
		t.Fatalf("%s with %v: %v", property, set, err)
	}
	return out.Properties[0]
}
