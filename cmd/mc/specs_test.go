package main

import (
	"bytes"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mc/run/specfile"
	"mc/run/verdict"
)

// TestSpecs holds that every embedded spec is in order: it can be found by its
// name, says in one sentence what it shows, and fits its model. Whether its
// expectations are met is for mc check specs.
func TestSpecs(t *testing.T) {
	seen := map[string]string{}
	for _, file := range shippedSpecs.Paths() {
		data, err := shippedSpecs.Data(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := specfile.Parse(file, data)
		if err != nil {
			t.Error(err)
			continue
		}
		if want := strings.TrimSuffix(path.Base(file), ".yaml"); s.Name != want {
			t.Errorf("%s is named %q; name it after its file", file, s.Name)
		}
		if other, taken := seen[s.Name]; taken {
			t.Errorf("%s and %s have the same name", file, other)
		}
		seen[s.Name] = file
		if s.Title == "" {
			t.Errorf("%s has no title", file)
		}
		if _, err := shipped.Resolve(s); err != nil {
			t.Error(err)
		}
	}
	if len(seen) == 0 {
		t.Error("there are no embedded specs")
	}
}

// TestLogStartsAreAsExpected checks the specs about where logs begin.
func TestLogStartsAreAsExpected(t *testing.T) { asExpected(t, "logstart") }

// TestTiersAreAsExpected checks the specs about remote storage.
func TestTiersAreAsExpected(t *testing.T) { asExpected(t, "tiers") }

// TestFetchersAreAsExpected checks the specs about answers that refuse, and about
// fetchers that fail or outlive their role.
func TestFetchersAreAsExpected(t *testing.T) { asExpected(t, "fetchers") }

// TestClientsAreAsExpected checks the specs about producers that send again, requests
// that outlive the role of a leader, and readers.
func TestClientsAreAsExpected(t *testing.T) { asExpected(t, "clients") }

// TestReassignmentsAreAsExpected checks the specs about replicas that come and go.
func TestReassignmentsAreAsExpected(t *testing.T) { asExpected(t, "reassign") }

// TestFilesAreAsExpected checks the specs about what is left of a broker's files.
func TestFilesAreAsExpected(t *testing.T) { asExpected(t, "files") }

// asExpected checks the specs of a directory.
func asExpected(t *testing.T, directory string) {
	t.Helper()
	files, err := filepath.Glob("../../specs/" + directory + "/*.yaml")
	if err != nil || len(files) < 4 {
		t.Fatalf("there are %d specs, %v", len(files), err)
	}
	var out, errs bytes.Buffer
	if code := mc(append([]string{"check", "-q"}, files...), &out, &errs); code != verdict.OK {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
}

// TestFormerNames: no spec had a name that one has now, or that another one had; and
// none is named as if a proposal were what is broken, since that is the protocol
// before it.
func TestFormerNames(t *testing.T) {
	proposal, names, former := regexp.MustCompile(`kip-\d+(-[a-z0-9-]+)?-(broken|half)$`), shippedSpecs.Names(), map[string]string{}
	for _, file := range shippedSpecs.Paths() {
		s, err := shippedSpecs.Parse(file)
		if err != nil {
			t.Fatal(err)
		}
		if proposal.MatchString(s.Name) {
			t.Errorf("%s reads as if the proposal were broken; name it by what fails", s.Name)
		}
		for _, name := range s.Formerly {
			if slices.Contains(names, name) || former[name] != "" {
				t.Errorf("%s was once called %s, which is another's name", s.Name, name)
			}
			former[name] = s.Name
			if found, ok := shippedSpecs.Former(name); !ok || found != file {
				t.Errorf("%s is not found by its former name %s", s.Name, name)
			}
		}
	}
	if len(former) == 0 {
		t.Error("no spec had another name")
	}
}
