// Package pipeline writes the results of a suite of specs in the formats that
// pipelines read: JUnit's XML, SARIF, markdown, and the commands of GitHub's
// runners.
//
//	s := pipeline.Suite{Program: "mc v1.2.0", Results: results}
//	err := pipeline.Write(file, "junit", &s)
//
// Formats lists what there is; a format more is a line in that list and a
// function. All of them say the same: of each claim of each spec whether it is as
// expected, open (nothing can be said) or not as expected, with the file and the
// line that say what is expected, and the counterexample as a story.
package pipeline
