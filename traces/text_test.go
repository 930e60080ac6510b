package traces

import (
	"bytes"
	"strings"
	"testing"
)

func told(t testing.TB, f *File, o TextOptions) string {
	t.Helper()
	var out bytes.Buffer
	if err := Text(&out, f, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTextGolden(t *testing.T) {
	_, f := lossFile(t)
	golden(t, "loss.txt", []byte(told(t, f, TextOptions{Unicode: true, Source: "t.json"})))
	golden(t, "loss-ascii.txt", []byte(told(t, f, TextOptions{Width: 80})))
}

func TestTextIsPlainWhereItMustBe(t *testing.T) {
	_, f := lossFile(t)
	for _, r := range told(t, f, TextOptions{}) {
		if r > 126 || r == '\x1b' {
			t.Fatalf("%q in plain ASCII text", r)
		}
	}
	colored := told(t, f, TextOptions{Color: true})
	if !strings.Contains(colored, "\x1b[31m") {
		t.Error("no red in coloured text")
	}
	if strings.Count(colored, "\x1b[") != 2*strings.Count(colored, "\x1b[0m") {
		t.Error("a colour is not switched off")
	}
}

func TestTextShowsARange(t *testing.T) {
	_, f := lossFile(t)
	part := told(t, f, TextOptions{From: 3, Until: 4})
	for step, want := range map[string]bool{"\nstart": false, "\n  2  ": false, "\n  3  ": true, "\n  4  ": true, "\n  5  ": false, "is violated": false} {
		if strings.Contains(part, step) != want {
			t.Errorf("shows %q: %v, want %v\n%s", step, !want, want, part)
		}
	}
}

func TestLosses(t *testing.T) {
	_, f := lossFile(t)
	got := Losses(f)
	if len(got) != 1 || got[0].Committed != 3 || got[0].Cut != 6 || got[0].From != "b2" || strings.Join(got[0].Holders, ",") != "b1 (down)" {
		t.Errorf("got %+v, want m0@e0 committed in step 3 and cut from b2 in step 6", got)
	}
}

// A record that the leader never had is a loss too, if the violation says so.
func TestLossesOfARecordThatWasNeverThere(t *testing.T) {
	m := toyModel(toyLoss)
	path := run(t, m, "Produce", "Fetch b2", "Fetch b2")
	f := record(t, m, path, toyLoss)
	f.Verdict, f.Property.Witness = verdictViolated, "m0 at offset 0 is missing from b2"
	f.Last().View.Lanes[3].Log.Cells = nil
	for i := range f.Steps[:2] {
		f.Steps[i].View.Lanes[3].Log.Cells = nil
	}
	got := Losses(f)
	if len(got) != 1 || got[0].Cut != 0 || got[0].From != "b2" || got[0].Committed != 3 {
		t.Fatalf("got %+v, want m0@e0, committed in step 3, absent from b2", got)
	}
	if words := got[0].Words(f); !strings.Contains(words, "b2 never had it, and step 3 (b2 fetches at 1, rule Fetch) makes that matter") {
		t.Errorf("got %q", words)
	}
}

func TestMentionsWholeWordsOnly(t *testing.T) {
	for _, c := range []struct {
		sentence, words string
		want            bool
	}{
		{"b1 leads", "b1", true}, {"b10 leads", "b1", false}, {"xb1", "b1", false}, {"(b1)", "b1", true}, {"b10 and b1", "b1", true},
		{"at offset 1, there", "offset 1", true}, {"at offset 12", "offset 1", false}, {"anything", "", false}, {"", "b1", false},
	} {
		if got := mentions(c.sentence, c.words); got != c.want {
			t.Errorf("%q mentions %q: %v", c.sentence, c.words, got)
		}
	}
}

func TestListChange(t *testing.T) {
	for _, c := range []struct {
		before, after, gone, come string
		kept                      int
	}{
		{"e0 b1", "e0 b1; e1 b2", "", "e1 b2", 1},
		{"a; b; c", "b; c; d", "a", "d", 2},
		{"a", "b", "", "", 0},
		{"", "a; b", "", "", 0},
		{"[r1, r2]", "[r1, r2, r3]", "", "", 0}, // short enough to be shown whole
		{"[r1, r2, r3]", "[r1, r2, r3, r4]", "", "r4", 3},
		{"[r1, r2, r3, r4]", "[r1, r2, r3]", "r4", "", 3},
	} {
		gone, come, kept := listChange(c.before, c.after)
		if strings.Join(gone, ",") != c.gone || strings.Join(come, ",") != c.come || kept != c.kept {
			t.Errorf("%q to %q: -%v +%v, %d kept; want -%s +%s, %d", c.before, c.after, gone, come, kept, c.gone, c.come, c.kept)
		}
	}
}
