//go:build browser

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"testing"
	"time"
)

// The pages that mc itself writes are opened from disk in a headless Chromium
// without network, light and wide, dark and narrow. Each walks through its own
// steps and controls and says what it found.
func TestPagesInABrowser(t *testing.T) {
	chromium := browser(t)
	for name, file := range pages(t) {
		for width, theme := range map[int]string{400: "dark", 1280: "light"} {
			t.Run(fmt.Sprintf("%s/%d/%s", name, width, theme), func(t *testing.T) {
				url := fmt.Sprintf("file://%s#selftest=1&theme=%s", file, theme)
				if said := selfTest(t, chromium, url, width); !regexp.MustCompile(`^passed \d+ states$`).MatchString(said) {
					t.Errorf("the page says %q", said)
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

// walked is the attribute that a page writes after its walk.
var walked = regexp.MustCompile(`<html[^>]* data-selftest="([^"]*)"`)

func selfTest(t *testing.T, chromium, url string, width int) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	dom, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--host-resolver-rules=MAP * ~NOTFOUND", fmt.Sprintf("--window-size=%d,900", width), "--virtual-time-budget=5000", "--dump-dom", url).Output()
	if err != nil {
		t.Fatalf("%s: %v", chromium, err)
	}
	found := walked.FindSubmatch(dom)
	if found == nil {
		t.Fatalf("the page did not finish its walk; the script failed before:\n%.600s", dom)
	}
	return string(found[1])
}
