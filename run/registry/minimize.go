package registry

import "mc/traces"

// Minimize finds the trace that breaks the same property and is easiest to
// follow, as seen by taking it again.
func (e *entry[S]) Minimize(f *traces.File) (_ *traces.File, err error) {
	defer e.guard(&err)
	m, _, err := e.build(f.Constants, f.Without)
	if err != nil {
		return nil, err
	}
	r, err := traces.Replay(m, f)
	if err != nil {
		return nil, err
	}
	meta := traces.Meta{
		MC: f.MC, Spec: f.Spec, Constants: f.Constants, Without: f.Without, Symmetry: f.Symmetry,
		Explored: f.Explored, Property: f.Property.Name, Verdict: f.Verdict,
	}
	least, err := record(m, &r.Path, meta, true)
	if err != nil {
		return nil, err
	}
	least.Label(f.Labels)
	return least, nil
}
