// Package recording reads what brokers and a controller have written, and says which lines of
// it a step of the model shows:
//
//	r, err := recording.Open("e01", evidence.Options{})
//	outcome, err := retrace.Find(ctx, m, r, retrace.Options{})
//
// A recording is a folder: metadata.dump.txt, the dump of the controller's metadata log, which
// is needed; nN.log, the log of broker N, and nN.log.req, its request log, as far as they are
// there; steps.jsonl, with what their files held; config.json, with the version of the
// brokers. One clock is taken to run for all.
//
// metadata.go reads the dump, log.go the lines of brokers; facts.go has the streams and what
// is told in them, scale.go which offsets are told apart where there are more than the model
// has, rescale.go the lines in these, files.go what files held, ways.go what each step shows,
// stale.go which lines tell nothing new.
package recording
