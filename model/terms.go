package model

import "strings"

// Term is a word that people use of what a model is of, and no name in it.
type Term struct {
	Names []string // "high watermark", "HW"
	Doc   string   // what it is in the model
	See   []string // topics that say more

	// Sentence is what it is, in one, for a glossary; and Picture is where a run shows
	// it. Words that are no terms of a glossary have neither.
	Sentence string
	Picture  Picture

	// LeftOut says that the model does not have it: faults there cannot be seen.
	LeftOut bool
}

// Picture is the end of a script, which shows what a term means.
type Picture struct {
	Spec   string   // the spec with the script; empty: there is none
	Fields []string // what is drawn of the lanes beside their logs: "ISR"; "LEO of" is all that begins so
	Says   string   // what to look at, in a sentence
}

// Named reports whether the word is a name of the term, however it is spelled.
func (t *Term) Named(word string) bool {
	for _, name := range t.Names {
		if strings.EqualFold(plainly(name), plainly(word)) {
			return true
		}
	}
	return false
}

// plainly is a word without what stands between its parts.
func plainly(word string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_.", r) {
			return -1
		}
		return r
	}, word)
}
