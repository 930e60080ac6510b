package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mc/run/matrix"
	"mc/run/verdict"
)

// widened is what is read of a result with a widening.
type widened struct {
	States     struct{ Distinct uint64 }
	Properties []struct {
		Length int `json:"trace_length"`
	}
	Widening *struct {
		OnRecord []shown `json:"on_record"`
		Breaks   []shown `json:"breaks"`
		Missed   []shown `json:"missed"`
		States   uint64  `json:"states"`
	}
}

// shown is a failure with a command that is to show it.
type shown struct {
	Spec, Property string
	Found, Whole   bool
	Length         int
	Command        string
}

// minute is how many states a widening has in these tests in place of its
// minute, in which a loaded machine of two cores visits ten times as many.
const minute = "650000"

// TestOnRecord: of the failures that the recorded table has for a release at
// most a quarter is not reached, each counted for itself, and the commands show
// what they are said to, as far as every 24th of them tells; CI takes all.
func TestOnRecord(t *testing.T) {
	t.Parallel()
	for _, release := range []string{"3.7"} { // TestOnRecordEverywhere has the others
		t.Run(release, func(t *testing.T) {
			for i, one := range onRecord(t, release) {
				if thorough || i%24 == 0 {
					shows(t, one)
				}
			}
		})
	}
}

// TestNotReached: the commands for what a widening did not reach lead there, as
// far as every sixteenth of them tells.
func TestNotReached(t *testing.T) {
	t.Parallel()
	got := checked(t, verdict.Inconclusive, "--model", "kafka", "--set", "generation=3.7", "--widen", "--max-states", "1")
	w := got.Widening
	if len(w.Missed) != len(ofTheTable(t, "3.7")) || len(w.Missed) != len(w.OnRecord) {
		t.Errorf("%d of %d failures were not reached with one state", len(w.Missed), len(w.OnRecord))
	}
	for i, one := range w.Missed {
		if i%16 != 0 {
			continue
		}
		if got := checked(t, verdict.Safety, shellWords(one.Command)[2:]...); got.Widening != nil {
			t.Errorf("%s is widened", one.Command)
		}
	}
}

// onRecord holds what a widening says of a release against the recorded table,
// and gives the failures that it found.
func onRecord(t *testing.T, release string) (found []shown) {
	t.Helper()
	got := checked(t, verdict.Safety, "--model", "kafka", "--set", "generation="+release, "--widen", "--max-states", minute)
	w := got.Widening
	if w == nil {
		t.Fatal("was not widened")
	}
	has := map[string]bool{}
	for _, one := range w.OnRecord {
		has[one.Spec+" "+one.Property] = true
		if one.Found {
			found = append(found, one)
		}
	}
	for _, failure := range ofTheTable(t, release) {
		if !has[failure] {
			t.Errorf("%s is not among what is on record", failure)
		}
	}
	if missed := len(w.Missed); 4*missed > len(w.OnRecord) || len(w.OnRecord) < 9 {
		t.Errorf("%d of %d failures were not reached: %v", missed, len(w.OnRecord), w.Missed)
	}
	t.Logf("%s: %d on record, %d found, %d not reached, %d states in all", release, len(w.OnRecord), len(found), len(w.Missed), w.States)
	return append(found, w.Breaks...)
}

// TestFailuresOfARelease: a release that is no generation has on record what its
// column has, and nothing that another scenario, or one's own setting, is to
// blame for; a generation has what its specs expect besides.
func TestFailuresOfARelease(t *testing.T) {
	e, _ := shipped.Models.Find("kafka")
	for release, more := range map[string]bool{"2.8": false, "3.7": false, "3.6": true} {
		failures, err := matrix.Failures(shipped, e, map[string]string{"generation": release})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		v, err := e.Vocabulary(map[string]string{"generation": release})
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range failures {
			if p, _ := v.Property(f.Property); p.Temporal {
				t.Errorf("%s has %s on record, a claim about runs that go on for ever", release, f.Property)
			}
			got = append(got, f.Spec+" "+f.Property)
			if before := failures[max(0, i-1)]; f.States > 0 && f.States < before.States {
				t.Errorf("%s: %s took fewer states than %s before it", release, f.Spec, before.Spec)
			}
		}
		want := ofTheTable(t, release)
		slices.Sort(got)
		slices.Sort(want)
		if !more && !slices.Equal(got, want) || more && len(got) <= len(want) {
			t.Errorf("%s has on record\n%v\nthe table has\n%v", release, got, want)
		}
	}
}

// ofTheTable are the violated cells of a column that are the row's own, in part
// its own, or nobody's, but for claims about runs that go on for ever.
func ofTheTable(t *testing.T, column string) (failures []string) {
	t.Helper()
	table, err := recordedTable("releases")
	if err != nil {
		t.Fatal(err)
	}
	for j, c := range table.Columns {
		for _, r := range table.Rows {
			cell := r.Cells[j]
			elsewhere := cell.Credit == matrix.Other || cell.Credit == matrix.Scenario
			if c.Name == column && r.Fairness == "" && cell.Verdict == "violated" && !elsewhere {
				failures = append(failures, r.Spec+" "+r.Property)
			}
		}
	}
	return failures
}

// shows runs a command that a widening printed: it breaks the claim in as many
// states as was said, and is no widening itself.
func shows(t *testing.T, one shown) {
	t.Helper()
	words := shellWords(one.Command)
	if len(words) < 3 || words[0] != "mc" || words[1] != "check" {
		t.Fatalf("%q is no check", one.Command)
	}
	got := checked(t, verdict.Safety, words[2:]...)
	if len(got.Properties) != 1 || got.Properties[0].Length != one.Length || got.Widening != nil {
		t.Errorf("%s\nis to break %s in %d states: %+v", one.Command, one.Property, one.Length, got.Properties)
	}
}

// checked is the result of mc check, which must end with an exit code.
func checked(t *testing.T, want verdict.Code, args ...string) (got widened) {
	t.Helper()
	var out, err bytes.Buffer
	if code := mc(append([]string{"check", "-q", "--json"}, args...), &out, &err); code != want {
		t.Errorf("mc check %s: exit code %d, want %d\n%s", strings.Join(args, " "), code, want, &err)
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("mc check %s: %v", strings.Join(args, " "), err)
	}
	return got
}

var shellWord = regexp.MustCompile(`'([^']*)'|\S+`)

// shellWords divides a command as a shell does, which has no quotes within words.
func shellWords(command string) (words []string) {
	for _, m := range shellWord.FindAllStringSubmatch(command, -1) {
		if m[1] != "" {
			words = append(words, m[1])
		} else {
			words = append(words, m[0])
		}
	}
	return words
}
