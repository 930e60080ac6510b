package schedule_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/model/schedule"
)

// TestLine: what a transcript says is what Command prints.
func TestLine(t *testing.T) {
	for _, line := range []string{"settle", "fetch b2", "freeze b2,b3", "produce to=b1 acks=all count=10", "crash b1 keeps=2"} {
		if got := schedule.Line(line).String(); got != line {
			t.Errorf("%q is read as %q", line, got)
		}
	}
	c := schedule.Line("  produce  b1   values=a,b ")
	if c.Name != "produce" || len(c.Args) != 2 || c.Args[0].Key != "" || !slices.Equal(c.Args[1].Values, []string{"a", "b"}) {
		t.Errorf("%+v", c)
	}
}

// TestLineTakesAnything: no text makes the reader fall over, and reading what
// a command prints changes nothing.
func TestLineTakesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := schedule.Line(rapid.String().Draw(t, "text"))
		if again := schedule.Line(c.String()); again.String() != c.String() {
			t.Fatalf("%q becomes %q", c, again)
		}
	})
}

func TestFailureNamesTheStep(t *testing.T) {
	f := schedule.Failure{Step: 7, Command: "fetch b2", Misses: []schedule.Miss{{Name: "hw of b1", Want: "12", Seen: "10"}, {Name: "isr", Want: "{b1}", Seen: "{b1, b2}"}}}
	if got, want := f.Error(), "step 7 (fetch b2): hw of b1: want 12, seen 10; isr: want {b1}, seen {b1, b2}"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	f = schedule.Failure{Step: 1, Command: "settle", Reason: "it does not settle"}
	if got := f.Error(); got != "step 1 (settle): it does not settle" {
		t.Error(got)
	}
}

type counter struct{ N uint8 }

func count(starts ...uint8) *model.Model[counter] {
	return &model.Model[counter]{
		Name: "count",
		Init: func(add func(counter)) {
			for _, n := range starts {
				add(counter{n})
			}
		},
		Rules: []model.Rule[counter]{{Name: "Add", Doc: "Go up to three.", Params: []model.Param{{Name: "by"}},
			Expand: func(s *counter, out *model.Steps[counter]) {
				for by := uint8(1); s.N+by <= 3; by++ {
					out.Step(by).N += by
				}
			}}},
	}
}

func TestSession(t *testing.T) {
	s, err := schedule.Begin(count(0))
	if err != nil {
		t.Fatal(err)
	}
	two, ok := s.Named("Add 2")
	if !ok || !s.Take(two) || s.Now().N != 2 || s.Take(two) || s.Could(two) {
		t.Errorf("2 can be added once, and now it is %d", s.Now().N)
	}
	if got := s.Enabled(); !slices.Equal(got, []string{"Add 1"}) {
		t.Errorf("enabled are %v", got)
	}
	if s.Forget(0); s.Now().N != 0 || len(s.Taken) != 0 {
		t.Errorf("after forgetting all it is %d, with %d steps", s.Now().N, len(s.Taken))
	}
	if _, err := schedule.Begin(count(0, 1)); err == nil || !strings.Contains(err.Error(), "2 initial states") {
		t.Errorf("two starts: %v", err)
	}
}

// TestPlain: any model plays scripts of its own actions and fields.
func TestPlain(t *testing.T) {
	step := func(action string, wants ...string) schedule.Step {
		s := schedule.Step{Command: schedule.Command{Name: "do", Args: []schedule.Arg{{Values: []string{action}}}}}
		for i := 0; i < len(wants); i += 2 {
			s.Expect = append(s.Expect, schedule.Want{Key: wants[i], Values: []string{wants[i+1]}})
		}
		return s
	}
	l := schedule.Plain[counter]()
	for want, steps := range map[string][]schedule.Step{
		"": {step("Add 1", "N", "1"), step("Add 2", "N", "3")},
		"step 2 (do Add 3): \"Add 3\" is not enabled; enabled are Add 1, Add 2": {step("Add 1"), step("Add 3")},
		"step 1 (do Add 1): N: want 2, seen 1":                                  {step("Add 1", "N", "2")},
		"step 1 (do Add 1): M: want 2, seen nothing of that name":               {step("Add 1", "M", "2")},
	} {
		run, err := l.Play(count(0), nil, schedule.Script{Steps: steps})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if run.Failure != nil {
			got = run.Failure.Error()
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if p := l.Validate(schedule.Script{Steps: []schedule.Step{{Command: schedule.Command{Name: "settle"}}}}); len(p) != 1 || p[0].Step != 1 {
		t.Errorf("settle is no command of a plain model: %v", p)
	}
}
