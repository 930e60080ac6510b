// Package specfile reads spec files: YAML that names a model, its constants,
// the properties to check and the verdicts to expect.
//
// Reading is strict. Parse collects every complaint about the form of a file
// (an unknown key, a repeated key, a value of the wrong kind), each with file,
// line, column and the line itself. Whether the names in it mean anything is
// for the model to say; who asks it reports back through Spec.Complain, which
// finds the place again. Flags of the command line that override a spec are
// written into the same Spec, so that both are complained about alike.
package specfile
