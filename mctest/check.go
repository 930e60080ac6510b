package mctest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/traces"
	"mc/traces/tell"
)

// Check explores a model, and makes a subtest of each property.
func Check[S comparable](t *testing.T, m *model.Model[S], given ...Option) {
	t.Helper()
	o := optionsOf(given)
	c := &checking[S]{m: m, o: o, dir: home(t), known: map[string]*traces.File{}}
	names := c.asked()
	for name := range o.expect {
		if !slices.Contains(names, name) {
			t.Fatalf("mctest: %q is expected to be something, and is no property of the model", name)
		}
	}
	left := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return c.breaksAgain(t, name) })
	var result *explorer.Result[S]
	if len(left) > 0 || len(names) == 0 {
		explore := o.explore
		explore.Check = left
		var err error
		if result, err = explorer.Check(t.Context(), m, explore); err != nil {
			t.Fatalf("mctest: %v", err)
		}
		t.Logf("%d states, %d generated, depth %d in %v", result.States.Distinct, result.States.Generated, result.States.Depth, result.Elapsed)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if f := c.known[name]; f != nil {
				c.fail(t, f, "the steps that were saved in "+saved(c.dir, name)+" still do harm; nothing was searched")
				return
			}
			i := slices.Index(left, name)
			c.judge(t, result, &result.Properties[i])
		})
	}
	if result != nil && len(left) == len(names) {
		t.Run("counts", func(t *testing.T) { golden(t, c.dir, result) })
	}
}

// checking is the check of one model.
type checking[S comparable] struct {
	m     *model.Model[S]
	o     *options
	dir   string
	known map[string]*traces.File // traces of before that still break the property
}

// asked are the properties to be checked: those that are named, or all that need not
// be asked for, and those of which something is expected.
func (c *checking[S]) asked() []string {
	names := append([]string{}, c.o.explore.Check...)
	add := func(name string, onRequest bool) {
		_, expected := c.o.expect[name]
		if !slices.Contains(names, name) && (expected || c.o.explore.Check == nil && !onRequest) {
			names = append(names, name)
		}
	}
	for i := range c.m.Properties {
		add(c.m.Properties[i].Name, c.m.Properties[i].OnRequest)
	}
	add(model.DeadlockName, true)
	return names
}

// judge holds a property to what is expected of it.
func (c *checking[S]) judge(t *testing.T, r *explorer.Result[S], p *explorer.PropertyResult[S]) {
	t.Helper()
	want, given := c.o.expect[p.Name]
	cut := len(r.Cut.Reasons) > 0
	found := p.Verdict == model.Violated || p.Verdict == model.Reached
	switch {
	case given && p.Verdict == want:
	case !given && (p.Verdict == model.Holds || p.Verdict == model.Reached || !cut && p.Verdict == model.HoldsWithinBounds):
	case !given && !cut && p.Verdict == model.Vacuous:
		t.Log("holds of nothing: its premise was never true")
	case cut && !found && testing.Short():
		t.Logf("not decided within %v", r.Cut.Reasons)
	case cut && !found:
		t.Errorf("not decided: %s, cut by %v", p.Verdict, r.Cut.Reasons)
	default:
		c.wrong(t, r, p, given, want)
	}
}

// wrong fails with what was found.
func (c *checking[S]) wrong(t *testing.T, r *explorer.Result[S], p *explorer.PropertyResult[S], given bool, want model.Verdict) {
	t.Helper()
	said := string(p.Verdict)
	f, err := c.trace(r, p)
	if f != nil {
		said += " in " + length(f)
	}
	if given {
		said += fmt.Sprintf(", expected %s", want)
	}
	switch {
	case err != nil:
		t.Errorf("%s: %s, and its trace cannot be recorded: %v", said, p.Witness, err)
		return
	case f == nil:
		t.Errorf("%s %s", said, p.Witness)
		return
	}
	c.fail(t, f, said)
	if p.Verdict == model.Violated {
		save(t, c.dir, p.Name, f)
	}
}

// trace is that of a property; nil if it has none.
func (c *checking[S]) trace(r *explorer.Result[S], p *explorer.PropertyResult[S]) (*traces.File, error) {
	meta := traces.Meta{MC: "mctest", Constants: c.o.constants, Symmetry: c.o.explore.Symmetry, Property: p.Name, Verdict: p.Verdict,
		Explored: &traces.Explored{Distinct: r.States.Distinct, Depth: r.States.Depth}}
	switch {
	case p.Path != nil:
		return traces.Record(c.m, p.Path, meta)
	case p.Run != nil:
		meta.Fairness, meta.Longer = p.Fairness, !p.Run.Shortest
		return traces.RecordLasso(c.m, p.Run.Lasso, meta)
	}
	return nil, nil
}

// fail tells a trace, and leaves its page.
func (c *checking[S]) fail(t *testing.T, f *traces.File, said string) {
	t.Helper()
	var story strings.Builder
	if err := tell.Text(&story, f, tell.Options{Width: 100, Unicode: true}); err != nil {
		fmt.Fprintf(&story, "(it cannot be told: %v)", err)
	}
	t.Errorf("%s: %s\n\n%s", said, f.Property.Witness, story.String())
	leave(t, f)
}

// length is that of a trace in words.
func length(f *traces.File) string {
	if n := f.States(); n > 1 {
		return fmt.Sprintf("%d states", n)
	}
	return "1 state"
}
