// Package search finds texts by words that somebody types: a line of a log with
// the names and numbers of their own machines in it, a part of one, the name of
// a metric or of a setting, or a sentence about what is seen.
//
// An [Index] is made of texts in memory, and ranks them by BM25 over the words
// of all their fields. What a text is to be found by as it stands (its forms)
// counts more the more of it is typed, in its order; and a text that has less
// than half of what was asked for is not found at all, so that a question about
// something else has no answer rather than the nearest one.
package search
