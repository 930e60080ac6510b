// Package suite is what a program can check: its models, by name, and the specs
// that come with it. It finds what a name stands for, holds a spec against the
// model it is meant for, and makes the job that the engine is given.
//
//	s := suite.Suite{Models: models, Specs: suite.Specs{Files: files}}
//	found, err := s.Find("kip-101-data-loss")   // a name, a file, a directory
//	entry, err := s.Resolve(found[0])           // every complaint at once, with its place
//	out, err := entry.Check(ctx, suite.Job(found[0], options, version))
//
// Nothing here prints, and nothing knows a flag's name but Overrides, which are
// the changes that a user makes to a spec without writing one.
package suite
