// Package evidence is how a recording of a real system is told to the search that holds it
// against a model:
//
//	r := &evidence.Recording[State]{Streams: []string{"controller", "b1"}, Lines: lines, Ways: ways, ...}
//	outcome, err := retrace.Find(ctx, m, r, retrace.Options{})
//
// A recording is lines, each in a stream. Within a stream the order of the lines is the order
// of what happened; between streams only times are known, and a line may be written some time
// after what it tells of. Which step shows which lines is the model's affair (Ways): a line
// that a step would have shown and that is not there says that the step was not taken. What a
// system does unseen, the search puts in by itself.
package evidence
