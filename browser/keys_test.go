package browser

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// press types a key where no field has the focus.
func (p *tab) press(key string) {
	p.t.Helper()
	value[bool](p, `() => { document.activeElement.blur(); return true }`)
	p.do(chromedp.Do(p.ctx, chromedp.KeyEvent(key)))
}

// TestKeys: a course is taken, gone along and looked through without a mouse.
func TestKeys(t *testing.T) {
	h := site(t)
	p := screen(t, h, "run", spec(lossSpec))
	first := p.names(`[data-action="take"]`, "data-name")
	if digits := p.names(`[data-action="take"]`, "aria-keyshortcuts"); digits[1] != "2" || digits[len(digits)-1] == "" {
		t.Fatalf("the choices %v have the digits %v", first, digits)
	}
	p.press("2")
	p.stands(1)
	if got := p.names("[data-story] [data-step='1']", "data-name"); !slices.Equal(got, first[1:2]) {
		t.Errorf("the second choice was %s, and %v was taken", first[1], got)
	}
	p.press(kb.ArrowLeft)
	p.stands(0)
	p.press(kb.ArrowRight)
	p.stands(1)
	p.press("/")
	p.until("the filter", `() => document.activeElement.dataset.field === "refused"`)
	p.do(chromedp.Do(p.ctx, chromedp.KeyEvent("2"))) // a field has its keys itself
	if p.at() != 1 {
		t.Error("a digit that was typed into the filter was taken for a choice")
	}
	p.quiet(h)
}

// TestAtAGlance: all steps are in one table, which leads to each; whom the worst broken
// claim names is framed, and nobody else.
func TestAtAGlance(t *testing.T) {
	h := site(t)
	p := screen(t, h, "run", course(spec(lossSpec), lossSteps))
	p.stands(len(lossSteps))
	if got := p.names("[data-glance-step]", "data-glance-step"); len(got) != len(lossSteps)+1 {
		t.Errorf("the table has the steps %v", got)
	}
	if wrong := p.names("[data-stricken]", "data-lane"); !slices.Equal(wrong, []string{"b2"}) {
		t.Errorf("framed are %v", wrong)
	}
	p.click(`[data-glance-step="4"]`, "")
	p.stands(4)
	if wrong := p.names("[data-stricken]", "data-lane"); len(wrong) != 0 {
		t.Errorf("framed are %v where nothing is broken", wrong)
	}
	if got := p.names("[data-glance-step]", "data-glance-step"); len(got) != len(lossSteps)+1 {
		t.Errorf("after going back the table has the steps %v", got)
	}
	p.quiet(h)
}
