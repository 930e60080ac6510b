package model

import "strings"

// Term is a word that people use of what a model is of, and no name in it.
type Term struct {
	Names []string // "high watermark", "HW"
	Doc   string   // what it is in the model
	See   []string // topics that say more

	// LeftOut says that the model does not have it: faults there cannot be seen.
	LeftOut bool
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
