package lesson

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"mc/model"
	"mc/model/ask"
	"mc/model/schedule"
	"mc/report"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// Grade is what a run says of a reader's file.
type Grade struct {
	Schema   string   `json:"schema"`
	Exercise string   `json:"exercise"`
	Title    string   `json:"title"`
	Right    bool     `json:"right"`
	Says     []string `json:"says"` // what was found, and, where it is not right, what to look at
}

// Schema names the JSON form of a grade.
const Schema = "mc.grade/1"

// Text writes the grade, a sentence to a line.
func (g *Grade) Text(w io.Writer) error {
	word := "not right yet"
	if g.Right {
		word = "right"
	}
	_, err := fmt.Fprintf(w, "%s: %s\n%s\n", g.Exercise, word, strings.TrimSpace(strings.Join(g.Says, "\n")))
	return err
}

// grader looks at one file.
type grader struct {
	book     *Book
	lesson   *Lesson
	exercise *Exercise
	start    *specfile.Spec
	spec     *specfile.Spec
	given    map[string]string // constants that the reader's file itself has
	entry    registry.Entry
	out      Grade
}

// Grade runs the spec of a reader. The error is of a file that cannot be run at all.
func (b *Book) Grade(spec *specfile.Spec) (*Grade, error) {
	l, n, err := b.Exercise(spec.Name)
	if err != nil {
		return nil, spec.Complain("name", "%v", err)
	}
	g := &grader{book: b, lesson: l, exercise: &l.Exercises[n-1], spec: spec}
	g.out = Grade{Schema: Schema, Exercise: spec.Name, Title: g.exercise.Title, Says: []string{}}
	if g.start, err = l.start(n); err != nil {
		return nil, err
	}
	if g.unfilled() {
		return &g.out, nil
	}
	g.ask()
	g.given = maps.Clone(spec.Set) // a script is given more
	if g.entry, err = b.suite.Resolve(spec); err != nil {
		return nil, err
	}
	if v := spec.Variant; v.Constant != "" {
		g.given[v.Constant] = v.Value
	}
	if err := g.adopt(); err != nil {
		return nil, err
	}
	err = map[Kind]func() error{Schedule: g.schedule, Setting: g.setting, Numbers: g.numbers}[g.exercise.Kind]()
	return &g.out, err
}

// adopt gives the start the model's own key for variants.
func (g *grader) adopt() error { return g.start.Adopt(g.entry.Variants().Key()).Err() }

func (g *grader) say(format string, args ...any) {
	g.out.Says = append(g.out.Says, fmt.Sprintf(format, args...))
}

// ask has the spec check what the exercise is about, and nothing else.
func (g *grader) ask() {
	g.spec.Check, g.spec.Questions, g.spec.Expect = []string{}, nil, map[string]specfile.Expectation{}
	for i, m := range g.exercise.Musts {
		if m.Ask != "" {
			name := fmt.Sprint("must-", i+1)
			g.spec.Questions = append(g.spec.Questions, ask.Question{Name: name, Goal: true, Text: m.Ask})
			g.spec.Check = append(g.spec.Check, name)
		} else if !slices.Contains(g.spec.Check, m.Claim) {
			g.spec.Check = append(g.spec.Check, m.Claim)
		}
	}
}

// unfilled says what the reader has left open.
func (g *grader) unfilled() bool {
	for i, s := range g.spec.Steps {
		for _, w := range s.Expect {
			if slices.Contains(w.Values, blank) {
				g.say("%s is still to be filled in.", seen(i+1, w))
			}
		}
	}
	return len(g.out.Says) > 0
}

// seen names what is expected of a step.
func seen(step int, w schedule.Want) string {
	return strings.TrimSpace(fmt.Sprintf("%s of %s", w.Key, w.Of)) + fmt.Sprintf(" after step %d", step)
}

// otherSystem says that the file is of another system than the task: of other
// constants, without other rules, or with another start.
func (g *grader) otherSystem() bool {
	was, is := g.start.Constants(), g.given
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if was[name] != is[name] {
			g.say("The task is about %s=%s; the file has another value.", name, was[name])
		}
	}
	policies := g.policies()
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if _, given := was[name]; !given && policies[name] {
			g.say("%s is as it is in this protocol; the task is to be done without setting it.", name)
		}
	}
	if !slices.Equal(g.start.Without, g.spec.Without) || (g.start.Init == nil) != (g.spec.Init == nil) {
		g.say("The task takes no rule out, and starts where the model does.")
	}
	return len(g.out.Says) > 0
}

// policies are the constants that say how the protocol works, rather than how much
// happens.
func (g *grader) policies() map[string]bool {
	out := map[string]bool{}
	list, err := g.entry.Constants(g.start.Constants())
	if err != nil {
		return out // the spec was resolved with them
	}
	for _, c := range list {
		out[c.Name] = c.Switch || c.Choices != nil
	}
	return out
}

// otherSteps says that steps which the task gives are not there any more.
func (g *grader) otherSteps() bool {
	for i, s := range g.start.Steps {
		if i >= len(g.spec.Steps) || g.spec.Steps[i].Command.String() != s.Command.String() {
			g.say("Step %d of the task is %s; leave the steps that are given as they are.", i+1, s.Command)
			return true
		}
	}
	return false
}

