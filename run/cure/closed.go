package cure

import (
	"context"
	"fmt"
	"strings"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/registry"
	"mc/traces"
	"mc/traces/tell"
)

// Tell finds, for each violation that has a trace, the first of the later rules
// under which its schedule does no harm.
func Tell(models registry.Models, own registry.Entry, out *report.Outcome) error {
	for _, p := range out.Properties {
		if p.Verdict != model.Violated || p.Trace == nil || p.Script || p.Kind == model.Deadlock || p.Kind.Temporal() {
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
// way than its variant, one after the other, and to each later variant. The
// first that the spec's references name is the answer, or else the first
// variant that does no harm. Rules under which a short search breaks the
// property all the same closed nothing: they are named only as what the same
// schedule does no harm under. Where no variant closes it, a control that none has
// may.
func ClosedBy(models registry.Models, own registry.Entry, f *traces.File) (*traces.Cure, error) {
	candidates, err := switchesBack(own, f)
	if err != nil {
		return nil, err
	}
	var first, foiled *traces.Cure
	for _, r := range append(candidates, laterRules(models, own, f)...) {
		cure, broken, err := r.try(models, own, f)
		if err != nil {
			return nil, err
		}
		switch {
		case cure != nil && broken && foiled == nil:
			foiled = cure
		case cure == nil || broken:
		case cure.Ref != "":
			return cure, nil
		case first == nil && r.rules.As != "":
			first = cure
		}
	}
	if first == nil {
		return controlled(models, own, f, foiled)
	}
	return first, nil
}

// try takes the schedule of f to the remedy. Where that does no harm, and the
// remedy would have the credit, it looks whether something else does: then the
// words do not say that the remedy closed it.
func (r remedy) try(models registry.Models, own registry.Entry, f *traces.File) (_ *traces.Cure, broken bool, _ error) {
	c, other, set, err := r.compare(models, own, f)
	if c == nil {
		return nil, false, err
	}
	cure := tell.Cure(c, r.refs...)
	if cure == nil || cure.Ref == "" || err != nil {
		return cure, false, err
	}
	if n := broke(other, set, f, glance); n > 0 {
		plain := tell.Cure(c)
		if plain == nil {
			return nil, true, nil
		}
		plain.Words += fmt.Sprintf(" Another schedule, of %d states, breaks it there.", n)
		return plain, true, nil
	}
	cure.Words += r.prevented(own, f, cure)
	return cure, false, nil
}

// compare takes the schedule of f to the remedy. There is no comparison if the spec's other
// settings do not go with these rules.
func (r remedy) compare(models registry.Models, own registry.Entry, f *traces.File) (*traces.Comparison, registry.Entry, map[string]string, error) {
	other, set, err := r.rules.target(models, own, f)
	if err != nil {
		return nil, nil, nil, err
	}
	if _, err := other.Vocabulary(set); err != nil {
		return nil, other, set, nil
	}
	c, err := own.Compare(f, other, set, r.rules.names(own, f))
	if err != nil {
		return nil, nil, nil, err
	}
	return c, other, set, nil
}

// Beside is the schedule of f under the rules that f says it is closed by; nil if it
// says so of none, or of some that own does not have any more.
func Beside(models registry.Models, own registry.Entry, f *traces.File) (*traces.Comparison, error) {
	if f.Closed == nil {
		return nil, nil
	}
	candidates, err := switchesBack(own, f)
	if err != nil {
		return nil, err
	}
	candidates = append(candidates, laterRules(models, own, f)...)
	if name, text, is := strings.Cut(f.Closed.Rules, "="); is {
		candidates = append(candidates, remedy{rules: Rules{Set: []Value{{name, text}}}})
	}
	for _, r := range candidates {
		if r.rules.String() == f.Closed.Rules {
			c, _, _, err := r.compare(models, own, f)
			return c, err
		}
	}
	return nil, nil
}

// glance is how many states are looked at to see whether rules close what they
// are said to close.
const glance uint64 = 10_000

// broke is the length of a trace that breaks the property of f under other
// rules, as far as so many states show; 0 if none does.
func broke(other registry.Entry, set map[string]string, f *traces.File, states uint64) int {
	job := registry.Job{Set: set, Without: f.Without}
	job.Options = explorer.Options{Workers: 1, Check: []string{f.Property.Name}, MaxStates: states}
	out, err := other.Check(context.Background(), job)
	if err != nil || out.Properties[0].Trace == nil {
		return 0
	}
	return out.Properties[0].Trace.States()
}

// switchesBack are the policies that f was run with though its variant has
// others.
func switchesBack(own registry.Entry, f *traces.File) (out []remedy, err error) {
	constants, err := own.Constants(f.Constants)
	if err != nil {
		return nil, err
	}
	for _, c := range constants {
		value, set := f.Constants[c.Name]
		policy := (c.Switch || c.Choices != nil) && c.Name != own.Variants().Key()
		if policy && set && value != c.Default {
			out = append(out, remedy{Rules{Set: []Value{{c.Name, c.Default}}}, references(c.Ref)})
		}
	}
	return out, nil
}

// laterRules are the variants after that of f, or, where models have none, the
// models after it.
func laterRules(models registry.Models, own registry.Entry, f *traces.File) (out []remedy) {
	for _, name := range models.Later(own, f.Constants) {
		out = append(out, remedy{Rules{As: name}, news(own, f, name)})
	}
	return out
}

// news is what a variant brought: what it goes back to, and whatever the
// policies go back to that it has and f has not.
func news(own registry.Entry, f *traces.File, name string) []string {
	one, _, _ := own.Variants().Find(name)
	out := references(one.Ref)
	key := own.Variants().Key()
	if key == "" {
		return out
	}
	before, err := own.Constants(f.Constants)
	after, wrong := own.Constants(map[string]string{key: name})
	if err != nil || wrong != nil {
		return out
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
