package main

import (
	"bytes"
	"encoding/json"
	"strconv"
	"testing"

	"mc/run/verdict"
)

// TestWorkers holds that states, actions, properties and trace of a result
// are the same bytes for 1, 2 and 4 workers, where a property is violated and
// where all hold.
func TestWorkers(t *testing.T) {
	for name, args := range map[string][]string{
		"violated": {"kip-320-first-try"},
		"holds":    {"kip-320", "--set", "max_leader_epoch=1"},
		"cut":      {"kip-320", "--set", "max_leader_epoch=1", "--max-states", "5000"},
	} {
		t.Run(name, func(t *testing.T) {
			first := resultFields(t, args, 1)
			for _, n := range []int{2, 4} {
				for field, text := range resultFields(t, args, n) {
					if !bytes.Equal(first[field], text) {
						t.Errorf("%s with %d workers:\n%s\nwith 1:\n%s", field, n, text, first[field])
					}
				}
			}
		})
	}
}

func resultFields(t *testing.T, args []string, workers int) map[string]json.RawMessage {
	t.Helper()
	var out, errs bytes.Buffer
	args = append([]string{"check", "-q", "--json", "--workers", strconv.Itoa(workers)}, args...)
	if code := mc(args, &out, &errs); code != verdict.OK && code != verdict.Inconclusive {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	kept := map[string]json.RawMessage{}
	for _, field := range []string{"verdict", "exhaustive", "states", "actions", "properties", "out_degree", "cut", "bounds", "trace"} {
		kept[field] = all[field]
	}
	return kept
}
