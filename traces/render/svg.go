package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/internal/words"
	"mc/traces/tell"
)

// pictureWidth is the width that an svg picture is drawn for.
const pictureWidth = 1200

// renderSVG draws the whole trace: heading, the steps in rows of columns, and
// what the signs mean.
func renderSVG(w io.Writer, f *traces.File, o Options) error {
	d := newDrawing(f, o.Comparison, false)
	p := &pen{}
	y := pictureHead(p, f, o.Comparison)
	perRow := max((pictureWidth-16)/(d.width+4), 1)
	d.width = max(d.width, (pictureWidth-16)/perRow-4)
	for first := 0; first < len(d.columns); first += perRow {
		past := min(first+perRow, len(d.columns))
		d.layOut(first, past) // each row is as high as it needs to be
		for i := first; i < past; i++ {
			fmt.Fprintf(p, `<g transform="translate(%d %d)"><title>%s</title><rect class="card" width="%d" height="%d" rx="8"/>`,
				8+(i-first)*(d.width+4), y, escapeXML(stepLabel(f, d.columns[i].to)), d.width, d.height)
			p.Write(d.draw(i))
			p.WriteString("</g>\n")
		}
		y += d.height + 10
	}
	d.legend(p, y+14)
	return writeSVG(w, f, p, max(pictureWidth, d.width+16), y+28)
}

func pictureHead(p *pen, f *traces.File, c *traces.Comparison) int {
	y := 28
	p.text("h1", 12, y, term.Clip(tell.Heading(f), 110))
	y += 20
	if f.Property.Name != "" {
		class := "gd"
		if f.Verdict == model.Violated {
			class = "bd"
		}
		p.text(class, 12, y, string(f.Verdict)+": "+f.Property.Name)
		y += 18
	}
	sentences := slices.Concat(tell.Losses(f), tell.Closed(f), tell.Finding(f), tell.Evidence(f))
	if c != nil {
		sentences = append(sentences, tell.Lesson(c))
	}
	for _, s := range sentences {
		for _, line := range breakText(s, 185, 6) {
			p.text("p", 12, y, line)
			y += 16
		}
	}
	return y + 2
}

// legend says what the signs mean.
func (d *drawing) legend(p *pen, y int) {
	c := d.c
	text := "Faded: unchanged."
	if d.logs {
		text = "Record boxes: one colour per leader epoch, offsets from 0. Thick bar: high watermark. " +
			"Outlined: written in this step. Struck through: cut in this step; hatched red: lost although committed. " + text
	}
	p.text("dm", 12, y, text)
	if c != nil {
		p.text("dm", 12, y+13, fmt.Sprintf("Upper lanes: %s. Below the line: the same schedule under %s.", c.Names[0],
			c.Names[1]))
	}
}

const pictureExtra = `.mc .h1{font-size:19px;font-weight:650}.mc .p{font-size:12px}` +
	`.mc .bg{fill:var(--bg)}.mc .card{fill:var(--card);stroke:var(--line)}`

func writeSVG(w io.Writer, f *traces.File, p *pen, width, height int) error {
	css := pictureCSS + pictureExtra
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" class="mc" `+
		`width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">
<style>
%s
@media (prefers-color-scheme:dark){
%s
}
</style>
%s
<rect class="bg" width="100%%" height="100%%"/>
%s</svg>
`, width, height+8, width, height+8, escapeXML(tell.Heading(f)), fixed(css, false), fixed(css, true), hatch, p.String())
	return err
}

// hatch is the pattern of a lost record.
const hatch = `<defs><pattern id="mc-hatch" width="6" height="6" patternUnits="userSpaceOnUse" ` +
	`patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="6"/></pattern></defs>`

// stepLabel is step i for those who cannot see the picture.
func stepLabel(f *traces.File, i int) string {
	if i == 0 {
		return "Start"
	}
	return strings.TrimSpace(fmt.Sprintf("Step %d: %s. %s", i, f.Title(i), changesLabel(f, i)))
}

// changesLabel is what step i changed.
func changesLabel(f *traces.File, i int) string {
	var all []string
	for _, c := range f.Steps[i-1].Changes {
		all = append(all, fmt.Sprintf("%s %s: %s, was %s.", c.Lane, c.Field, words.OrNothing(c.After), words.OrNothing(c.Before)))
	}
	return strings.Join(all, " ")
}
