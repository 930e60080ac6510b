package recording

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSlips: a process was silent where a line and the one above it say so, unless the line's
// own time fits neither of its neighbours. Times are tenths of a second.
func TestSlips(t *testing.T) {
	const late, early = "n1.log:%d was written %.1f s later than the line below it; it was taken by its time",
		"n1.log:%d was written %.1f s earlier than the line above it; it was taken by its time"
	for name, of := range map[string]struct {
		times    []int
		silences [][2]int64
		notes    []string
	}{
		"steady":                     {times: []int{10, 12, 14, 16}},
		"silent":                     {times: []int{10, 12, 90, 91}, silences: [][2]int64{{12, 90}}},
		"silent to its last line":    {times: []int{10, 12, 90}, silences: [][2]int64{{12, 90}}},
		"two threads, half a second": {times: []int{10, 12, 9, 13}},
		"a line too late":            {times: []int{10, 12, 90, 14, 16}, notes: []string{fmt.Sprintf(late, 3, 7.6)}},
		"a line too late in a silence": {times: []int{10, 12, 150, 90, 91}, silences: [][2]int64{{12, 90}},
			notes: []string{fmt.Sprintf(late, 3, 6.0)}},
		"a line too early":    {times: []int{80, 82, 20, 84}, notes: []string{fmt.Sprintf(early, 3, 6.2)}},
		"the clock put back":  {times: []int{80, 82, 20, 22, 24}, notes: []string{fmt.Sprintf(early, 3, 6.2)}},
		"a first line of old": {times: []int{10, 82, 84}, silences: [][2]int64{{10, 82}}},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			for _, at := range of.times {
				fmt.Fprintf(&text, "00:00:%02d.%d00 INFO nothing of the partition\n", at/10, at%10)
			}
			l := &logged{meta: &metadata{topic: "t"}, file: "n1.log"}
			if err := l.read(strings.NewReader(text.String())); err != nil {
				t.Fatal(err)
			}
			var silences [][2]int64
			for _, s := range l.silences {
				silences = append(silences, [2]int64{s[0] / 100, s[1] / 100})
			}
			if diff := cmp.Diff(of.silences, silences) + cmp.Diff(of.notes, l.notes); diff != "" {
				t.Error(diff)
			}
		})
	}
}
