package explorer

// Coverage is how much of the model a run came to. All of it is over complete
// levels, as the other counts are, and the same for any number of workers.
type Coverage struct {
	Rules    []RuleCoverage    // one per rule, in the model's order
	Premises []PremiseCoverage // one per property that has a premise, in the order of the properties
}

// RuleCoverage is what a rule came to; how often it fired in all is in
// Result.Actions.
type RuleCoverage struct {
	Rule    string
	Absent  bool   // the run's constants rule it out
	Enabled uint64 // expanded states in which it has a step
	Stopped uint64 // expanded states in which budgets kept it from one, whether or not it has others

	// First and Last are the levels of the first and last states that it led out of;
	// 0 if there are none, and in an order that has no levels.
	First, Last int

	// By level of the states that it led out of: steps, and states credited to it,
	// which are in the level behind. An order without levels has none.
	Fired, New []uint64
}

// PremiseCoverage tells in how many of the distinct states a premise was true.
type PremiseCoverage struct {
	Property string
	True     uint64
}

// atDepth is what rules did in the states of one level.
type atDepth struct{ Fired, New []uint64 }

// cover notes what rules did in the level that was just expanded: what was
// counted since the last one.
func (s *search[S]) cover() {
	if !s.opt.Coverage {
		return
	}
	var at atDepth
	for i := range s.m.Rules {
		at.Fired = append(at.Fired, s.total.Fired[i]-s.sealed.Fired[i])
		at.New = append(at.New, uint64(s.total.Created[i]-s.sealed.Created[i]))
	}
	s.byDepth = append(s.byDepth, at)
}

// coverage puts together what was counted, if it was.
func (s *search[S]) coverage() *Coverage {
	if !s.opt.Coverage {
		return nil
	}
	c := &Coverage{}
	for i := range s.m.Rules {
		rule := &s.m.Rules[i]
		r := RuleCoverage{Rule: rule.Name, Absent: rule.Absent, Enabled: s.total.Enabled[i], Stopped: s.total.Held[i]}
		for level, at := range s.byDepth {
			r.Fired, r.New = append(r.Fired, at.Fired[i]), append(r.New, at.New[i])
			if at.Fired[i] > 0 {
				r.Last = level + 1
			}
			if r.First == 0 {
				r.First = r.Last
			}
		}
		c.Rules = append(c.Rules, r)
	}
	for i, d := range s.decisions {
		if d.Property.Premise != nil {
			c.Premises = append(c.Premises, PremiseCoverage{d.Property.Name, s.total.Premises[i]})
		}
	}
	return c
}

// fitsCoverage tells whether a checkpoint has what rules did in each level that
// was expanded: all that it has, or all but the last.
func (s *search[S]) fitsCoverage(c *checkpoint) bool {
	if !s.opt.Coverage {
		return len(c.ByDepth) == 0
	}
	for _, at := range c.ByDepth {
		if len(at.Fired) != len(s.m.Rules) || len(at.New) != len(s.m.Rules) {
			return false
		}
	}
	return len(c.ByDepth) == len(c.Sizes) || len(c.ByDepth) == len(c.Sizes)-1
}
