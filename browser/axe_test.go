package browser

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe-core as its package has it.
const (
	axeVersion = "4.14.1"
	axePackage = "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745" // SHA-256 of the tarball
)

// axe is the script of axe-core. Npm brings it; it is not part of the checkout.
var axe = sync.OnceValues(func() (string, error) {
	kept, err := os.UserCacheDir()
	if err != nil {
		kept = scratch
	}
	kept = filepath.Join(kept, "mc-browser")
	name := "axe-core-" + axeVersion + ".tgz"
	if script, err := axeOf(filepath.Join(kept, name)); err == nil {
		return script, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", errors.New("there is no npm to bring axe-core")
	}
	if err := os.MkdirAll(kept, 0o777); err != nil {
		return "", err
	}
	cmd := exec.Command(npm, "pack", "--silent", "--pack-destination", kept, "axe-core@"+axeVersion)
	cmd.Dir = scratch
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm does not bring axe-core: %w: %s", err, out)
	}
	return axeOf(filepath.Join(kept, name))
})

// axeOf is the script in a package, which must be the one that is known.
func axeOf(tarball string) (string, error) {
	packed, err := os.ReadFile(tarball)
	if err != nil {
		return "", err
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(packed)); got != axePackage {
		return "", fmt.Errorf("%s has SHA-256 %s, want %s: it is another package than the tests were written with", tarball, got, axePackage)
	}
	unpacked, err := gzip.NewReader(strings.NewReader(string(packed)))
	if err != nil {
		return "", err
	}
	for files := tar.NewReader(unpacked); ; {
		file, err := files.Next()
		if err != nil {
			return "", err
		}
		if file.Name == "package/axe.min.js" {
			script, err := io.ReadAll(files)
			return string(script), err
		}
	}
}

// needAxe skips a test, so that it is seen, where axe-core cannot be had. A wrong package
// is a failure.
func needAxe(t *testing.T) {
	t.Helper()
	_, err := axe()
	switch {
	case err == nil:
	case strings.Contains(err.Error(), "SHA-256"):
		t.Fatal(err)
	default:
		fmt.Fprintf(os.Stderr, "NOT RUN: %s: %v\n", t.Name(), err)
		t.Skipf("NOT RUN: %v", err)
	}
}

// violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Impact, Help string
	Where            []string
}

// violations are the rules of axe-core that a page breaks.
func (p *tab) violations() []violation {
	p.t.Helper()
	script, err := axe()
	p.do(err)
	if !value[bool](p, "() => typeof axe === 'object'") {
		_, err = chromedp.Run(p.ctx, chromedp.Evaluate[*struct{}](script+";undefined"))
		p.do(err)
	}
	return value[[]violation](p, `async () => {
		const { violations } = await axe.run(document, { resultTypes: ["violations"] });
		return violations.map((v) => ({ ID: v.id, Impact: v.impact, Help: v.help, Where: v.nodes.map((n) => n.target.join(" ")
			+ ": " + n.html.slice(0, 200) + " " + n.failureSummary.replace(/\s+/g, " ").slice(0, 300)) }));
	}`)
}

// grave reports whether a violation keeps somebody from reading a page.
func (v violation) grave() bool { return v.Impact == "serious" || v.Impact == "critical" }

// audited holds that axe-core finds nothing serious or critical in a page, and that it goes
// up and down only.
func (p *tab) audited() {
	p.t.Helper()
	for _, v := range p.violations() {
		say := p.t.Logf
		if v.grave() {
			say = p.t.Errorf
		}
		say("%s: %s, %s, %d times\n\t%s", v.Impact, v.ID, v.Help, len(v.Where), strings.Join(v.Where[:min(4, len(v.Where))], "\n\t"))
	}
	if wide := value[int](p, "() => document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		p.t.Errorf("the page goes %d pixels sideways", wide)
	}
}

// TestAxeFinds: the audit finds what is wrong with a page that nobody can read.
func TestAxeFinds(t *testing.T) {
	needAxe(t)
	p := open(t, serve(t, text("text/html", `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>bad</title>
		<main><h1>Bad</h1><p style="color: #ccc; background: #fff">pale</p><button></button></main></html>`)).URL)
	var graves []string
	for _, v := range p.violations() {
		if v.grave() {
			graves = append(graves, v.ID)
		}
	}
	if slices.Sort(graves); !slices.Equal(graves, []string{"button-name", "color-contrast"}) {
		t.Errorf("axe-core finds %v", graves)
	}
}

// each width and theme that a page is looked at with.
var (
	widths = []int{1400, 800, 390}
	themes = []string{"light", "dark"}
)
