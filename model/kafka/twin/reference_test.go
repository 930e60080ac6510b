package twin

import (
	"io/fs"
	"testing"

	"mc/run/specfile"
	"mc/specs"
)

// references are the specs of the reference verdicts, as runs: whole, or as far
// as their longest counterexample.
func references(t *testing.T) (all []run) {
	t.Helper()
	files, err := fs.Glob(specs.Files, "reference/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(specs.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := specfile.Parse(file, data)
		if err != nil {
			t.Fatal(err)
		}
		spec.Adopt("generation")
		r := run{name: spec.Name, set: spec.Constants(), without: spec.Without}
		for _, e := range spec.Expect {
			r.depth = max(r.depth, e.Length)
		}
		all = append(all, r)
	}
	return all
}

// TestReference holds the model to the twin in the states of the reference specs,
// in a sample of them or, behind the tag twin, in all.
func TestReference(t *testing.T) {
	for _, r := range references(t) {
		t.Run(r.name, func(t *testing.T) {
			r.width = referenceWidth
			if n := r.compare(t); !n.thinned {
				r.holdCounts(t, n)
			}
		})
	}
}
