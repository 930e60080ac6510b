package kafka

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the listing of the conditions of fairness")

// fairRuns are runs that between them have every rule that a condition is of;
// most are absent from one of them.
var fairRuns = []map[string]string{
	{"generation": "hw-truncation", "fences": "2", "unfences": "2", "lag_timeouts": "2", "replicas": "2"},
	{"generation": "kip-101", "fences": "1", "elections": "2", "track_acks": "separate", "lag_timeouts": "0"},
	{"generation": "kip-966", "kills": "1", "clean_stops": "1", "fences": "1", "lost_answers": "1", "split_expand": "on"},
	{"generation": "kip-966", "kills": "1", "fences": "1", "unfences": "0", "restart": "in-steps", "replicas": "2"},
	{"generation": "kip-903", "reader": "on", "fetch_from_follower": "on", "replicas": "2"},
}

// fairListing is where the conditions of these runs are listed.
const fairListing = "testdata/fairness.txt"

// TestFairnessListing holds what the sets of conditions ask for, in words, to
// what somebody has read.
func TestFairnessListing(t *testing.T) {
	var out strings.Builder
	for _, set := range fairRuns {
		m, _, err := Template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n", strings.TrimPrefix(fmt.Sprint(set), "map"))
		for _, f := range m.Fairness {
			list(&out, f)
		}
		out.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile(fairListing, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(fairListing)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), out.String()); d != "" {
		t.Errorf("%s differs (-want +got); if it is meant, go test ./invariants/kafka -run FairnessListing -update:\n%s",
			fairListing, d)
	}
}

// list writes a set of conditions, those on one rule in a line.
func list(out *strings.Builder, f *fairness) {
	fmt.Fprintf(out, "\n%s: %s", f.Name, f.Doc)
	for i := range f.Conditions {
		c := &f.Conditions[i]
		if i == 0 || ruleOf(c) != ruleOf(&f.Conditions[i-1]) {
			fmt.Fprintf(out, "\n\t%s", c)
		} else {
			fmt.Fprintf(out, "; %s", nameOf(c.String()))
		}
	}
	out.WriteString("\n")
}

// nameOf is a condition of weak fairness without what it demands.
func nameOf(text string) string {
	return strings.TrimPrefix(strings.TrimPrefix(text, "weak fairness of "), "strong fairness of ")
}

// ruleOf is the rule that a condition is on.
func ruleOf(c *condition) string {
	rule, _, _ := strings.Cut(c.Steps[0], " ")
	return rule
}
