package suite_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mc/model"
	"mc/run/registry"
	"mc/run/suite"
	"mc/traces"
)

// climbing is a model in which somebody goes up by a stride, and may not go beyond most.
func climbing(stride, most uint8) suite.Suite {
	return suite.Suite{Models: registry.Models{registry.Of(model.Template[uint8]{Name: "climbing",
		New: func(model.Values) (*model.Model[uint8], error) {
			return &model.Model[uint8]{Name: "climbing", Doc: "Up.", Init: func(add func(uint8)) { add(0) },
				Rules: []model.Rule[uint8]{{Name: "Climb", Doc: "Up.", Expand: func(s *uint8, out *model.Steps[uint8]) {
					if *s < 8 {
						*out.Step() += stride
					}
				}}},
				Properties: []model.Property[uint8]{model.Invariant("low", "Not too high.", func(s *uint8) error {
					if *s > most {
						return fmt.Errorf("at %d", *s)
					}
					return nil
				})}}, nil
		}})}}
}

// TestSaved: a trace that is kept is found, and says of the model as it is whether its
// steps still do harm.
func TestSaved(t *testing.T) {
	broken := climbing(3, 7)
	out, err := broken.Models[0].Check(t.Context(), registry.Job{Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if all, err := broken.Saved(dir); len(all) > 0 || err != nil {
		t.Errorf("%v are kept in an empty directory, %v", all, err)
	}
	file := filepath.Join(dir, suite.SavedIn, "deep", "x.json")
	write(t, file, "")
	to, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Properties[0].Trace.Write(to); err != nil {
		t.Fatal(err)
	}
	to.Close()
	all, err := broken.Saved(dir)
	if err != nil || len(all) != 1 || all[0].File != file {
		t.Fatalf("%v, %v", all, err)
	}
	again := func(s suite.Suite) (model.Verdict, error) {
		out, err := s.Again(all[0])
		if err != nil {
			return "", err
		}
		return out.Properties[0].Verdict, nil
	}
	if v, err := again(broken); v != model.Violated || err != nil {
		t.Errorf("on the same model it is %s, %v", v, err)
	}
	if v, err := again(climbing(3, 9)); v != model.Holds || err != nil {
		t.Errorf("with another claim it is %s, %v", v, err)
	}
	var parted *traces.Divergence
	if _, err := again(climbing(1, 7)); !errors.As(err, &parted) {
		t.Errorf("with other steps it is %v", err)
	}
	if _, err := again(suite.Suite{}); err == nil {
		t.Error("without the model it is taken again")
	}
	write(t, file, "{")
	if _, err := broken.Saved(dir); err == nil {
		t.Error("a file that is no trace is kept")
	}
}
