package lesson_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"mc/model/examples/diehard"
	"mc/run/lesson"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

const jugs = `name: jugs
place: 1
title: Four gallons
about: Two jugs, and a tap.
scenes:
  - title: By hand
    text: The big jug is filled, and the small one from it.
    run: pour
    until: 2
    predict: {question: What is left in the big jug?, answer: Two gallons., after: 2, sees: "Big = 2"}
exercises:
  - title: Find the four
    kind: schedule
    most: 6
    task: There are to be four gallons in the big jug.
    start: |
      model: die-hard
      steps:
        - do: FillBig
    musts:
      - {claim: never-four, is: violated, hint: The big jug never has four gallons.}
`

const pour = "name: pour\nmodel: die-hard\nsteps:\n  - do: FillBig\n  - do: BigToSmall\n"

func book(t testing.TB, file string) (*lesson.Book, error) {
	t.Helper()
	files := fstest.MapFS{"lessons/jugs.yml": {Data: []byte(file)}, "lessons/pour.yaml": {Data: []byte(pour)}}
	return lesson.Open(&suite.Suite{Models: registry.Models{registry.Of(diehard.Template)}, Specs: suite.Specs{Files: files}})
}

// TestOthersLesson: a suite of any model brings lessons. Every way to what is asked for is
// right; what is not gets the hint of what it lacks.
func TestOthersLesson(t *testing.T) {
	b, err := book(t, jugs)
	if err != nil {
		t.Fatal(err)
	}
	for steps, want := range map[string]string{
		"FillBig BigToSmall EmptySmall BigToSmall FillBig BigToSmall":                  "right",
		"FillBig EmptyBig FillBig BigToSmall EmptySmall BigToSmall FillBig BigToSmall": "6",
		"FillSmall": "leave the steps that are given",
		"FillBig":   "never has four gallons",
		"FillBig FillSmall FillBig FillSmall FillBig FillSmall": "never has four gallons",
	} {
		text := "name: jugs-exercise-1\nmodel: die-hard\nsteps:\n"
		for step := range strings.FieldsSeq(steps) {
			text += "  - do: " + step + "\n"
		}
		spec, err := specfile.Parse("answer.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		g, err := b.Grade(spec)
		if err != nil {
			t.Errorf("%s: %v", steps, err)
			continue
		}
		var told strings.Builder
		if err := g.Text(&told); err != nil || g.Right != (want == "right") || !strings.Contains(told.String(), want) {
			t.Errorf("%s: %s, %v; want %q", steps, told.String(), err, want)
		}
	}
}

// TestUnsound: a lesson that is not what it should be is refused, with the place.
func TestUnsound(t *testing.T) {
	for was, now := range map[string]string{
		"title: Four gallons":                         "titel: Four gallons",
		"about: Two jugs, and a tap.\n":               "",
		"    until: 2":                                "    from: 3\n    until: 2",
		`, sees: "Big = 2"`:                           "",
		"kind: schedule":                              "kind: poem",
		"    run: pour\n":                             "",
		", hint: The big jug never has four gallons.": "",
		"is: violated":                                "is: likely",
		"    task: There are to be four gallons in the big jug.\n": "",
	} {
		if !strings.Contains(jugs, was) {
			t.Fatalf("the lesson has no %q", was)
		}
		if _, err := book(t, strings.Replace(jugs, was, now, 1)); err == nil || !strings.Contains(err.Error(), "lessons/jugs.yml") {
			t.Errorf("with %q in place of %q: %v", now, was, err)
		}
	}
}

// FuzzOpen: no file makes the reader of lessons panic, and what it takes can be listed.
func FuzzOpen(f *testing.F) {
	f.Add(jugs)
	f.Add("name: a\nscenes: [{}]\n")
	f.Fuzz(func(t *testing.T, file string) {

		b, err := book(t, file)
		if err == nil && len(b.Names()) != 1 {
			t.Errorf("a file is %d lessons", len(b.Names()))
		}
	})
}
