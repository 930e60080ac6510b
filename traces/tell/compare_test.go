package tell

import (
	"bytes"
	"strings"
	"testing"

	"mc/traces"
	"mc/traces/internal/toy"
)

func TestLessonSaysWhereTheTwoPart(t *testing.T) {
	c := lossComparison(t)
	for _, want := range []string{"part in step 6 (b2 restarts)", "Under kip-101: b2 comes back and asks the leader", "offset 0 at b2 is m0@e0 (hw-truncation: nothing)", "is not broken under kip-101"} {
		if !strings.Contains(Lesson(c), want) {
			t.Errorf("the lesson does not say %q:\n%s", want, Lesson(c))
		}
	}
	var out bytes.Buffer
	if err := Comparison(&out, c, Options{Unicode: true}); err != nil {
		t.Fatal(err)
	}
	toy.Golden(t, "comparison.txt", out.Bytes())
}

func TestLessonOfTheSameRules(t *testing.T) {
	m, f := lossFile(t)
	c, err := traces.Compare(m, f, m, [2]string{"one", "two"})
	if err != nil {
		t.Fatal(err)
	}
	if lesson := Lesson(c); !strings.Contains(lesson, "does the same") {
		t.Errorf("got %s", lesson)
	}
}

func TestLessonNamesTheStepsLeftOut(t *testing.T) {
	m, f := lossFile(t)
	oneKill := toy.Loss
	oneKill.Kills = 1
	c, err := traces.Compare(m, f, toy.Model(oneKill), [2]string{"2 kills", "1 kill"})
	if err != nil {
		t.Fatal(err)
	}
	if lesson := Lesson(c); !strings.Contains(lesson, "not enabled") || !strings.Contains(lesson, "step 6 (b2 restarts)") {
		t.Errorf("the lesson does not name the steps left out: %s", lesson)
	}
}

func TestLessonTellsStepsInBetween(t *testing.T) {
	c := lossComparison(t)
	c.Pairs[6].Extra = []traces.Event{{Title: "b2 asks", Words: "b2 asks where its epoch ended"}}
	if lesson := Lesson(c); !strings.Contains(lesson, "before that: b2 asks where its epoch ended.") {
		t.Errorf("the lesson passes over the step in between: %s", lesson)
	}
}
