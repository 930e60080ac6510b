package traces

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
)

// logOfEpochs is a log of records m0, m1, ... with these epochs.
func logOfEpochs(hw int, epochs ...int) model.Log {
	l := model.Log{HighWatermark: hw}
	for i, e := range epochs {
		l.Cells = append(l.Cells, model.Cell{Text: fmt.Sprint("m", i), Epoch: e})
	}
	return l
}

func TestFoldOffsets(t *testing.T) {
	ten := logOfEpochs(10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	fifteen := logOfEpochs(10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	newer := logOfEpochs(10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1)
	for _, c := range []struct {
		name string
		logs []logPair
		n    int
		want []fold
	}{
		{"one run", []logPair{{was: ten, is: ten}}, 10, []fold{{0, 10}}},
		{"the high watermark divides", []logPair{{was: fifteen, is: fifteen}}, 15, []fold{{0, 10}, {10, 15}}},
		{"what is written divides", []logPair{{was: ten, is: fifteen}}, 15, []fold{{0, 10}, {10, 15}}},
		{"what is cut divides", []logPair{{was: fifteen, is: ten}}, 15, []fold{{0, 10}, {10, 15}}},
		{"another log divides", []logPair{{was: fifteen, is: fifteen}, {was: newer, is: newer}}, 15, []fold{{0, 10}, {10, 13}, {13, 14}, {14, 15}}},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			if got := foldOffsets(c.logs, c.n, true); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
			if got := foldOffsets(c.logs, c.n, false); len(got) != c.n {
				t.Errorf("short logs were folded: %v", got)
			}
		})
	}
}

// However logs are folded, every offset is drawn once, and a fold holds
// nothing that could be told apart.
func TestFoldsCoverEveryOffsetOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) logPair {
			epochs := rapid.SliceOfN(rapid.IntRange(0, 2), 0, 16)
			return logPair{was: logOfEpochs(0, epochs.Draw(t, "was")...), is: logOfEpochs(rapid.IntRange(0, 16).Draw(t, "hw"), epochs.Draw(t, "is")...)}
		}), 1, 4).Draw(t, "logs")
		at := 0
		for _, f := range foldOffsets(logs, 16, true) {
			if f.from != at || f.past <= f.from {
				t.Fatalf("fold %v after offset %d", f, at)
			}
			for o := f.from + 1; o < f.past; o++ {
				for _, l := range logs {
					if l.kind(o) != l.kind(f.from) || l.is.HighWatermark == o {
						t.Fatalf("fold %v hides offset %d of %+v", f, o, l)
					}
				}
			}
			at = f.past
		}
		if at != 16 {
			t.Fatalf("the folds end at %d", at)
		}
	})
}

func TestPictureOfManyRecords(t *testing.T) {
	many, _ := manyRecords(t, true)
	svg := rendered(t, many, "svg", RenderOptions{})
	wellFormed(t, svg)
	for _, want := range []string{`width="1200"`, "steps 1 to 10", "m0…m9", "10 records, e0", "m12…m14"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the picture does not show %q", want)
		}
	}
	text := told(t, many, TextOptions{Unicode: true})
	for line := range strings.Lines(text) {
		if n := width(strings.TrimRight(line, "\n")); n > 120 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	golden(t, "many.txt", []byte(told(t, many, TextOptions{Unicode: true, From: 17})))
}
