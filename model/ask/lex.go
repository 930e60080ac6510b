package ask

import (
	"fmt"
	"strings"
	"text/scanner"
	"unicode/utf8"
)

// Problem is what is wrong with a predicate, and where: byte At of its text.
type Problem struct {
	At      int
	Message string
	Unknown bool // a word that the vocabulary does not have
}

// Error is the complaint alone; who knows where the text is from says the place.
func (p *Problem) Error() string { return p.Message }

// Column is the place in the text as people count, from 1.
func (p *Problem) Column(text string) int {
	return utf8.RuneCountInString(text[:min(p.At, len(text))]) + 1
}

// token is a word or a sign. Its kind is the canonical spelling of an operator, or
// one of the kinds below.
type token struct {
	kind     string
	text     string
	from, to int
}

// Kinds of tokens that are no operators.
const (
	aName   = "a name"
	aNumber = "a number"
	theEnd  = "the end"
)

// spelled gives operators and key words their canonical spelling.
var spelled = map[string]string{
	"∧": "and", "&&": "and", "&": "and", "∨": "or", "||": "or", "|": "or", "¬": "not", "!": "not",
	"⇒": "implies", "=>": "implies",
	"==": "=", "≠": "!=", "≤": "<=", "≥": ">=", "∈": "in", "∉": "not in", "∋": "contains", "⊇": "contains",
	"some": "any", "every": "all", "exists": "any", "∃": "any", "∀": "all", "′": "'",
}

// words are the key words; what else is spelled with letters is a name.
var words = []string{"and", "or", "not", "implies", "in", "contains", "any", "all", "once", "later",
	"rises", "falls", "changes"}

// signs are the other operators.
var signs = []string{"=", "!=", "<", "<=", ">", ">=", "(", ")", "{", "}", ",", ":", "..", "+", "-", "'", "."}

// mostText is how long a predicate may be, in bytes.
const mostText = 2000

// lex divides a predicate into tokens; the last is theEnd.
func lex(text string) (tokens []token, err *Problem) {
	if len(text) > mostText {
		return nil, &Problem{At: mostText, Message: fmt.Sprintf("a predicate has at most %d bytes; ask for less at once", mostText)}
	}
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanInts
	s.Error = func(*scanner.Scanner, string) {}
	for kind := s.Scan(); kind != scanner.EOF; kind = s.Scan() {
		word := s.TokenText()
		if two := word + string(s.Peek()); kind > 0 && isOperator(two) {
			s.Next()
			word = two
		}
		t := token{text: word, from: s.Position.Offset, to: s.Position.Offset + len(word)}
		if t.kind, err = kindOf(kind, t); err != nil {
			return nil, err
		}
		tokens = append(tokens, t)
	}
	return append(tokens, token{theEnd, "the end", len(text), len(text)}), nil
}

func isOperator(word string) bool {
	_, known := spelled[word]
	return known || contains(signs, word)
}

func kindOf(kind rune, t token) (string, *Problem) {
	word := t.text
	if canonical, known := spelled[word]; known {
		word = canonical
	}
	switch {
	case contains(words, word), contains(signs, word), word == "not in":
		return word, nil
	case kind == scanner.Ident:
		return aName, nil
	case kind == scanner.Int && strings.Trim(word, "0123456789") == "":
		return aNumber, nil
	}
	return "", &Problem{At: t.from, Message: fmt.Sprintf(
		"%q means nothing here; predicates have names, whole numbers and = != < <= > >= in "+
			"contains and or not", t.text)}
}

func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}
