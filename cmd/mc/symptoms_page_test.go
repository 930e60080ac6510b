package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/run/explain"
)

const symptomsPage = "../../docs/symptoms.md"

// TestSymptomsPage keeps docs/symptoms.md the same as the files in
// specs/symptoms. Run it with -update to write the page.
func TestSymptomsPage(t *testing.T) {
	l := library(t)
	want := symptomPage(l.Symptoms)
	if *update {
		if err := os.WriteFile(symptomsPage, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(symptomsPage)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date; run go test ./cmd/mc -run TestSymptomsPage -update\n%s", symptomsPage, cmp.Diff(string(got), string(want)))
	}
}

const symptomsHead = `# Symptoms

What a cluster shows, what it means, and what to look at next. Written from specs/symptoms by TestSymptomsPage; do not edit.

` + "`mc why WORDS...`" + ` finds these by the words as they stand in a log, with the names and numbers of your own brokers in them, by a part of
them, or by a sentence: ` + "`mc why ISR shrinks and grows`" + `. So does ` + "`mc explain`" + `, for a topic in quotation marks. What is in neither list is
searched for in the names of the models and in the texts of the scenarios. ` + "`mc explain NAME`" + ` has more on each name in the last column.

`

// symptomPage is the page: a table for each kind, in the order of the files.
func symptomPage(all []explain.Symptom) []byte {
	var page, body strings.Builder
	page.WriteString(symptomsHead)
	kind := ""
	for _, s := range all {
		if s.Kind != kind {
			kind = s.Kind
			title := plural(kind)
			fmt.Fprintf(&page, "* [%s](#%s)\n", title, strings.ToLower(strings.ReplaceAll(title, " ", "-")))
			fmt.Fprintf(&body, "\n## %s\n\n| what is seen | by | is | what it means | releases | what next | more |\n|---|---|---|---|---|---|---|\n", title)
		}
		words := make([]string, len(s.Words))
		for i, w := range s.Words {
			words[i] = "`" + w + "`"
		}
		means := s.Means
		if s.LeftOut != "" {
			means += " Left out of the models: " + s.LeftOut + "."
		}
		fmt.Fprintf(&body, "| %s |\n", strings.Join([]string{strings.Join(words, "<br>"), s.By, string(s.Is), plainCell(means),
			plainCell(s.Releases), plainCell(s.Next), strings.Join(s.See, ", ")}, " | "))
	}
	return []byte(page.String() + body.String())
}

// plainCell is a text that a table takes as it is.
func plainCell(text string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "*", "\\*", "__", "\\_\\_").Replace(strings.TrimSpace(text))
}

func plural(kind string) string {
	kind = strings.ToUpper(kind[:1]) + kind[1:]
	if strings.HasSuffix(kind, "y") {
		return kind[:len(kind)-1] + "ies"
	}
	return kind + "s"
}
