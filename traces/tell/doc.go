// Package tell puts traces into words: the story for a terminal, the summary,
// what was lost, where two sets of rules part and what that teaches.
//
//	err := tell.Text(os.Stdout, f, tell.Options{Color: true, Unicode: true})
//	err = tell.Comparison(os.Stdout, c, tell.Options{Unicode: true})
//	for _, sentence := range tell.Summary(f) { ... }
//
// All words about the system itself are the model's (Story, View, property);
// those here are about steps, states and records. Records, high watermarks and
// epochs are spoken of only where lanes keep logs.
package tell
