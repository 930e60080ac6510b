// Package manual is what a command line says of itself to those who do not ask
// it by hand: a manual page for man, and completion for shells. Both are made of
// the commands and flags that --help shows.
//
//	manual.Page(out, parser.Model, manual.About{Version: "1.2"})
//	manual.Script(out, "bash", "mc")
//	for _, c := range manual.Complete(parser.Model, words, names) { ... }
//
// The script for a shell is short and knows nothing: at each press of the key it
// asks the program, so that what is completed is what that program has.
package manual
