package lesson

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"mc/model"
	"mc/report"
	"mc/run/suite"
	"mc/traces"
	"mc/traces/tell"
)

// Told is a lesson with what its runs show.
type Told struct {
	*Lesson
	Words []Word
	Parts []Part
}

// Word is a word of a glossary, with what a run shows of it where that is told.
type Word struct {
	Name, Sentence, Says string
	Picture              []string
}

// Part is a scene with what its run shows.
type Part struct {
	*Scene
	Paragraphs []string
	Words      []Word
	Steps      []Step
	Lesson     string             // of the comparison, in a paragraph
	Picture    []string           // the state after the last step told
	Ending     []string           // what is wrong at the end, where the run is told as far as that
	Course     *traces.File       // the run up to there; nil if there is none
	Comparison *traces.Comparison // the whole run beside other rules; nil if there is none
}

// ending is what is wrong at the end of a run, and how it came to that.
func ending(f *traces.File) (all []string) {
	if f.Verdict == model.Violated && f.Property.Name != "" {
		all = append(all, f.Property.Name+" is violated: "+strings.TrimSuffix(f.Property.Witness, ".")+".")
		all = append(all, tell.Losses(f)...)
	}
	return all
}

// Whole reports whether the run is told to its end, or beside other rules.
func (p *Part) Whole() bool {
	return p.Comparison != nil || p.Course != nil && (p.Course.Property.Name != "" || p.Course.Verdict != "")
}

// Step is a step of a run in words.
type Step struct {
	Number int
	Words  string
	Other  string // what became of it under the other rules, where that is not the same
}

// Tell plays the runs of a lesson. Width is of the text, 0 for the usual one.
func (b *Book) Tell(l *Lesson, width int) (*Told, error) {
	t := &Told{Lesson: l}
	for _, name := range l.Words {
		one, err := b.word(name, false, width)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		t.Words = append(t.Words, one)
	}
	for i := range l.Scenes {
		p, err := b.part(&l.Scenes[i], width)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", l.Name, l.Scenes[i].Title, err)
		}
		t.Parts = append(t.Parts, *p)
	}
	return t, nil
}

// word is a word of a glossary, with its picture or without.
func (b *Book) word(name string, drawn bool, width int) (w Word, err error) {
	term, err := b.term(name)
	if err != nil {
		return w, err
	}
	w = Word{Name: name, Sentence: term.Sentence}
	if !drawn || term.Picture.Spec == "" {
		return w, nil
	}
	f, err := b.Run(term.Picture.Spec)
	if err != nil {
		return w, err
	}
	var out bytes.Buffer
	if err := tell.Scene(&out, f, term.Picture.Fields, options(width)); err != nil {
		return w, err
	}
	w.Says, w.Picture = term.Picture.Says, lines(out.String())
	return w, nil
}

// part is a scene with what its run shows.
func (b *Book) part(s *Scene, width int) (*Part, error) {
	p := &Part{Scene: s, Paragraphs: paragraphs(s.Text)}
	for _, name := range s.Words {
		one, err := b.word(name, true, width)
		if err != nil {
			return nil, err
		}
		p.Words = append(p.Words, one)
	}
	if s.Run == "" {
		return p, nil
	}
	whole, err := b.Run(s.Run)
	if err != nil {
		return nil, err
	}
	if s.Until > len(whole.Steps) {
		return nil, fmt.Errorf("%s has %d steps, and none with the number %d", s.Run, len(whole.Steps), s.Until)
	}
	if s.Against != nil {
		return p, b.beside(p, whole, width)
	}
	p.Course = upTo(whole, s.Until)
	for i := max(s.From, 1); i <= s.Until; i++ {
		p.Steps = append(p.Steps, Step{Number: i, Words: tell.Account(&whole.Steps[i-1])})
	}
	p.Ending = ending(p.Course)
	var out bytes.Buffer
	if err := tell.Scene(&out, p.Course, nil, options(width)); err != nil {
		return nil, err
	}
	p.Picture = lines(out.String())
	return p, nil
}

// beside fills in what the schedule does under other rules.
func (b *Book) beside(p *Part, whole *traces.File, width int) error {
	c, err := p.Against.cure().Compare(b.suite.Models, whole)
	if err != nil {
		return err
	}
	p.Comparison, p.Lesson = c, tell.Lesson(c)
	for i := max(p.From, 1); i <= p.Until; i++ {
		p.Steps = append(p.Steps, Step{i, tell.Account(&whole.Steps[i-1]), elsewhere(&c.Pairs[i])})
	}
	p.Picture = lines(tell.Pair(c, p.Until, options(width)))
	return nil
}

// elsewhere is what other rules made of a step, if that is not the same.
func elsewhere(p *traces.Pair) string {
	if p.Kind == traces.NotTaken {
		return "this cannot be done."
	}
	if p.Kind == traces.Same || p.Other == nil {
		return ""
	}
	return tell.Account(p.Other)
}

// Run is the run of a spec: the course of its script, as far as what it breaks if it
// breaks anything, or the shortest way to what it breaks.
func (b *Book) Run(name string) (*traces.File, error) {
	if f := b.played[name]; f != nil {
		return f, nil
	}
	spec, err := b.suite.Embedded(name)
	if err != nil {
		return nil, err
	}
	entry, err := b.suite.Resolve(spec)
	if err != nil {
		return nil, err
	}
	out, err := suite.Run(context.Background(), entry, spec, suite.Job(spec, suite.Options(spec), ""))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := courseOf(out)
	if f == nil {
		return nil, fmt.Errorf("%s has no run to show: nothing is broken or reached", name)
	}
	b.played[name] = f
	return f, nil
}

// courseOf is the run of an outcome: to what it breaks or reaches, or the whole of its
// script; nil if it has neither.
func courseOf(out *report.Outcome) *traces.File {
	for _, p := range out.Properties {
		if !p.Script && p.Trace != nil {
			return p.Trace
		}
	}
	if out.Script != nil {
		return out.Script.Trace
	}
	return nil
}

// upTo is the beginning of a run, without what its end shows.
func upTo(f *traces.File, last int) *traces.File {
	if last == len(f.Steps) {
		return f
	}
	return &traces.File{MC: f.MC, Spec: f.Spec, Model: f.Model, Constants: f.Constants, Without: f.Without,
		Init: f.Init, Labels: f.Labels, Start: f.Start, Steps: f.Steps[:last]}
}

func options(width int) tell.Options { return tell.Options{Unicode: true, Width: width} }

func lines(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }

// paragraphs are what stands between empty lines.
func paragraphs(text string) (all []string) {
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			all = append(all, p)
		}
	}
	return all
}
