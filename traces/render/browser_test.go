//go:build browser

package render

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"mc/traces"
)

// The page is opened from disk in a headless Chromium without network, walks
// through all its steps and controls by itself, and reports in an attribute
// what it found: errors of the script included.
func TestPageInABrowser(t *testing.T) {
	chromium := browser(t)
	_, loss := lossFile(t)
	many, manyOther := manyRecords(t)
	five, fiveOther := fiveBrokers(t)
	for _, c := range []struct {
		name  string
		f     *traces.File
		other *traces.Comparison
	}{
		{"loss", loss, nil}, {"many-compared", many, manyOther}, {"five-compared", five, fiveOther},
	} {
		file := filepath.Join(t.TempDir(), c.name+".html")
		if err := os.WriteFile(file, rendered(t, c.f, "html", Options{Comparison: c.other}), 0o666); err != nil {
			t.Fatal(err)
		}
		for width, theme := range map[int]string{390: "dark", 800: "light", 1400: "dark"} {
			t.Run(fmt.Sprintf("%s/%d/%s", c.name, width, theme), func(t *testing.T) {
				page := fmt.Sprintf("file://%s#selftest=1&theme=%s", file, theme)
				want := fmt.Sprintf("passed %d states", c.f.States())
				if got := selfTest(t, chromium, page, width); got != want {
					t.Errorf("the page says %q, want %q", got, want)
				}
			})
		}
	}
}

// browser finds Chromium. The build tag asks for this test, so a machine that
// has none fails it.
func browser(t *testing.T) string {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	t.Fatal("no Chromium found; install it, or name it in $CHROMIUM")
	return ""
}

// verdict is the attribute that page.js writes after its walk.
var verdict = regexp.MustCompile(`<html[^>]* data-selftest="([^"]*)"`)

func selfTest(t *testing.T, chromium, page string, width int) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--host-resolver-rules=MAP * ~NOTFOUND", fmt.Sprintf("--window-size=%d,900", width), "--virtual-time-budget=5000", "--dump-dom", page)
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", chromium, err)
	}
	found := verdict.FindSubmatch(dom)
	if found == nil {
		t.Fatalf("the page did not finish its walk; the script failed before:\n%.600s", dom)
	}
	return string(found[1])
}
