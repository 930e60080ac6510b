package render

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"mc/traces"
)

func TestPageIsOneSmallFileOfItsOwn(t *testing.T) {
	five, fiveOther := fiveBrokers(t)
	many, manyOther := manyRecords(t)
	for name, page := range map[string][]byte{
		"five brokers": rendered(t, five, "html", Options{Comparison: fiveOther}),
		"many records": rendered(t, many, "html", Options{Comparison: manyOther}),
	} {
		if len(page) > 400_000 {
			t.Errorf("%s: %d bytes, want less than 400,000", name, len(page))
		}
		if found := regexp.MustCompile(`(?i)(https?:)?//[a-z0-9]|@import|\bsrc=|<link`).Find(page); found != nil {
			t.Errorf("%s: the page asks for something outside itself: %s", name, found)
		}
	}
}

// Whatever a model or a spec calls its things, the page shows it as text.
func TestPageEscapesEveryText(t *testing.T) {
	_, f := lossFile(t)
	const evil = `</script><img src=x onerror=alert(1)>"'&{{.}}`
	f.Spec.Title, f.Property.Doc, f.Property.Witness, f.Spec.Name = evil, evil, evil, evil
	e := &f.Steps[5]
	e.Title, e.Words, e.Action = evil, evil, evil
	e.Arrows = append(e.Arrows, f.Steps[0].Arrows...)
	e.Arrows[0].Text = evil
	lane := &e.View.Lanes[2]
	lane.Badge, lane.Log.Cells[0].Text = evil, evil
	c := &traces.Comparison{Names: [2]string{evil, evil}, File: f, Parting: -1}
	for i := range f.States() {
		c.Pairs = append(c.Pairs, traces.Pair{Step: i, Kind: traces.Same, Frame: *f.Frame(i)})
	}
	page := string(rendered(t, f, "html", Options{Comparison: c, Replay: evil}))
	if strings.Contains(page, "<img") || strings.Count(page, "</script>") != 2 {
		t.Error("a text of the trace is read as markup")
	}
	wellFormed(t, rendered(t, f, "svg", Options{Comparison: c}))
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("the picture is not XML: %v", err)
		}
		if start, ok := token.(xml.StartElement); ok && (start.Name.Local == "img" || start.Name.Local == "script") {
			t.Errorf("<%s> in the picture", start.Name.Local)
		}
	}
}

func TestPictureShowsWhatWasLost(t *testing.T) {
	_, f := lossFile(t)
	d := newDrawing(f, nil, false) // in rows, with the titles
	if got := string(d.draw(6)); !strings.Contains(got, `class="lost"`) || !strings.Contains(got, "m0@e0 lost") {
		t.Errorf("step 6 does not show the lost record:\n%s", got)
	}
	if got := string(d.draw(3)); !strings.Contains(got, "m0@e0 committed") {
		t.Errorf("step 3 does not show the commit:\n%s", got)
	}
	if got := string(d.draw(7)); strings.Count(got, `class="frame"`) != 1 {
		t.Errorf("the last step does not frame the one broker of the witness:\n%s", got)
	}
}
