// Package words holds the turns of phrase that errors, stories and pictures of
// traces share.
package words

import "strings"

// OrNothing words an empty value.
func OrNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// List joins items as a sentence does.
func List(items []string) string {
	n := len(items)
	if n < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
}

// Sentence ends text with a full stop.
func Sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}
