package listing

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/term"
)

// TestPageKeepsEveryWord: however narrow the lines are, all words of a row are there in
// their order, and a line is too wide only where the cells before the last one are.
func TestPageKeepsEveryWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z]{1,9}`)
		cells := rapid.SliceOfN(rapid.Map(rapid.SliceOfN(word, 1, 12), func(all []string) string { return strings.Join(all, " ") }), 1, 4)
		rows := rapid.SliceOfN(cells, 1, 5).Draw(t, "rows")
		columns := rapid.SampledFrom([]int{0, 30, 60, 90}).Draw(t, "columns")
		var p Page
		var words []string
		front := 0
		for _, r := range rows {
			p.row(r...)
			for i, c := range r {
				words = append(words, strings.Fields(c)...)
				if i+1 < len(r) {
					front = max(front, term.Width(strings.Join(r[:i+1], "  ")))
				}
			}
			if len(r) == 1 {
				front = max(front, term.Width(r[0]))
			}
		}
		var out strings.Builder
		if err := p.Text(&out, columns); err != nil {
			t.Fatal(err)
		}
		if got := strings.Fields(out.String()); !slices.Equal(got, words) {
			t.Errorf("%d columns: %q, want %q", columns, got, words)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if columns == 0 && len(lines) != len(rows) {
			t.Errorf("%d lines for %d rows where no line ends", len(lines), len(rows))
		}
		for _, line := range lines {
			if columns > 0 && term.Width(line) > max(columns, front) {
				t.Errorf("%d columns of %d: %q", term.Width(line), columns, line)
			}
		}
	})
}

// TestGridIsToldWhereItDoesNotFit: by stretches of the same word.
func TestGridIsToldWhereItDoesNotFit(t *testing.T) {
	var p Page
	p.grid([][]string{{"axis", "one", "two", "three", "four"}, {"switch", "off", "on", "on", "n/a"}})
	for columns, want := range map[int]string{
		0:  "axis    one  two  three  four\nswitch  off  on   on     n/a\n",
		29: "axis    one  two  three  four\nswitch  off  on   on     n/a\n",
		28: "switch  one off; two to\n        three on; four n/a\n",
	} {
		var out strings.Builder
		if err := p.Text(&out, columns); err != nil || out.String() != want {
			t.Errorf("in %d columns: %v\n%s\nwant\n%s", columns, err, out.String(), want)
		}
	}
}

// TestFilterKeeps: a number alone is a ticket's and no proposal's, and the other way
// round; a ticket is no part of a longer one.
func TestFilterKeeps(t *testing.T) {
	refs := []string{"R24", "KIP-966, KAFKA-15581", "KAFKA-13141 (also MESOS-77)"}
	for _, c := range []struct {
		f    Filter
		want bool
	}{
		{Filter{}, true},
		{Filter{Proposal: "KIP-966"}, true}, {Filter{Proposal: "KIP-96"}, false}, {Filter{Proposal: "KIP-15581"}, false},
		{Filter{Ticket: "KAFKA-13141"}, true}, {Filter{Ticket: "kafka-13141"}, true}, {Filter{Ticket: "13141"}, true},
		{Filter{Ticket: "966"}, false}, {Filter{Ticket: "1314"}, false}, {Filter{Ticket: "77"}, true}, {Filter{Ticket: "r24"}, true},
		{Filter{Text: regexp.MustCompile("lost")}, true}, {Filter{Text: regexp.MustCompile("found")}, false},
		{Filter{Ticket: "13141", Text: regexp.MustCompile("found")}, false},
	} {
		if got := c.f.keeps(refs, "a record is lost"); got != c.want {
			t.Errorf("%+v: %v, want %v", c.f, got, c.want)
		}
	}
}
