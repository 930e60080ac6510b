package run

import (
	"os"

	"mc/model"
	"mc/model/evidence"
	"mc/model/schedule"
	"mc/run/cli"
	"mc/run/registry"
	"mc/run/suite"
)

// Models are what a program can check, in the order in which it lists them.
type Models = registry.Models

// Specs are the spec files that come with a program.
type Specs = suite.Specs

// Of makes a model nameable. Scripts of it are written in the names of its
// rules and of the fields of its view.
func Of[S comparable](t model.Template[S]) registry.Entry { return registry.Of(t) }

// OfLanguage is Of for a model whose scripts have a language of their own.
func OfLanguage[S comparable](t model.Template[S], l schedule.Language[S]) registry.Entry {
	return registry.OfLanguage(t, l)
}

// OfRecorded is OfLanguage for a model that recordings of a real system can be held against.
func OfRecorded[S comparable](t model.Template[S], l schedule.Language[S], read evidence.Reader[S]) registry.Entry {
	return registry.OfRecorded(t, l, read)
}

// Main carries out the command line that the process was started with, and
// ends the process with its exit code.
func Main(models Models, specs Specs) {
	os.Exit(int(cli.Main(suite.Suite{Models: models, Specs: specs}, os.Args[1:], os.Stdout, os.Stderr)))
}
