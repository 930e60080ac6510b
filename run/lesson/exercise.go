package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/run/specfile"
	"mc/term"
)

// Exercise is a task that a run of the reader's file grades.
type Exercise struct {
	Title string   `yaml:"title"`
	Task  string   `yaml:"task"`
	Kind  Kind     `yaml:"kind"`
	Start string   `yaml:"start"` // the spec to be completed, without its name
	Keep  []string `yaml:"keep"`  // constants that say how the system is set up; of a setting
	Free  []string `yaml:"free"`  // numbers that say how it works, and may be changed
	Most  int      `yaml:"most"`  // actions of a schedule, or constants changed; 0: any number
	Musts []Must   `yaml:"musts"` // in the order in which they are looked at

	// Hints are for numbers, by the step and what is seen: "7 leo b2".
	Hints map[string]string `yaml:"hints"`
}

// Kind is what a reader hands in.
type Kind string

// The kinds.
const (
	Schedule Kind = "schedule" // steps that come to something
	Setting  Kind = "setting"  // constants under which something holds
	Numbers  Kind = "numbers"  // what is seen on the way of a given schedule
)

// Must is what has to be so.
type Must struct {
	Claim string        `yaml:"claim"` // a property of the model
	Ask   string        `yaml:"ask"`   // or a predicate that has to be reached
	Is    model.Verdict `yaml:"is"`
	Under *Rules        `yaml:"under"` // the same schedule under other rules: it must not break the claim there
	Hint  string        `yaml:"hint"`  // what is said where it is not so
}

// usual is how wide texts are that go to no terminal.
const usual = 96

// blank stands in a file for what the reader is to fill in.
const blank = "__"

func (e *Exercise) problems() (all []error) {
	complain := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	if e.Title == "" || e.Task == "" || e.Start == "" {
		complain("title, task and start are needed")
	}
	switch e.Kind {
	case Schedule, Setting:
		if len(e.Musts) == 0 {
			complain("musts are needed, or anything is right")
		}
	case Numbers:
		if !strings.Contains(e.Start, blank) {
			complain("start leaves nothing to fill in: write %s for it", blank)
		}
	default:
		complain("kind: %q is none of schedule, setting, numbers", e.Kind)
	}
	for _, m := range e.Musts {
		if (m.Claim == "") == (m.Ask == "") || m.Hint == "" || !slices.Contains(model.Expectable(), m.Is) {
			complain("each of musts has a claim or a predicate to ask, a verdict that it is, and a hint")
		}
	}
	return all
}

// ExerciseName is what the file of an exercise has for a name; n is from 1.
func (l *Lesson) ExerciseName(n int) string { return fmt.Sprintf("%s-exercise-%d", l.Name, n) }

// File is the file that a reader completes: the task in comments, and the start.
func (l *Lesson) File(n, width int) string {
	e := &l.Exercises[n-1]
	var out strings.Builder
	for _, p := range append([]string{e.Title + "."}, paragraphs(e.Task)...) {
		for line := range term.Wrap("# ", p, cmp.Or(width, usual)) {
			out.WriteString(line + "\n")
		}
		out.WriteString("#\n")
	}
	fmt.Fprintf(&out, "# mc learn check FILE says whether it is right.\nname: %s\n%s\n", l.ExerciseName(n), strings.TrimSpace(e.Start))
	return out.String()
}

// start is the spec that the reader begins with.
func (l *Lesson) start(n int) (*specfile.Spec, error) {
	return specfile.Parse(l.ExerciseName(n)+".yaml", []byte(l.File(n, 0)))
}

// Exercise finds the exercise that a file is of.
func (b *Book) Exercise(name string) (l *Lesson, n int, err error) {
	for i := range b.Lessons {
		l := &b.Lessons[i]
		for n := range l.Exercises {
			if l.ExerciseName(n+1) == name {
				return l, n + 1, nil
			}
		}
	}
	return nil, 0, fmt.Errorf("%q is no exercise; the name, a lesson's with -exercise- and a number, "+
		"stands in the file that was to be completed", name)
}
