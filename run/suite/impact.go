package suite

import (
	"mc/run/registry"
	"mc/run/specfile"
)

// Impact is the worst that a spec is expected to come to: of the claims that are to
// be broken, and of the goals that are to be reached. It is empty where there are none,
// and of models that have no impacts. Names are those of a spec that is not resolved,
// too.
func Impact(entry registry.Entry, v *registry.Vocabulary, spec *specfile.Spec) string {
	var impacts []string
	for name, e := range spec.Expect {
		if p, ok := v.Property(name); ok && p.Impact != "" && e.Verdict.HasTrace() {
			impacts = append(impacts, p.Impact)
		}
	}
	return entry.Impacts().Worst(impacts...)
}