func (g *grader) job() registry.Job { return suite.Job(g.spec, suite.Options(g.spec), "") }

// numbers plays the schedule with each of the numbers alone, so that one which is not
// right hides no other.
func (g *grader) numbers() error {
	if g.otherSystem() || g.otherSteps() {
		return nil
	}
	right := 0
	for i, s := range g.start.Steps {
		for _, w := range s.Expect {
			if !slices.Contains(w.Values, blank) {
				continue
			}
			ok, err := g.number(i, w)
			if err != nil {
				return err
			}
			if ok {
				right++
			}
		}
	}
	if g.out.Right = len(g.out.Says) == 0; g.out.Right {
		g.say("All %d are what the run shows.", right)
	}
	return nil
}

// number reports whether the run shows after a step what the reader says.
func (g *grader) number(step int, of schedule.Want) (bool, error) {
	i := slices.IndexFunc(g.spec.Steps[step].Expect, func(w schedule.Want) bool { return w.Key == of.Key && w.Of == of.Of })
	if i < 0 {
		g.say("%s is asked for, and the file does not say it.", seen(step+1, of))
		return false, nil
	}
	alone := schedule.Script{Clock: g.spec.Clock, Init: g.spec.Init}
	for _, s := range g.spec.Steps {
		alone.Steps = append(alone.Steps, schedule.Step{Command: s.Command})
	}
	alone.Steps[step].Expect = []schedule.Want{g.spec.Steps[step].Expect[i]}
	out, err := g.entry.Play(g.job(), alone)
	if err != nil || out.Properties[0].Verdict == model.Holds {
		return err == nil, err
	}
	g.say("%s is not what you say. %s", seen(step+1, of), g.exercise.Hints[strings.TrimSpace(fmt.Sprintf("%d %s %s", step+1, of.Key, of.Of))])
	return false, nil
}

// schedule plays the reader's steps.
func (g *grader) schedule() error {
	if g.otherSystem() || g.otherSteps() {
		return nil
	}
	out, err := g.entry.Play(g.job(), *g.spec.Script())
	if err != nil {
		return err
	}
	if script := out.Properties[0]; script.Verdict != model.Holds {
		g.say("The schedule is not carried out to its end: %s.", strings.TrimSuffix(script.Witness, "."))
		return nil
	}
	for i := range g.exercise.Musts {
		ok, err := g.must(out, i)
		if err != nil || !ok {
			return err
		}
	}
	if n := out.Script.Actions; g.exercise.Most > 0 && n > g.exercise.Most {
		g.say("It comes to what it is to come to, in %d actions; at most %d are asked for.%s", n, g.exercise.Most, aside(out))
		return nil
	}
	g.out.Right = true
	g.say("The schedule is carried out, in %d actions, and comes to what it is to come to.%s", out.Script.Actions, witnesses(out))
	return nil
}

// must holds the outcome of a schedule to one of the conditions.
func (g *grader) must(out *report.Outcome, i int) (bool, error) {
	m := &g.exercise.Musts[i]
	p := g.property(out, i)
	if m.Under != nil {
		if p.Trace == nil {
			return true, nil // an earlier one is about that
		}
		c, err := m.Under.cure().Compare(g.book.suite.Models, p.Trace)
		if err != nil || !c.Broken[1] {
			return err == nil, err
		}
		g.say("The schedule is carried out, and does the same harm under %s. %s", c.Names[1], m.Hint)
		return false, nil
	}
	if p.Verdict == m.Is {
		return true, nil
	}
	said := fmt.Sprintf("%s is %s along it", p.Name, p.Verdict)
	if m.Ask != "" {
		said = "it does not come to what is asked for"
	}
	g.say("The schedule is carried out, but %s. %s", said, m.Hint)
	return false, nil
}

// property is the outcome of what one of the conditions is about.
func (g *grader) property(out *report.Outcome, i int) *report.Property {
	name := g.exercise.Musts[i].Claim
	if name == "" {
		name = fmt.Sprint("must-", i+1)
	}
	for j := range out.Properties {
		if out.Properties[j].Name == name {
			return &out.Properties[j]
		}
	}
	return &report.Property{Name: name, Verdict: model.Inconclusive}
}

// aside are the steps that what was found does not depend on.
func aside(out *report.Outcome) string {
	var names []string
	for _, p := range out.Properties {
		if p.Script || p.Trace == nil || len(names) > 0 {
			continue
		}
		for i, s := range p.Trace.Steps {
			if s.Aside {
				names = append(names, fmt.Sprintf("%d (%s)", i+1, s.Title))
			}
		}
		if left := out.Script.Actions - len(p.Trace.Steps); left > 0 {
			names = append(names, fmt.Sprintf("the last %d", left))
		}
	}
	if names == nil {
		return " Each of its steps matters, so it is another way that is shorter."
	}
	return " It does not depend on these: " + strings.Join(names, ", ") + "."
}

// witnesses are what is wrong, in the model's words.
func witnesses(out *report.Outcome) (text string) {
	for _, p := range out.Properties {
		if p.Verdict == model.Violated && p.Witness != "" {
			text += fmt.Sprintf(" %s: %s.", p.Name, p.Witness)
		}
	}
	return text
}
