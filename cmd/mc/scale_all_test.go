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

// TestNextLeader and TestFetchWaits take every search of the Kafka model that is shipped as it is
// and with another value of a setting, and keep the table of what differs. Run them with -update
// to write it.
func TestNextLeader(t *testing.T) { keepsTable(t, "next-leader", "next_leader=any") }
func TestFetchWaits(t *testing.T) { keepsTable(t, "fetch-waits", "fetch_waits=on") }

// differing is a row of such a table.
type differing struct{ specs, verdicts, states, changed, longer int }

func (r *differing) add(o *differing) {
	r.specs, r.verdicts, r.states = r.specs+o.specs, r.verdicts+o.verdicts, r.states+o.states
	r.changed, r.longer = r.changed+o.changed, r.longer+o.longer
}

func keepsTable(t *testing.T, block, setting string) {
	rows, changes := map[string]*differing{}, ""
	for _, file := range shippedSpecs.Paths() {
		s, err := shippedSpecs.Parse(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(file)
		if s.Model != "kafka" || s.Script() != nil || dir == "scale" {
			continue
		}
		if rows[dir] == nil {
			rows[dir] = &differing{}
		}
		r, told := compared(t, s.Name, setting)
		rows[dir].add(r)
		changes += told
	}
	fresh := table(rows)
	if changes != "" {
		fresh += changes + "\n"
	}
	old, err := os.ReadFile(modelChapter)
	if err != nil {
		t.Fatal(err)
	}
	fresh = between(t, string(old), "<!-- generated: "+block+" -->\n", "<!-- end of "+block+" -->\n", fresh)
	switch {
	case fresh == string(old):
	case !*update:
		t.Fatalf("%s is not up to date; run go test -tags matrix ./cmd/mc -run %s -update\n%s", modelChapter, t.Name(), cmp.Diff(string(old), fresh))
	default:
		if err := os.WriteFile(modelChapter, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// compared is one search with and without the setting, and in words what is decided otherwise.
func compared(t *testing.T, name, setting string) (r *differing, changes string) {
	as, few, _ := decisions(t, name)
	with, many, _ := decisions(t, name, "--set", setting)
	r = &differing{specs: 1, verdicts: len(as)}
	if few != many {
		r.states++
	}
	for claim, d := range as {
		switch is := with[claim]; {
		case is.Verdict != d.Verdict:
			r.changed++
			changes += fmt.Sprintf("\n* `%s`, %s: %s, and %s", name, claim, d.Verdict, is.Verdict)
		case is.Length != d.Length:
			r.longer++
		}
	}
	return r, changes
}

func table(rows map[string]*differing) string {
	var b strings.Builder
	b.WriteString("| searches of | specs | other states | verdicts | other verdicts | other shortest lengths |\n| --- | --- | --- | --- | --- | --- |\n")
	var sum differing
	for _, dir := range sorted(rows) {
		r := rows[dir]
		fmt.Fprintf(&b, "| `specs/%s` | %d | %d | %d | %d | %d |\n", strings.TrimPrefix(dir, "."), r.specs, r.states, r.verdicts, r.changed, r.longer)
		sum.add(r)
	}
	fmt.Fprintf(&b, "| all | %d | %d | %d | %d | %d |\n", sum.specs, sum.states, sum.verdicts, sum.changed, sum.longer)
	return b.String()
}

func sorted[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
