package registry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/run/registry"
)

type lamp struct{ Presses, Lit uint8 }

// lamps is a lamp that breaks at the fifth press, with two initial states.
var lamps = model.Template[lamp]{
	Name:      "lamp",
	Doc:       "A lamp with a button.",
	Constants: func(map[string]string) ([]model.Constant, error) { return nil, nil },
	New: func(model.Values) (*model.Model[lamp], error) {
		return &model.Model[lamp]{
			Name: "lamp",
			Init: func(add func(lamp)) { add(lamp{}); add(lamp{Lit: 1}) },
			Rules: []model.Rule[lamp]{{Name: "Press", Doc: "Press the button.", Params: []model.Param{{Name: "times"}},
				Expand: func(s *lamp, out *model.Steps[lamp]) {
					for n := uint8(1); n <= 2 && s.Presses+n <= 5; n++ {
						after := out.Step(n)
						after.Presses += n
						after.Lit ^= n & 1
					}
				}}},
			Properties: []model.Property[lamp]{model.Invariant("whole", "It is not broken.", func(s *lamp) error {
				if s.Presses == 5 {
					return fmt.Errorf("pressed %d times", s.Presses)
				}
				return nil
			})},
		}, nil
	},
}

// TestSession drives a session at random, beside the presses that it stands
// for.
func TestSession(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := registry.Of(lamps).Begin(nil, nil)
		if err != nil || s.Starts != 2 {
			t.Fatal(s, err)
		}
		lit, taken := 0, []int{}
		sum := func() (n int) {
			for _, k := range taken {
				n += k
			}
			return n
		}
		t.Repeat(map[string]func(*rapid.T){
			"take": func(t *rapid.T) {
				enabled := s.Enabled()
				i := rapid.IntRange(0, 2).Draw(t, "i")
				err := s.Take(i)
				if (err == nil) != (i < len(enabled)) {
					t.Fatalf("take %d of %v: %v", i, enabled, err)
				}
				if err == nil {
					taken = append(taken, i+1)
				}
			},
			"back": func(t *rapid.T) {
				if err := s.Back(); (err == nil) != (len(taken) > 0) {
					t.Fatal(err)
				}
				taken = taken[:max(0, len(taken)-1)]
			},
			"restart": func(t *rapid.T) {
				i := rapid.IntRange(-1, 2).Draw(t, "start")
				if err := s.Restart(i); (err == nil) != (i == 0 || i == 1) {
					t.Fatal(err)
				} else if err == nil {
					lit, taken = i, nil
				}
			},
			"": func(t *rapid.T) {
				want := []model.Field{{Name: "Presses", Value: fmt.Sprint(sum())}, {Name: "Lit", Value: fmt.Sprint((lit + sum()) % 2)}}
				if got := s.View().Lanes[0].Fields; !slices.Equal(got, want) || s.Steps() != len(taken) {
					t.Fatalf("%v after %d steps, want %v after %d", got, s.Steps(), want, len(taken))
				}
				broken, err := s.Judge("whole")
				stuck, wrong := s.Judge("deadlock")
				if err != nil || wrong != nil || broken.Decided != (sum() == 5) || stuck.Decided != (sum() == 5) {
					t.Fatal(broken, stuck, err, wrong)
				}
			},
		})
	})
}

func TestSessionRefuses(t *testing.T) {
	s, err := registry.Of(lamps).Begin(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Judge("hole"); err == nil || !strings.Contains(err.Error(), `no property "hole"`) {
		t.Error(err)
	}
	if _, err := registry.Of(lamps).Begin(nil, []string{"Pres"}); err == nil {
		t.Error("a rule that is not there is left out")
	}
}
