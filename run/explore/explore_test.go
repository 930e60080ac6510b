package explore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"mc/model/examples/diehard"
	"mc/model/examples/messages"
	"mc/model/examples/missionaries"
	"mc/model/examples/mutex"
	"mc/run/explore"
	"mc/run/registry"
	"mc/run/suite"
)

// puzzles are models with something that breaks, or is reached, a few steps in.
func puzzles() *suite.Suite {
	return &suite.Suite{Models: registry.Models{ // in boxes, so that one engine is compiled for all
		registry.OfSmall[diehard.Jugs](unsafe.Pointer(&diehard.Template)),
		registry.OfSmall[missionaries.State](unsafe.Pointer(&missionaries.Template)),
		registry.OfSmall[messages.State](unsafe.Pointer(&messages.Template)),
		registry.OfSmall[mutex.State](unsafe.Pointer(&mutex.Template)),
	}}
}

// answer asks one question.
func answer[A any](t interface{ Fatalf(string, ...any) }, e *explore.Engine, q explore.Question) A {
	got, err := e.Answer(context.Background(), q, func(explore.Progress) {})
	if err != nil {
		t.Fatalf("%s: %v", q.Op, err)
	}
	return *got.(*A)
}

func at(t interface{ Fatalf(string, ...any) }, e *explore.Engine, place explore.Place, steps []string) explore.At {
	return answer[explore.At](t, e, explore.Question{Op: explore.AskAt, Place: place, Steps: steps})
}

