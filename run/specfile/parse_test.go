package specfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const everything = `# every key that a spec may have
name: all-keys
title: A title
doc: |
  Some sentences.
about: |
  What to look for.
model: kafka
generation: kip-101
set: {replicas: 2, restart_before_fence: true, reply_hw: after, truncation: "high-watermark"}
without: [Elect, LossyCrash b1]
check: [committed-on-leader, hw-within-maximal-isr]
expect:
  committed-on-leader: {violated: 10}
  hw-within-maximal-isr: holds
symmetry: off
limits: {time: 60s, memory: 1GiB, states: 1000, depth: 12}
refs: [KIP-101, KAFKA-1211]
liveness: [joins-isr]
steps:
  - fetch: b2
`

func TestParse(t *testing.T) {
	got, err := Parse("all.yaml", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	want := &Spec{
		Name: "all-keys", Title: "A title", Doc: "Some sentences.", About: "What to look for.",
		Model:   "kafka",
		Set:     map[string]string{"replicas": "2", "restart_before_fence": "true", "reply_hw": "after", "truncation": "high-watermark"},
		Without: []string{"Elect", "LossyCrash b1"},
		Check:   []string{"committed-on-leader", "hw-within-maximal-isr"},
		Expect: map[string]Expectation{
			"committed-on-leader":   {"violated", 10},
			"hw-within-maximal-isr": {"holds", 0},
		},
		Symmetry: Off,
		Limits:   Limits{Time: time.Minute, Memory: 1 << 30, States: 1000, Depth: 12},
		Refs:     []string{"KIP-101", "KAFKA-1211"},
		Liveness: []string{"joins-isr"},
	}
	ignore := cmp.Options{cmpopts.IgnoreUnexported(Spec{}), cmpopts.IgnoreFields(Spec{}, "Steps", "Clock", "Hash", "Text")}
	if diff := cmp.Diff(want, got, ignore); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if problems := got.Adopt("generation"); problems != nil || got.Constants()["generation"] != "kip-101" {
		t.Errorf("the variant: %v, %v", problems, got.Constants())
	}
	if got.Steps == nil || !strings.HasPrefix(got.Hash, "sha256:") {
		t.Errorf("steps %v, hash %q", got.Steps, got.Hash)
	}
	if place := got.Complain("set.replicas", "").Place; place.Line != 10 || place.Column != 17 {
		t.Errorf("set.replicas is placed at %v", place)
	}
}

// TestCheckNone tells an empty list of properties from none given.
func TestCheckNone(t *testing.T) {
	for text, wantNil := range map[string]bool{"": true, "check: none\n": false, "check: []\n": false} {
		s, err := Parse("x.yaml", []byte("name: x\nmodel: m\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		if (s.Check == nil) != wantNil || len(s.Check) != 0 {
			t.Errorf("%q: check is %#v", text, s.Check)
		}
	}
}

// TestComplaints feeds one bad line after another to the decoder; each must
// be complained of in its own place.
func TestComplaints(t *testing.T) {
	for line, want := range map[string]string{
		"paint: red":                          `x.yaml:3:1: unknown key "paint"; the keys here are about, check,`,
		"modle: m":                            `x.yaml:3:1: unknown key "modle", did you mean "model"?`,
		"name: y":                             `x.yaml:3:1: key "name" is repeated`,
		"title: [a]":                          `x.yaml:3:8: title must be text, got a list`,
		"title:":                              `title must be text, got nothing`,
		"set: [a]":                            `x.yaml:3:6: set must be a mapping (key: value), got a list`,
		"set: {a: [1]}":                       `x.yaml:3:10: set.a must be a number, a word, or on/off, got a list`,
		"set: {a: 1, a: 2}":                   `x.yaml:3:13: key "a" is repeated`,
		"check: 7":                            `x.yaml:3:8: check must be a list, as in [a, b], got a number`,
		"expect: {p: 3}":                      `x.yaml:3:13: expect.p: "3" is not a verdict`,
		"expect: {p: {violated: 0}}":          `the number of states in the trace must be a whole number from 1`,
		"expect: {p: {violated: 1, a: 2}}":    `expect.p must be one verdict with a number of states`,
		"symmetry: maybe":                     `x.yaml:3:11: symmetry must be on or off, got "maybe"`,
		"limits: {time: 60}":                  `limits.time: "60" is not a duration`,
		"limits: {time: -1s}":                 `limits.time: "-1s" is not a duration`,
		"limits: {memory: 0B}":                `limits.memory: "0B" is not a size`,
		"limits: {memory: 99999999999GiB}":    `is too large`,
		"limits: {states: -5}":                `limits.states must be a whole number from 1, got "-5"`,
		"limits: {space: 5}":                  `x.yaml:3:10: unknown key "space"`,
		"steps: {a: b}":                       `steps must be a list of steps, got a mapping`,
		"title: &a b":                         `got an anchor or alias, which specs do not use`,
		"generation: a\nset: {generation: b}": `x.yaml:4:19: generation is given twice`,
	} {
		s, err := Parse("x.yaml", []byte("name: x\nmodel: m\n"+line+"\n"))
		if err == nil { // what only the model can know is wrong
			err = s.Adopt("generation").Err()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", line, err, want)
		}
	}
}

// TestWholeFiles covers what is wrong with a file before its keys are read.
func TestWholeFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "x.yaml: is empty",
		"# only a comment\n":     "x.yaml: is empty",
		"\x00\x01":               "x.yaml: is not a text file",
		"name: \xff\n":           "x.yaml: is not a text file",
		"- a\n":                  "x.yaml:1:1: a spec must be a mapping (key: value), got a list",
		"name: x\n---\nname: y":  "begins a second document",
		"name: [\n":              "is not YAML",
		"title: x\n":             "x.yaml: has no name",
		"name: Big Name\n":       `"Big Name" is not a name`,
		"name: x\ntitle: none\n": "names no model",
	} {
		_, err := Parse("x.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.yaml")
	if err := os.WriteFile(big, make([]byte, maxFile+1), 0o644); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		filepath.Join(dir, "none.yaml"): "no such file; check the path",
		dir:                             "is a directory",
		big:                             "is larger than 128 KiB",
	} {
		if _, err := Read(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

// FuzzParse holds that no input crashes the decoder, that whatever it takes
// has a name and a model, and that every complaint stays short.
func FuzzParse(f *testing.F) {
	f.Add([]byte(everything))
	f.Add([]byte("name: x\nmodel: m\nset: {a: 1}\n"))
	f.Add([]byte("name: [\n"))
	f.Add([]byte("expect: {a: {violated: 10}}"))
	f.Add([]byte("? a\n: b\n"))
	f.Add([]byte("<<: *a\nname: !!str x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("x.yaml", data)
		switch {
		case err == nil && (s.Name == "" || s.Model == ""):
			t.Errorf("a spec without name or model was taken")
		case err != nil && !strings.HasPrefix(err.Error(), "x.yaml"):
			t.Errorf("a complaint without its place: %v", err)
		}
	})
}
