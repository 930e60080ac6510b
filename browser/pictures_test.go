package browser

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "make the pictures of the documents anew")

// shown are the pictures of docs/explorer.
var shown = []struct {
	name, theme   string
	width, height int
	open          func(p *tab, h *host)
}{
	{"step-by-step", "light", 1400, 1000, openLoss},
	{"step-by-step-narrow", "dark", 390, 844, openLoss},
	{"two-worlds", "light", 1400, 1000, func(p *tab, h *host) { p.to(h, "worlds", course(spec(lossSpec), lossSteps)) }},
	{"my-cluster", "dark", 1400, 1000, func(p *tab, h *host) {
		p.to(h, "cluster", nil)
		p.assess("0.10.2", "1 kill, 2 session expiries, nothing else")
	}},
	{"five-brokers", "light", 1400, 1300, openFive},
	{"five-brokers-narrow", "dark", 390, 1600, openFive},
}

const (
	gallery  = "../docs/explorer"
	heaviest = 600_000 // bytes that they have together
)

func openLoss(p *tab, h *host) { p.to(h, "run", course(spec(lossSpec), lossSteps)) }

func openFive(p *tab, h *host) {
	p.to(h, "run", flagship(5))
	p.thirtyClicks()
}

// TestPictures: the pictures of the documents are there, and small. They are made by the
// page itself, with -update.
func TestPictures(t *testing.T) {
	if *update {
		h := explore(t)
		for _, s := range shown {
			p := blank(t)
			p.size(s.width, s.height, s.theme)
			s.open(p, h)
			p.until("the page has all its parts", `() => document.querySelector('header nav a[href^="#cluster"]')`)
			value[bool](p, `async () => { scrollTo(0, 0); await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); return true }`)
			shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			p.do(err)
			p.do(os.MkdirAll(gallery, 0o777))
			p.do(os.WriteFile(filepath.Join(gallery, s.name+".png"), reduced(t, shot), 0o666))
		}
	}
	total := 0
	for _, s := range shown {
		file, err := os.ReadFile(filepath.Join(gallery, s.name+".png"))
		if err != nil {
			t.Fatalf("%v; make it with -args -update", err)
		}
		total += len(file)
		if size, err := png.DecodeConfig(bytes.NewReader(file)); err != nil || size.Width != s.width || size.Height != s.height {
			t.Errorf("%s is %d by %d, %v; make it anew with -args -update", s.name, size.Width, size.Height, err)
		}
	}
	if total > heaviest {
		t.Errorf("the pictures have %d bytes together, more than %d", total, heaviest)
	}
}

// reduced is a picture in its 256 most frequent colours: a page has few, and the edges of
// letters do not miss the others.
func reduced(t *testing.T, shot []byte) []byte {
	t.Helper()
	full, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	uses := map[color.Color]int{}
	box := full.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			uses[full.At(x, y)]++
		}
	}
	var colors color.Palette
	for c := range uses {
		colors = append(colors, c)
	}
	key := func(c color.Color) uint64 {
		r, g, b, _ := c.RGBA()
		return uint64(r)<<32 | uint64(g)<<16 | uint64(b)
	}
	slices.SortFunc(colors, func(a, b color.Color) int {
		if n := uses[b] - uses[a]; n != 0 {
			return n
		}
		return int(int64(key(a)) - int64(key(b)))
	})
	few := image.NewPaletted(box, colors[:min(256, len(colors))])
	nearest := map[color.Color]uint8{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := full.At(x, y)
			i, known := nearest[c]
			if !known {
				i = uint8(few.Palette.Index(c))
				nearest[c] = i
			}
			few.SetColorIndex(x, y, i)
		}
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, few); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
