// Package mctest checks models in go test, as a team's other tests are run:
//
//	func TestLock(t *testing.T) { mctest.Check(t, newLock()) }
//	func BenchmarkLock(b *testing.B) { mctest.Bench(b, newLock()) }
//
// Each property is a subtest. One that is not as it should be fails with the trace as
// a story, and the trace is saved in testdata/mc/TestLock/PROPERTY.json, as go test
// saves an input that fails in fuzzing: the next run takes its steps first, and fails
// at once if they still do harm. Once they do none, the search decides; the file can
// stay, or go.
//
// The page of each failure, and its trace, are written below the directory that the
// flag -mc.artifacts or the variable MC_ARTIFACTS names, or where go test -artifacts
// collects what tests leave.
//
// With -short a search ends after 20,000 states or as many as Short says. What it did
// not decide then is no failure.
//
// If there is a file testdata/mc/TestLock/counts.txt the whole run has to have its
// counts: states, how often each rule fired, verdicts. The flag -mc.update writes it, and so does a
// flag -update that the test's package has.
package mctest
