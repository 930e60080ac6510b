package traces

import (
	"bytes"
	"strings"
	"testing"

	"mc/model"
)

func lossComparison(t testing.TB) *Comparison {
	t.Helper()
	m, f := lossFile(t)
	other := toyLoss
	other.AskEpoch = true
	c, err := Compare(m, f, toyModel(other), [2]string{"hw-truncation", "kip-101"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCompareFindsWhereTheTwoPart(t *testing.T) {
	c := lossComparison(t)
	if c.Parting != 6 || c.Pairs[6].Kind != Differs {
		t.Errorf("parts at %d (%s), want 6, where b2 restarts", c.Parting, c.Pairs[c.Parting].Kind)
	}
	if c.Broken != [2]bool{true, false} {
		t.Errorf("broken: %v, want only under hw-truncation", c.Broken)
	}
	for _, want := range []string{"part in step 6 (b2 restarts)", "Under kip-101: b2 comes back and asks the leader", "offset 0 at b2 is m0@e0 (hw-truncation: nothing)", "is not broken under kip-101"} {
		if !strings.Contains(c.Lesson, want) {
			t.Errorf("the lesson does not say %q:\n%s", want, c.Lesson)
		}
	}
	var out bytes.Buffer
	if err := TextComparison(&out, c, TextOptions{Unicode: true}); err != nil {
		t.Fatal(err)
	}
	golden(t, "comparison.txt", out.Bytes())
}

func TestCompareWithItselfDoesNotPart(t *testing.T) {
	m, f := lossFile(t)
	c, err := Compare(m, f, m, [2]string{"one", "two"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Parting != -1 || c.Broken != [2]bool{true, true} || !strings.Contains(c.Lesson, "does the same") {
		t.Errorf("parts at %d, broken %v: %s", c.Parting, c.Broken, c.Lesson)
	}
}

func TestCompareGoesOnAfterAStepThatIsNotEnabled(t *testing.T) {
	m, f := lossFile(t)
	oneKill := toyLoss
	oneKill.Kills = 1
	c, err := Compare(m, f, toyModel(oneKill), [2]string{"2 kills", "1 kill"})
	if err != nil {
		t.Fatal(err)
	}
	kinds := []string{}
	for _, p := range c.Pairs {
		kinds = append(kinds, p.Kind)
	}
	want := "same same same same same not enabled,not enabled,differs"
	if got := strings.Join(kinds, " "); got != strings.ReplaceAll(want, ",", " ") {
		t.Errorf("got %s, want %s", got, want)
	}
	if !strings.Contains(c.Lesson, "not enabled") || !strings.Contains(c.Lesson, "step 6 (b2 restarts)") {
		t.Errorf("the lesson does not name the steps left out: %s", c.Lesson)
	}
}

// Rules that need a step of their own in between take it.
func TestCompareTakesTheOtherRulesOwnSteps(t *testing.T) {
	m, f := lossFile(t)
	c := toyLoss
	c.AskEpoch = true
	asking := toyModel(c)
	restart := asking.Rules[3].Expand
	asking.Rules[3].Expand = func(s *toy, out *model.Steps[toy]) {
		if s.Brokers[1].Remote[0] == 9 { // b2 has asked
			restart(s, out)
		}
	}
	asking.Rules = append(asking.Rules, model.Rule[toy]{Name: "Ask", Doc: "b2 asks where its epoch ended.", Expand: func(s *toy, out *model.Steps[toy]) {
		if !s.Brokers[1].Up && s.Brokers[1].Remote[0] != 9 {
			out.Step().Brokers[1].Remote[0] = 9
		}
	}})
	got, err := Compare(m, f, asking, [2]string{"cut", "ask"})
	if err != nil {
		t.Fatal(err)
	}
	p := got.Pairs[6]
	if len(p.Extra) != 1 || p.Extra[0].Rule != "Ask" || p.Other == nil {
		t.Errorf("step 6: extra steps %v, want Ask before Restart", p.Extra)
	}
	if !strings.Contains(got.Lesson, "before that: b2 asks where its epoch ended.") {
		t.Errorf("the lesson passes over the step in between: %s", got.Lesson)
	}
}
