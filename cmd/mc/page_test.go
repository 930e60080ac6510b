package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"mc/run/verdict"
)

// pages are what mc show --format html makes of what mc check -o wrote, by
// name: the flagship, the ladder's hardest, a run of fifteen records in three
// names, 25 steps of five brokers; most of them beside other rules.
func pages(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	out := map[string]string{}
	for _, c := range []struct {
		name string
		spec string
		as   []string
	}{
		{"loss", "kip-101-data-loss", nil},
		{"loss-compared", "kip-101-data-loss", []string{"--as", "kip-101"}},
		{"ladder-compared", "kip-279", []string{"--as", "kip-320"}},
		{"script", "acks-one-lost-acks-all-kept", nil},
		{"script-compared", "acks-one-lost-acks-all-kept", []string{"--as", "hw-truncation"}},
		{"five-compared", "testdata/five-brokers.yaml", []string{"--as", "kip-320"}},
	} {
		trace, page := filepath.Join(dir, c.name+".json"), filepath.Join(dir, c.name+".html")
		typedTo(t, "check", "-q", c.spec, "-o", trace)
		typedTo(t, append([]string{"show", trace, "--format", "html", "-o", page}, c.as...)...)
		out[c.name] = page
	}
	return out
}

// typedTo runs a command that has to end well.
func typedTo(t *testing.T, args ...string) {
	t.Helper()
	if code := mc(args, io.Discard, os.Stderr); code != verdict.OK {
		t.Fatalf("mc %v: exit code %d", args, code)
	}
}

var outside = regexp.MustCompile(`(?i)(https?:)?//[a-z0-9][^\s"'<]*|@import|\bsrc=|<link`)

// TestPagesAreSmallAndWhole holds that a page can be sent by mail and opened
// from disk: it is small, and names nothing outside itself.
func TestPagesAreSmallAndWhole(t *testing.T) {
	for name, file := range pages(t) {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) >= 400_000 {
			t.Errorf("%s: %d bytes, want less than 400,000", name, len(page))
		}
		for _, found := range outside.FindAll(page, -1) {
			t.Errorf("%s: the page asks for something outside itself: %s", name, found)
		}
	}
}
