package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// TestUsage holds that what whoever calls can put right ends with 2 and says
// what to do.
func TestUsage(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // where nothing is built
	for want, args := range map[string]string{
		"brokers/build.sh 4.4.0":   "",
		"key=value":                "--set kills",
		"there are usual":          "--profile none",
		"none of Kafka 4":          "--set generation=kip-320",
		"no arguments besides":     "t.json",
		"no such constant":         "--set kilz=3",
		"there is no generation":   "--set generation=four",
		"flag provided but not de": "--walk-fast",
	} {
		code, err := run(strings.Fields(args), io.Discard, io.Discard)
		if code != exitUsage || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("conform %s: %d, %v; want %d and something with %q", args, code, err, exitUsage, want)
		}
	}
}

// TestExplainRunsNothing holds that the table can be had without a harness.
func TestExplainRunsNothing(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var out bytes.Buffer
	code, err := run([]string{"--explain"}, &out, io.Discard)
	if code != exitOK || err != nil || !strings.Contains(out.String(), "| Fetch |") {
		t.Errorf("%d, %v, %s", code, err, out.String())
	}
}

// TestSameFacts holds that text and JSON say the same of a difference.
func TestSameFacts(t *testing.T) {
	result := against(t, ask(nil), map[string]string{"strict_min_isr_hw": "off"})
	var text, line bytes.Buffer
	if err := result.write(&text, false); err != nil {
		t.Fatal(err)
	}
	if err := result.write(&line, true); err != nil {
		t.Fatal(err)
	}
	var again tally
	if err := json.Unmarshal(line.Bytes(), &again); err != nil {
		t.Fatal(err)
	}
	if result.code() != exitDifferent || len(again.Findings) == 0 {
		t.Fatalf("exit code %d, %d differences", result.code(), len(again.Findings))
	}
	for _, f := range again.Findings {
		if !strings.Contains(text.String(), strings.Join(f.Schedule, "; ")) || !strings.Contains(text.String(), f.Key) {
			t.Errorf("the text has nothing of %s", f.Key)
		}
	}
}
