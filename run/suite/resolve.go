package suite

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"mc/model"
	"mc/model/schedule"
	"mc/run/registry"
	"mc/run/specfile"
)

// resolver holds the names in a spec against the model they are meant for,
// and collects every complaint.
type resolver struct {
	suite      *Suite
	spec       *specfile.Spec
	vocabulary *registry.Vocabulary
	problems   specfile.Problems
}

// Resolve makes sure that everything a spec names exists; afterwards the spec
// calls properties by their own names, not by aliases, and constants by those
// that they have now.
func (s *Suite) Resolve(spec *specfile.Spec) (registry.Entry, error) {
	r := &resolver{suite: s, spec: spec}
	entry, ok := s.Models.Find(spec.Model)
	if !ok {
		return nil, spec.Complain("model", "there is no model %q%s; mc list models names all", spec.Model, s.NoModel(spec.Model))
	}
	r.problems = spec.Adopt(entry.Variants().Key())
	r.current(entry)
	given := maps.Clone(spec.Set)
	r.variant(entry)
	r.script(entry)
	r.constants(entry, given)
	entry = r.starting(entry)
	entry = r.questions(entry)
	if r.vocabulary = r.words(entry); r.vocabulary == nil {
		return nil, r.problems
	}
	r.check()
	r.expect()
	r.without()
	r.liveness()
	r.fairness()
	if why := r.vocabulary.Asymmetric; spec.Symmetry == specfile.On && why != "" {
		r.complain("symmetry", "symmetry cannot be used: %s; leave it off", why)
	}
	if why := r.vocabulary.Endless; spec.Script() == nil && why != "" {
		r.refused(entry, errors.New(why))
	}
	r.start(entry)
	return entry, r.problems.Err()
}

// words are the names in the model with the spec's constants; where these are
// at fault, those of the model as it is by default, so that mistakes in other
// names are told at once. They are nil if neither can be had.
func (r *resolver) words(entry registry.Entry) *registry.Vocabulary {
	if len(r.problems) == 0 {
		v, err := entry.Vocabulary(r.spec.Constants())
		if err == nil {
			return v
		}
		r.refused(entry, err)
	}
	v, err := entry.Vocabulary(nil)
	if err != nil {
		return nil
	}
	v.Asymmetric, v.Endless = "", "" // they depend on the constants
	return v
}

func (r *resolver) complain(path, format string, args ...any) {
	r.problems = append(r.problems, r.spec.Complain(path, format, args...))
}

// script checks the words of a schedule, and sets the bounds that it needs
// and the spec leaves alone.
func (r *resolver) script(entry registry.Entry) {
	sc := r.spec.Script()
	if sc == nil {
		if r.spec.Clock != nil {
			r.complain("clock", "is for scripts, and there are no steps; drop it")
		}
		return
	}
	if r.spec.Limits != (specfile.Limits{}) {
		r.complain("limits", "are for searches, and a script is one run; drop them")
	}
	r.steps(entry.CheckScript(*sc))
	r.scriptDefaults(entry)
}

// scriptDefaults sets what a script needs and the spec leaves alone.
func (r *resolver) scriptDefaults(entry registry.Entry) {
	for name, value := range entry.ScriptDefaults(*r.spec.Script()) {
		if _, given := r.spec.Set[name]; !given {
			r.spec.Set[name] = value
		}
	}
}

// steps complains of steps of a script, and of its clock.
func (r *resolver) steps(problems []schedule.Problem) {
	for _, p := range problems {
		path := specfile.StepPath(p.Step)
		switch {
		case p.Time != "":
			path = "clock." + p.Time
		case p.Init != nil:
			path = specfile.GivenPath(*p.Init)
		}
		r.complain(path, "%s", p.Message)
	}
}

// starting is the model whose runs start where the spec says, or, where something is
// wrong with that, the model as it is.
func (r *resolver) starting(entry registry.Entry) registry.Entry {
	if r.spec.Init == nil {
		return entry
	}
	problems, err := entry.CheckStart(r.spec.Constants(), r.spec.Init)
	r.steps(problems)
	if len(problems) > 0 || err != nil { // an error is that of a constant, which is told elsewhere
		return entry
	}
	return entry.Starting(r.spec.Init)
}

// start makes sure that a script can begin: it has to know where, and to speak of
// what there is.
func (r *resolver) start(entry registry.Entry) {
	if r.spec.Script() == nil || len(r.problems) > 0 {
		return
	}
	session, err := entry.Begin(r.spec.Constants(), r.spec.Without)
	switch {
	case err != nil:
		r.refused(entry, err)
	case session.Starts != 1:
		r.complain("steps", "a script begins in the one initial state, and %s has %d; explore it instead", entry.Name(), session.Starts)
	default:
		problems, err := entry.FitScript(r.spec.Constants(), r.spec.Without, *r.spec.Script())
		if err != nil {
			r.refused(entry, err)
		}
		r.steps(problems)
	}
}

// current gives constants the names that they have now.
func (r *resolver) current(entry registry.Entry) {
	current, err := entry.Current(r.spec.Set)
	if err != nil {
		r.refused(entry, err)
		return
	}
	if maps.Equal(current, r.spec.Set) {
		return
	}
	for _, old := range slices.Sorted(maps.Keys(r.spec.Set)) {
		if name := currentName(entry, old); name != old {
			r.spec.Rename(old, name)
		}
	}
}

// variant gives the spec the variant that the name in it stands for, and notes
// both for the reader.
func (r *resolver) variant(entry registry.Entry) {
	key := entry.Variants().Key()
	name, given := r.spec.Constants()[key]
	if key == "" || !given {
		return
	}
	meant, err := entry.Variants().Resolve(name)
	if err != nil || meant.Said == "" {
		return // it is one, or the model says best what is wrong
	}
	r.spec.Stand(key, meant.Name)
	for k, value := range meant.Set {
		if _, given := r.spec.Set[k]; !given {
			r.spec.Set[k] = value
		}
	}
	r.spec.Asked, r.spec.Taken = name, meant.Said
}

