package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mc/run/assess"
	"mc/run/suite"
)

func knowledge(t *testing.T) *assess.Know {
	t.Helper()
	know, err := assess.Read(&suite.Suite{Models: models(), Specs: shippedSpecs})
	if err != nil {
		t.Fatal(err)
	}
	return know
}

// given are settings as the command line has them.
func given(words string) (all []assess.Given) {
	for _, word := range strings.Fields(words) {
		name, value, _ := strings.Cut(word, "=")
		all = append(all, assess.Given{Name: name, Value: value})
	}
	return all
}

// cluster is a configuration that people run, with what can happen to it: harms in
// their order, each with the states of the shortest way that few events have, and
// behind a bar those that take one power failure more.
type cluster struct {
	name, release, settings, survive string
	harms                            string
}

// clusters are ten of them. The harms that every release has since it hears of ISR changes
// twice are in all: expansion-forgotten, and reelected-leader-keeps-beliefs.
var clusters = []cluster{
	{"B1", "3.9", "min.insync.replicas=2 acks=all unclean.leader.election.enable=false", "",
		"last-replica-loses-its-tail 13, back-before-it-was-fenced 10, read-then-gone 13, expansion-forgotten 13, " +
			"reelected-leader-keeps-beliefs 14, far-behind-and-in-sync 6, offline 4, refused 4"},
	{"B2", "4.1", "eligible.leader.replicas.version=1", "",
		"expansion-forgotten 13, reelected-leader-keeps-beliefs 14, far-behind-and-in-sync 6, offline 4, refused 4 | " +
			"more-power-failures-than-elr-carries 14, every-copy-gone 9"},
	{"B3", "4.1", "eligible.leader.replicas.version=0", "",
		"last-replica-loses-its-tail 13, read-then-gone 13, expansion-forgotten 13, reelected-leader-keeps-beliefs 14, " +
			"far-behind-and-in-sync 6, offline 4, refused 4"},
	{"B4", "4.3", "eligible.leader.replicas.version=1", "2 power failures",
		"more-power-failures-than-elr-carries 14, every-copy-gone 9, expansion-forgotten 13, " +
			"reelected-leader-keeps-beliefs 14, far-behind-and-in-sync 6, offline 4, refused 4"},
	{"B5", "3.9", "min.insync.replicas=1", "",
		"min-isr-of-one 10, back-before-it-was-fenced 10, every-copy-gone 6, read-then-gone 10, expansion-forgotten 13, " +
			"reelected-leader-keeps-beliefs 14, far-behind-and-in-sync 6, offline 4"},
	{"B6", "3.9", "unclean.leader.election.enable=true", "no power failure",
		"unclean-election 11, read-then-gone 12, expansion-forgotten 13, reelected-leader-keeps-beliefs 14, " +
			"far-behind-and-in-sync 6, offline 4, refused 4"},
	{"B7", "3.9", "log.flush.interval.messages=1", "2 power failures",
		"expansion-forgotten 13, reelected-leader-keeps-beliefs 14, far-behind-and-in-sync 6, offline 4, refused 4"},
	{"B8", "2.8.0", "acks=all", "no power failure",
		"two-leaders-commit-different-records 11, reelected-leader-keeps-beliefs 19, refused-after-it-was-written 7, " +
			"high-watermark-stands-after-a-shrink 8, far-behind-and-in-sync 6, offline 4, refused 4"},
	{"B9", "4.1", "acks=1 eligible.leader.replicas.version=1", "rolling restart",
		"leader-acknowledged-alone 4, far-behind-and-in-sync 6, offline 4, written-but-not-shown 4"},
	{"B10", "4.3", "min.insync.replicas=3 eligible.leader.replicas.version=1", "rolling restart and 2 power failures",
		"refused 3, reelected-leader-keeps-beliefs 20, far-behind-and-in-sync 6, offline 4 | every-copy-gone 11"},
}

