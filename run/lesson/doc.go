// Package lesson teaches by runs. A [Lesson] is a file of the suite: scenes in their
// order, each a text and a stretch of a run with a question before it, and exercises.
// A [Book] has the lessons of a suite and plays them: what a reader sees of a run is
// what the model does today.
//
// What a reader hands in is a spec, whatever the exercise: a schedule with steps, a
// setting with other constants, or a schedule with numbers filled in. A [Grade] is
// found by running it, never by comparing it with an answer that is kept somewhere, so
// that every right answer is one.
package lesson
