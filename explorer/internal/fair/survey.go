package fair

// Survey is what there is in the components of a graph without some steps: enough
// to tell, for most that can be asked, whether any run is fair, and where runs can
// be that are. One serves all claims about the graph.
type Survey struct {
	ban uint64
	// Of all components there are few different views.
	views []view
	of    []uint32 // by state: the view of its component, plus one; 0 is outside
}

// Look goes through the components of a region, without the steps of ban.
func Look(g Graph, ban uint64, region Region) *Survey {
	f := newFinder(g, Demands{Ban: ban}, region)
	s := &Survey{ban: ban, of: make([]uint32, g.Len())}
	numbers := map[view]uint32{}
	note := func(states []uint32, part uint32) {
		v := f.look(states, part)
		n, known := numbers[v]
		if !known {
			s.views = append(s.views, v)
			n = uint32(len(s.views))
			numbers[v] = n
		}
		for _, t := range states {
			s.of[t] = n
		}
	}
	for start := range g.Len() {
		if f.part[start] == 1 && f.index[start] == 0 {
			f.components(start, note)
		}
	}
	return s
}

// Fair reports whether some run does all that is asked. It is not known where a
// component would have to be taken apart for strong fairness, nor, unless no run
// does, of a graph with fewer steps than that of the survey; of one with others
// nothing is.
func (s *Survey) Fair(asked Demands) (fair, known bool) {
	if s.ban&^asked.Ban != 0 {
		return false, false
	}
	known = true
	for _, v := range s.views {
		switch fails, unmet := v.against(asked); {
		case fails != 0:
		case unmet == 0 && asked.Ban == s.ban:
			return true, true
		default:
			known = false
		}
	}
	return false, known
}

// Among is a region less the states in whose components no run does all that is
// asked. What a component fails, any part of it does, and one of fewer steps, or
// in which more is enabled.
func (s *Survey) Among(asked Demands, region Region) Region {
	if s.ban&^asked.Ban != 0 {
		return region
	}
	may := make([]bool, len(s.views)+1)
	for i, v := range s.views {
		fails, _ := v.against(asked)
		may[i+1] = fails == 0
	}
	return func(t uint32) bool { return may[s.of[t]] && (region == nil || region(t)) }
}
