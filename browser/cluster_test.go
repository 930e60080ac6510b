package browser

import (
	"testing"
	"time"
)

// assess fills the form of a cluster, and asks.
func (p *tab) assess(release, survive string) {
	p.t.Helper()
	p.until("the form is there", `() => document.querySelector('[data-field="release"]')`)
	value[bool](p, `(release, survive) => {
		document.querySelector('[data-field="release"]').value = release;
		document.querySelector('[data-field="survive"]').value = survive;
		return true;
	}`, release, survive)
	p.click(`[data-action="assess"]`, "")
	p.untilWithin(3*time.Minute, "it is told what can happen", `() => document.querySelector("[data-finding]")`)
}

// TestCluster: what can happen to a cluster opens as a course that comes to it.
func TestCluster(t *testing.T) {
	each(t, func(t *testing.T, h *host) {
		p := screen(t, h, "cluster", nil)
		began := time.Now()
		p.assess("0.10.2", "1 kill, 2 session expiries, nothing else")
		t.Logf("it is told after %v", time.Since(began).Round(time.Millisecond))
		p.click(`[data-finding] [data-action="open-story"]`, "")
		p.settled("run")
		if p.at() == 0 {
			t.Error("the story is no course")
		}
		if got := p.names("[data-alert]", "data-alert"); len(got) == 0 {
			t.Error("at the end of the story nothing is broken")
		}
		p.quiet(h)
	})
}
