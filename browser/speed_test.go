package browser

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// bounded reports whether timings are held to what they are to be. They are only where
// somebody says that the machine does nothing else: MC_BOUNDS=1.
func bounded() bool { return os.Getenv("MC_BOUNDS") != "" }

// held says how long something took, and holds it to a bound where that means something.
func held(t *testing.T, what string, took, most float64, unit string) {
	t.Helper()
	t.Logf("%s: %.3g %s", what, took, unit)
	if bounded() && took > most {
		t.Errorf("%s: %.3g %s, more than %g", what, took, unit, most)
	}
}

// TestWholeSpace: kip-320 is explored whole in the browser, with the count that the program
// itself has; the page answers clicks meanwhile.
func TestWholeSpace(t *testing.T) {
	h := site(t)
	p := screen(t, h, "run", spec("kip-320"))
	want := native(t, "kip-320")
	before := p.click1(t)
	p.click(`[data-action="check"]`, "")
	p.until("the search is under way", `() => document.querySelector("[data-progress]")`)
	meanwhile := p.click1(t)
	running := value[bool](p, `() => !!document.querySelector("[data-progress]")`)
	p.untilWithin(5*time.Minute, "the space is explored", `() => document.querySelector("[data-checked]")`)
	if got := p.names("[data-checked]", "data-states"); !slices.Equal(got, []string{fmt.Sprint(want.States)}) {
		t.Errorf("the page says %v states, the program %d", got, want.States)
	}
	seconds, err := strconv.ParseFloat(value[string](p, `() => /([\d.]+) s$/m.exec(document.querySelector("[data-checked]").innerText)[1]`), 64)
	if err != nil {
		t.Fatal(err)
	}
	held(t, fmt.Sprintf("kip-320 whole, %d states", want.States), seconds, 20, "s")
	t.Logf("a click takes %.0f ms, and %.0f ms while a search runs (it ran still: %t)", before, meanwhile, running)
	p.quiet(h)
}

// click1 takes the first step of the tray, or takes it back, and says how long the page
// takes to show it, in milliseconds.
func (p *tab) click1(t *testing.T) float64 {
	t.Helper()
	return value[float64](p, clickAndWait, p.at()+1)
}

// clickAndWait clicks on a step of the tray and waits for the frame in which the page shows
// the step as taken. It is measured in the page, so that the driver costs nothing.
const clickAndWait = `async (step, which = 0, selector = '[data-action="take"]') => {
	const all = document.querySelectorAll(selector);
	const began = performance.now();
	all[which % all.length].click();
	const shown = () => !document.body.hasAttribute("data-busy")
		&& document.querySelector('[data-story] [aria-current="step"]')?.dataset.step === String(step);
	while (!shown()) await new Promise((done) => requestAnimationFrame(done));
	await new Promise((done) => requestAnimationFrame(done));
	return performance.now() - began;
}`

// TestCancel: a search that would take long is ended, and the page then searches again.
func TestCancel(t *testing.T) {
	each(t, func(t *testing.T, h *host) {
		p := screen(t, h, "run", flagship(5))
		p.click(`[data-action="check"]`, "")
		p.untilWithin(2*time.Minute, "it is told how far the search is", `() => document.querySelector("[data-progress]")?.dataset.states > 0`)
		took := p.click1(t)
		t.Logf("a click while it runs takes %.0f ms", took)
		began := time.Now()
		p.click(`[data-action="cancel"]`, "")
		p.until("the search is over", `() => !document.querySelector("[data-progress]")`)
		t.Logf("it is cancelled after %v", time.Since(began).Round(time.Millisecond))
		if value[bool](p, `() => !!document.querySelector("[data-checked]")`) {
			t.Error("a cancelled search has a result")
		}
		p.visitIn(spec(lossSpec))
		p.click(`[data-action="seek"]:not([data-claim-name])`, "")
		p.untilWithin(time.Minute, "a way was found", `() => document.querySelector('[data-sought="found"]')`)
		p.quiet(h)
	})
}

// visitIn goes to another course without loading the page.
func (p *tab) visitIn(query url.Values) {
	p.t.Helper()
	value[bool](p, `(hash) => { location.hash = hash; return true }`, "run?"+query.Encode())
	p.stands(len(query["do"]))
}

// flagship is the model of Kafka with so many brokers.
func flagship(replicas int) url.Values {
	return url.Values{"model": {"kafka"}, "set.replicas": {strconv.Itoa(replicas)}}
}

// thirtyClicks takes what can happen in turn, a fault now and then, and says how long each
// click took.
func (p *tab) thirtyClicks() (took []float64) {
	p.t.Helper()
	for i := range 30 {
		kind := `[data-action="take"]:not([data-fault])`
		if i%8 == 7 {
			kind = `[data-action="take"]`
		}
		took = append(took, value[float64](p, clickAndWait, i+1, 7*i, kind))
	}
	return took
}

// TestClicks: how long a click takes on the flagship with five brokers, over thirty clicks,
// with both carriers; and that a reader can still read the page then.
func TestClicks(t *testing.T) {
	each(t, func(t *testing.T, h *host) {
		p := screen(t, h, "run", flagship(5))
		took := p.thirtyClicks()
		slices.Sort(took)
		held(t, "a click at the median, with 5 brokers", took[len(took)/2], 100, "ms")
		t.Logf("the quickest %.0f ms, the slowest %.0f ms", took[0], took[len(took)-1])
		if got := p.names("[data-story] [data-step]", "data-step"); len(got) != 31 {
			t.Errorf("the story has the steps %v", got)
		}
		for _, width := range widths {
			for _, theme := range themes {
				p.look(width, theme)
				p.readable(7)
				p.picture(fmt.Sprintf("five-brokers-%d-%s", width, theme))
			}
		}
		p.quiet(h)
	})
}

// readable holds that so many lanes lie one below the other, in letters that can be read,
// with nothing cut off, inside of the window.
func (p *tab) readable(lanes int) {
	p.t.Helper()
	for _, wrong := range value[[]string](p, `async (lanes) => {
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		const wrong = [], is = (ok, what) => { if (!ok && wrong.length < 9) wrong.push(innerWidth + ": " + what) };
		const all = [...document.querySelectorAll("[data-lane]")], boxes = all.map((e) => e.getBoundingClientRect());
		is(all.length === lanes, "there are " + all.length + " lanes");
		boxes.forEach((b, i) => {
			is(i === 0 || b.top >= boxes[i - 1].bottom - 1, all[i].dataset.lane + " lies over the lane before");
			is(b.left >= 0 && b.right <= innerWidth, all[i].dataset.lane + " sticks out");
		});
		for (const e of document.querySelectorAll("[data-lane] *")) {
			if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
			const style = getComputedStyle(e), box = e.getBoundingClientRect();
			if (box.width <= 1) continue; // for readers of the screen
			is(parseFloat(style.fontSize) >= 9, "letters of " + style.fontSize + ": " + e.outerHTML.slice(0, 100));
			is(style.overflow === "visible" || e.scrollWidth <= e.clientWidth + 1, "cut off: " + e.outerHTML.slice(0, 100));
		}
		is(document.documentElement.scrollWidth <= innerWidth, "the page goes sideways");
		return wrong;
	}`, lanes) {
		p.t.Error(wrong)
	}
}
