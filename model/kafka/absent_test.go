package kafka

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
)

// settings draws a generation and bounds, most of them small or nothing.
func settings(t *rapid.T) map[string]string {
	set := map[string]string{
		"generation": rapid.SampledFrom(Variants.Names()).Draw(t, "generation"),
		"replicas":   fmt.Sprint(rapid.IntRange(2, 3).Draw(t, "replicas")),
		"reply_hw":   rapid.SampledFrom([]string{"after", "before", "either"}).Draw(t, "reply_hw"),
	}
	bounds := []string{"records", "max_leader_epoch"}
	for _, a := range budgets {
		bounds = append(bounds, a.Name)
	}
	for _, name := range bounds {
		set[name] = fmt.Sprint(max(0, rapid.IntRange(-2, 2).Draw(t, name)))
	}
	if set["retries"] != "0" {
		set["markers"] = "0" // they do not go together
	}
	apart(set, rapid.Bool().Draw(t, "starts"))
	set["track_acks"] = rapid.SampledFrom([]string{"with-hw", "separate"}).Draw(t, "track_acks")
	optional(t, set, "metadata", "newest", "any-newer")
	for _, name := range []string{"consumer_read_atomic", "swap_keeps_epoch", "single_controller", "split_expand", "split_lookup",
		"fence_one_at_a_time", "hw_waits_for_caught_up", "partial_loss"} {
		optional(t, set, name, "on", "off")
	}
	return set
}

// apart leaves out of a mixture what does not go together: with starts, what logs that
// begin elsewhere do not go with, else these.
func apart(set map[string]string, starts bool) {
	off := []string{"deletes", "retentions", "copies"}
	if starts {
		off = []string{"retries", "markers", "half_appends", "dir_failures"}
		if set["copies"] != "0" {
			off = append(off, "deletes", "lossy_crashes", "loading_crashes", "reads", "log_swaps")
		}
		delete(set, "reassignment")
	}
	for _, name := range off {
		set[name] = "0"
	}
	if set["reassignment"] == "process" {
		set["controller_failovers"] = "0"
	}
}

// optional draws a value for a key, and leaves the key out where the other
// settings refuse it.
func optional(t *rapid.T, set map[string]string, name string, values ...string) {
	set[name] = rapid.SampledFrom(values).Draw(t, name)
	if _, _, err := Template.Build(set); err != nil {
		delete(set, name)
	}
}

// TestAbsentRulesAreNotEnabled expands the rules that a run leaves out in the
// states that it reaches without them: there must be no step.
func TestAbsentRulesAreNotEnabled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := settings(t)
		m, _, err := Template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		left := *m
		left.Rules = nil
		for _, r := range m.Rules {
			if r.Absent {
				r.Absent = false
				left.Rules = append(left.Rules, r)
			}
		}
		out := model.NewSteps(func(a model.Action, _ *State) { t.Fatalf("%v: %s is absent and has a step", set, left.Text(a)) })
		for _, s := range reach(m, 600) {
			left.Expand(&s, out)
		}
	})
}
