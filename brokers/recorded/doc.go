// Package recorded has recordings of real clusters, and holds the model to them: every one is
// a run of its release, none that was tampered with is, and none is a run of other rules.
//
//	go test ./brokers/recorded -v
//
// testdata has them packed, a folder each; docs/validate.md says what they are.
package recorded
