package explain

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"mc/run/suite"
)

const twoSymptoms = `
kind: noise
entries:
  - name: rattling
    words: ["rattling of <part>", "it rattles"]
    by: the engine
    is: harm
    means: Something is loose.
    next: Stop.
    see: [humming]
  - name: humming
    words: [a low hum]
    by: the engine
    is: normal
    means: It runs.
`

// TestSymptomsOfAnySuite holds that a program with symptoms of its own, and not
// a model, finds them.
func TestSymptomsOfAnySuite(t *testing.T) {
	s := &suite.Suite{Specs: suite.Specs{Files: fstest.MapFS{"symptoms/noises.yml": {Data: []byte(twoSymptoms)}}}}
	l, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"rattling of 7":               "rattling",
		"why does it rattle so much?": "rattling",
		"humming":                     "humming",
		"what is this low hum":        "humming",
	} {
		a, found := l.Find(question)
		if !found || len(a.Symptoms) != 1 || a.Symptoms[0].Name != want || a.Symptoms[0].Kind != "noise" {
			t.Errorf("%q leads to %+v, want %s", question, a.Symptoms, want)
			continue
		}
		var text strings.Builder
		if err := a.Text(&text, false, 0); err != nil || !strings.Contains(text.String(), ": a noise of the engine\n") {
			t.Errorf("%q: %v:\n%s", question, err, text.String())
		}
	}
	if a, found := l.Find("a smell of burning"); found {
		t.Errorf("a smell leads to %+v", a)
	}
	if l, err := Open(&suite.Suite{}); err != nil || len(l.Search("rattling")) != 0 {
		t.Errorf("a suite without anything: %v", err)
	}
}

// TestSymptomsAreRefused holds that files which cannot be meant are refused with
// their name and what is wrong.
func TestSymptomsAreRefused(t *testing.T) {
	for change, complaint := range map[[2]string]string{
		{"kind: noise", ""}:                     "kind: is missing",
		{"is: harm", "is: bad"}:                 `entry 1, "rattling": is: "bad" is none of harm,`,
		{"    means: It runs.\n", ""}:           `entry 2, "humming": name, words, by and means are needed`,
		{"next: Stop.", "after: Stop."}:         `unknown field "after"`,
		{"words: [a low hum]", "words: {a: b}"}: "sequence is expected",
		{"entries:", "entries: ["}:              "symptoms/noises.yml: ",
	} {
		data := strings.Replace(twoSymptoms, change[0], change[1], 1)
		if data == twoSymptoms {
			t.Fatalf("%q is not there", change[0])
		}
		_, err := Open(&suite.Suite{Specs: suite.Specs{Files: fstest.MapFS{"symptoms/noises.yml": {Data: []byte(data)}}}})
		if err == nil || !strings.Contains(err.Error(), complaint) || !strings.HasPrefix(err.Error(), "symptoms/noises.yml: ") {
			t.Errorf("%q for %q: %v", change[1], change[0], err)
		}
	}
}

// FuzzSymptoms holds that no file breaks the decoder, and that what it takes can
// be searched and told.
func FuzzSymptoms(f *testing.F) {
	f.Add([]byte(twoSymptoms), "it rattles")
	for _, name := range []string{"errors", "elsewhere"} {
		data, err := os.ReadFile("../../specs/symptoms/" + name + ".yml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, name)
	}
	f.Fuzz(func(t *testing.T, data []byte, question string) {
		all, err := parseSymptoms(data)
		if err != nil {
			return
		}
		l := &Library{Symptoms: all}
		a, _ := l.Find(question)
		var text strings.Builder
		if err := a.Text(&text, false, 40); err != nil {
			t.Error(err)
		}
	})
}
