package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"mc/run/specfile"
	"mc/run/suite"
	"mc/run/verdict"
)

const (
	rowsFile  = "seeds/rows.txt"
	seedsPage = "../../docs/seeds.md"
)

// claim is one row of the articles that the seeds retell.
type claim struct {
	id, kind, text string
	elsewhere      []string // specs of other directories that show it
}

// chapter is the claims of one article.
type chapter struct {
	title  string
	claims []claim
}

// chapters reads the rows: lines of number, kind and claim under headings.
func chapters(t *testing.T) (all []chapter) {
	t.Helper()
	data, err := os.ReadFile("../../specs/" + rowsFile) // the program has no use for it
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		title, isTitle := strings.CutPrefix(line, "## ")
		switch {
		case isTitle:
			all = append(all, chapter{title: title})
		case line == "" || strings.HasPrefix(line, "#"):
		default:
			last := &all[len(all)-1]
			last.claims = append(last.claims, readClaim(t, line))
		}
	}
	return all
}

func readClaim(t *testing.T, line string) claim {
	t.Helper()
	text, others, _ := strings.Cut(line, " | ")
	part := strings.SplitN(text, " ", 3)
	if len(part) != 3 || !slices.Contains([]string{"R", "X", "C", "V", "T"}, part[1]) {
		t.Fatalf("%s: %q is no number, kind and claim", rowsFile, line)
	}
	return claim{part[0], part[1], part[2], strings.Fields(others)}
}

// seeds are the specs of the seeds.
func seeds(t *testing.T) (all []*specfile.Spec) {
	t.Helper()
	for _, file := range shippedSpecs.Paths() {
		if path.Dir(file) != "seeds" {
			continue
		}
		data, err := shippedSpecs.Data(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := specfile.Parse(file, data)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// showing finds the specs that show a claim.
func showing(all []*specfile.Spec, c claim) (names []string) {
	for _, s := range all {
		if slices.Contains(s.Refs, c.id) {
			names = append(names, s.Name)
		}
	}
	return append(names, c.elsewhere...)
}

// TestSeedScripts plays every script of the seeds. The searches are for mc
// check specs.
func TestSeedScripts(t *testing.T) {
	for _, s := range seeds(t) {
		if s.Script() == nil {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			entry, err := shipped.Resolve(s)
			if err != nil {
				t.Fatal(err)
			}
			out, err := suite.Run(context.Background(), entry, s, suite.Job(s, suite.Options(s), "test"))
			if err != nil {
				t.Fatal(err)
			}
			if j := verdict.Judge(out, s.Expect, false); j.Code != verdict.OK {
				t.Errorf("%v: %s", j.Findings, out.Properties[0].Witness)
			}
		})
	}
}

// TestSeedsPage holds that every claim that can be run is run, that every
// number in a spec's refs is a claim, and that docs/seeds.md says so. Run it
// with -update to write the page.
func TestSeedsPage(t *testing.T) {
	all, parts := seeds(t), chapters(t)
	known := map[string]bool{}
	for _, p := range parts {
		for _, c := range p.claims {
			known[c.id] = true
			if runnable := strings.Contains("RXC", c.kind); runnable && len(showing(all, c)) == 0 {
				t.Errorf("no spec shows %s: %s", c.id, c.text)
			}
			for _, name := range c.elsewhere {
				if _, ok := shippedSpecs.Path(name); !ok {
					t.Errorf("%s names the spec %s, which does not exist", c.id, name)
				}
			}
		}
	}
	for _, s := range all {
		if !slices.ContainsFunc(s.Refs, func(ref string) bool { return known[ref] }) {
			t.Errorf("%s shows no claim; add its number to refs", s.Name)
		}
		for _, ref := range s.Refs {
			if len(ref) == 3 && strings.Contains("ABCD", ref[:1]) && !known[ref] {
				t.Errorf("%s refers to %s, which is no claim", s.Name, ref)
			}
		}
	}
	generated(t, seedsPage, pageOfSeeds(all, parts))
}

// generated compares a generated page with the one on disk.
func generated(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v); run go test ./cmd/mc -run %s -update", file, err, t.Name())
	}
}

// linked is a spec's name as a link to its file, from docs/.
func linked(name string) string {
	file, _ := shippedSpecs.Path(name) // TestSeedsPage complains of one that is not there
	return fmt.Sprintf("[`%s`](../specs/%s)", name, file)
}

var kinds = map[string]string{"R": "run", "X": "search", "C": "operation", "V": "view", "T": "prose"}

func pageOfSeeds(all []*specfile.Spec, parts []chapter) string {
	var out strings.Builder
	out.WriteString(`# What three articles claim, and where it is run

Generated from specs/seeds/rows.txt and the specs by ` + "`go test ./cmd/mc -run TestSeedsPage -update`" + `.

mc began with three articles on Kafka's replication. This page has every mechanism, number and claim of theirs, one a
line, with the specs that show it: scripts (a fixed course with expected values) or searches (every course of a small
cluster). ` + "`mc check NAME`" + ` runs one, ` + "`-v`" + ` tells it step by step. What cannot be run is explained in the line itself.
`)
	for _, p := range parts {
		fmt.Fprintf(&out, "\n## %s\n\n| no. | kind | claim | shown by |\n|---|---|---|---|\n", p.title)
		for _, c := range p.claims {
			names := []string{}
			for _, name := range showing(all, c) {
				names = append(names, linked(name))
			}
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", c.id, kinds[c.kind], c.text, strings.Join(names, ", "))
		}
	}
	out.WriteString("\n## The specs\n\n| spec | what it shows |\n|---|---|\n")
	for _, s := range all {
		fmt.Fprintf(&out, "| %s | %s |\n", linked(s.Name), s.Title)
	}
	return out.String()
}
