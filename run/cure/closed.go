package cure

import (
	"regexp"
	"slices"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/report"
	"mc/run/registry"
	"mc/traces"
	"mc/traces/tell"
)

// Tell finds, for each violation that has a trace, the first of the later rules
// under which its schedule does no harm.
func Tell(models registry.Models, own registry.Entry, out *report.Outcome) error {
	for _, p := range out.Properties {
		if p.Verdict != model.Violated || p.Trace == nil || p.Script || p.Kind == model.Deadlock {
			continue
		}
		var err error
		if p.Trace.Closed, err = ClosedBy(models, own, p.Trace); err != nil {
			return err
		}
	}
	return nil
}

// remedy is a candidate: other rules, and what they go back to.
type remedy struct {
	rules Rules
	refs  []string
}

// ClosedBy takes the schedule of f to the policies that its spec has in another
// way than the generation, one after the other, and to each later generation.
// The first that the spec's references name is the answer, or else the first
// generation that does no harm.
func ClosedBy(models registry.Models, own registry.Entry, f *traces.File) (*traces.Cure, error) {
	candidates, err := switchesBack(own, f)
	if err != nil {
		return nil, err
	}
	var first *traces.Cure
	for _, r := range append(candidates, laterRules(models, own, f)...) {
		other, set, err := r.rules.target(models, own, f)
		if err != nil {
			return nil, err
		}
		if _, err := other.Vocabulary(set); err != nil {
			continue // the spec's other settings do not go with these rules
		}
		c, err := own.Compare(f, other, set, r.rules.names(own, f))
		if err != nil {
			return nil, err
		}
		switch cure := tell.Cure(c, r.refs...); {
		case cure != nil && cure.Ref != "":
			return cure, nil
		case cure != nil && first == nil && r.rules.As != "":
			first = cure
		}
	}
	return first, nil
}

// switchesBack are the policies that f was run with though its generation has
// others.
func switchesBack(own registry.Entry, f *traces.File) (out []remedy, err error) {
	constants, err := own.Constants(f.Constants)
	if err != nil {
		return nil, err
	}
	for _, c := range constants {
		value, set := f.Constants[c.Name]
		policy := (c.Switch || c.Choices != nil) && c.Name != generationKey
		if policy && set && value != c.Default {
			out = append(out, remedy{Rules{Set: []Value{{c.Name, c.Default}}}, references(c.Ref)})
		}
	}
	return out, nil
}

// generationKey is the constant that names a protocol generation.
const generationKey = "generation"

// laterRules are the generations after that of f, or, where models have none,
// the models after it.
func laterRules(models registry.Models, own registry.Entry, f *traces.File) (out []remedy) {
	names, now := siblings(models, own), own.Name()
	if generation, has := f.Constants[generationKey]; has {
		names, now = generations(), generationOf(generation)
	}
	for _, name := range names[slices.Index(names, now)+1:] {
		out = append(out, remedy{Rules{As: name}, news(own, f, name)})
	}
	return out
}

// news is what a generation brought: the proposal that it is called after, and
// whatever the policies go back to that it has and f has not.
func news(own registry.Entry, f *traces.File, name string) []string {
	out := references(proposal(name))
	before, err := own.Constants(f.Constants)
	after, wrong := own.Constants(map[string]string{generationKey: name})
	if err != nil || wrong != nil {
		return out // models without generations
	}
	for i, c := range after {
		if c.Default != before[i].Default {
			out = append(out, references(c.Ref)...)
		}
	}
	return out
}

// references are the proposals and bugs that a text lists.
func references(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

func generations() (names []string) {
	for _, g := range kafka.Generations {
		names = append(names, g.Name)
	}
	return names
}

// generationOf is the generation that a release varies; a generation is its
// own.
func generationOf(name string) string {
	for _, r := range kafka.Releases {
		if r.Name == name {
			return r.Of
		}
	}
	return name
}

var kip = regexp.MustCompile(`^kip-\d+$`)

// proposal is what a generation is called after, "" if it is not called after
// one.
func proposal(name string) string {
	name = name[strings.LastIndex(name, "/")+1:]
	if !kip.MatchString(name) {
		return ""
	}
	return strings.ToUpper(name)
}
