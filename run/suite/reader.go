package suite

import (
	"slices"

	"mc/model"
	"mc/run/registry"
	"mc/run/specfile"
)

// Reader resolves specs that are only spoken of. It gives what they name its
// own name, as Resolve does, and tries nothing: no model is built with their
// constants, and no script is begun. For hundreds of specs that is what takes time.
type Reader struct {
	suite *Suite
	words map[string]*registry.Vocabulary // of each model as it is by default
	names map[string][]string             // of its constants, which do not depend on their values
}

// Reader makes one that resolves against the suite's models.
func (s *Suite) Reader() *Reader {
	return &Reader{s, map[string]*registry.Vocabulary{}, map[string][]string{}}
}

// Resolve gives the names in a spec.
func (r *Reader) Resolve(spec *specfile.Spec) (registry.Entry, error) {
	entry, ok := r.suite.Models.Find(spec.Model)
	if !ok {
		return nil, spec.Complain("model", "there is no model %q%s; mc list models names all", spec.Model, model.Nearest(spec.Model, r.suite.Models.Names()))
	}
	of := &resolver{suite: r.suite, spec: spec, problems: spec.Adopt(entry.Variants().Key())}
	if !r.current(entry, spec.Set) {
		of.current(entry)
	}
	of.variant(entry)
	if spec.Script() != nil {
		of.scriptDefaults(entry)
	}
	if spec.Init != nil {
		entry = entry.Starting(spec.Init)
	}
	if len(spec.Questions) > 0 {
		entry = entry.Asking(spec.Questions)
	}
	var err error
	if of.vocabulary, err = r.vocabulary(entry, len(spec.Questions) > 0); err != nil {
		return nil, err
	}
	of.check()
	of.expect()
	of.liveness()
	return entry, of.problems.Err()
}

// vocabulary is that of a model as it is by default; its names do not depend on
// constants.
func (r *Reader) vocabulary(entry registry.Entry, own bool) (*registry.Vocabulary, error) {
	if v := r.words[entry.Name()]; v != nil && !own {
		return v, nil
	}
	v, err := entry.Vocabulary(nil)
	if err == nil && !own {
		r.words[entry.Name()] = v
	}
	return v, err
}

// current reports whether constants are called by the names that they have now.
func (r *Reader) current(entry registry.Entry, set map[string]string) bool {
	names, known := r.names[entry.Name()]
	if !known {
		list, err := entry.Constants(nil)
		if err != nil {
			return false
		}
		for i := range list {
			names = append(names, list[i].Name)
		}
		r.names[entry.Name()] = names
	}
	for name := range set {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}
