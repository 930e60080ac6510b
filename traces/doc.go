// Package traces holds what is known of one run of a model: the path itself,
// the file it is kept in, its replay under the same or other rules, and the
// ways to show it. It knows model and no concrete model: everything in words
// or pictures comes from the model's Story and View.
//
// A Path still has the model's state type. Record erases it: a File is the run
// as texts, complete enough to be shown without the model and to be taken
// again with it.
//
//	path ─► Record ─► File ─► Write, Read     mc.trace/1, and ITF
//	                  File ─► Replay          the same steps, compared state by state
//	                  File ─► Compare         the same steps under other rules
//	                  File ─► Render          text, markdown, dot, svg, html, ...
//	path ─► Minimize ─► path                  the same with less
//
// # The file
//
// mc.trace/1 is a JSON object: a head (schema, checksum, version of mc, spec,
// model, constants, rules left out, property, verdict), then start and steps,
// one step to a line. A step has its rule and arguments as texts, the words in
// which the rule tells it, what it changed, the state exactly ("state", every
// field of the model's state type) and as people see it ("view": lanes with
// fields and logs). Files are the same byte for byte whenever they say the
// same, and Read takes no other bytes: each step and the whole carry a
// checksum.
//
// Reading fails with a FileError where the file is at fault, and replaying
// with a Divergence where the file is sound and the model does something else.
package traces
