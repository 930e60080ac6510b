package twin

import (
	"io/fs"
	"testing"

	"mc/run/specfile"
	"mc/specs"
)

// references are the specs of the reference verdicts, as runs.
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
		all = append(all, run{name: spec.Name, set: spec.Constants(), without: spec.Without})
	}
	return all
}

// TestReference holds the model to the twin on the first levels of the specs
// of the reference verdicts; behind the tag oracle on all of them.
func TestReference(t *testing.T) {
	for _, r := range references(t) {
		t.Run(r.name, func(t *testing.T) {
			r.width, r.depth = referenceWidth, 0
			if n := r.compare(t); n.whole {
				r.holdCounts(t, n)
			}
		})
	}
}
