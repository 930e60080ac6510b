package browser

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// loss is how KIP-101's loss is built, in the words of the tray.
var loss = []string{"b1 appends r1", "b2 fetches at 0", "b2 appends r1", "b2 fetches at 1, b1 raises its high watermark to 1", "b2 is killed",
	"b2 restarts", "b2 follows b1 in epoch 0, cuts its log to 0", "the session of b1 expires", "b2 leads epoch 1"}

const lossSpec, lossClaim = "kip-101-data-loss", "committed-on-leader"

func spec(name string) url.Values { return url.Values{"spec": {name}} }

// each runs a test with both carriers of questions: the engine in a worker of a page from
// any web server, and mc explore.
func each(t *testing.T, test func(t *testing.T, h *host)) {
	t.Run("wasm", func(t *testing.T) { test(t, site(t)) })
	t.Run("server", func(t *testing.T) { test(t, explore(t)) })
}

// lossByHand clicks the loss together.
func lossByHand(t *testing.T, p *tab) {
	t.Helper()
	for i, words := range loss {
		if lit := p.names(`[data-alert="`+lossClaim+`"]`, "data-alert"); len(lit) > 0 {
			t.Errorf("%s is broken after %d steps already", lossClaim, i)
		}
		p.take(words)
	}
	if got := p.names(`[data-claim="`+lossClaim+`"]`, "data-decided"); !slices.Equal(got, []string{"true"}) {
		t.Errorf("after all steps %s is decided: %v", lossClaim, got)
	}
	if got := p.names("[data-alert]", "data-alert"); len(got) == 0 || got[0] != lossClaim {
		t.Errorf("the page alarms of %v, want %s first", got, lossClaim)
	}
	if parts := p.names(`[data-claim="`+lossClaim+`"] [data-part]`, "data-part"); !slices.Contains(parts, "false") || !slices.Contains(parts, "true") {
		t.Errorf("the parts of %s are %v: one of them is broken, not all", lossClaim, parts)
	}
}

// TestLossByHand: KIP-101's loss in nine clicks on the words of the tray.
func TestLossByHand(t *testing.T) {
	each(t, func(t *testing.T, h *host) {
		p := screen(t, h, "start", nil)
		p.click(`[data-action="open"][data-kind="spec"][data-name="`+lossSpec+`"]`, "")
		p.settled("run")
		lossByHand(t, p)
		p.click(`[data-action="restart"]`, "")
		p.stands(0)
		p.click("summary", "Not now, and why")
		p.until("it is told what cannot happen", `() => document.querySelector("[data-refused]")`)
		if why := value[string](p, `() => document.querySelector('[data-refused="Restart b1"] [data-why]').textContent`); why != "b1 runs" {
			t.Errorf("b1 cannot restart because %s", why)
		}
		p.whole("loss-by-hand")
		if h.asked != nil {
			if n := h.times("/mc.wasm"); n != 1 {
				t.Errorf("the engine was fetched %d times", n)
			}
		}
		p.quiet(h)
	})
}

// TestOneFile: the same from one file that is opened from disk, which asks for nothing else.
func TestOneFile(t *testing.T) {
	h := &host{URL: "file://" + filepath.Join(made(t), "explorer.html")}
	p := screen(t, h, "run", spec(lossSpec))
	lossByHand(t, p)
	p.quiet(h)
}

// TestUndoAndBranch: steps are taken back and others taken instead; what was tried before
// is still there.
func TestUndoAndBranch(t *testing.T) {
	h := site(t)
	p := screen(t, h, "run", spec(lossSpec))
	for _, words := range loss[:3] {
		p.take(words)
	}
	p.click(`[data-action="undo"]`, "")
	p.stands(2)
	p.do(chromedp.Do(p.ctx, chromedp.KeyEvent(kb.Backspace)))
	p.stands(1)
	p.click(`[data-action="redo"]`, "")
	p.stands(2)
	p.click(`[data-action="undo"]`, "")
	p.stands(1)
	p.take("b1 is killed")
	tried := p.names(`[data-tree] [data-action="branch"]`, "data-name")
	for _, name := range []string{"Fetch b2", "Respond b2", "Kill b1"} {
		if !slices.Contains(tried, name) {
			t.Errorf("of all that was tried %v are told; %s is missing", tried, name)
		}
	}
	p.click(`[data-action="branch"][data-name="Respond b2"]`, "")
	p.stands(3)
	if got := p.names("[data-story] [data-step]", "data-step"); len(got) != 4 {
		t.Errorf("the other branch has the steps %v", got)
	}
	p.click(`[data-action="jump"]`, loss[0])
	p.stands(1)
	p.click(`[data-action="restart"]`, "")
	p.stands(0)
	p.quiet(h)
}

