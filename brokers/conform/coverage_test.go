package main

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table of rules in ../README.md")

// TestEveryRuleIsCovered holds that each rule of the model is told of once, and
// that those are compared which a release of Kafka 4 can take.
func TestEveryRuleIsCovered(t *testing.T) {
	systems, err := ask(nil).chosen()
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]bool{} // in some profile
	told := map[string]string{}
	for _, c := range coverage {
		if told[c.rule] != "" {
			t.Errorf("%s is told of twice", c.rule)
		}
		told[c.rule] = c.how
	}
	for _, y := range systems {
		for _, r := range y.model.Rules {
			taken[r.Name] = taken[r.Name] || !r.Absent
		}
	}
	for rule, can := range taken {
		if can != (told[rule] == compared) {
			t.Errorf("%s: enabled in walks is %v, and the table says %q", rule, can, told[rule])
		}
	}
	if len(told) != len(taken) {
		t.Errorf("the table has %d rules and the model %d", len(told), len(taken))
	}
}

// TestReadmeHasTheTable holds the table in the README to this one.
func TestReadmeHasTheTable(t *testing.T) {
	const name, from, to = "../README.md", "<!-- rules -->\n", "<!-- end -->"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), from)
	old, after, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("%s has no part between %q and %q", name, from, to)
	}
	var table bytes.Buffer
	if err := explain(&table); err != nil {
		t.Fatal(err)
	}
	if old == table.String() {
		return
	}
	if !*update {
		t.Fatalf("the table is stale; run: go test ./brokers/conform -run %s -update", t.Name())
	}
	if err := os.WriteFile(name, []byte(before+from+table.String()+to+after), 0o666); err != nil {
		t.Fatal(err)
	}
}
