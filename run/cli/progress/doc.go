// Package progress shows how far a run has come: about once a second one line
// on standard error, over itself on a terminal, line by line in a log.
package progress
