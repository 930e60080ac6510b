package cli

import (
	"context"
	"fmt"
	"os"

	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// plans loads every spec that the command line names and makes it ready to
// run. Nothing runs before all of them are in order.
func (c *checkCommand) plans(w *world) ([]plan, error) {
	loaded, err := c.load(w)
	problems := specfile.ProblemsOf(err)
	if err != nil && problems == nil {
		return nil, err
	}
	var plans []plan
	for _, s := range loaded {
		if err := c.overrides.apply(w, s); err != nil {
			return nil, err
		}
		entry, err := w.Resolve(s)
		if err != nil {
			problems = append(problems, specfile.ProblemsOf(err)...)
			continue
		}
		plans = append(plans, plan{s, entry, c.job(w, s)})
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return plans, c.searchFlags(plans)
}

// changed are the plans whose specs may have changed, where only these are asked for.
func (c *checkCommand) changed(w *world, plans []plan) (left []plan, err error) {
	if c.ChangedSince == "" {
		return plans, nil
	}
	var files []string
	for _, p := range plans {
		files = append(files, onDiskOnly(p.spec.File()))
	}
	changes := suite.Changes{Since: c.ChangedSince}
	source, err := changes.Source(context.Background(), files)
	switch {
	case err != nil:
		return nil, usage("--changed-since: %v", err)
	case source != "":
		fmt.Fprintf(w.err, "mc: %s has changed since %s, and the program may be made of it: all specs are checked\n", source, c.ChangedSince)
		return plans, nil
	}
	for i, p := range plans {
		differs, err := changes.Changed(context.Background(), files[i])
		if err != nil {
			return nil, usage("--changed-since: %v", err)
		}
		if differs {
			left = append(left, p)
		}
	}
	c.narrowed = true
	fmt.Fprintf(w.err, "mc: %d of %d specs have changed since %s\n", len(left), len(plans), c.ChangedSince)
	return left, nil
}

// one is the single spec, no script, or the model without a spec, that a command
// is to do something with.
func one(w *world, do, spec, model string, o overrides) (plan, error) {
	check := &checkCommand{Model: model, overrides: o}
	if spec != "" {
		check.Specs = []string{spec}
	}
	if err := check.overrides.contradictions(); err != nil {
		return plan{}, err
	}
	plans, err := check.plans(w)
	switch {
	case err != nil:
		return plan{}, err
	case len(plans) != 1:
		return plan{}, usage("%s holds %d specs; name the one to %s", spec, len(plans), do)
	case plans[0].spec.Script() != nil:
		return plan{}, usage("%s is a script, one run and no search; mc check plays it", plans[0].spec.Name)
	}
	return plans[0], nil
}

// searchFlags refuses what only a search obeys where there is none.
func (c *checkCommand) searchFlags(plans []plan) error {
	for _, p := range plans {
		if p.spec.Script() == nil {
			return nil
		}
	}
	for _, f := range []struct {
		flag  string
		given bool
	}{
		{"--workers", c.Workers != 0}, {"--memory", c.Memory != 0}, {"--max-depth", c.MaxDepth != 0},
		{"--max-states", c.MaxStates != 0}, {"--timeout", c.Timeout != 0}, {"--minimize", c.Minimize},
		{"--continue", c.Continue}, {"--coverage", c.Coverage},
		{"--search", c.Search != ""}, {"--store", c.Store != ""}, {"--dir", c.Dir != ""}, {"--widen", c.Widen},
	} {
		if f.given {
			return usage("%s is for searches, and %s is a script, one run and no search; drop it", f.flag, plans[0].spec.Name)
		}
	}
	return nil
}

func (c *checkCommand) job(w *world, s *specfile.Spec) registry.Job {
	o := c.options(s)
	if c.Dir != "" {
		o.Note = c.note(w, s)
	}
	job := suite.Job(s, o, version())
	job.Minimize = c.Minimize
	return job
}

// load reads the specs, collecting the complaints about all of them. Those that
// are in order are there also if others are not.
func (c *checkCommand) load(w *world) ([]*specfile.Spec, error) {
	if c.Model != "" {
		return []*specfile.Spec{specfile.New(c.Model, specfile.Place{Flag: "--model " + c.Model})}, nil
	}
	if c.looking != nil && c.looking.Text != "" {
		spec, err := specfile.Parse(c.looking.File, []byte(c.looking.Text))
		return []*specfile.Spec{spec}, err
	}
	var all []*specfile.Spec
	var problems specfile.Problems
	for _, name := range c.Specs {
		found, err := w.Find(name) // once: a pipe is not read again
		if err == nil {
			all = append(all, found...)
			continue
		}
		if model, set, ok := w.variant(name); ok && len(c.Specs) == 1 {
			c.Set = append([]string{set}, c.Set...)
			return []*specfile.Spec{specfile.New(model, specfile.Place{Flag: name})}, nil
		} else if ok {
			return nil, usage("%s is no spec, but a variant of a model; check it alone, or a spec under it with --set %s", name, set)
		}
		if _, ok := w.Models.Find(name); ok {
			return nil, usage("there is no spec %q, but a model: mc check --model %s", name, name)
		}
		wrong := specfile.ProblemsOf(err)
		if wrong == nil {
			return nil, err
		}
		all, problems = append(all, found...), append(problems, wrong...)
	}
	return all, problems.Err()
}

// variant is the model that has a variant of a name which no file has, with what
// --set would say to run it.
func (w *world) variant(name string) (model, set string, ok bool) {
	if _, err := os.Stat(name); err == nil {
		return "", "", false
	}
	for _, e := range w.Models {
		if key := e.Variants().Key(); key != "" {
			if _, err := e.Variants().Resolve(name); err == nil {
				return e.Name(), key + "=" + name, true
			}
		}
	}
	return "", "", false
}
