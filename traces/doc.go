// Package traces keeps what is known of one run of a model: it records the
// path as a file, reads it again years later, takes the steps again under the
// same or other rules, and finds the run that shows the same with less.
//
//	f, err := traces.Record(m, path, traces.Meta{MC: "1.0", Property: "agree", Verdict: model.Violated})
//	err = f.Write(out)
//
//	f, err = traces.Read(in)
//	r, err := traces.Replay(m, f)                                      // the same steps, compared state by state
//	c, err := traces.Compare(m, f, other, [2]string{"old", "new"})     // the same steps under other rules
//	less, err := traces.Minimize(m, "agree", &r.Path, traces.MinimizeOptions{})
//
// It knows model and no concrete model. A Path has the model's state type;
// Record erases it: a File is the run as texts, complete enough to be shown
// without the model and to be taken again with it. Package tell puts a File
// into words, package render into pictures, pages and other formats; neither
// is known here.
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
// checksum. mc.trace/2 is the same with a loop, for a run that goes on for ever;
// a run that ends is never written so.
//
// Reading fails with a FileError where the file is at fault, and replaying
// with a Divergence where the file is sound and the model does something else.
//
// # What is found again
//
// A file keeps texts. What programs have to know beside them is not parsed out
// of the texts but found again: what a change is about from the two views that
// it lies between (Change.What), what a witness speaks of from the model
// (Property.About, by Replay).
package traces
