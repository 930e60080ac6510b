package specfile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Place is where a value came from: a file, a line in it, or a flag.
type Place struct {
	File         string
	Line, Column int    // 0: the file as a whole
	Excerpt      string // the line
	Flag         string // "--set replicas=9"; set instead of the others
}

func (p Place) String() string {
	switch {
	case p.Flag != "":
		return p.Flag
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Problem is one complaint: a place and a sentence with the remedy.
type Problem struct {
	Place   Place
	Message string
}

func (p *Problem) Error() string {
	text := p.Place.String() + ": " + clip(p.Message)
	if p.Place.Excerpt != "" {
		text += fmt.Sprintf("\n  %4d | %s", p.Place.Line, p.Place.window())
	}
	return text
}

// clip takes the middle out of a message that quotes far too much.
func clip(message string) string {
	const most, kept = 2000, 500
	if len(message) <= most {
		return message
	}
	return strings.ToValidUTF8(message[:kept], "") + " [...] " + strings.ToValidUTF8(message[len(message)-kept:], "")
}

// window is the excerpt, or of a long line the part around the column.
func (p Place) window() string {
	const width = 100
	text := []rune(p.Excerpt)
	if len(text) <= width {
		return p.Excerpt
	}
	from := max(0, min(p.Column-1-width/2, len(text)-width))
	part := string(text[from : from+width])
	if from > 0 {
		part = "..." + part
	}
	if from+width < len(text) {
		part += "..."
	}
	return part
}

// Problems are all complaints about one spec.
type Problems []*Problem

// told is how many complaints about one file are told: who mends these sees
// the others, or is rid of them.
const told = 20

func (p Problems) Error() string {
	var lines []string
	of := map[string]int{}
	for i, problem := range p {
		file := problem.Place.File
		if of[file]++; of[file] <= told {
			lines = append(lines, problem.Error())
		}
		if last := i+1 == len(p) || p[i+1].Place.File != file; last && of[file] > told {
			lines = append(lines, fmt.Sprintf("%s: and %d more mistakes; mend these first", or(file, "the command line"), of[file]-told))
		}
	}
	return strings.Join(lines, "\n")
}

// sort puts the complaints by file and line.
func (p Problems) sort() {
	slices.SortStableFunc(p, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Column, b.Place.Column))
	})
}

// Err is the complaints, by file and line, as an error, or nil if
// there are none.
func (p Problems) Err() error {
	p.sort()
	if len(p) == 0 {
		return nil
	}
	return p
}

// ProblemsOf flattens an error into the complaints it holds; there are none if
// it is another kind of error.
func ProblemsOf(err error) Problems {
	var many Problems
	var one *Problem
	switch {
	case errors.As(err, &many):
		return many
	case errors.As(err, &one):
		return Problems{one}
	}
	return nil
}