// TestShortestWay: from the start, and from the middle of a course.
func TestShortestWay(t *testing.T) {
	h := site(t)
	for _, from := range []int{0, 5} {
		p := screen(t, h, "run", spec(lossSpec))
		for _, words := range loss[:from] {
			p.take(words)
		}
		p.click(`[data-action="seek"]:not([data-claim-name])`, "")
		p.untilWithin(time.Minute, "a way was found", `() => document.querySelector('[data-sought="found"]')`)
		if got := p.names("[data-sought] [data-way-step]", "data-name"); len(got) != len(loss)-from {
			t.Errorf("from step %d the shortest way is %v, want %d steps", from, got, len(loss)-from)
		}
		p.click(`[data-sought] [data-action="take-all"]`, "")
		p.stands(len(loss))
		if got := p.names("[data-alert]", "data-alert"); !slices.Contains(got, lossClaim) {
			t.Errorf("at the end of the way the page alarms of %v", got)
		}
		p.quiet(h)
	}
}

// TestTwoWorlds: the course of the loss under the rules with and without KIP-101 parts in
// step 7, and the page names the switch behind it.
func TestTwoWorlds(t *testing.T) {
	h := site(t)
	p := screen(t, h, "run", spec(lossSpec))
	for _, words := range loss {
		p.take(words)
	}
	p.click(`[data-action="worlds"]`, "")
	p.settled("worlds")
	if got := value[string](p, `() => document.querySelector('[data-field="other"]').value`); got != "kip-101" {
		t.Errorf("the other world is %s", got)
	}
	if got := p.names("[data-step][data-parting]", "data-step"); !slices.Equal(got, []string{"7"}) {
		t.Errorf("the worlds part in step %v, want 7", got)
	}
	if got := value[string](p, `() => document.querySelector("[data-sentence]").innerText`); !strings.Contains(got, "part in step 7") {
		t.Errorf("the page says: %s", got)
	}
	if got := p.names("[data-switch][data-parts]", "data-switch"); !slices.Equal(got, []string{"truncation"}) {
		t.Errorf("the switches behind it are %v", got)
	}
	p.click(`[data-switch="truncation"]`, "")
	p.until("without the switch the worlds do not part in step 7", `() => !document.body.hasAttribute("data-busy")
		&& !document.querySelector('[data-step="7"][data-parting]')`)
	p.quiet(h)
}

// TestAddress: an address that was copied shows the same screen to somebody else.
func TestAddress(t *testing.T) {
	h := site(t)
	p := screen(t, h, "run", spec(lossSpec))
	for _, words := range loss {
		p.take(words)
	}
	p.click(`[data-action="undo"]`, "")
	p.stands(len(loss) - 1)
	same(t, p, "run")
	p.click(`[data-action="redo"]`, "")
	p.stands(len(loss))
	p.click(`[data-action="worlds"]`, "")
	p.settled("worlds")
	p.click(`[data-step="8"]`, "")
	p.until("step 8 is the chosen one", `() => document.querySelector('[data-step="8"]').getAttribute("aria-current") === "step"`)
	same(t, p, "worlds")
	p.quiet(h)
}

func same(t *testing.T, p *tab, name string) {
	t.Helper()
	address := value[string](p, "() => location.href")
	other := open(t, address)
	other.look(1400, "light")
	other.settled(name)
	want, got := p.shows(), other.shows()
	if got != want || len(want) < 100 {
		t.Errorf("at %s another reader sees\n%s\nwhere the first saw\n%s", address, got, want)
	}
}
