package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mc/model/ask"
	"mc/run/lesson"
	"mc/run/specfile"
	"mc/run/verdict"
)

// answer is what somebody hands in: the numbers that stand for the blanks, the steps
// that go on where the start ends, or constants with other values.
type answer struct {
	exercise            string
	numbers, steps, set string
	says                string // what a wrong one is told; empty: it is right
}

// answers are right ones, more than one where there are several ways, and wrong ones
// as they come to mind.
var answers = []answer{
	{exercise: "kip-101-exercise-1", numbers: "3 2 3 2"},
	{exercise: "kip-101-exercise-1", numbers: "3 3 3 2", says: "hw of b2 after step 5 is not what you say"},
	{exercise: "kip-101-exercise-1", numbers: "3 2 2 2", says: "leo of b2 after step 7 is not what you say"},
	{exercise: "kip-101-exercise-1", numbers: "3 2 3 3", says: "leo of b2 after step 8 is not what you say"},
	{exercise: "kip-101-exercise-1", numbers: "3 2 3 __", says: "leo of b2 after step 8 is still to be filled in"},

	{exercise: "kip-101-exercise-2", steps: "fetch b2; elect b2; learn b2; elect b1; learn b2; elect b2; learn b2"},
	{exercise: "kip-101-exercise-2", steps: "fetch b2; elect b2; learn b2; elect b1; learn b1; learn b2; elect b2; learn b2", says: "at most 10 are asked for"},
	{exercise: "kip-101-exercise-2", steps: "elect b2; learn b2; elect b1; learn b2; elect b2; learn b2", says: "not committed yet"},
	{exercise: "kip-101-exercise-2", steps: "fetch b2; elect b2; learn b2", says: "When does a replica cut its log"},
	{exercise: "kip-101-exercise-2", steps: "fetch b2; kill b2; restart b2; learn b2", says: "The schedule is not carried out to its end: step 5 (kill b2)"},
	{exercise: "kip-101-exercise-2", steps: "fetch b2", set: "generation=kip-101", says: "The task is about generation=hw-truncation"},

	{exercise: "kip-279-exercise-1", set: "truncation=epoch-pair"},
	{exercise: "kip-279-exercise-1", set: "truncation=on-fetch"},
	{exercise: "kip-279-exercise-1", set: "unclean_elections=0", says: "says how the cluster is set up"},
	{exercise: "kip-279-exercise-1", set: "truncation=high-watermark", says: "breaks it"},
	{exercise: "kip-279-exercise-1", set: "strict_min_isr_hw=on", says: "nothing in it depends on that"},
	{exercise: "kip-279-exercise-1", says: "Nothing is changed yet"},

	{exercise: "kip-279-exercise-2", numbers: "4 3 3 1"},
	{exercise: "kip-279-exercise-2", numbers: "5 3 3 1", says: "leo of b1 after step 6"},
	{exercise: "kip-279-exercise-2", numbers: "4 2 3 1", says: "leo of b2 after step 6"},
	{exercise: "kip-279-exercise-2", numbers: "4 3 1 1", says: "leo of b2 after step 10"},
	{exercise: "kip-279-exercise-2", numbers: "4 3 3 3", says: "leo of b2 after step 11"},

	{exercise: "kip-320-exercise-1", steps: "learn b3; learn b1; lookup b1; produce to=b3 values=new; fetch b1; respond b1; elect b1; learn b1; learn b3; lookup b3; fetch b3; fetch b2; respond b2"},
	{exercise: "kip-320-exercise-1", steps: "learn b3; learn b1; lookup b1; produce to=b3 values=new; fetch b1; respond b1; elect b1; learn b1; learn b3; lookup b3; fetch b3; fetch b2", says: "Which replica does not know yet"},
	{exercise: "kip-320-exercise-1", steps: "learn b3; produce to=b3 values=new", says: "has not heard of another epoch itself"},
	{exercise: "kip-320-exercise-1", steps: "learn b3; learn b1; lookup b1; produce to=b3 values=new; fetch b1; respond b1; elect b1; learn b1; learn b3; lookup b3; fetch b3", says: "In no later epoch is anything committed yet"},

	{exercise: "kip-320-exercise-2", set: "fence_fetch=on"},
	{exercise: "kip-320-exercise-2", set: "generation=kip-320"},
	{exercise: "kip-320-exercise-2", set: "fence_lookup=on", says: "Which message of b2"},
	{exercise: "kip-320-exercise-2", set: "elections=1", says: "says how the cluster is set up"},
	{exercise: "kip-320-exercise-2", set: "fence_fetch=on fence_lookup=on", says: "2 constants have other values"},

	{exercise: "kip-903-exercise-1", set: "generation=kip-903"},
	{exercise: "kip-903-exercise-1", set: "eligible_broker_epoch=on eligible_not_fenced=on"},
	{exercise: "kip-903-exercise-1", set: "fsync_each_write=on"},
	{exercise: "kip-903-exercise-1", set: "eligible_not_fenced=on", says: "is stopped in step"},
	{exercise: "kip-903-exercise-1", set: "min_insync_replicas=2", says: "nothing in it depends on that"},
	{exercise: "kip-903-exercise-1", set: "lossy_crashes=0", says: "says how the cluster is set up"},

	{exercise: "kip-903-exercise-2", steps: "learn b1; crash b1; fence b1; restart b1; learn b1"},
	{exercise: "kip-903-exercise-2", steps: "do: Learn b1; do: LossyCrash b1; do: Fence b1; do: Restart b1; do: Learn b1"},
	{exercise: "kip-903-exercise-2", steps: "learn b1; crash b1", says: "nobody leads yet who lacks it"},
	{exercise: "kip-903-exercise-2", steps: "crash b1; fence b1; restart b1; learn b1", says: "For whom does b1 still wait"},
	{exercise: "kip-903-exercise-2", steps: "learn b1; fence b1", says: "b1 still has the record"},

	{exercise: "kip-966-exercise-1", steps: "fence b2; fence b3; crash b1; fence b1; restart b1; learn b1"},
	{exercise: "kip-966-exercise-1", steps: "fence b2; fence b3; crash b1; restart b1; learn b1"},
	{exercise: "kip-966-exercise-1", steps: "fence b2; crash b1; fence b1; restart b1; learn b1", says: "While others are in the ISR"},
	{exercise: "kip-966-exercise-1", steps: "fence b2; fence b3", says: "What would take it?"},
	{exercise: "kip-966-exercise-1", steps: "fence b2; fence b3; crash b1; fence b1; restart b1", says: "b1 does not know yet that it leads"},

	{exercise: "kip-966-exercise-2", set: "min_insync_replicas=3"},
	{exercise: "kip-966-exercise-2", set: "fsync_each_write=on"},
	{exercise: "kip-966-exercise-2", set: "min_insync_replicas=1", says: "How many copies"},
	{exercise: "kip-966-exercise-2", set: "strict_min_isr_hw=off", says: "nothing in it depends on that"},
	{exercise: "kip-966-exercise-2", set: "replicas=2", says: "says how the cluster is set up"},
	{exercise: "kip-966-exercise-2", set: "lossy_crashes=1", says: "lossy_crashes says"},
}

