// Package explore answers what an explorer asks of a model: where a course
// stands, what can be done next and what cannot and why, which claims are broken,
// how near trouble is, and what becomes of the same course under other rules.
//
//	engine := explore.New(suite, "v1.2.3")
//	engine.Serve(ctx, []byte(`{"op":"at","place":{"spec":"kip-101-data-loss"}}`), reply)
//
// An engine remembers nothing that matters: each question says the whole place and
// the whole course, so that a page can go back, branch, be reloaded and be sent to
// somebody else. It keeps models that it has built only to be quick.
//
// Questions and answers are values of JSON (protocol.go). Two carriers bring
// them: a browser's worker that runs the engine as WebAssembly, and a server on
// loopback, which answers only its own page. The pages are the same.
package explore
