package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"mc/run/explain"
)

// TestEveryNameIsExplained holds that there is an article on every name that
// mc prints, and that it can be written in both forms.
func TestEveryNameIsExplained(t *testing.T) {
	t.Parallel()
	l := library(t)
	names := l.Names()
	if len(names) < 100 {
		t.Errorf("there are %d names only", len(names))
	}
	for i, name := range names {
		a, found := l.Find(name)
		if !found {
			t.Errorf("there is nothing to say on %q", name)
			continue
		}
		if !thorough && i%16 != 0 {
			continue // CI writes each
		}
		for form, write := range map[string]func(*bytes.Buffer) error{
			"text": func(b *bytes.Buffer) error { return a.Text(b, false, 0) },
			"json": func(b *bytes.Buffer) error { return a.JSON(b) },
		} {
			var out bytes.Buffer
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			if out.Len() == 0 {
				t.Errorf("%s: the %s is empty", name, form)
			}
		}
	}
}

// TestEveryCaseIsExplained holds that every case of the catalogue is found by
// its number, with what makes the difference where it breaks something: its
// broken and its fixed form are each other's twins.
func TestEveryCaseIsExplained(t *testing.T) {
	l := library(t)
	for n := 1; n <= 40; n++ {
		topic := fmt.Sprintf("R%02d", n)
		a, found := l.Find(topic)
		if !found || len(a.Scenarios) == 0 {
			t.Errorf("%s has no scenario", topic)
			continue
		}
		if told := a.Scenarios[0]; strings.HasSuffix(told.Name, "-broken") && told.Twin == nil && !playsScript(told) {
			t.Errorf("%s: nothing makes the difference to %s", topic, told.Name)
		}
	}
}

// playsScript reports whether a scenario is played rather than explored: nothing
// is checked but what its steps expect.
func playsScript(t explain.Told) bool { return len(t.Claims) == 0 }

// TestArticlesAreReadable holds that lines of text stay short, and that
// topics are found whatever their case.
func TestArticlesAreReadable(t *testing.T) {
	l := library(t)
	for _, topic := range []string{"kip-320", "KIP-966", "k01A", "r24", "fetch", "2.8", "MIN_INSYNC_REPLICAS"} {
		a, found := l.Find(topic)
		if !found {
			t.Errorf("there is nothing to say on %q", topic)
			continue
		}
		var out bytes.Buffer
		if err := a.Text(&out, false, 0); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if utf8.RuneCountInString(line) > 101 {
				t.Errorf("%s: a line of %d characters: %s", topic, len(line), line)
			}
		}
	}
}

// TestWordsLead holds that what people know from a cluster (an error, a setting, a
// metric, a term), a ticket or a name leads to what speaks of it, and that what the
// model leaves out is said to be left out.
func TestWordsLead(t *testing.T) {
	l := library(t)
	for topic, says := range map[string]string{
		"KAFKA-14704":                      `^By generation: .* kip-497 off, (.*\n)*r15-kafka-14704-broken: `,
		"14704":                            `^r15-kafka-14704-broken: `,
		"diverge_skips_hw":                 `^It decides:\n(.*\n)*  \* r15-kafka-14704-broken: `,
		"2.8":                              `^It is generation kip-497, but for:\n(.*\n)*Of the scenarios of mc matrix it withstands `,
		"on-fetch":                         `^truncation: a constant of kafka`,
		"alterpartition":                   `^AlterPartition leader: a rule of kafka$`,
		"K13":                              `^no-uncommitted-exposure, K13: a property of kafka \(always\)\n(.*\n)*Broken by:$`,
		"kafkaspec/kip-279":                `^kafkaspec/kip-279: a model$`,
		"fickle":                           `^fickle: a variant of two-phase commit$`,
		"honest":                           `^What it changed in fickle:\n(.*\n)*  \* changes_mind: off, not on\. `,
		"changes_mind":                     `^By variant: fickle on, honest off\.$`,
		"kip-320-first-try":                `^kip-320-first-try: a rung of the published TLA\+ models of Kafka.s replication$`,
		"Cached zkVersion":                 `More, by mc explain NAME: R09,`,
		"log truncation is not allowed":    `More, by mc explain NAME: R36,`,
		"OfflinePartitionsCount":           `r26-kafka-19522`,
		"UNKNOWN_LEADER_EPOCH":             `r04-kafka-6880-fixed`,
		"OFFSET_OUT_OF_RANGE":              `More, by mc explain NAME: out_of_range, R36, R28`,
		"NOT_ENOUGH_REPLICAS_AFTER_APPEND": `refused-after-the-append`,
		"replica.lag.time.max.ms":          `mc explain lag_timeouts`,
		"log.flush.interval.messages":      `flush.messages=1 is fsync_each_write=on`,
		"unclean.leader.election.enable":   `mc explain unclean_elections`,
		"UncleanLeaderElectionsPerSec":     `mc explain unclean_elections`,
		"min.insync.replicas":              `mc explain min_insync_replicas`,
		"flush.messages":                   `flush.messages=1 is fsync_each_write=on`,
		"HW":                               `^HW: .*\n.*every record for committed`,
		"high watermark":                   `^HW: `,
		"isr":                              `mc explain isr_update`,
		"leo":                              `^LEO: `,
		"data loss":                        `mc explain committed-on-leader`,
		"transactions":                     `mc explain markers`,
		"retention":                        `mc explain retentions`,
		"KIP-405":                          `^tiered storage: a word for something in kafka$`,
		"KAFKA-14010":                      `^kafka-14010-broken: `,
	} {
		a, found := l.Find(topic)
		var text bytes.Buffer
		if !found || a.Text(&text, false, 0) != nil || !regexp.MustCompile("(?m)"+says).Match(text.Bytes()) {
			t.Errorf("%q does not lead to %s:\n%s", topic, says, text.String())
		}
	}
}
