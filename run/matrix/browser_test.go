//go:build browser

package matrix

import (
	"context"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"mc/run/suite"
	"mc/specs"
)

// TestPageInABrowser opens the page of the recorded releases, and that of the example,
// from disk in a headless Chromium without network, in a frame as wide as a large
// screen, a small one and a telephone, light and dark: nothing but the table goes
// sideways, names and heads stay when it does, all links lead somewhere, nothing is
// fetched, and every text stands out from what is behind it.
func TestPageInABrowser(t *testing.T) {
	chromium := browser(t)
	recorded, err := ReadRecorded(suite.Specs{Files: specs.Files}, "releases")
	if err != nil {
		t.Fatal(err)
	}
	small := example()
	small.DifferFirst()
	for name, table := range map[string]*Table{"releases": recorded.Tables[0], "example": small} {
		dir := t.TempDir()
		f, err := os.Create(filepath.Join(dir, "page.html"))
		if err != nil {
			t.Fatal(err)
		}
		if err := table.HTML(f); err != nil {
			t.Fatal(err)
		}
		f.Close()
		for _, width := range []int{1400, 800, 390} {
			for scheme, theme := range []string{"dark", "light"} {
				t.Run(fmt.Sprintf("%s/%d/%s", name, width, theme), func(t *testing.T) {
					frame := filepath.Join(dir, fmt.Sprintf("frame-%d.html", width))
					if err := os.WriteFile(frame, fmt.Appendf(nil, framed, width), 0o666); err != nil {
						t.Fatal(err)
					}
					if got := looked(t, chromium, frame, scheme); got != theme {
						t.Errorf("the page is wrong: %s", got)
					}
				})
			}
		}
	}
}

// framed is a page with the matrix in a frame of some width, which looks at it and
// says what is wrong with it, or which colours it has.
const framed = `<!doctype html><iframe src="page.html" width="%d" height="844"></iframe><script>
const wrong = [], is = (ok, what) => { if (!ok && wrong.length < 9) wrong.push(what) }
const luminance = c => { const [r, g, b] = c.map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
  return .2126 * r + .7152 * g + .0722 * b }
const rgb = text => text.match(/[\d.]+/g).map(Number)
addEventListener("load", () => {
  const d = document.querySelector("iframe").contentDocument, w = d.defaultView, style = w.getComputedStyle.bind(w)
  const behind = e => { for (; e; e = e.parentElement) { const c = rgb(style(e).backgroundColor); if (c.length < 4 || c[3] == 1) return c }
    return rgb(style(d.body).backgroundColor) }
  is(d.documentElement.scrollWidth <= w.innerWidth, "the page goes sideways: " + d.documentElement.scrollWidth + " of " + w.innerWidth)
  const wide = d.querySelector(".wide"), box = wide.getBoundingClientRect()
  is(box.right <= w.innerWidth, "the table sticks out")
  const name = [...d.querySelectorAll("tbody th[scope=row]")].pop(), head = d.querySelector("thead th:last-child")
  is(name.getBoundingClientRect().width < box.width * .45, "names take " + name.getBoundingClientRect().width + " of " + box.width)
  wide.scrollLeft = 150, wide.scrollTop = 90
  is(Math.abs(name.getBoundingClientRect().left - box.left) < 3, "names do not stay")
  is(wide.scrollTop == 0 || Math.abs(head.getBoundingClientRect().top - box.top) < 3, "heads do not stay")
  const ids = [...d.querySelectorAll("[id]")].map(e => e.id)
  is(new Set(ids).size == ids.length, "two have one id")
  for (const a of d.querySelectorAll("a[href^='#']")) is(ids.includes(a.getAttribute("href").slice(1)), "nowhere: " + a.outerHTML)
  is(w.performance.getEntriesByType("resource").length == 0, "something is fetched")
  is(d.querySelectorAll("td.violated > a").length > 0, "no verdict leads anywhere")
  is(d.querySelectorAll("h1").length == 1 && d.querySelector("caption") && !d.querySelector("th:not([scope])"), "it is not told apart")
  for (const e of d.body.querySelectorAll("*")) {
    if (![...e.childNodes].some(n => n.nodeType == 3 && n.data.trim())) continue
    const [a, b] = [luminance(rgb(style(e).color)), luminance(behind(e))].sort((x, y) => y - x)
    is((a + .05) / (b + .05) >= 4.5, "contrast " + ((a + .05) / (b + .05)).toFixed(2) + ": " + e.outerHTML.slice(0, 80))
  }
  const theme = luminance(rgb(style(d.body).backgroundColor)) < .5 ? "dark" : "light"
  document.documentElement.dataset.looked = wrong.join("; ") || theme
})</script>`

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

// saidInFrame is the attribute that the frame writes.
var saidInFrame = regexp.MustCompile(`<html[^>]* data-looked="([^"]*)"`)

func looked(t *testing.T, chromium, file string, scheme int) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	dom, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--allow-file-access-from-files", "--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1500,900",
		fmt.Sprintf("--blink-settings=preferredColorScheme=%d", scheme), "--virtual-time-budget=5000", "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Fatalf("%s: %v", chromium, err)
	}
	found := saidInFrame.FindSubmatch(dom)
	if found == nil {
		t.Fatalf("nothing was looked at:\n%.600s", dom)
	}
	return html.UnescapeString(string(found[1]))
}
