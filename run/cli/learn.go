package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"mc/model"
	"mc/run/lesson"
	"mc/run/specfile"
	"mc/run/verdict"
	"mc/term"
)

// learnCommand is mc learn.
type learnCommand struct {
	Lesson learnLessonCommand `cmd:"" default:"withargs" help:"List the lessons, or go through one of them."`
	Check  learnCheckCommand  `cmd:"" help:"Say whether the file of an exercise is right and, if not, what does not hold."`
}

// learnLessonCommand is mc learn without another word, or with the name of a lesson.
type learnLessonCommand struct {
	Name     string `arg:"" optional:"" help:"The lesson; without it all are listed."`
	All      bool   `help:"Do not stop at questions."`
	Exercise int    `placeholder:"N" help:"Write the file of this exercise, to be completed, instead of the lesson."`
	Print    bool   `help:"Write the lesson as a page of HTML to be printed, with the answers on its last sheet."`
	Output   string `short:"o" placeholder:"FILE" help:"Write the exercise or the page to this file instead of standard output."`
}

// Run lists the lessons, or tells one.
func (c *learnLessonCommand) Run(w *world) error {
	book, err := lesson.Open(&w.Suite)
	if err != nil {
		return err
	}
	if c.Name == "" {
		return c.list(w, book)
	}
	l, found := book.Find(c.Name)
	switch {
	case !found:
		return usage("there is no lesson %q%s; mc learn lists them", c.Name, model.Nearest(c.Name, book.Names()))
	case c.Exercise != 0 && c.Print:
		return usage("--exercise and --print are two things; drop one of them")
	case c.Exercise != 0:
		return c.exercise(w, l)
	case c.Output != "" && !c.Print:
		return usage("--output is for --exercise and --print; drop it")
	}
	told, err := book.Tell(l, w.columns)
	if err != nil {
		return &faultError{err}
	}
	if c.Print {
		return c.write(w, func(out io.Writer) error { return lesson.Print(out, told) })
	}
	t := &lesson.Teller{Out: w.prose, Color: w.colors, Width: w.columns, Commands: exerciseCommands}
	if w.columns > 0 && term.IsTerminal(os.Stdin) && !c.All {
		t.Pause = pause(w)
	}
	if err := t.Tell(told); !errors.Is(err, io.EOF) {
		return written(err)
	}
	return nil // the reader has had enough
}

// exerciseCommands are what a reader types to do an exercise.
func exerciseCommands(name string, n int) []string {
	return []string{fmt.Sprintf("mc learn %s --exercise %d -o answer.yaml", name, n), "mc learn check answer.yaml"}
}

// list names the lessons; what is of one makes no sense without one.
func (c *learnLessonCommand) list(w *world, book *lesson.Book) error {
	if c.Print || c.Exercise != 0 || c.Output != "" || c.All {
		return usage("name the lesson; mc learn lists them")
	}
	if len(book.Lessons) == 0 {
		_, err := fmt.Fprintln(w.prose, "There are no lessons.")
		return written(err)
	}
	for _, l := range book.Lessons {
		if _, err := fmt.Fprintf(w.prose, "%-8s  %s\n", l.Name, l.Title); err != nil {
			return written(err)
		}
	}
	_, err := fmt.Fprintf(w.prose, "\nGo through one: mc learn %s\n", book.Lessons[0].Name)
	return written(err)
}

// exercise writes the file of an exercise.
func (c *learnLessonCommand) exercise(w *world, l *lesson.Lesson) error {
	if c.Exercise < 1 || c.Exercise > len(l.Exercises) {
		return usage("--exercise %d: %s has %d exercises", c.Exercise, l.Name, len(l.Exercises))
	}
	if _, err := os.Stat(c.Output); c.Output != "" && err == nil {
		return usage("%s is there already, and may be somebody's answer; name another file", c.Output)
	}
	return c.write(w, func(out io.Writer) error {
		_, err := io.WriteString(out, l.File(c.Exercise, 0))
		return err
	})
}

// write writes to the file that was named, or to standard output.
func (c *learnLessonCommand) write(w *world, to func(io.Writer) error) error {
	if c.Output == "" {
		return written(to(w.out))
	}
	return create(c.Output, to)
}

// pause waits for the reader; io.EOF says that there will be no more.
func pause(w *world) func() error {
	in := bufio.NewReader(os.Stdin)
	return func() error {
		if _, err := io.WriteString(w.prose, "Enter goes on, q leaves: "); err != nil {
			return err
		}
		line, err := in.ReadString('\n')
		if strings.TrimSpace(line) == "q" {
			return io.EOF
		}
		return err
	}
}

// learnCheckCommand is mc learn check.
type learnCheckCommand struct {
	File string `arg:"" help:"The file of an exercise, as mc learn LESSON --exercise N -o FILE writes it, completed."`
	JSON bool   `name:"json" help:"Print one object (mc.grade/1) instead of text."`
}

// Run grades the file: exit code 1 if it is not right.
func (c *learnCheckCommand) Run(w *world) error {
	book, err := lesson.Open(&w.Suite)
	if err != nil {
		return err
	}
	spec, err := specfile.Read(c.File)
	if err != nil {
		return err
	}
	grade, err := book.Grade(spec)
	if err != nil {
		return err
	}
	if c.JSON {
		e := json.NewEncoder(w.out)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		err = e.Encode(grade)
	} else {
		err = grade.Text(w.prose)
	}
	if err == nil && !grade.Right {
		return ended{verdict.Unmet}
	}
	return written(err)
}
