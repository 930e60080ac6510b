package render

import (
	"bytes"
	"testing"

	"mc/traces/internal/toy"
)

// A long run on five brokers, with the other rules beside it, is still a page
// that can be sent by mail.
func TestPageOfALongTraceStaysSmall(t *testing.T) {
	c := toy.Config{Brokers: 5, Records: 8, Kills: 40}
	schedule := []string{}
	for range 8 {
		schedule = append(schedule, "Produce", "Fetch b2", "Fetch b3", "Fetch b4", "Fetch b5", "Fetch b2", "Kill b3", "Restart b3", "Fetch b3", "Kill b5", "Restart b5", "Fetch b5")
	}
	f, other := compared(t, c, schedule, [2]string{"hw-truncation", "kip-101"})
	if page := rendered(t, f, "html", Options{Comparison: other}); len(page) > 600_000 {
		t.Errorf("%d states: %d bytes, want no more than 600,000", f.States(), len(page))
	}
}

func TestPictureOfManyRecords(t *testing.T) {
	many, _ := manyRecords(t)
	svg := rendered(t, many, "svg", Options{})
	wellFormed(t, svg)
	for _, want := range []string{`width="1200"`, "steps 1 to 10", "m0…m9", "10 records, e0", "m12…m14"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the picture does not show %q", want)
		}
	}
}
