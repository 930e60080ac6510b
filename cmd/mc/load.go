package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mc/cmd/mc/internal/registry"
	"mc/cmd/mc/internal/specfile"
	"mc/specs"
	"mc/traces"
)

// plans loads every spec that the command line names and makes it ready to
// run. Nothing runs before all of them are in order.
func (c *checkCommand) plans(w *world) ([]plan, error) {
	loaded, err := c.load(w)
	if err != nil {
		return nil, err
	}
	var plans []plan
	var problems specfile.Problems
	for _, s := range loaded {
		if err := c.overrides.apply(s); err != nil {
			return nil, err
		}
		entry, err := resolve(s, w.models)
		if err != nil {
			problems = append(problems, problemsOf(err)...)
			continue
		}
		plans = append(plans, plan{s, entry, c.job(s)})
	}
	return plans, problems.Err()
}

func (c *checkCommand) job(s *specfile.Spec) registry.Job {
	o := c.options(s)
	o.Identity = identity(s, c.Dir != "")
	return registry.Job{
		Spec:    traces.Spec{Name: s.Name, Title: s.Title, Hash: s.Hash, Refs: s.Refs},
		Version: version(), Set: s.Constants(), Without: s.Without, Options: o, Minimize: c.Minimize,
	}
}

// load reads the specs, collecting the complaints about all of them.
func (c *checkCommand) load(w *world) ([]*specfile.Spec, error) {
	if c.Model != "" {
		return []*specfile.Spec{specfile.New(c.Model, specfile.Place{Flag: "--model " + c.Model})}, nil
	}
	var all []*specfile.Spec
	var problems specfile.Problems
	for _, name := range c.Specs {
		found, err := find(name)
		if err != nil {
			if _, ok := w.models.Find(name); ok {
				return nil, usage("there is no spec %q, but a model: mc check --model %s", name, name)
			}
			if p := problemsOf(err); p != nil {
				problems = append(problems, p...)
				continue
			}
			return nil, err
		}
		all = append(all, found...)
	}
	return all, problems.Err()
}

// find reads what one SPEC argument stands for: a file, a directory, or the
// name of an embedded spec.
func find(name string) ([]*specfile.Spec, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return readDirectory(name)
	case err == nil:
		s, err := specfile.Read(name)
		return []*specfile.Spec{s}, err
	}
	if file, ok := specs.Path(name); ok {
		data, err := specs.Read(file)
		if err != nil {
			return nil, err
		}
		s, err := specfile.Parse("specs/"+file, data)
		return []*specfile.Spec{s}, err
	}
	if strings.ContainsAny(name, "/\\.") {
		return nil, specfile.Unreadable(name, err)
	}
	return nil, usage("there is no spec %q%s; mc list specs names all", name, suggest(name, specs.Names()))
}

// readDirectory reads every spec below a directory.
func readDirectory(dir string) (all []*specfile.Spec, err error) {
	var problems specfile.Problems
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return specfile.Unreadable(file, err)
		case d.IsDir() || filepath.Ext(file) != ".yaml":
			return nil
		}
		s, err := specfile.Read(file)
		if err != nil {
			problems = append(problems, problemsOf(err)...)
			return nil
		}
		all = append(all, s)
		return nil
	})
	if err == nil {
		err = problems.Err()
	}
	if err == nil && len(all) == 0 {
		err = usage("%s holds no spec; specs end in .yaml", dir)
	}
	return all, err
}