// currentName is the name that a constant has now.
func currentName(entry registry.Entry, name string) string {
	current, err := entry.Current(map[string]string{name: ""})
	for present := range current {
		if err == nil {
			return present
		}
	}
	return name
}

// Override gives constants of a spec other values, by their present names or
// former ones; place says where a value comes from.
func (s *Suite) Override(spec *specfile.Spec, values map[string]string, place func(name string) string) error {
	entry, ok := s.Models.Find(spec.Model)
	if !ok {
		return nil // Resolve complains of that
	}
	(&resolver{spec: spec}).current(entry)
	if _, err := entry.Current(values); err != nil {
		return err
	}
	for name, value := range values {
		now := currentName(entry, name)
		if now == entry.Variants().Key() {
			spec.Drop(now)
		}
		spec.Set[now] = value
		spec.Override("set."+now, place(name))
	}
	return nil
}

// constants checks every value against the model's constants, and that those
// which are given, rather than what a script needs, do something.
func (r *resolver) constants(entry registry.Entry, given map[string]string) {
	set := r.spec.Constants()
	constants, err := entry.Constants(set)
	if err != nil {
		r.refused(entry, err)
		return
	}
	names := make([]string, len(constants))
	for i := range constants {
		names[i] = constants[i].Name
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		i := slices.Index(names, name)
		if i < 0 {
			r.complain(r.spec.ConstantPath(name), "%s has no constant %q%s; %s", entry.Name(), name, model.Nearest(name, names),
				r.suite.listing(names, "models", entry.Name()))
		} else if _, err := constants[i].Parse(set[name]); err != nil {
			r.complain(r.spec.ConstantPath(name), "%v", err)
		}
	}
	if values, err := model.Resolve(constants, set); err == nil {
		if idle := model.Idle(constants, values, given); idle != nil {
			r.refused(entry, idle)
		}
	}
}

// refused places what a model says against a mixture of constants: each line
// begins with the constant that it is about, if it is about one.
func (r *resolver) refused(entry registry.Entry, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		line = strings.TrimPrefix(line, entry.Name()+": ")
		name, _, _ := strings.Cut(strings.ReplaceAll(line, "=", " "), " ")
		if _, given := r.spec.Set[name]; !given {
			name = entry.Variants().Key()
		}
		r.complain(r.spec.ConstantPath(name), "%s", line)
	}
}

// property finds a property that the spec names at path.
func (r *resolver) property(path, name string) (registry.Property, bool) {
	p, ok := r.vocabulary.Property(name)
	if !ok {
		known := append(r.vocabulary.PropertyNames(), model.DeadlockName)
		r.complain(path, "%s has no property %q%s; mc list properties names all", r.spec.Model, name, model.Nearest(name, known))
	}
	return p, ok
}

func (r *resolver) check() {
	if r.spec.Check == nil {
		return
	}
	names := []string{}
	for _, name := range r.spec.Check {
		if p, ok := r.property("check."+name, name); ok && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	r.spec.Check = names
}

func (r *resolver) expect() {
	resolved := map[string]specfile.Expectation{}
	for _, name := range slices.Sorted(maps.Keys(r.spec.Expect)) {
		path := "expect." + name
		p, ok := r.property(path, name)
		if !ok {
			continue
		}
		if !r.checked(p) {
			r.complain(path, "expects a verdict on %q, which is not checked; add it to check", name)
		}
		resolved[p.Name] = r.spec.Expect[name]
	}
	r.spec.Expect = resolved
}

// checked reports whether the run decides p.
func (r *resolver) checked(p registry.Property) bool {
	if r.spec.Check == nil {
		if r.spec.Script() != nil {
			return false // a script is held against what it names
		}
		return !p.OnRequest
	}
	return slices.Contains(r.spec.Check, p.Name)
}

// liveness keeps of the claims that the spec leaves alone those that the run does
// not check.
func (r *resolver) liveness() {
	alone := []string{}
	for _, name := range r.spec.Liveness {
		if known := r.vocabulary.Liveness; !slices.Contains(known, name) {
			r.complain("liveness."+name, "there is no claim about progress %q%s", name, model.DidYouMean(name, known))
		}
		if p, is := r.vocabulary.Property(name); !is || !r.checked(p) {
			alone = append(alone, name)
		}
	}
	if r.spec.Liveness != nil {
		r.spec.Liveness = alone
	}
}

// fairness finds the set that the spec names, and holds symmetry against claims
// about runs.
func (r *resolver) fairness() {
	known := r.vocabulary.FairnessNames()
	if name := r.spec.Fairness; name != "" && !slices.Contains(known, name) {
		r.complain("fairness", "%s has no fairness %q%s; it has %s", r.spec.Model, name, model.Nearest(name, known),
			strings.Join(known, ", "))
	}
	if r.spec.Symmetry != specfile.On {
		return
	}
	for _, p := range r.vocabulary.Properties {
		if p.Temporal && r.checked(p) {
			r.complain("symmetry", "symmetry mixes up who takes the steps of a loop, so that %s cannot be decided; leave it off, "+
				"or leave that claim out of check", p.Name)
		}
	}
}

func (r *resolver) without() {
	for _, name := range r.spec.Without {
		if err := r.vocabulary.Without(name); err != nil {
			r.complain("without."+name, "%s; %s", strings.TrimRight(strings.TrimPrefix(err.Error(), "model: "), "?"),
				r.suite.listing(r.vocabulary.RuleNames(), "rules", r.spec.Model))
		}
	}
}
