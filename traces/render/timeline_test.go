package render

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/term"
	"mc/traces"
)

// TestWholeLeavesNothingOut: lines fit, and put together again are the text.
func TestWholeLeavesNothingOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.StringMatching(`[a-zé本{}:@]{1,30}`)).Draw(t, "words"), " ")
		n := rapid.IntRange(4, 20).Draw(t, "columns")
		lines := whole(text, n)
		for _, line := range lines {
			if term.Width(line) > n {
				t.Fatalf("%q is wider than %d", line, n)
			}
		}
		if got, want := strings.Join(lines, ""), strings.ReplaceAll(text, " ", ""); strings.ReplaceAll(got, " ", "") != want {
			t.Fatalf("%q became %q", text, lines)
		}
	})
}

// wordsOf are the words of a drawing, in their order, in one line.
func wordsOf(svg []byte) string {
	var out []string
	for _, m := range regexp.MustCompile(`<text[^>]*>(.*?)</text>`).FindAllSubmatch(svg, -1) {
		out = append(out, html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(m[1]), "")))
	}
	return strings.Join(out, " ")
}

// TestTimelineSaysAll: every message stands at its step whole, and every field that
// changed in a lane without a log; nothing is "more".
func TestTimelineSaysAll(t *testing.T) {
	_, loss := lossFile(t)
	five, fiveOther := fiveBrokers(t)
	round, roundOther := commits(t)
	long := []model.Field{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}, {Name: "c", Value: "3"}, {Name: "d", Value: "4"}, {Name: "e", Value: "a value of many words that no column has room for"}}
	round.Steps[1].View.Lanes[0].Fields = append(round.Steps[1].View.Lanes[0].Fields, long...)
	loss.Steps[0].Arrows = append(loss.Steps[0].Arrows, model.Arrow{From: "b1", To: "b2", Text: "a message that is much too long for one line of a column"})
	for name, c := range map[string]struct {
		f     *traces.File
		other *traces.Comparison
	}{"loss": {loss, nil}, "five": {five, fiveOther}, "commit": {round, roundOther}} {
		d := newDrawing(c.f, c.other, true)
		for i := 1; i < c.f.States(); i++ {
			said := wordsOf(d.draw(i))
			for _, a := range c.f.Steps[i-1].Arrows {
				if want := "to " + a.To + ": " + a.Text; !strings.Contains(said, want) {
					t.Errorf("%s, step %d: no %q in %q", name, i, want, said)
				}
			}
			was, is := d.views(column{i, i})
			for _, x := range traces.Diff(was, is) {
				if lane := laneOf(is, x.Lane); lane.Log == nil && x.What == traces.FieldChanged && !strings.Contains(said, fieldLine(x)) {
					t.Errorf("%s, step %d: no %q in %q", name, i, fieldLine(x), said)
				}
			}
			if strings.Contains(said, "…") || strings.Contains(said, " more") {
				t.Errorf("%s, step %d: something is left out of %q", name, i, said)
			}
		}
	}
}

func laneOf(v model.View, name string) model.Lane {
	for _, l := range v.Lanes {
		if l.Name == name {
			return l
		}
	}
	return model.Lane{}
}

// TestTimelineShowsWhatThePropertySpeaksOf: of a lane with a log, too.
func TestTimelineShowsWhatThePropertySpeaksOf(t *testing.T) {
	_, f := lossFile(t)
	for i := range f.Steps {
		for k := range f.Steps[i].View.Lanes {
			l := &f.Steps[i].View.Lanes[k]
			if l.Log != nil && i >= 2 {
				l.Fields = append(l.Fields, model.Field{Name: "in doubt", Value: "yes"}, model.Field{Name: "shoe size", Value: "43"})
			}
		}
	}
	f.Property.Witness = "b2 is in doubt"
	said := wordsOf(newDrawing(f, nil, true).draw(3))
	if !strings.Contains(said, "in doubt yes") || strings.Contains(said, "shoe size") {
		t.Errorf("what the witness speaks of is not there, or what it does not: %q", said)
	}
}

// TestTimelineMarksAcknowledgements: where a producer is told, its lane says so.
func TestTimelineMarksAcknowledgements(t *testing.T) {
	_, f := lossFile(t)
	told := func(i int, value string) {
		v := &f.Frame(i).View
		v.Lanes = append(v.Lanes, model.Lane{Name: "producers", Fields: []model.Field{{Name: "sure of", Value: value, Kind: model.Acknowledged}}})
	}
	for i := range f.States() {
		told(i, map[bool]string{false: "none", true: "{m0}"}[i >= 3])
	}
	d := newDrawing(f, nil, true)
	for i := 1; i < f.States(); i++ {
		svg := d.draw(i)
		if got := strings.Contains(wordsOf(svg), "✓ m0 acknowledged"); got != (i == 3) {
			t.Errorf("step %d: acknowledged is %v", i, got)
		}
		if got := strings.Contains(string(svg), `class="ar ak"`); got != (i == 3) { // where b1 alone committed it
			t.Errorf("step %d: an arrow to the producers is %v", i, got)
		}
	}
	if page := string(rendered(t, f, "html", Options{})); !strings.Contains(page, "✓ a producer is told") {
		t.Error("the page does not say what the mark means")
	}
}

// TestSurvivorsStand: the replica that still has the lost record shows it as a copy
// that is kept, from the loss on; nobody else does.
func TestSurvivorsStand(t *testing.T) {
	_, f := lossFile(t)
	d := newDrawing(f, nil, true)
	d.quiet = nil
	for i := range f.States() {
		kept := strings.Count(string(d.draw(i)), ` kept"`)
		if (kept > 0) != (i >= f.Analysis().Losses[0].Cut) {
			t.Errorf("step %d has %d copies that are kept", i, kept)
		}
	}
	if strings.Contains(regexp.MustCompile(`\.kept[^}]*\}`).FindString(pictureCSS), "opacity:.") {
		t.Error("the style fades a copy that is kept")
	}
}

// TestOtherRulesShowWhatDiffers: beside a timeline the lanes that are the same all
// along are named, the others drawn.
func TestOtherRulesShowWhatDiffers(t *testing.T) {
	five, other := fiveBrokers(t)
	d := newDrawing(five, other, true)
	drawn := map[string]bool{}
	for _, b := range d.others {
		drawn[b.name] = true
	}
	start := wordsOf(d.draw(0))
	_, alike, _ := strings.Cut(start, "the same all along: ")
	for _, b := range d.bands {
		if drawn[b.name] == strings.Contains(alike, b.name) || drawn[b.name] != d.differs(b.name) {
			t.Errorf("%s is drawn: %v, and is in %q", b.name, drawn[b.name], alike)
		}
	}
	if len(drawn) == 0 || len(drawn) == len(d.bands) {
		t.Errorf("%d of %d lanes are drawn; the test shows nothing", len(drawn), len(d.bands))
	}
}
