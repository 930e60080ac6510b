package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Scale says which numbers of a recording 0, 1, 2, ... of the model stand for, where the
// recording has more than the model.
type Scale struct {
	Of      string `json:"of"` // what they number
	Numbers []int  `json:"numbers"`
	Between int    `json:"lines_between"` // lines that tell of others, each taken for the one before it
	Names   []Name `json:"records"`
}

// Name is what a record of the course is called, and what it stands for in the recording.
type Name struct {
	Name string `json:"name"`
	Is   string `json:"is"`
}

// scale says what the numbers of the course are.
func (t *validated) scale() {
	s := t.Scale
	if s == nil {
		return
	}
	var list []string
	for i, n := range s.Numbers {
		list = append(list, fmt.Sprintf("%d=%d", i, n))
	}
	t.printf("%s of the model and those of the recording: %s; a record of the model stands for all from one of these to the next\n",
		s.Of, strings.Join(list, " "))
	if s.Between > 0 {
		t.printf("%s of %s between these, each taken for the one before it: what happened in between is not held against the model\n",
			tells(s.Between), s.Of)
	}
}

func tells(lines int) string {
	if lines == 1 {
		return "1 line tells"
	}
	return plural(lines, "line") + " tell"
}

// coarse says what a refusal does not exclude.
func (t *validated) coarse() {
	if t.Scale != nil {
		t.printf("Only runs were tried in which records come and go in the groups above; one that takes them apart may show it.\n")
	}
}

var word = regexp.MustCompile(`\w+`)

// named says what the records stand for that the claims speak of.
func (t *validated) named() {
	if t.Scale == nil {
		return
	}
	spoken := map[string]bool{}
	for _, b := range t.Broken {
		for _, w := range word.FindAllString(b.Witness, -1) {
			spoken[w] = true
		}
	}
	names := slices.DeleteFunc(slices.Clone(t.Scale.Names), func(n Name) bool { return !spoken[n.Name] })
	if len(names) > 0 {
		t.printf("\nThese records of the model are, in the recording:\n")
	}
	for _, n := range names {
		t.printf("  %-4s %s\n", n.Name, n.Is)
	}
}

// cut says what ended a search.
func (t *validated) cut() {
	what, more := plural(t.Places, "place"), "more (--places)"
	if t.Full {
		what, more = fmt.Sprintf("%s, which took %s of memory", what, t.Memory), "more of it (--memory)"
	}
	t.printf("\nThe search was ended after %s; the longest run shows the recording up to here. Give it %s, or a shorter recording.\n", what, more)
	t.coarse()
}
