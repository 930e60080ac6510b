//go:build matrix

package main

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFiveBrokersBySymmetry takes the search of specs/scale that does not end without
// symmetry, which says of five brokers what the one without says of three.
func TestFiveBrokersBySymmetry(t *testing.T) {
	five, distinct, whole := decisions(t, "../../specs/scale/five-brokers-any-leader.yaml")
	three, _, _ := decisions(t, "../../specs/scale/three-brokers-each-somebody.yaml")
	agree(t, "five brokers and three", five, three)
	if !whole || distinct != 28422618 {
		t.Errorf("%d states, the whole space: %t", distinct, whole)
	}
}

const modelChapter = "../../docs/02-the-model.md"

// TestNextLeader takes every search of the Kafka model that is shipped in order and with
// anybody elected, and keeps the table of what differs. Run it with -update to write it.
func TestNextLeader(t *testing.T) {
	type row struct{ specs, verdicts, states, changed, longer int }
	rows, changes := map[string]*row{}, ""
	for _, file := range shippedSpecs.Paths() {
		s, err := shippedSpecs.Parse(file)
		if err != nil {
			t.Fatal(err)
		}
		if dir := path.Dir(file); s.Model != "kafka" || s.Script() != nil || dir == "scale" {
			continue
		}
		inOrder, few, _ := decisions(t, s.Name)
		anybody, many, _ := decisions(t, s.Name, "--set", "next_leader=any")
		dir := path.Dir(file)
		if rows[dir] == nil {
			rows[dir] = &row{}
		}
		r := rows[dir]
		r.specs, r.verdicts = r.specs+1, r.verdicts+len(inOrder)
		if few != many {
			r.states++
		}
		for name, d := range inOrder {
			switch is := anybody[name]; {
			case is.Verdict != d.Verdict:
				r.changed++
				changes += fmt.Sprintf("\n* `%s`, %s: %s, and %s", s.Name, name, d.Verdict, is.Verdict)
			case is.Length != d.Length:
				r.longer++
			}
		}
	}
	var b strings.Builder
	b.WriteString("| searches of | specs | other states | verdicts | other verdicts | other shortest lengths |\n| --- | --- | --- | --- | --- | --- |\n")
	var sum row
	for _, dir := range sorted(rows) {
		r := rows[dir]
		fmt.Fprintf(&b, "| `specs/%s` | %d | %d | %d | %d | %d |\n", strings.TrimPrefix(dir, "."), r.specs, r.states, r.verdicts, r.changed, r.longer)
		sum = row{sum.specs + r.specs, sum.verdicts + r.verdicts, sum.states + r.states, sum.changed + r.changed, sum.longer + r.longer}
	}
	fmt.Fprintf(&b, "| all | %d | %d | %d | %d | %d |\n", sum.specs, sum.states, sum.verdicts, sum.changed, sum.longer)
	if changes != "" {
		b.WriteString(changes + "\n")
	}
	old, err := os.ReadFile(modelChapter)
	if err != nil {
		t.Fatal(err)
	}
	fresh := between(t, string(old), "<!-- generated: next-leader -->\n", "<!-- end of next-leader -->\n", b.String())
	if fresh == string(old) {
		return
	}
	if !*update {
		t.Fatalf("%s is not up to date; run go test -tags matrix ./cmd/mc -run TestNextLeader -update\n%s", modelChapter, cmp.Diff(string(old), fresh))
	}
	if err := os.WriteFile(modelChapter, []byte(fresh), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sorted[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
