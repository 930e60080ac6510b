package browser

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// course is the query of a screen that has a course behind it.
func course(query url.Values, steps []string) url.Values {
	query["do"] = steps
	return query
}

// lossSteps are the names of the loss's steps.
var lossSteps = []string{"Produce b1 all", "Fetch b2", "Respond b2", "Fetch b2", "Kill b2", "Restart b2", "Learn b2", "Fence b1", "Learn b2"}

// TestAccess: axe-core finds nothing serious on any screen, at any width, light and dark,
// with all that can be opened open, and no screen goes sideways.
func TestAccess(t *testing.T) {
	needAxe(t)
	h := explore(t) // whose engine is there sooner
	for _, s := range []struct {
		name  string
		query url.Values
		act   func(p *tab)
	}{
		{"start", nil, nil},
		{"run", course(spec(lossSpec), lossSteps), nil},
		{"run", course(spec(lossSpec), lossSteps[:5]), func(p *tab) {
			p.click(`[data-action="seek"]:not([data-claim-name])`, "")
			p.untilWithin(time.Minute, "a way was found", `() => document.querySelector('[data-sought="found"]')`)
		}},
		{"worlds", course(spec(lossSpec), lossSteps), nil},
		{"cluster", nil, func(p *tab) { p.assess("0.10.2", "1 kill, 2 session expiries, nothing else") }},
	} {
		p := screen(t, h, s.name, s.query)
		if s.act != nil {
			s.act(p)
		}
		for _, width := range widths {
			for _, theme := range themes {
				t.Run(fmt.Sprintf("%s/%d/%s", s.name, width, theme), func(t *testing.T) {
					p := p.in(t)
					p.look(width, theme)
					p.audited()
					p.picture(fmt.Sprintf("%s-%d-%s", s.name, width, theme))
				})
			}
		}
		p.unfold()
		t.Run(s.name+"/unfolded", func(t *testing.T) { p.in(t).audited() })
		p.quiet(h)
	}
}

// in is the same tab for a part of a test.
func (p *tab) in(t *testing.T) *tab { return &tab{t: t, ctx: p.ctx} }

// unfold opens all that can be opened.
func (p *tab) unfold() {
	p.t.Helper()
	value[int](p, `() => [...document.querySelectorAll("main details")].map((d) => d.open = true).length`)
}

// TestCounterexamplePage: the page of mc show has nothing that axe-core finds serious, of a
// short trace and of a long one with chapters.
func TestCounterexamplePage(t *testing.T) {
	needAxe(t)
	dir := t.TempDir()
	h := serve(t, http.FileServer(http.Dir(dir)))
	for _, spec := range []string{lossSpec, "reelected-leader-keeps-remotes"} {
		trace, page := filepath.Join(dir, "trace.json"), filepath.Join(dir, spec+".html")
		run(t, nil, program(t), "check", "-q", spec, "-o", trace)
		run(t, nil, program(t), "show", trace, "--format", "html", "-o", page)
		p := open(t, h.URL+spec+".html")
		for _, width := range widths {
			for _, theme := range themes {
				t.Run(fmt.Sprintf("%s/%d/%s", spec, width, theme), func(t *testing.T) {
					p := p.in(t)
					p.look(width, theme)
					p.audited()
					p.picture(fmt.Sprintf("%s-%d-%s", spec, width, theme))
				})
			}
		}
		p.unfold()
		t.Run(spec+"/unfolded", func(t *testing.T) { p.in(t).audited() })
		h.wrong = slices.DeleteFunc(h.wrong, func(wrong string) bool { return wrong == "GET /favicon.ico: 404" })
		p.faults = slices.DeleteFunc(p.faults, func(fault string) bool { return strings.Contains(fault, "/favicon.ico") })
		p.quiet(h)
	}
}
