package search

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// word is one word of a text: as a whole, if it has several parts, and in parts.
// min.insync.replicas and min_insync_replicas have the same whole, and the parts
// min, insync and replica.
type word struct {
	whole string
	parts []string
}

// Placeholders of forms stand for what differs from case to case.
var placeholder = regexp.MustCompile(`<[^<>]*>`)

// equals is a sign with room around it.
var equals = regexp.MustCompile(`\s*=\s*`)

// raw are words with what joins their parts; all else is between words.
var raw = regexp.MustCompile(`=-?\d+|[\pL\pN]+(?:[._\-][\pL\pN]+)*`)

// ticket is a name with its number, which says nothing without the other.
var ticket = regexp.MustCompile(`^\pL+-\d+$`)

// lexicon keeps the words that were met: texts have the same ones over and over.
type lexicon map[string]word

// words are those of a text that say something: none of those that every
// question has, no single letters, and no numbers but behind an equals sign.
func (l lexicon) words(text string) (all []word) {
	text = equals.ReplaceAllString(placeholder.ReplaceAllString(text, " "), "=")
	for _, one := range raw.FindAllString(text, -1) {
		w, known := l[one]
		if !known {
			w = wordOf(one)
			l[one] = w
		}
		if len(w.parts) > 0 {
			all = append(all, w)
		}
	}
	return all
}

func words(text string) []word { return lexicon{}.words(text) }

func wordOf(text string) word {
	if ticket.MatchString(text) || text[0] == '=' {
		return word{parts: []string{strings.ToLower(text)}}
	}
	var (
		w     word
		whole strings.Builder
	)
	for _, part := range split(text) {
		part = strings.ToLower(part)
		whole.WriteString(part)
		if len(part) > 1 && !number(part) && !idle[part] {
			w.parts = append(w.parts, stem(part))
		}
	}
	if w.whole = whole.String(); len(w.parts) == 1 && stem(w.whole) == w.parts[0] {
		w.whole = ""
	}
	return w
}

// stem is a word without its ending, so that a shrink, shrinks and shrinking are
// one; names that are no English words lose nothing by it.
func stem(part string) string { return english.Stem(part, false) }

func number(s string) bool { return strings.Trim(s, "0123456789") == "" }

// split takes a name apart at its joints and where small letters give way to a
// capital: UncleanLeaderElectionsPerSec, ISRs, zkVersion.
func split(text string) (parts []string) {
	for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("._-", r) }) {
		from := 0
		letters := []rune(piece)
		for i := 1; i < len(letters); i++ {
			if unicode.IsUpper(letters[i]) && unicode.IsLower(letters[i-1]) {
				parts = append(parts, string(letters[from:i]))
				from = i
			}
		}
		parts = append(parts, string(letters[from:]))
	}
	return parts
}

// idle are the words of questions, and those that every text has.
var idle = set(`a about an and any are as at be been but by can could did do does doing down during explain for from get
	getting go goes happen happens has have help helps how i if in into is it its keep keeps many me mean means more much must my no
	now of off on one or our out says see seeing seen should so some that the their them then there these they this
	to up us was we were what when where which while who why will with would you your please tell want need`)

func set(list string) map[string]bool {
	out := map[string]bool{}
	for one := range strings.FieldsSeq(list) {
		out[one] = true
	}
	return out
}
