package registry

import (
	"fmt"

	"mc/traces"
)

// Minimize finds the trace that breaks the same property and is easiest to
// follow, as seen by taking it again.
func (e *entry[S]) Minimize(f *traces.File) (*traces.File, error) {
	m, _, err := e.build(f.Constants, f.Without)
	if err != nil {
		return nil, err
	}
	r, err := traces.Replay(m, f)
	if err != nil {
		return nil, err
	}
	if f.Loop != nil {
		return nil, fmt.Errorf("registry: a run that goes on for ever has no easier one that is looked for; its stem is as " +
			"short as any; show it as it is")
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
