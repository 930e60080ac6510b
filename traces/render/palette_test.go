package render

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// rgb is a colour as WCAG 2 reckons with it, its channels from 0 to 1.
type rgb [3]float64

func parseColor(t *testing.T, text string) (c rgb) {
	t.Helper()
	for i := range c {
		n, err := strconv.ParseUint(text[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatalf("%q is no colour: %v", text, err)
		}
		c[i] = float64(n) / 255
	}
	return c
}

// over is c laid over another colour so that this much of c is seen.
func (c rgb) over(ground rgb, much float64) (out rgb) {
	for i := range c {
		out[i] = much*c[i] + (1-much)*ground[i]
	}
	return out
}

func (c rgb) luminance() float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		x := c[i] / 12.92
		if c[i] > 0.04045 {
			x = math.Pow((c[i]+0.055)/1.055, 2.4)
		}
		sum += weight * x
	}
	return sum
}

func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrastItself(t *testing.T) {
	white, black, grey := rgb{1, 1, 1}, rgb{}, parseColor(t, "#767676")
	if got := contrast(white, black); math.Abs(got-21) > 0.01 {
		t.Errorf("black on white has %.2f, not 21", got)
	}
	if got := contrast(grey, white); math.Abs(got-4.54) > 0.01 { // the palest grey that WCAG allows
		t.Errorf("#767676 on white has %.2f, not 4.54", got)
	}
}

// TestWordsCanBeRead: every colour of words has 4.5:1 on everything that words are
// written on, by day and by night, in the chosen step or not.
func TestWordsCanBeRead(t *testing.T) {
	seen := regexp.MustCompile(`\.here \.band\{fill-opacity:(\.\d+)\}`).FindStringSubmatch(pageCSS)
	if seen == nil {
		t.Fatal("the style does not say how a lane is seen in the chosen step")
	}
	share, err := strconv.ParseFloat(seen[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, dark := range []bool{false, true} {
		of := map[string]rgb{}
		for _, c := range palette {
			text := c.light
			if dark {
				text = c.dark
			}
			of[c.name] = parseColor(t, text)
		}
		least := func(words, on string, ground rgb) {
			if got := contrast(of[words], ground); got < 4.5 {
				t.Errorf("dark %v: %s on %s has a contrast of %.2f, less than 4.5", dark, words, on, got)
			}
		}
		of["chosen"] = of["lane"].over(of["sel"], share)
		for _, ground := range []string{"bg", "card", "lane", "sel", "chosen"} {
			for _, words := range []string{"ink", "dim", "good", "bad", "note"} {
				least(words, ground, of[ground])
			}
		}
		for e := range epochColors {
			name := fmt.Sprint("e", e)
			least("cell", name, of[name])
		}
	}
}

// TestNoWordsFade: nothing in the styles makes words paler than their colour, nor
// records: one that is there is there, whoever still has it.
func TestNoWordsFade(t *testing.T) {
	for name, css := range map[string]string{"page": pageCSS, "picture": pictureCSS} {
		if strings.Contains(strings.ReplaceAll(css, "fill-opacity:", ""), "opacity:") {
			t.Errorf("the style of the %s has an opacity, which fades words as well", name)
		}
	}
	if strings.Contains(pictureCSS, "fill-opacity:") {
		t.Error("the style of the picture fades what is drawn")
	}
}
