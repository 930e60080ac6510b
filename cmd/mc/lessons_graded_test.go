package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"mc/model"
	"mc/model/ask"
	"mc/run/lesson"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// handed is the file of an exercise as a reader hands it in, and its grade.
func handed(t *testing.T, book *lesson.Book, name, text string) *lesson.Grade {
	t.Helper()
	spec, err := specfile.Parse(name+".yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	grade, err := book.Grade(spec)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return grade
}

// driven is a session on what a file sets up, with the questions of its exercise.
func driven(t *testing.T, e *lesson.Exercise, name, text string) (*registry.Session, []string) {
	t.Helper()
	spec, err := specfile.Parse(name+".yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	entry, err := shipped.Resolve(spec)
	if err != nil {
		t.Fatal(err)
	}
	out, err := entry.Play(suite.Job(spec, suite.Options(spec), ""), *spec.Script())
	if err != nil {
		t.Fatal(err)
	}
	plain, err := entry.Begin(spec.Constants(), spec.Without)
	if err != nil {
		t.Fatal(err)
	}
	course, err := plain.Course(out.Script.Trace)
	if err != nil {
		t.Fatal(err)
	}
	var questions []ask.Question
	for i, m := range e.Musts {
		if m.Ask != "" {
			questions = append(questions, ask.Question{Name: fmt.Sprint("asked-", i), Goal: true, Text: m.Ask})
		}
	}
	session, err := entry.Asking(questions).Begin(spec.Constants(), spec.Without)
	if err != nil {
		t.Fatal(err)
	}
	return session, course
}

// comes reports whether a session comes, somewhere on its course, to all that a schedule
// has to come to; what has to hold under other rules is not asked.
func comes(t *testing.T, e *lesson.Exercise, session *registry.Session) bool {
	t.Helper()
	for i, m := range e.Musts {
		name := m.Claim
		if m.Ask != "" {
			name = fmt.Sprint("asked-", i)
		}
		somewhere := m.Under != nil
		for n := 0; n <= session.Steps() && !somewhere; n++ {
			judged, err := session.JudgeAt(name, n)
			if err != nil {
				t.Fatal(err)
			}
			somewhere = judged.Decided
		}
		if m.Under == nil && somewhere == (m.Is == model.Holds) {
			return false
		}
	}
	return true
}

// command is an action as a command of scripts: "lossy-crash b1".
func command(action string) string {
	rule, args, _ := strings.Cut(action, " ")
	var out strings.Builder
	for i, c := range rule {
		if unicode.IsUpper(c) && i > 0 {
			out.WriteByte('-')
		}
		out.WriteRune(unicode.ToLower(c))
	}
	return strings.TrimSpace(out.String() + " " + args)
}

// TestSchedulesAreGradedAsSessionsGo judges random schedules a second time: step by step,
// by asking a session. Most of them begin as a right one does, so that both kinds come up.
func TestSchedulesAreGradedAsSessionsGo(t *testing.T) {
	t.Parallel()
	book, r := lessons(t), rand.New(rand.NewPCG(18, 4))
	seen, done := map[bool]int{}, map[string]bool{}
	for _, a := range answers {
		l, n, err := book.Exercise(a.exercise)
		if err != nil {
			t.Fatal(err)
		}
		e := &l.Exercises[n-1]
		if e.Kind != lesson.Schedule || a.says != "" || done[a.exercise] {
			continue
		}
		done[a.exercise] = true
		start := l.File(n, 0)
		_, given := driven(t, e, a.exercise, start)
		for range 25 {
			session, known := driven(t, e, a.exercise, a.text(start))
			begins := []int{len(given), len(given) + r.IntN(len(known)-len(given)), len(known)}[r.IntN(3)]
			if err := session.Follow(known[:begins]); err != nil {
				t.Fatal(err)
			}
			for range r.IntN(3) {
				if all := session.Enabled(); len(all) > 0 {
					if err := session.Take(r.IntN(len(all))); err != nil {
						t.Fatal(err)
					}
				}
			}
			steps := session.Names()
			if slices.ContainsFunc(steps, func(s string) bool { return strings.ContainsAny(s, "#+") }) {
				continue // scripts have another word for a set, and none for the second of two with one name
			}
			text := start
			for _, step := range steps[len(given):] {
				text += "  - " + command(step) + "\n"
			}
			want := comes(t, e, session) && len(steps) <= e.Most
			grade := handed(t, book, a.exercise, text)
			under := slices.ContainsFunc(e.Musts, func(m lesson.Must) bool { return m.Under != nil })
			if grade.Right != want && (grade.Right || !under) {
				t.Errorf("right is %v, and by hand %v: %s\n%s", grade.Right, want, grade.Says, text)
			}
			if len(grade.Says) == 0 {
				t.Errorf("nothing is said of\n%s", text)
			}
			seen[grade.Right]++
		}
	}
	if len(done) < 3 || seen[true] < 10 || seen[false] < 30 {
		t.Errorf("%d exercises, %d right and %d wrong schedules say little", len(done), seen[true], seen[false])
	}
}

// TestNumbersAreThoseOfTheState: of the numbers from 0 to 5 in a place exactly one is
// taken, the others being right, and it is the one that the state shows there.
func TestNumbersAreThoseOfTheState(t *testing.T) {
	t.Parallel()
	book, done := lessons(t), map[string]bool{}
	for _, a := range answers {
		l, n, err := book.Exercise(a.exercise)
		if err != nil {
			t.Fatal(err)
		}
		if l.Exercises[n-1].Kind != lesson.Numbers || a.says != "" || done[a.exercise] {
			continue
		}
		done[a.exercise] = true
		right := strings.Fields(a.numbers)
		shown := shownNumbers(t, a.exercise, l.File(n, 0), a.text(l.File(n, 0)))
		if !slices.Equal(right, shown) {
			t.Errorf("%s: %v is right, and the states show %v", a.exercise, right, shown)
		}
		for place := range right {
			for number := range 6 {
				numbers := slices.Clone(right)
				numbers[place] = fmt.Sprint(number)
				other := answer{exercise: a.exercise, numbers: strings.Join(numbers, " ")}
				if grade := handed(t, book, a.exercise, other.text(l.File(n, 0))); grade.Right != slices.Equal(numbers, right) {
					t.Errorf("%s: %v: right is %v", a.exercise, numbers, grade.Right)
				}
			}
		}
	}
	if len(done) < 2 {
		t.Errorf("only %d exercises on numbers", len(done))
	}
}

// shownNumbers are what the states show in the places that a file leaves open.
func shownNumbers(t *testing.T, name, start, whole string) (shown []string) {
	t.Helper()
	open, err := specfile.Parse(name+".yaml", []byte(start))
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range open.Steps {
		for _, w := range step.Expect {
			if !slices.Contains(w.Values, "__") {
				continue
			}
			until, err := specfile.Parse(name+".yaml", []byte(whole)) // anew, for it is given what its steps need
			if err != nil {
				t.Fatal(err)
			}
			until.Steps = until.Steps[:i+1]
			entry, err := shipped.Resolve(until)
			if err != nil {
				t.Fatal(err)
			}
			out, err := entry.Play(suite.Job(until, suite.Options(until), ""), *until.Script())
			if err != nil {
				t.Fatal(err)
			}
			if p := out.Properties[0]; p.Verdict != model.Holds {
				t.Fatalf("%s: %s", name, p.Witness)
			}
			lanes := out.Script.Trace.Last().View.Lanes
			lane := lanes[slices.IndexFunc(lanes, func(l model.Lane) bool { return l.Name == w.Of })]
			switch w.Key {
			case "leo":
				shown = append(shown, fmt.Sprint(len(lane.Log.Cells)))
			case "hw":
				shown = append(shown, fmt.Sprint(lane.Log.HighWatermark))
			default:
				t.Fatalf("%s asks for %s", name, w.Name())
			}
		}
	}
	return shown
}
