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
