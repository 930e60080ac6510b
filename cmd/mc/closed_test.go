package main

import (
	"testing"
)

// TestClosed holds what closes known holes, as found by taking their schedules
// to other rules: a generation, or a policy that the spec had turned off. What
// is no bug of the protocol (an election that asks for losses), and what no release
// mends, is closed by no generation, and by a control at most.
func TestClosed(t *testing.T) {
	for name, want := range map[string][2]string{
		"kip-101-data-loss":              {"KIP-101", "kip-101"},
		"kip-101":                        {"KIP-279", "kip-279"},
		"kip-279":                        {"KIP-320", "kip-320"},
		"v05-sender-epoch-not-checked":   {"KIP-497", "ap_carries_sender_broker_epoch=on"},
		"v08-diverging-fetch-counted":    {"KAFKA-13141", "diverge_skips_state_update=on"},
		"v09-diverging-answer-shows":     {"KAFKA-14704", "kip-903"},
		"v11-lost-disk-joins":            {"KIP-903", "kip-903"},
		"v13-last-replica-standing":      {"KIP-966", "kip-966"},
		"v18-expand-below-epoch-start":   {"KAFKA-7128", "expand_needs_leso=on"},
		"v21-offset-only-lookup":         {"KIP-279", "truncation=epoch-pair"},
		"restarted-follower-forgets":     {"KIP-101", "kip-101"},
		"v10-unclean-election":           {}, // KAFKA-13790 loses the record there without one
		"reelected-leader-keeps-remotes": {"", "reelection_resets_remotes=on"},
		"v17-two-lossy-crashes":          {"", "fsync_each_write=on"},
	} {
		t.Run(name, func(t *testing.T) {
			file, _ := shippedSpecs.Path(name)
			s := embeddedSpec(t, file)
			entry, err := shipped.Resolve(s)
			if err != nil {
				t.Fatal(err)
			}
			onlyTraces(s)
			for _, f := range tracesOf(t, s, entry) {
				if f.Property.Name != s.Check[0] {
					continue
				}
				got := [2]string{}
				if f.Closed != nil {
					got = [2]string{f.Closed.Ref, f.Closed.Rules}
				}
				if got != want {
					t.Errorf("%s is closed by %q, want %q", f.Property.Name, got, want)
				}
				return
			}
			t.Errorf("no trace of %s", s.Check[0])
		})
	}
}
