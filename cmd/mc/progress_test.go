package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/run/specfile"
	"mc/run/verdict"
)

// progress are the specs in specs/progress.
type progress []*specfile.Spec

func allProgress(t *testing.T) progress {
	t.Helper()
	return specsIn(t, "progress")
}

// of are those of the case and in the form of a spec in specs/bugs:
// r09-kafka-2729-progress-all-broken of r09-kafka-2729-broken.
func (all progress) of(s *specfile.Spec) (list progress) {
	for _, p := range all {
		if strings.HasPrefix(p.Name, stem(s)+"-progress-") && form(p) == form(s) {
			list = append(list, p)
		}
	}
	return list
}

// broken reports whether a spec is the form of a case without its remedy, or
// with half of it.
func broken(s *specfile.Spec) bool { return form(s) == "broken" || form(s) == "half" }

// broken finds such a spec by its name without its form.
func (all progress) broken(name string) *specfile.Spec {
	for _, s := range all {
		if stem(s) == name && broken(s) {
			return s
		}
	}
	return nil
}

// fixed is the fixed form of a spec; nil if there is none.
func (all progress) fixed(s *specfile.Spec) *specfile.Spec {
	for _, f := range all {
		if f.Name == stem(s)+"-fixed" {
			return f
		}
	}
	return nil
}

// tell reports whether a claim is violated in a spec and stands in its fixed
// form.
func (all progress) tell(s *specfile.Spec, claim string) bool {
	fixed := all.fixed(s)
	return fixed != nil && s.Expect[claim].Verdict == model.Violated && fixed.Expect[claim].Verdict == model.Holds
}

// TestProgressSpecs holds that each spec in specs/progress says under which
// fairness it asks, what is to be seen in a cluster, and what it expects of each
// claim; and that two forms of a case differ in the protocol alone.
func TestProgressSpecs(t *testing.T) {
	all := allProgress(t)
	for _, s := range all {
		if s.Fairness == "" || !strings.Contains(s.About, "In a cluster") {
			t.Errorf("%s does not say under which fairness it asks, or what is to be seen in a cluster", s.Name)
		}
		for _, claim := range s.Check {
			if e := s.Expect[claim]; e.Verdict == "" || e.Verdict == model.Violated && e.Length == 0 {
				t.Errorf("%s does not say what it expects of %s, with the length of a violation", s.Name, claim)
			}
		}
		if !broken(s) {
			continue
		}
		fixed := all.fixed(s)
		if fixed == nil {
			t.Errorf("%s has no fixed form", s.Name)
			continue
		}
		alike(t, s, fixed)
		if s.Fairness != fixed.Fairness || !slices.Equal(s.Check, fixed.Check) {
			t.Errorf("%s and its fixed form ask other things", s.Name)
		}
	}
}

// TestProgressIsAsExpected checks them all.
func TestProgressIsAsExpected(t *testing.T) {
	var out, errs bytes.Buffer
	if code := mc([]string{"check", "-q", "../../specs/progress"}, &out, &errs); code != verdict.OK {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
}

// asked is a row of the table of progress: a claim under a fairness, and the
// stems of the specs that it names.
type asked struct {
	number, claim, fairness string
	tells, tellsNot         []string
}

var quoted = regexp.MustCompile("`([a-z0-9-]+)`")

// progressTable reads the rows between the marks of the chapter.
func progressTable(t *testing.T) (rows []asked) {
	t.Helper()
	page, err := os.ReadFile(failuresChapter)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, begun := strings.Cut(string(page), "<!-- progress -->\n")
	table, _, ended := strings.Cut(rest, "<!-- end of progress -->\n")
	if !begun || !ended {
		t.Fatalf("%s has lost the marks of its table of progress", failuresChapter)
	}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 7 || !strings.Contains(cells[1], "`") {
			continue
		}
		row := asked{number: strings.Fields(cells[1])[0], claim: names(cells[1])[0], tells: names(cells[4]), tellsNot: names(cells[5])}
		if fairness := names(cells[2]); len(fairness) > 0 {
			row.fairness = fairness[0]
		}
		rows = append(rows, row)
	}
	return rows
}

func names(cell string) (list []string) {
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		list = append(list, m[1])
	}
	return list
}

// TestProgressTable holds the table of progress to the specs: each claim of the
// literature has a row; what is said to tell a failure from its remedy does, and
// what is said not to does not, under the fairness of the row; and whatever a
// spec asks is in a row.
func TestProgressTable(t *testing.T) {
	all, said := allProgress(t), map[string]bool{}
	for _, row := range progressTable(t) {
		said[row.number] = true
		for _, name := range slices.Concat(row.tells, row.tellsNot) {
			if !strings.Contains(name, "-progress-") {
				continue // a safety claim that sees the failure
			}
			said[name+" "+row.claim] = true
			row.hold(t, all, name)
		}
	}
	for n := 1; n <= 12; n++ {
		if number := fmt.Sprintf("L%d", n); !said[number] {
			t.Errorf("%s has no row of %s", failuresChapter, number)
		}
	}
	for _, s := range all {
		for _, claim := range s.Check {
			if broken(s) && !said[stem(s)+" "+claim] {
				t.Errorf("%s has no row that names %s for %s", failuresChapter, stem(s), claim)
			}
		}
	}
}

// hold compares what a row says of a case with its specs.
func (row *asked) hold(t *testing.T, all progress, name string) {
	t.Helper()
	switch s := all.broken(name); {
	case s == nil:
		t.Errorf("%s names %s, which is no case in specs/progress", failuresChapter, name)
	case s.Fairness != row.fairness || !slices.Contains(s.Check, row.claim):
		t.Errorf("%s does not ask %s under %s", s.Name, row.claim, row.fairness)
	case all.tell(s, row.claim) != slices.Contains(row.tells, name):
		t.Errorf("the row of %s under %s has %s in the wrong cell", row.claim, row.fairness, name)
	}
}

// healing is a table of what KIP-966 heals: the claims and what each spec
// expects of them.
func healing(t *testing.T) string {
	var specs []*specfile.Spec
	head, rule := "| claim |", "| --- |"
	for _, s := range allProgress(t) {
		if strings.HasPrefix(s.Name, "kip-966-") {
			specs = append(specs, s)
			head += fmt.Sprintf(" `%s`, fairness %s |", s.Name, s.Fairness)
			rule += " --- |"
		}
	}
	table := head + "\n" + rule + "\n"
	for _, claim := range specs[0].Check {
		table += "| `" + claim + "` |"
		for _, s := range specs {
			table += " " + s.Expect[claim].String() + " |"
		}
		table += "\n"
	}
	return table
}
