package registry

import (
	"errors"

	"mc/traces"
)

// Minimize finds the trace that breaks the same property and is easiest to
// follow, as seen by taking it again, and says what kept it from looking at all
// others.
func (e *entry[S]) Minimize(f *traces.File, o traces.MinimizeOptions) (_ *traces.File, _ traces.Shortfall, err error) {
	defer e.guard(&err)
	m, _, err := e.build(f.Constants, f.Without)
	if err != nil {
		return nil, 0, err
	}
	r, err := traces.Replay(m, f)
	if err != nil {
		return nil, 0, err
	}
	if f.Loop != nil {
		return nil, 0, errors.New("the trace is of a run that goes on for ever, whose stem is as short as any: no easier one " +
			"is looked for; show it as it is")
	}
	meta := traces.Meta{
		MC: f.MC, Spec: f.Spec, Constants: f.Constants, Without: f.Without, Symmetry: f.Symmetry,
		Explored: f.Explored, Property: f.Property.Name, Verdict: f.Verdict,
	}
	least, short, err := recordLeast(m, &r.Path, meta, o)
	if err != nil {
		return nil, 0, err
	}
	least.Label(f.Labels)
	return least, short, nil
}
