// Package verdict holds what a run found against what was expected of it, and
// turns the difference into an exit code.
package verdict