// text is the file that is handed in.
func (a *answer) text(start string) string {
	for _, number := range strings.Fields(a.numbers) {
		at := strings.LastIndex(start, "\nsteps:")
		start = start[:at] + strings.Replace(start[at:], "__", number, 1)
	}
	if a.steps != "" {
		for step := range strings.SplitSeq(a.steps, "; ") {
			start += "  - " + step + "\n"
		}
	}
	for _, set := range strings.Fields(a.set) {
		name, value, _ := strings.Cut(set, "=")
		there := regexp.MustCompile(`\b` + name + `: [\w-]+`)
		if there.MatchString(start) {
			start = there.ReplaceAllString(start, name+": "+value)
		} else {
			start = strings.Replace(start, "set: {", "set: {"+name+": "+value+", ", 1)
		}
	}
	return start
}

func lessons(t *testing.T) *lesson.Book {
	t.Helper()
	book, err := lesson.Open(shipped)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// TestExercises hands in every answer: right ones pass, and of the wrong ones of an
// exercise, at least three, each is told something of its own.
func TestExercises(t *testing.T) {
	t.Parallel()
	book := lessons(t)
	right, told := map[string]int{}, map[string]map[string]string{}
	for _, a := range answers {
		l, n, err := book.Exercise(a.exercise)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := specfile.Parse(a.exercise+".yaml", []byte(a.text(l.File(n, 0))))
		if err != nil {
			t.Fatalf("%+v: %v", a, err)
		}
		grade, err := book.Grade(spec)
		if err != nil {
			t.Errorf("%+v: %v", a, err)
			continue
		}
		says := strings.Join(grade.Says, "\n")
		if grade.Right != (a.says == "") || !strings.Contains(says, a.says) {
			t.Errorf("%+v: right %v\n%s", a, grade.Right, says)
		}
		if grade.Right {
			right[a.exercise]++
			continue
		}
		if told[a.exercise] == nil {
			told[a.exercise] = map[string]string{}
		}
		if other, twice := told[a.exercise][says]; twice {
			t.Errorf("%+v is told the same as %s", a, other)
		}
		told[a.exercise][says] = fmt.Sprintf("%+v", a)
	}
	for _, l := range book.Lessons {
		for n := range l.Exercises {
			name := l.ExerciseName(n + 1)
			if right[name] == 0 || len(told[name]) < 3 {
				t.Errorf("%s has %d right answers and %d wrong ones", name, right[name], len(told[name]))
			}
		}
	}
}

// TestPredictionsAreSeen holds the answers to predictions to the runs: what is said to
// be so after a step is so there, and not before.
func TestPredictionsAreSeen(t *testing.T) {
	t.Parallel()
	book := lessons(t)
	for i := range book.Lessons {
		l := &book.Lessons[i]
		if _, err := book.Tell(l, 0); err != nil {
			t.Fatal(err)
		}
		for _, s := range l.Scenes {
			if p := s.Predict; p != nil {
				if !seenAfter(t, book, &s, p.After) {
					t.Errorf("%s: %s: %s is not so after step %d", l.Name, s.Title, p.Sees, p.After)
				}
				if p.After > s.Until && s.Until > 0 && seenAfter(t, book, &s, s.Until) {
					t.Errorf("%s: %s: %s is so before the question is asked", l.Name, s.Title, p.Sees)
				}
			}
		}
	}
}

// seenAfter takes the steps of a scene's run one by one, and asks what its prediction
// says.
func seenAfter(t *testing.T, book *lesson.Book, s *lesson.Scene, step int) bool {
	t.Helper()
	f, err := book.Run(s.Run)
	if err != nil {
		t.Fatal(err)
	}
	entry, ok := models().Find(f.Model)
	if !ok {
		t.Fatalf("there is no model %s", f.Model)
	}
	q := ask.Question{Name: "sees", Goal: true, Text: s.Predict.Sees}
	session, err := entry.Asking([]ask.Question{q}).Begin(f.Constants, f.Without)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range f.Steps[:step] {
		took := false
		for i, one := range session.Enabled() {
			if one.Action == e.Action && !took {
				took = session.Take(i) == nil
			}
		}
		if !took {
			t.Fatalf("%s: %s is not enabled", s.Run, e.Action)
		}
	}
	j, err := session.Judge("sees")
	if err != nil {
		t.Fatal(err)
	}
	return j.Decided
}

// TestLessonPages keeps docs/lessons the same as what the lessons show today. Run it
// with -update to write the pages and pictures.
func TestLessonPages(t *testing.T) {
	const dir = "../../docs/lessons"
	book := lessons(t)
	pages := map[string]string{"README.md": lessonsIndex(book)}
	for i := range book.Lessons {
		told, err := book.Tell(&book.Lessons[i], 0)
		if err != nil {
			t.Fatal(err)
		}
		pages[told.Name+".md"] = lessonPage(t, told, pages)
		var printed bytes.Buffer
		if err := lesson.Print(&printed, told); err != nil {
			t.Fatal(err)
		}
		checkPrinted(t, told, printed.String())
	}
	for name, want := range pages {
		file := filepath.Join(dir, name)
		if *update {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s is out of date (%v); run go test ./cmd/mc -run TestLessonPages -update", file, err)
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(found) != len(pages) {
		t.Errorf("%s has %d files, and there are %d pages and pictures (%v)", dir, len(found), len(pages), err)
	}
}

// checkPrinted holds that a page needs nothing beside it, and keeps its answers for the
// last sheet.
func checkPrinted(t *testing.T, l *lesson.Told, page string) {
	t.Helper()
	before, after, found := strings.Cut(page, "<h2>Answers</h2>")
	if !found || strings.Contains(page, "<script") || regexp.MustCompile(`(src|href)="(?:[^d]|d[^a])`).MatchString(page) {
		t.Errorf("the page of %s has no answers, or needs something beside it", l.Name)
	}
	for _, p := range l.Parts {
		if p.Predict == nil {
			continue
		}
		answer := html.EscapeString(strings.TrimSpace(p.Predict.Answer))
		if strings.Contains(before, answer) || !strings.Contains(after, answer) {
			t.Errorf("the page of %s does not keep %q for its end", l.Name, answer)
		}
	}
}

func lessonsIndex(book *lesson.Book) string {
	var out strings.Builder
	out.WriteString("# Lessons\n\nGenerated by `go test ./cmd/mc -run TestLessonPages -update` from specs/lessons; what the runs show is what the model does today.\n\n" +
		"`mc learn` lists them, `mc learn NAME` goes through one and stops at each question, `mc learn NAME --print -o FILE.html` writes a page\n" +
		"for paper with the answers on its last sheet. Take them in this order: each breaks the fix of the one before it.\n\n| | lesson | what it is about |\n|---|---|---|\n")
	for i, l := range book.Lessons {
		fmt.Fprintf(&out, "| %d | [%s](%s.md) | %s |\n", i+1, l.Title, l.Name, strings.Join(strings.Fields(l.About), " "))
	}
	out.WriteString("\n## Exercises\n\n`mc learn NAME --exercise N -o FILE` writes a spec to complete, with the task in comments: steps, a setting, or numbers.\n" +
		"`mc learn check FILE` runs it. It takes every answer that does what is asked; of others it says what does not hold, without giving the\n" +
		"answer away. The exit code is 0 for a right one, 1 for another, and 2 for a file that cannot be run (`--json`: mc.grade/1).\n")
	return out.String()
}

// lessonPage is the page of a lesson; its pictures are added to the pages.
func lessonPage(t *testing.T, l *lesson.Told, pages map[string]string) string {
	t.Helper()
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n\n%s\n", l.Title, strings.Join(strings.Fields(l.About), " "))
	for _, w := range l.Words {
		fmt.Fprintf(&out, "\n* **%s**: %s", w.Name, w.Sentence)
	}
	if len(l.Words) > 0 {
		out.WriteString("\n")
	}
	for i := range l.Parts {
		p := &l.Parts[i]
		fmt.Fprintf(&out, "\n## %d. %s\n", i+1, p.Title)
		for _, text := range p.Paragraphs {
			fmt.Fprintf(&out, "\n%s\n", text)
		}
		for _, w := range p.Words {
			fmt.Fprintf(&out, "\n**%s**: %s\n\n```text\n%s\n```\n\n%s\n", w.Name, w.Sentence, strings.Join(w.Picture, "\n"), w.Says)
		}
		if p.Comparison != nil {
			fmt.Fprintf(&out, "\n%s\n", p.Lesson)
		}
		out.WriteString("\n")
		for _, s := range p.Steps {
			fmt.Fprintf(&out, "%d. %s\n", s.Number, s.Words)
			if s.Other != "" {
				fmt.Fprintf(&out, "   *Under %s:* %s\n", p.Comparison.Names[1], s.Other)
			}
		}
		if len(p.Picture) > 0 {
			fmt.Fprintf(&out, "\n```text\n%s\n```\n", strings.Join(p.Picture, "\n"))
		}
		for _, text := range p.Ending {
			fmt.Fprintf(&out, "\n%s\n", text)
		}
		out.WriteString(pictureOf(t, l, p, pages))
		if p.Predict != nil {
			fmt.Fprintf(&out, "\n> %s\n\n<details><summary>Answer</summary>\n\n%s\n\n</details>\n", strings.TrimSpace(p.Predict.Question), strings.TrimSpace(p.Predict.Answer))
		}
	}
	for i, e := range l.Exercises {
		fmt.Fprintf(&out, "\n## Exercise %d. %s\n\n%s\n\n    mc learn %s --exercise %d -o answer.yaml\n    mc learn check answer.yaml\n", i+1, e.Title, strings.TrimSpace(e.Task), l.Name, i+1)
	}
	return out.String()
}

// pictureOf draws what has come of a whole run, alone or beside other rules.
func pictureOf(t *testing.T, l *lesson.Told, p *lesson.Part, pages map[string]string) string {
	t.Helper()
	if !p.Whole() {
		return ""
	}
	name, text := l.Name, "The whole run"
	if p.Comparison != nil {
		name, text = name+"-fixed", "The same schedule under both"
	}
	var out bytes.Buffer
	if err := lesson.SVG(&out, p); err != nil {
		t.Fatal(err)
	}
	pages[name+".svg"] = out.String()
	return fmt.Sprintf("\n![%s](%s.svg)\n", text, name)
}

// TestLearnCodes holds the exit codes of mc learn check.
func TestLearnCodes(t *testing.T) {
	t.Parallel()
	book := lessons(t)
	for _, c := range []struct {
		answer
		want verdict.Code
	}{
		{answers[0], verdict.OK}, {answers[1], verdict.Unmet}, {answer{exercise: answers[0].exercise, numbers: "3 2 3 2", steps: "frobnicate b2"}, verdict.Usage},
	} {
		l, n, err := book.Exercise(c.exercise)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "answer.yaml")
		if err := os.WriteFile(file, []byte(c.text(l.File(n, 0))), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := mc([]string{"learn", "check", file}, &out, &errs); code != c.want {
			t.Errorf("%+v: exit code %d\n%s%s", c.answer, code, out.String(), errs.String())
		}
	}
}