// TestCourse: whatever is chosen, in whatever order questions come, a course has the
// steps that were chosen, what is told from a step on is what was told of it before, and
// what can be done is what the model says.
func TestCourse(t *testing.T) {
	s := puzzles()
	rapid.Check(t, func(t *rapid.T) {
		e := explore.New(s, "test")
		m := rapid.SampledFrom(s.Models).Draw(t, "model")
		place := explore.Place{Model: m.Name()}
		twin, err := m.Begin(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var steps []string
		seen := map[string]string{}
		for range rapid.IntRange(1, 12).Draw(t, "choices") {
			if len(steps) > 0 && rapid.IntRange(0, 3).Draw(t, "back") == 0 {
				steps = steps[:rapid.IntRange(0, len(steps)-1).Draw(t, "to")]
			}
			here := at(t, e, place, steps)
			for twin.Steps() > 0 {
				if err := twin.Back(); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range steps {
				i := slices.IndexFunc(twin.Enabled(), func(e registry.Enabled) bool { return e.Name == name })
				if err := twin.Take(i); err != nil {
					t.Fatal(err)
				}
			}
			same(t, place, steps, &here, twin)
			key := strings.Join(steps, ";")
			if told := fmt.Sprint(here); seen[key] == "" {
				seen[key] = told
			} else if seen[key] != told {
				t.Fatalf("after %s it was told %s, and now %s", key, seen[key], told)
			}
			if len(here.Possible) == 0 {
				return
			}
			steps = append(slices.Clone(steps), rapid.SampledFrom(here.Possible).Draw(t, "step").Name)
		}
	})
}

// same holds an answer to a session that was driven step by step.
func same(t *rapid.T, place explore.Place, steps []string, here *explore.At, twin *registry.Session) {
	if here.Halt != nil || len(here.Steps) != len(steps)+1 {
		t.Fatalf("%s %v: %d events, halt %v", place.Model, steps, len(here.Steps), here.Halt)
	}
	for i, name := range steps {
		if here.Steps[i+1].Name != name {
			t.Fatalf("step %d is %s, and %s was chosen", i+1, here.Steps[i+1].Name, name)
		}
	}
	if got, want := fmt.Sprint(here.Steps[len(steps)].View), fmt.Sprint(twin.View()); got != want {
		t.Fatalf("%v: %s, want %s", steps, got, want)
	}
	var names []string
	for _, c := range here.Possible {
		if slices.Contains(names, c.Name) {
			t.Fatalf("two steps are called %s", c.Name)
		}
		names = append(names, c.Name)
	}
	var want []string
	for _, e := range twin.Enabled() {
		want = append(want, e.Name)
	}
	if !slices.Equal(names, want) {
		t.Fatalf("%v: possible are %v, want %v", steps, names, want)
	}
	for _, r := range here.Impossible {
		if slices.Contains(names, r.Name) {
			t.Fatalf("%v: %s is possible, and is said not to be: %s", steps, r.Name, r.Why)
		}
	}
	for _, c := range here.Claims {
		judged, err := twin.Judge(c.Name)
		if err != nil || judged.Decided != c.Decided || judged.Witness != c.Witness {
			t.Fatalf("%v: %s is %+v, want %+v, %v", steps, c.Name, c, judged, err)
		}
	}
}

// TestSeek: a search from anywhere finds a way that is as short as the slowest twin's,
// which asks where a course stands, for each course there is.
func TestSeek(t *testing.T) {
	e := explore.New(puzzles(), "test")
	for place, claim := range map[string]string{"die-hard": "never-four", "missionaries-and-cannibals": "somebody-stays"} {
		place := explore.Place{Model: place}
		setting := answer[explore.Setting](t, e, explore.Question{Op: explore.AskPlace, Place: place})
		if !slices.ContainsFunc(setting.Claims, func(c explore.Claim) bool { return c.Name == claim }) {
			t.Fatalf("%s has no claim %s: %v", place.Model, claim, setting.Claims)
		}
		var steps []string
		for range 5 {
			found := answer[explore.Sought](t, e, explore.Question{Op: explore.AskSeek, Place: place, Steps: steps, Properties: []string{claim}})
			want := nearest(t, e, place, steps, claim)
			if !found.Found || len(found.Steps) != want {
				t.Errorf("%s after %v: %d steps (%v), want %d", place.Model, steps, len(found.Steps), found.Found, want)
			}
			there := at(t, e, place, slices.Concat(steps, found.Steps))
			if !decided(there, claim) {
				t.Errorf("%s: %v does not lead to %s", place.Model, found.Steps, claim)
			}
			here := at(t, e, place, steps)
			steps = append(slices.Clone(steps), here.Possible[len(here.Possible)-1].Name)
		}
	}
}

func decided(at explore.At, claim string) bool {
	return slices.ContainsFunc(at.Claims, func(c explore.ClaimHere) bool { return c.Name == claim && c.Decided })
}

// nearest is how many steps it takes from the end of a course to a claim, by asking.
func nearest(t *testing.T, e *explore.Engine, place explore.Place, steps []string, claim string) int {
	seen := map[string]bool{}
	for level, n := [][]string{steps}, 0; len(level) > 0; n++ {
		var next [][]string
		for _, course := range level {
			here := at(t, e, place, course)
			if decided(here, claim) {
				return n
			}
			state := fmt.Sprint(here.Steps[len(course)].View)
			if seen[state] {
				continue
			}
			seen[state] = true
			for _, c := range here.Possible {
				next = append(next, append(slices.Clone(course), c.Name))
			}
		}
		level = next
	}
	t.Fatalf("%s: %s is never so", place.Model, claim)
	return 0
}

// TestHalt: a course that cannot be taken is told as far as it goes.
func TestHalt(t *testing.T) {
	e := explore.New(puzzles(), "test")
	here := at(t, e, explore.Place{Model: "die-hard"}, []string{"FillBig", "BigToSmall", "Juggle", "FillBig"})
	if here.Halt == nil || here.Halt.Step != 3 || here.Halt.Name != "Juggle" || len(here.Steps) != 3 {
		t.Errorf("%d events, halt %+v", len(here.Steps), here.Halt)
	}
}

// TestRefusals: a question that cannot be answered gets one error that says what to do.
func TestRefusals(t *testing.T) {
	e := explore.New(puzzles(), "test")
	for question, want := range map[string]string{
		`{`:            "no JSON",
		`{"op":"dig"}`: "nothing is named to explore",
		`{"op":"dig","place":{"model":"die-hard"}}`:                                                 "no question",
		`{"op":"at","place":{"model":"die-hard","set":{"jugs":"3"}}}`:                               "jugs",
		`{"op":"at","place":{"model":"die-harder"}}`:                                                "there is no model",
		`{"op":"at","place":{"spec":"nothing"}}`:                                                    "there is no embedded spec",
		`{"op":"at","place":{"model":"die-hard","start":9}}`:                                        "no initial state",
		`{"op":"seek","place":{"model":"die-hard"},"properties":["five-gallons"]}`:                  "no property",
		`{"op":"seek","place":{"model":"die-hard"},"impacts":["flood"]}`:                            "choose a claim",
		`{"op":"seek","place":{"model":"die-hard"},"steps":["Juggle"],"properties":["never-four"]}`: "step 1",
		`{"op":"save","place":{"model":"die-hard"},"format":"wax"}`:                                 "cannot be saved",
		`{"op":"form"}`: "knows nothing of clusters",
		`{"op":"worlds","place":{"model":"die-hard"},"other":{"model":"paxos"}}`:                      "there is no model",
		`{"op":"worlds","place":{"model":"die-hard"},"other":{"model":"missionaries-and-cannibals"}}`: "another kind of state",
	} {
		var lines []explore.Reply
		e.Serve(t.Context(), []byte(question), func(line []byte) {
			var r explore.Reply
			if err := json.Unmarshal(line, &r); err != nil {
				t.Errorf("%s: %s: %v", question, line, err)
			}
			lines = append(lines, r)
		})
		if len(lines) != 1 || !strings.Contains(lines[0].Error, want) {
			t.Errorf("%s: %+v; want an error with %q", question, lines, want)
		}
	}
}

// FuzzServe: whatever is asked, there is one answer or error, and it is the last line.
func FuzzServe(f *testing.F) {
	for _, q := range []string{`{"op":"home"}`, `{"op":"at","place":{"model":"die-hard"},"steps":["FillBig"],"from":1}`,
		`{"op":"place","place":{"model":"mutex"}}`, `{"op":"check","place":{"model":"die-hard"}}`} {
		f.Add([]byte(q))
	}
	e := explore.New(puzzles(), "test")
	f.Fuzz(func(t *testing.T, question []byte) {
		ended := false
		e.Serve(t.Context(), question, func(line []byte) {
			var r explore.Reply
			if err := json.Unmarshal(line, &r); err != nil || ended {
				t.Errorf("%s: %v, ended before: %v", line, err, ended)
			}
			ended = r.Progress == nil
		})
		if !ended {
			t.Error("no answer")
		}
	})
}

// TestSave: a course can be saved as all that the page offers, and in no other way.
func TestSave(t *testing.T) {
	s := puzzles()
	e := explore.New(s, "test")
	home := answer[explore.Home](t, e, explore.Question{Op: explore.AskHome})
	if len(home.Formats) == 0 {
		t.Fatal("nothing is offered")
	}
	q := explore.Question{Op: explore.AskSave, Place: explore.Place{Model: s.Models[0].Name()}}
	q.Steps = []string{at(t, e, q.Place, nil).Possible[0].Name}
	for _, f := range home.Formats {
		q.Format = f.Name
		if saved := answer[explore.Saved](t, e, q); saved.Text == "" || saved.Name == "" || f.Doc == "" {
			t.Errorf("%s: %+v", f.Name, saved)
		}
	}
	q.Format = "none"
	if _, err := e.Answer(context.Background(), q, nil); err == nil {
		t.Error("it is saved as something that is not offered")
	}
}
