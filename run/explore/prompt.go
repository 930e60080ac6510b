package explore

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"mc/traces"
	"mc/traces/tell"
)

// Terminal is where a prompt writes.
type Terminal struct {
	Out   io.Writer
	Color bool
	Width int
	Typed bool // what is read is shown by the terminal itself
}

// Prompt explores the place that the engine was opened with, in text: it shows a state
// and what can be done, and does what the lines it reads say.
func (e *Engine) Prompt(lines *bufio.Scanner, t Terminal) error {
	if e.Opening == nil {
		return fmt.Errorf("nothing is named to explore; name a spec, a trace or a model")
	}
	p, err := e.at(e.Opening.Place)
	if err != nil {
		return err
	}
	x := &prompt{e: e, p: p, t: t, course: slices.Clone(e.Opening.Steps[:e.Opening.At]), undone: slices.Clone(e.Opening.Steps[e.Opening.At:])}
	slices.Reverse(x.undone)
	if err := x.show(); err != nil {
		return err
	}
	for {
		if err := x.say("step %d> ", len(x.course)); err != nil {
			return err
		}
		if !lines.Scan() {
			return x.say("\n")
		}
		if !t.Typed {
			if err := x.say("%s\n", lines.Text()); err != nil {
				return err
			}
		}
		left, err := x.obey(strings.Fields(lines.Text()))
		if left || err != nil {
			return err
		}
	}
}

// prompt is an exploration in text.
type prompt struct {
	e      *Engine
	p      *place
	t      Terminal
	course []string
	undone []string // the steps that were taken back, the next to be taken again last
}

const promptHelp = `N: take the step of that number    b: take the last back    f or Enter: take it again
x: what cannot be done now, and why    c: what the claims say    s: the whole state
l: the shortest way to trouble from here; "l CLAIM" to a claim    w: take that way
v VARIANT or v NAME=VALUE: the same course under other rules    h: the course so far
?: this help    q: quit
`

func (x *prompt) say(format string, args ...any) error {
	_, err := fmt.Fprintf(x.t.Out, format, args...)
	return err
}

// obey carries out one line and reports whether it was the last.
func (x *prompt) obey(words []string) (left bool, err error) {
	if len(words) == 0 {
		words = []string{"f"}
	}
	switch word := words[0]; word {
	case "q", "quit", "exit":
		return true, nil
	case "b", "back", "undo":
		return false, x.back()
	case "f", "forward", "redo", "n", "next":
		return false, x.again()
	case "x", "not":
		return false, x.refused()
	case "c", "claims":
		return false, x.claims()
	case "s", "state":
		return false, x.state()
	case "h", "history":
		return false, x.history()
	case "l", "lost", "shortest":
		return false, x.seek(words[1:])
	case "w", "way":
		return false, x.way()
	case "v", "variant", "as":
		return false, x.other(words[1:])
	case "?", "help":
		return false, x.say("%s", promptHelp)
	default:
		return false, x.number(word)
	}
}

// file is the course as a trace, and what can be done at its end.
func (x *prompt) file() (*traces.File, []Choice, error) {
	x.p.Lock()
	defer x.p.Unlock()
	if halt, err := x.p.follow(x.course); err != nil || halt != nil {
		return nil, nil, fmt.Errorf("the course cannot be taken: %v %v", halt, err)
	}
	f, err := x.p.trace(x.e)
	if err != nil {
		return nil, nil, err
	}
	return f, x.p.possible(f.Last().View), nil
}

func (x *prompt) options() tell.Options {
	return tell.Options{Color: x.t.Color, Unicode: true, Width: x.t.Width, Unfolded: true}
}

