package fold

import (
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
		logs []Pair
		n    int
		want []Fold
	}{
		{"one run", []Pair{{Was: ten, Is: ten}}, 10, []Fold{{0, 10}}},
		{"the high watermark divides", []Pair{{Was: fifteen, Is: fifteen}}, 15, []Fold{{0, 10}, {10, 15}}},
		{"what is written divides", []Pair{{Was: ten, Is: fifteen}}, 15, []Fold{{0, 10}, {10, 15}}},
		{"what is cut divides", []Pair{{Was: fifteen, Is: ten}}, 15, []Fold{{0, 10}, {10, 15}}},
		{"another log divides", []Pair{{Was: fifteen, Is: fifteen}, {Was: newer, Is: newer}}, 15, []Fold{{0, 10}, {10, 13}, {13, 14}, {14, 15}}},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			if got := Offsets(c.logs, c.n, true); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
			if got := Offsets(c.logs, c.n, false); len(got) != c.n {
				t.Errorf("short logs were folded: %v", got)
			}
		})
	}
}

// However logs are folded, every offset is drawn once, and a fold holds
// nothing that could be told apart.
func TestFoldsCoverEveryOffsetOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Pair {
			epochs := rapid.SliceOfN(rapid.IntRange(0, 2), 0, 16)
			return Pair{Was: logOfEpochs(0, epochs.Draw(t, "was")...), Is: logOfEpochs(rapid.IntRange(0, 16).Draw(t, "hw"), epochs.Draw(t, "is")...)}
		}), 1, 4).Draw(t, "logs")
		at := 0
		for _, f := range Offsets(logs, 16, true) {
			if f.From != at || f.Past <= f.From {
				t.Fatalf("fold %v after offset %d", f, at)
			}
			for o := f.From + 1; o < f.Past; o++ {
				for _, l := range logs {
					if l.Kind(o) != l.Kind(f.From) || l.Is.HighWatermark == o {
						t.Fatalf("fold %v hides offset %d of %+v", f, o, l)
					}
				}
			}
			at = f.Past
		}
		if at != 16 {
			t.Fatalf("the folds end at %d", at)
		}
	})
}
