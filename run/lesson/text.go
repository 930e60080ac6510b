package lesson

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"mc/term"
)

// Teller writes a told lesson for people who read a terminal.
type Teller struct {
	Out   io.Writer
	Color term.Paint
	Width int // columns; 0 is the usual number

	// Commands are what a reader may type to do an exercise; nil: none.
	Commands func(lesson string, n int) []string

	// Pause is called where the reader is to think before it goes on; nil: nowhere.
	Pause func() error
}

// Tell writes the lesson, and stops at each question.
func (t *Teller) Tell(l *Told) error {
	if err := t.write(t.opening(l)); err != nil {
		return err
	}
	var asked *Predict
	for i := range l.Parts {
		if err := t.write(t.part(i+1, &l.Parts[i], asked)); err != nil {
			return err
		}
		if asked = l.Parts[i].Predict; asked != nil && t.Pause != nil {
			if err := t.Pause(); err != nil {
				return err
			}
		}
	}
	return t.write(t.closing(l, asked))
}

func (t *Teller) write(text string) error {
	_, err := io.WriteString(t.Out, text)
	return err
}

func (t *Teller) para(out *strings.Builder, indent, text string) {
	for line := range term.Wrap(indent, text, cmp.Or(t.Width, usual)) {
		out.WriteString(line + "\n")
	}
}

// opening is what the lesson is about, and the words that it needs.
func (t *Teller) opening(l *Told) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", t.Color.Text(term.Bold, l.Name+": "+l.Title))
	t.para(&out, "", strings.Join(strings.Fields(l.About), " "))
	if len(l.Words) > 0 {
		out.WriteString("\nWords\n")
	}
	for _, w := range l.Words {
		t.para(&out, "  ", w.Name+": "+w.Sentence)
	}
	return out.String()
}

// part is a scene; before it the answer to what the last one asked.
func (t *Teller) part(n int, p *Part, asked *Predict) string {
	var out strings.Builder
	t.answer(&out, asked)
	fmt.Fprintf(&out, "\n%s\n", t.Color.Text(term.Bold, fmt.Sprintf("%d. %s", n, p.Title)))
	for _, text := range p.Paragraphs {
		t.para(&out, "", text)
	}
	for _, w := range p.Words {
		out.WriteString("\n")
		t.para(&out, "", w.Name+": "+w.Sentence)
		t.drawn(&out, w.Picture)
		t.para(&out, "", w.Says)
	}
	t.steps(&out, p)
	t.drawn(&out, p.Picture)
	for _, text := range p.Ending {
		t.para(&out, "", text)
	}
	if p.Predict != nil {
		out.WriteString("\n")
		t.para(&out, "", "Before you go on: "+strings.Join(strings.Fields(p.Predict.Question), " "))
	}
	return out.String()
}

func (t *Teller) steps(out *strings.Builder, p *Part) {
	if len(p.Steps) > 0 {
		out.WriteString("\n")
	}
	if p.Comparison != nil {
		t.para(out, "", p.Lesson)
	}
	for _, s := range p.Steps {
		t.para(out, "  ", fmt.Sprintf("%d. %s", s.Number, s.Words))
		if s.Other != "" {
			t.para(out, "     ", "Under "+p.Comparison.Names[1]+": "+s.Other)
		}
	}
}

func (t *Teller) drawn(out *strings.Builder, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(out, "\n%s\n", strings.Join(lines, "\n"))
	}
}

func (t *Teller) answer(out *strings.Builder, asked *Predict) {
	if asked != nil {
		out.WriteString("\n")
		t.para(out, "", "Answer: "+strings.Join(strings.Fields(asked.Answer), " "))
	}
}

// closing has the answer to the last question, and the exercises.
func (t *Teller) closing(l *Told, asked *Predict) string {
	var out strings.Builder
	t.answer(&out, asked)
	for i, e := range l.Exercises {
		fmt.Fprintf(&out, "\n%s\n", t.Color.Text(term.Bold, fmt.Sprintf("Exercise %d. %s", i+1, e.Title)))
		for _, text := range paragraphs(e.Task) {
			t.para(&out, "", text)
		}
		if t.Commands == nil {
			continue
		}
		for _, c := range t.Commands(l.Name, i+1) {
			out.WriteString("  " + c + "\n")
		}
	}
	return out.String()
}
