package fair

// Cores are the largest sets of states in which a fair run can go on for ever.
type Cores struct {
	Count int // of sets
	part  []uint32
}

// Of is the core that a state belongs to, if it does to any.
func (c *Cores) Of(s uint32) (core uint32, member bool) {
	return c.part[s], c.part[s]&accepted != 0
}

// States are the members of a core.
func (c *Cores) States(core uint32) (states []uint32) {
	for s, part := range c.part {
		if part == core {
			states = append(states, uint32(s))
		}
	}
	return states
}

// Decide finds the cores of a graph for what is asked of runs.
func Decide(g Graph, asked Demands, region Region) *Cores {
	f := newFinder(g, asked, region)
	c := &Cores{part: f.part}
	judge := func(states []uint32, part uint32) { c.judge(f, states, part) }
	for s := range g.Len() {
		if f.part[s] == 1 && f.index[s] == 0 {
			f.components(s, judge)
		}
	}
	for len(f.again) > 0 {
		rest := f.again[len(f.again)-1]
		f.again = f.again[:len(f.again)-1]
		part := f.newPart()
		for _, s := range rest {
			f.part[s], f.index[s] = part, 0
		}
		for _, s := range rest {
			if f.part[s] == part {
				f.components(s, judge)
			}
		}
	}
	return c
}

// judge accepts a component, or puts aside what may be left of it.
func (c *Cores) judge(f *finder, states []uint32, part uint32) {
	switch fails, unmet := f.look(states, part).against(f.asked); {
	case fails != 0: // and any part of it fails, too
	case unmet == 0:
		c.Count++
		for _, s := range states {
			f.part[s] = part | accepted
		}
	case len(states) > 1:
		f.again = append(f.again, f.without(states, unmet))
	}
}

// view is what there is in a component.
type view struct {
	taken       uint64 // by some inner step
	some, every uint64 // enabled in some, in every state
	met         uint64 // by some state
}

// against is what of the demands a component does not do: what no part of it does,
// either, and what a part of it may, that enables less.
func (v view) against(asked Demands) (fails, unmet uint64) {
	fails = asked.Visit&^v.met | asked.Take&^v.taken | asked.Weak&v.every&^v.taken
	return fails, asked.Strong & v.some &^ v.taken
}

// look goes through a component.
func (f *finder) look(states []uint32, part uint32) view {
	v := view{every: ^uint64(0)}
	for _, s := range states {
		enabled, met := f.g.At(s)
		v.some, v.every, v.met = v.some|enabled, v.every&enabled, v.met|met
	}
	if len(states) == 1 {
		return v
	}
	for _, s := range states {
		to, by := f.g.Row(s)
		for i, t := range to {
			if f.part[t] == part && f.exists(by[i]) {
				v.taken |= f.g.Served(by[i])
			}
		}
	}
	return v
}

// without are the states that enable none of the conditions.
func (f *finder) without(states []uint32, conditions uint64) (rest []uint32) {
	for _, s := range states {
		if enabled, _ := f.g.At(s); enabled&conditions == 0 {
			rest = append(rest, s)
		}
	}
	return rest
}
