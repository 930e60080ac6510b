package main

import (
	"path"
	"strings"
	"testing"

	"mc/run/specfile"
)

// TestSpecs holds that every embedded spec is in order: it can be found by its
// name, says in one sentence what it shows, and fits its model. Whether its
// expectations are met is for mc check specs.
func TestSpecs(t *testing.T) {
	seen := map[string]string{}
	for _, file := range shippedSpecs.Paths() {
		data, err := shippedSpecs.Data(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := specfile.Parse(file, data)
		if err != nil {
			t.Error(err)
			continue
		}
		if want := strings.TrimSuffix(path.Base(file), ".yaml"); s.Name != want {
			t.Errorf("%s is named %q; name it after its file", file, s.Name)
		}
		if other, taken := seen[s.Name]; taken {
			t.Errorf("%s and %s have the same name", file, other)
		}
		seen[s.Name] = file
		if s.Title == "" {
			t.Errorf("%s has no title", file)
		}
		if _, err := shipped.Resolve(s); err != nil {
			t.Error(err)
		}
	}
	if len(seen) == 0 {
		t.Error("there are no embedded specs")
	}
}
