package traces

import (
	"strings"
	"testing"

	"mc/model"
	"mc/traces/internal/toy"
)

func TestCompareFindsWhereTheTwoPart(t *testing.T) {
	m, f := lossFile(t)
	other := toy.Loss
	other.AskEpoch = true
	c, err := Compare(m, f, toy.Model(other), [2]string{"hw-truncation", "kip-101"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Parting != 6 || c.Pairs[6].Kind != Differs {
		t.Errorf("parts at %d (%s), want 6, where b2 restarts", c.Parting, c.Pairs[c.Parting].Kind)
	}
	if c.Broken != [2]bool{true, false} {
		t.Errorf("broken: %v, want only under hw-truncation", c.Broken)
	}
}

func TestCompareWithItselfDoesNotPart(t *testing.T) {
	m, f := lossFile(t)
	c, err := Compare(m, f, m, [2]string{"one", "two"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Parting != -1 || c.Broken != [2]bool{true, true} {
		t.Errorf("parts at %d, broken %v", c.Parting, c.Broken)
	}
}

func TestCompareGoesOnAfterAStepThatIsNotEnabled(t *testing.T) {
	m, f := lossFile(t)
	oneKill := toy.Loss
	oneKill.Kills = 1
	c, err := Compare(m, f, toy.Model(oneKill), [2]string{"2 kills", "1 kill"})
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
}

// Rules that need a step of their own in between take it.
func TestCompareTakesTheOtherRulesOwnSteps(t *testing.T) {
	m, f := lossFile(t)
	c := toy.Loss
	c.AskEpoch = true
	asking := toy.Model(c)
	restart := asking.Rules[3].Expand
	asking.Rules[3].Expand = func(s *toy.State, out *model.Steps[toy.State]) {
		if s.Brokers[1].Remote[0] == 9 { // b2 has asked
			restart(s, out)
		}
	}
	asking.Rules = append(asking.Rules, model.Rule[toy.State]{Name: "Ask", Doc: "b2 asks where its epoch ended.", Expand: func(s *toy.State, out *model.Steps[toy.State]) {
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
}
