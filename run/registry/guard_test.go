package registry_test

import (
	"errors"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/model/schedule"
	"mc/run/registry"
	"mc/traces"
)

// TestPanicsWithoutSearch: a model whose own code panics is told as the model's
// fault by all that takes its steps without a search.
func TestPanicsWithoutSearch(t *testing.T) {
	broken := registry.Of(model.Template[lamp]{Name: "broken", New: func(model.Values) (*model.Model[lamp], error) {
		return &model.Model[lamp]{
			Name: "broken",
			Init: func(add func(lamp)) { add(lamp{}) },
			Rules: []model.Rule[lamp]{{Name: "Press", Expand: func(s *lamp, out *model.Steps[lamp]) {
				if s.Presses == 1 {
					panic("the switch is off")
				}
				out.Step().Presses++
			}}},
		}, nil
	}})
	press := schedule.Step{Command: schedule.Line("do Press")}
	play := func(n int) (err error) {
		sc := schedule.Script{}
		for range n {
			sc.Steps = append(sc.Steps, press)
		}
		_, err = broken.Play(registry.Job{}, sc)
		return err
	}
	if err := play(1); err != nil {
		t.Fatal(err)
	}
	_, replayed := broken.Replay(&traces.File{Model: "broken"})
	var fault *explorer.ModelError
	if err := play(2); !errors.As(err, &fault) || !strings.Contains(err.Error(), "model broken: panic: the switch is off") {
		t.Errorf("the script: %v", err)
	}
	if replayed == nil {
		t.Error("an empty trace replays")
	}
}
