package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take for what it does at once.
const patience = 30 * time.Second

// chromium is one browser for all tests; each tab is a profile of its own.
var chromium struct {
	once  sync.Once
	ctx   context.Context
	close context.CancelFunc
	err   error
}

// launch starts the browser. It resolves no name, so that what a page asks of anybody else
// fails, and is an error on its console.
func launch(t *testing.T) context.Context {
	t.Helper()
	chromium.once.Do(func() {
		path := os.Getenv("CHROMIUM")
		for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
			if found, err := exec.LookPath(name); path == "" && err == nil {
				path = found
			}
		}
		if path == "" {
			chromium.err = fmt.Errorf("no Chromium found; install it, or name it in $CHROMIUM")
			return
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), chromedp.WindowSize(1400, 900))
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
		chromium.ctx, chromium.close = ctx, func() { cancel(); stop() }
		chromium.err = chromedp.Do(ctx)
	})
	if chromium.err != nil {
		t.Fatal(chromium.err)
	}
	return chromium.ctx
}

func closeBrowser() {
	if chromium.close != nil {
		chromium.close()
	}
}

// tab is an open page. It hears what the page says on its console and asks of others.
type tab struct {
	t   *testing.T
	ctx context.Context

	mutex  sync.Mutex
	faults []string // errors and exceptions
	asked  []string // addresses
}

// open opens an address in a new tab that shares nothing with another.
func open(t *testing.T, address string) *tab {
	t.Helper()
	tab := blank(t)
	tab.visit(address)
	return tab
}

func blank(t *testing.T) *tab {
	t.Helper()
	p := &tab{t: t}
	ctx, cancel := chromedp.NewContext(launch(t), chromedp.WithNewBrowserContext(), chromedp.WithListener(p.hear))
	t.Cleanup(cancel)
	p.ctx = ctx
	p.do(chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, network.Enable, network.EnableParams{})
		return err
	})))
	return p
}

func (p *tab) hear(event any) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, "exception: "+e.ExceptionDetails.Text+" "+describe(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			var words []string
			for _, arg := range e.Args {
				words = append(words, string(arg.Value)+arg.Description)
			}
			p.faults = append(p.faults, fmt.Sprintf("console.%s: %s", e.Type, strings.Join(words, " ")))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			p.faults = append(p.faults, fmt.Sprintf("%s of %s: %s %s", e.Entry.Level, e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		p.asked = append(p.asked, e.Request.URL)
	}
}

func describe(o *runtime.RemoteObject) string {
	if o == nil {
		return ""
	}
	return o.Description
}

// do ends the test if something could not be done.
func (p *tab) do(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// visit goes to an address.
func (p *tab) visit(address string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.do(chromedp.Do(ctx, chromedp.Navigate(address)))
}

// look is as wide as said, and light or dark.
func (p *tab) look(width int, theme string) {
	p.t.Helper()
	p.size(width, 900, theme)
}

func (p *tab) size(width, height int, theme string) {
	p.t.Helper()
	p.do(chromedp.Do(p.ctx, chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		return err
	})))
}

// value is what an expression of the page comes to; promises are waited for.
func value[T any](p *tab, expression string, args ...any) T {
	p.t.Helper()
	return valueWithin[T](p, patience, expression, args...)
}

func valueWithin[T any](p *tab, limit time.Duration, expression string, args ...any) T {
	p.t.Helper()
	got, err := evaluate[T](p, limit, expression, args...)
	if err != nil {
		p.t.Fatalf("%.300s: %v", expression, err)
	}
	return got
}

// evaluate calls a function of the page, "(a, b) => a + b", with some arguments.
func evaluate[T any](p *tab, limit time.Duration, function string, args ...any) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	var words []string
	for _, arg := range args {
		word, err := json.Marshal(arg)
		if err != nil {
			var none T
			return none, err
		}
		words = append(words, string(word))
	}
	return chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf("(%s)(%s)", function, strings.Join(words, ", ")), chromedp.EvalAwaitPromise))
}

// until waits until something is so.
func (p *tab) until(what, function string, args ...any) {
	p.t.Helper()
	p.untilWithin(patience, what, function, args...)
}

func (p *tab) untilWithin(limit time.Duration, what, function string, args ...any) {
	p.t.Helper()
	for end := time.Now().Add(limit); ; time.Sleep(5 * time.Millisecond) {
		if value[bool](p, "(...args) => !!("+function+")(...args)", args...) {
			return
		}
		if time.Now().After(end) {
			p.picture("waited-for")
			p.t.Fatalf("after %v it is still not so: %s; the page shows:\n%.1500s\n%s", limit, what,
				value[string](p, "() => document.body.innerText"), strings.Join(p.heard(), "\n"))
		}
	}
}

// heard are the errors so far.
func (p *tab) heard() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return append([]string(nil), p.faults...)
}

// quiet holds that nothing went wrong in a page, and that it asked its own host only, for
// what that host has.
func (p *tab) quiet(h *host) {
	p.t.Helper()
	for _, fault := range p.heard() {
		p.t.Errorf("the page says: %s", fault)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, address := range p.asked {
		if own := strings.HasPrefix(address, h.URL) || strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "blob:"); !own {
			p.t.Errorf("the page asks somebody else: %s", address)
		}
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for _, wrong := range h.wrong {
		p.t.Errorf("the page asks for what is not there: %s", wrong)
	}
}

// picture writes what the tab shows, if pictures are wanted.
func (p *tab) picture(name string) {
	p.t.Helper()
	if *pictures == "" {
		return
	}
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	p.do(err)
	p.keep(name, shot)
}

// whole writes a picture of the whole page.
func (p *tab) whole(name string) {
	p.t.Helper()
	if *pictures == "" {
		return
	}
	shot, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	p.do(err)
	p.keep(name, shot)
}

func (p *tab) keep(name string, shot []byte) {
	p.t.Helper()
	p.do(os.MkdirAll(*pictures, 0o777))
	p.do(os.WriteFile(filepath.Join(*pictures, name+".png"), shot, 0o666))
}
