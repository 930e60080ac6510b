package main

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"testing"

	"mc/run/verdict"
)

// decision is what a search says of a property: the verdict, and how many states the
// shortest course to it has.
type decision struct {
	Name    string
	Verdict string
	Length  int `json:"trace_length"`
}

// decisions are what a search says, by property, and how many states it visited.
func decisions(t *testing.T, args ...string) (list map[string]decision, distinct int, whole bool) {
	t.Helper()
	var out, errs bytes.Buffer
	mc(append([]string{"check", "-q", "--json"}, args...), &out, &errs)
	var result struct {
		Properties []decision
		States     struct{ Distinct int }
		Exhaustive bool
	}
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatalf("%v: %v: %s", args, err, errs.String())
	}
	list = map[string]decision{}
	for _, p := range result.Properties {
		list[p.Name] = p
	}
	return list, result.States.Distinct, result.Exhaustive
}

// agree holds two searches to the same decisions.
func agree(t *testing.T, name string, one, other map[string]decision) {
	t.Helper()
	if len(one) != len(other) || len(one) == 0 {
		t.Errorf("%s: %d properties, and %d", name, len(one), len(other))
	}
	for p, d := range one {
		if other[p] != d {
			t.Errorf("%s: %+v, and %+v", name, d, other[p])
		}
	}
}

// TestSymmetryDecidesAsWithout checks three brokers of specs/scale, and failures of them,
// with symmetry and without: the verdicts, and the shortest lengths, are the same.
func TestSymmetryDecidesAsWithout(t *testing.T) {
	by, few, whole := decisions(t, "../../specs/scale/three-brokers-any-leader.yaml")
	without, all, too := decisions(t, "../../specs/scale/three-brokers-each-somebody.yaml")
	agree(t, "three brokers", by, without)
	if !whole || !too || few*2 > all {
		t.Errorf("%d states with symmetry, %d without", few, all)
	}
	for _, name := range []string{"kip-101-data-loss", "news-drop-an-expansion", "r24-last-replica-standing-broken", "v10-unclean-election", "v02-hw-truncation-isr"} {
		by, few, _ := decisions(t, name, "--set", "next_leader=any", "--symmetry", "on")
		without, all, _ := decisions(t, name, "--set", "next_leader=any", "--symmetry", "off")
		agree(t, name, by, without)
		if few > all {
			t.Errorf("%s: %d states with symmetry, %d without", name, few, all)
		}
	}
}

// TestSymmetricTraceReplays replays what symmetry finds without it: a run with its names.
func TestSymmetricTraceReplays(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.json")
	var errs bytes.Buffer
	if code := mc([]string{"check", "-q", "news-drop-an-expansion", "--set", "next_leader=any", "--symmetry", "on", "-o", file},
		io.Discard, &errs); code != verdict.Safety {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	if code := mc([]string{"replay", file}, io.Discard, &errs); code != verdict.OK {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}
