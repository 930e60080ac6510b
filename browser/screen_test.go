package browser

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
)

// settled waits until a screen shows all that it needs.
func (p *tab) settled(screen string) {
	p.t.Helper()
	p.until("the screen "+screen, `(name) => document.body.dataset.screen === name && !document.body.hasAttribute("data-busy")
		&& document.querySelector("h1")`, screen)
}

// screen opens the page at the hash of a screen.
func screen(t *testing.T, h *host, name string, query url.Values) *tab {
	t.Helper()
	p := blank(t)
	p.look(1400, "light")
	p.to(h, name, query)
	return p
}

// to goes to the hash of a screen, loading the page.
func (p *tab) to(h *host, name string, query url.Values) {
	p.t.Helper()
	p.visit("about:blank")
	p.visit(h.URL + "#" + name + "?" + query.Encode())
	p.settled(name)
}

// found is where a click goes: the middle of what a selector and words name, if a reader
// can see it there.
type found struct {
	X, Y  float64
	Wrong string
}

// find brings an element into view, opening what it is folded in, and says where it is.
const find = `async (selector, words, exact) => {
	const said = (e) => e.textContent.replace(/\s+/g, " ").trim();
	const all = [...document.querySelectorAll(selector)].filter((e) => !words || (exact ? said(e) === words : said(e).includes(words)));
	const fail = (wrong) => ({ X: 0, Y: 0, Wrong: wrong });
	if (!all.length) return fail("there is none; there are: " + [...document.querySelectorAll(selector)].map(said).join(" | "));
	const e = all[0];
	for (let d = e.parentElement; d; d = d.parentElement) if (d.tagName === "DETAILS" && e.parentElement.closest("summary") === null && e.tagName !== "SUMMARY") d.open = true;
	if (e.disabled) return fail("it is disabled");
	e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
	await new Promise((done) => requestAnimationFrame(done));
	const box = e.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
	const top = document.elementFromPoint(x, y);
	if (!top || !(e.contains(top) || top.contains(e) && top.tagName === "LABEL")) return fail("it is covered by " + (top ? top.outerHTML.slice(0, 200) : "nothing") + " at " + x + ", " + y);
	return { X: x, Y: y, Wrong: "" };
}`

// click clicks with the mouse on the first element of a selector that has some words.
func (p *tab) click(selector, words string) {
	p.t.Helper()
	p.clickOn(selector, words, false)
}

func (p *tab) clickOn(selector, words string, exact bool) {
	p.t.Helper()
	at := value[found](p, find, selector, words, exact)
	if at.Wrong != "" {
		p.t.Fatalf("%s %q cannot be clicked: %s", selector, words, at.Wrong)
	}
	p.do(chromedp.Do(p.ctx, chromedp.MouseClickXY(at.X, at.Y)))
}

// take clicks in the tray on the step with these words, and waits until it is taken.
func (p *tab) take(title string) {
	p.t.Helper()
	before := p.at()
	p.clickOn(`[data-action="take"]`, title, true)
	p.stands(before + 1)
}

// at is the present step.
func (p *tab) at() int {
	p.t.Helper()
	return value[int](p, `() => Number(document.querySelector('[data-story] [aria-current="step"]').dataset.step)`)
}

// stands waits until a step is the present one.
func (p *tab) stands(step int) {
	p.t.Helper()
	p.until(fmt.Sprintf("step %d is the present one", step), `(n) => !document.body.hasAttribute("data-busy")
		&& document.querySelector('[data-story] [aria-current="step"]')?.dataset.step === String(n)`, step)
}

// names are the attributes of all elements of a selector.
func (p *tab) names(selector, attribute string) []string {
	p.t.Helper()
	return value[[]string](p, `(s, a) => [...document.querySelectorAll(s)].map((e) => e.getAttribute(a))`, selector, attribute)
}

// shows is what a reader sees of a screen, apart from what tells of the session before.
func (p *tab) shows() string {
	p.t.Helper()
	return value[string](p, `() => {
		const said = (s) => [...document.querySelectorAll(s)].map((e) => e.innerText.replace(/\s+/g, " ")).join("\n");
		return said("[data-lane]") + "\n" + said('[data-action="take"]') + "\n" + said("[data-story] li") + "\n" + said("[data-alert]") + "\n" + document.title;
	}`)
}
