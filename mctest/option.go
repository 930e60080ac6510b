package mctest

import (
	"flag"
	"os"
	"testing"

	"mc/explorer"
	"mc/model"
)

var (
	artifacts = flag.String("mc.artifacts", os.Getenv("MC_ARTIFACTS"), "write pages and traces of failures of models below `DIR`")
	update    = flag.Bool("mc.update", false, "write the counts that models are held to")
)

// updating reports whether counts are to be written.
func updating() bool {
	own := flag.Lookup("update")
	return *update || own != nil && own.Value.String() == "true"
}

// Option says how a model is checked.
type Option func(*options)

type options struct {
	explore   explorer.Options
	expect    map[string]model.Verdict
	constants map[string]string
	short     uint64
}

// shortStates are the states of a search with -short.
const shortStates = 20_000

func optionsOf(given []Option) *options {
	o := &options{expect: map[string]model.Verdict{}, short: shortStates}
	for _, option := range given {
		option(o)
	}
	if most := o.explore.MaxStates; testing.Short() && (most == 0 || most > o.short) {
		o.explore.MaxStates = o.short
	}
	return o
}

// Expect says what is to come out of a property, which is checked then also if it has to
// be asked for, as goals have; without it, that it holds or, of a goal, is reached.
func Expect(property string, verdict model.Verdict) Option {
	return func(o *options) { o.expect[property] = verdict }
}

// With gives the options of the search: which properties, symmetry, limits.
func With(explore explorer.Options) Option { return func(o *options) { o.explore = explore } }

// Short is how many states a search has with -short.
func Short(states uint64) Option { return func(o *options) { o.short = states } }

// Constants are what the model was made of, if it is of a template. Traces name them,
// so that a program with that template can take their steps again.
func Constants(set map[string]string) Option { return func(o *options) { o.constants = set } }
