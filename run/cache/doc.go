// Package cache keeps results of runs, so that what was computed once need not
// be computed again. A result is found under a key that names everything it
// depends on, and only by the very binary that put it there: another build may
// be another model. What was damaged on disk is not believed; it counts as not
// there.
package cache
