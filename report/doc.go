// Package report words the result of a run: for people as text, for programs
// as one line of JSON in the format mc.result/1.
package report