// show tells the last step, what broke, and what can be done next.
func (x *prompt) show() error {
	f, choices, err := x.file()
	if err != nil {
		return err
	}
	if err := x.say("%s", tell.Step(f, len(f.Steps), x.options())); err != nil {
		return err
	}
	if f.Property.Name != "" {
		if err := x.say("     %s is %s: %s\n", f.Property.Name, f.Verdict, f.Property.Witness); err != nil {
			return err
		}
	}
	if len(choices) == 0 {
		return x.say("     Nothing can be done any more.\n")
	}
	for i, c := range choices {
		line := fmt.Sprintf("%4d  %s", i+1, c.Title)
		if c.Name != c.Title {
			line += "  [" + c.Name + "]"
		}
		if err := x.say("%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

// number takes the step of a number.
func (x *prompt) number(word string) error {
	n, err := strconv.Atoi(word)
	if err != nil {
		return x.say("%q is no command and no number of a step; ? lists the commands\n", word)
	}
	_, choices, err := x.file()
	if err != nil {
		return err
	}
	if n < 1 || n > len(choices) {
		return x.say("there is no step %d here: choose 1 to %d\n", n, len(choices))
	}
	name := choices[n-1].Name
	if last := len(x.undone) - 1; last >= 0 && x.undone[last] == name {
		x.undone = x.undone[:last]
	} else {
		x.undone = nil
	}
	x.course = append(x.course, name)
	return x.show()
}

func (x *prompt) back() error {
	last := len(x.course) - 1
	if last < 0 {
		return x.say("this is the start; there is no step to take back\n")
	}
	x.undone, x.course = append(x.undone, x.course[last]), x.course[:last]
	return x.show()
}

func (x *prompt) again() error {
	last := len(x.undone) - 1
	if last < 0 {
		return x.say("no step was taken back; choose one by its number\n")
	}
	x.course, x.undone = append(x.course, x.undone[last]), x.undone[:last]
	return x.show()
}

// refused lists what cannot be done, and why.
func (x *prompt) refused() error {
	if _, _, err := x.file(); err != nil {
		return err
	}
	x.p.Lock()
	all := x.p.impossible(x.p.session.View())
	x.p.Unlock()
	for _, r := range all {
		why := r.Why
		if why == "" {
			why = r.Doc
		}
		if err := x.say("      %s: %s\n", r.Name, why); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return x.say("     Nothing is known of that here.\n")
	}
	return nil
}

// claims says which claims are broken, and which goals reached.
func (x *prompt) claims() error {
	at, err := x.p.where(x.course, len(x.course))
	if err != nil {
		return err
	}
	for i, c := range at.Claims {
		word := "ok  "
		switch is := goal(x.p.claims[i]); {
		case c.Decided && is:
			word = "GOAL"
		case c.Decided:
			word = "FAIL"
		case is:
			word = "-   "
		}
		line := fmt.Sprintf("     %s %s", word, c.Name)
		if c.Witness != "" {
			line += ": " + c.Witness
		}
		if err := x.say("%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

func (x *prompt) state() error {
	f, _, err := x.file()
	if err != nil {
		return err
	}
	return x.say("%s", tell.State(f, len(f.Steps), x.options()))
}

func (x *prompt) history() error {
	f, _, err := x.file()
	if err != nil {
		return err
	}
	for i := range f.Steps {
		if err := x.say("%4d  %s\n", i+1, f.Title(i+1)); err != nil {
			return err
		}
	}
	return nil
}

// seek finds the shortest way to trouble, and keeps it as steps that can be taken.
func (x *prompt) seek(claims []string) error {
	q := Question{Steps: x.course, Properties: claims}
	if len(claims) == 0 {
		q.Impacts = x.e.lost(x.p.entry)
	}
	found, err := x.e.seek(context.Background(), x.p, q, func(Progress) {})
	if err != nil {
		return x.say("%v\n", err)
	}
	if found.Found && len(found.Steps) > 0 {
		x.undone = slices.Clone(found.Steps)
		slices.Reverse(x.undone)
		found.Says += " f takes it step by step, w as a whole."
	}
	return x.say("     %s\n", found.Says)
}

// way takes all steps that were taken back, or that a search found.
func (x *prompt) way() error {
	if len(x.undone) == 0 {
		return x.say("there is no way to take; l finds one\n")
	}
	slices.Reverse(x.undone)
	x.course, x.undone = append(x.course, x.undone...), nil
	return x.show()
}

// other takes the course to other rules, and says where they part.
func (x *prompt) other(words []string) error {
	if len(words) != 1 {
		return x.say("under which rules? v VARIANT, or v NAME=VALUE\n")
	}
	there := x.p.place
	there.Set = map[string]string{}
	for k, v := range x.p.place.Set {
		there.Set[k] = v
	}
	name, value, is := strings.Cut(words[0], "=")
	if !is {
		name, value = x.p.entry.Variants().Key(), words[0]
	}
	there.Set[name] = value
	w, err := x.e.worlds(x.p, Question{Steps: x.course, Other: there})
	if err != nil {
		return x.say("%v\n", err)
	}
	text := []string{w.Sentence}
	for _, s := range w.Switches {
		text = append(text, fmt.Sprintf("%s=%s alone does it, where it is %s here. %s", s.Name, s.Other, s.Value, s.Prevents))
	}
	return x.say("%s\n", tell.Wrap(text, x.options()))
}

// Ready builds the place that the engine was opened with, and takes the schedule that a
// spec brings for the course.
func (e *Engine) Ready() error {
	p, err := e.at(e.Opening.Place)
	if err == nil && e.Opening.Steps == nil {
		e.Opening.Steps, e.Opening.At = p.script, 0
	}
	return err
}