// TestClusters assesses them with a glance: enough for what there is to find, and not
// for what there is not. Their rank and their length are as they should be.
func TestClusters(t *testing.T) {
	know := knowledge(t)
	for _, c := range clusters {
		if !thorough && c.name != "B3" { // which takes least; CI runs each, with -tags oracle
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			answer := assessed(t, know, c, assess.Options{States: 420_000, Timeout: 10 * time.Minute, Brief: true})
			if diff := cmp.Diff(c.harms, ranked(answer)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func assessed(t *testing.T, know *assess.Know, c cluster, o assess.Options) *assess.Answer {
	t.Helper()
	setup, err := know.Setup(c.release, given(c.settings))
	if err != nil {
		t.Fatal(err)
	}
	if o.Survive, err = know.Survives(c.survive); err != nil {
		t.Fatal(err)
	}
	answer, err := assess.Run(context.Background(), know, setup, o)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// ranked are the harms of an answer as clusters has them.
func ranked(a *assess.Answer) string {
	list := func(all []assess.Finding) string {
		var words []string
		for _, f := range all {
			words = append(words, fmt.Sprintf("%s %d", f.Harm, f.Length))
		}
		return strings.Join(words, ", ")
	}
	text := list(a.Found)
	if len(a.Beyond) > 0 {
		text += " | " + list(a.Beyond)
	}
	return text
}

// TestAssessCommands: the command behind each harm shows it, in as many states.
func TestAssessCommands(t *testing.T) {
	if !thorough {
		t.Skip("a search for each harm; CI runs it with -tags oracle")
	}
	for _, flags := range []string{"--max-states 420000 --release 3.9", "--max-states 60000 --release 4.1 acks=1"} {
		out, err := exec.Command("sh", "-c", "mc assess -q --json --brief --timeout 5m "+flags).Output()
		if err != nil {
			t.Fatal(err)
		}
		var a assess.Answer
		if err := json.Unmarshal(out, &a); err != nil {
			t.Fatal(err)
		}
		if len(a.Found) == 0 {
			t.Errorf("%s: nothing was found", flags)
		}
		for _, f := range a.Found {
			if f.Command == "" {
				t.Errorf("%s: %s has no command", flags, f.Harm)
				continue
			}
			text, _ := exec.Command("sh", "-c", f.Command+" -q").CombinedOutput()
			if want := fmt.Sprintf(" in %d states", f.Length); !strings.Contains(string(text), want) {
				t.Errorf("%s: %s does not print%q:\n%s", flags, f.Command, want, text)
			}
		}
	}
}

// TestSettings: what settings come to in the model, and mistakes.
func TestSettings(t *testing.T) {
	know := knowledge(t)
	for words, want := range map[string]string{
		"3.9 acks=-1 min.insync.replicas=1":       "min_insync_replicas=1",
		"3.9 flush.messages=1":                    "fsync_each_write=on",
		"3.9 default.replication.factor=5":        "replicas=5",
		"4.0 eligible.leader.replicas.version=1":  "generation=4.0-elr",
		"4.0 eligible.leader.replicas.version=0":  "generation=4.0",
		"4.1 eligible.leader.replicas.version=0":  "elr=off",
		"4.4":                                     "generation=4.3",
		"2.8.1":                                   "diverge_skips_state_update=on",
		"3.9 unclean.leader.election.enable=true": "unclean_elections=1",
		"3.9 acks=2":                              "acks=2: it takes -1 or 1 or all",
		"3.9 acks=0":                              "acks=0: nothing is acknowledged",
		"3.9 eligible.leader.replicas.version=1":  "3.9 has no eligible.leader.replicas.version",
		"3.9 min.insync.replica=2":                `did you mean "min.insync.replicas"?`,
		"3.9 min.insync.replicas=two":             "it takes a number",
		"3.9 min.insync.replicas=4":               "no cluster of 3.9 has these settings",
		"3.9 acks=1 acks=all":                     "contradicts",
		"kip-32":                                  "release kip-32: ",
		"3.9 flush.messages=1 log.flush.interval.messages=10000": "contradicts",
	} {
		release, settings, _ := strings.Cut(words, " ")
		setup, err := know.Setup(release, given(settings))
		switch name, value, _ := strings.Cut(want, "="); {
		case err != nil && strings.Contains(err.Error(), want):
		case err != nil:
			t.Errorf("%s: %v, want %s", words, err, want)
		case setup.Set[name] != value:
			t.Errorf("%s: %s=%s, want %s", words, name, setup.Set[name], want)
		}
	}
	setup, err := know.Setup("3.9", append(given("replica.lag.time.max.ms=30000"), assess.Given{Name: "log.dirs", Value: "/d", Place: "f:1"}))
	if err != nil || len(setup.Idle) != 1 || !slices.Equal(setup.Unknown, []string{"log.dirs"}) {
		t.Errorf("%+v, %v: what decides nothing is to be said, and what a file has besides", setup, err)
	}
}

// TestSurvives: events in words.
func TestSurvives(t *testing.T) {
	know := knowledge(t)
	usual, _ := know.Survives("")
	for words, want := range map[string]string{
		"":                                   "",
		"2 power failures, 1 session expiry": "lossy_crashes=2 fences=1",
		"Two Power Failures and no kill":     "lossy_crashes=2 kills=0",
		"a rolling restart":                  "clean_stops=3",
		"no power failure":                   "lossy_crashes=0",
		"1 kill, nothing else":               "kills=1 lossy_crashes=0 fences=0 unfences=0 elections=0 clean_stops=0 lag_timeouts=0",
	} {
		wanted := assess.Survive{}
		for budget, n := range usual {
			wanted[budget] = n
		}
		for word := range strings.FieldsSeq(want) {
			budget, n, _ := strings.Cut(word, "=")
			wanted[budget], _ = strconv.Atoi(n)
		}
		got, err := know.Survives(words)
		if diff := cmp.Diff(wanted, got); diff != "" || err != nil {
			t.Errorf("%q: %v, -want +got:\n%s", words, err, diff)
		}
	}
	for words, want := range map[string]string{
		"2 power outages":  `"power outages"`,
		"99 kills":         "at most 7",
		"1 session expiri": "did you mean",
	} {
		if _, err := know.Survives(words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", words, err, want)
		}
	}
}

// TestAssessPage keeps the tables of docs/assess.md the same as what mc assess takes.
// Run it with -update to write them.
func TestAssessPage(t *testing.T) {
	const page = "../../docs/assess.md"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	know := knowledge(t)
	var b strings.Builder
	b.WriteString("| setting | if nobody gives it | values |\n|---|---|---|\n")
	for _, s := range know.Settings {
		values := "a number"
		if s.Sets == "" {
			values = "`" + strings.Join(slices.Sorted(maps.Keys(s.Values)), "`, `") + "`"
		}
		if s.Either != nil {
			s.Usual = "both are answered for, where a release has it"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.Join(s.Names, "`, `"), usually(s.Usual), values)
	}
	b.WriteString("\n| has no part in it | because |\n|---|---|\n")
	for _, s := range know.Idle {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.Join(s.Names, "`, `"), s.Why)
	}
	b.WriteString("\n| event | as often as, if nobody says |\n|---|---|\n")
	for _, e := range know.Events {
		names := append([]string{e.Name}, e.Also...)
		if e.All != "" {
			names = append(names, e.All)
		}
		fmt.Fprintf(&b, "| %s | %d |\n", strings.Join(names, ", "), e.Usual)
	}
	b.WriteString("\n| harm | impact | found by |\n|---|---|---|\n")
	for _, h := range know.Harms {
		impact := h.Impact
		if v, err := know.Entry.Vocabulary(nil); err == nil && impact == "" {
			p, _ := v.Property(h.Property)
			impact = p.Impact
		}
		found := "`" + h.Property + "`"
		if h.Goal != "" {
			found = "`" + h.Goal + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", h.Title, impact, found)
	}
	fresh := between(t, string(old), "<!-- generated: assess -->\n", "<!-- end of assess -->\n", b.String())
	if fresh == string(old) {
		return
	}
	if !*update {
		t.Fatalf("%s is not up to date; run go test ./cmd/mc -run TestAssessPage -update\n%s", page, cmp.Diff(string(old), fresh))
	}
	if err := os.WriteFile(page, []byte(fresh), 0o644); err != nil {
		t.Fatal(err)
	}
}

// usually is a usual value as a table has it.
func usually(usual string) string {
	if usual == "" {
		return "nothing is set"
	}
	return usual
}
