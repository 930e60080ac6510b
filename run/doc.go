// Package run turns models into a program. Its Main is the whole command line
// of mc for any set of models and the specs that come with them:
//
//	//go:embed specs
//	var files embed.FS
//
//	func main() { run.Main(run.Models{run.Of(jugs.Template)}, run.Specs{Files: files}) }
//
// That program has check, replay, show, matrix, explain, list and bench, with
// their flags, formats and exit codes; cmd/mc is one of its kind.
//
// The packages below do the work, and can be used without a command line:
//
//	registry   models without their types: check, play, replay, compare
//	specfile   spec files: what they may say, and complaints with their places
//	suite      names, specs and models: find, resolve, make a job
//	verdict    an outcome held against its expectations; exit codes
//	cure       a trace under other rules, and which of them closes its hole
//	matrix     scenarios by variants of a model
//	explain    what is known of a case, a ticket, a rule, a property, a symptom
//	lesson     scenes of runs with questions, and exercises that a run grades
//	search     texts by the words that somebody types
//	widen      more of what bounded a run, until something breaks
//	bench      measuring the engine
//	cache      results that need not be computed again
//	cli        flags, help, terminal
package run
