package suite

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strings"

	"mc/explorer"
	"mc/report"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/traces"
)

// Job is the exploration, or the play, that a resolved spec asks for. Version
// is of the program that runs it.
func Job(s *specfile.Spec, o explorer.Options, version string) registry.Job {
	o.Identity = identity(s, o.Dir != "" || o.Result != "", version)
	return registry.Job{
		Spec:    traces.Spec{Name: s.Name, Title: s.Title, Hash: s.Hash, Refs: s.Refs},
		Version: version, Set: s.Constants(), Without: s.Without, Options: o,
	}
}

// Run plays the spec's script, or explores its model.
func Run(ctx context.Context, entry registry.Entry, s *specfile.Spec, job registry.Job) (*report.Outcome, error) {
	if sc := s.Script(); sc != nil {
		return entry.Play(job, *sc)
	}
	return entry.Check(ctx, job)
}

// Options are what a spec says of the search itself.
func Options(s *specfile.Spec) explorer.Options {
	return explorer.Options{
		Check: s.Check, Fairness: s.Fairness, Symmetry: s.Symmetry == specfile.On,
		MaxDepth: s.Limits.Depth, MaxStates: s.Limits.States, Timeout: s.Limits.Time, Memory: uint64(s.Limits.Memory),
	}
}

// identity is what two runs must have in common, beside the model, to share
// the files of a run: the spec's text, what was said over it, and the program.
func identity(s *specfile.Spec, saved bool, version string) string {
	if !saved {
		return ""
	}
	return fmt.Sprintf("%q %q %q %q %q", s.Name, s.Hash, s.Constants(), s.Without, program(version)) + started(s) + asked(s)
}

// started is where the runs start as part of its identity.
func started(s *specfile.Spec) string {
	if s.Init == nil {
		return ""
	}
	return fmt.Sprintf(" init %q", s.Init)
}

// asked are the questions of a run as part of its identity.
func asked(s *specfile.Spec) (text string) {
	for _, q := range s.Questions {
		text += fmt.Sprintf(" %s %q %q", q.Verb(), q.Name, q.Text)
	}
	return text
}

// program names the version of the program; one that is not a committed state
// of its source is told from others by its own bytes.
func program(version string) string {
	if version != "(devel)" && !strings.HasSuffix(version, "+dirty") {
		return version
	}
	name, err := os.Executable()
	if err != nil {
		return version
	}
	f, err := os.Open(name)
	if err != nil {
		return version
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return version
	}
	return fmt.Sprintf("%s %x", version, h.Sum(nil))
}
