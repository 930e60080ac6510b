package fair

// Survey is what there is in the components of a graph without some steps: enough
// to tell, for most that can be asked, whether any run is fair. One serves all
// claims about the graph.
type Survey struct {
	ban uint64
	// Of all components there are few different views.
	views map[view]bool
}

// Look goes through the components of a region, without the steps of ban.
func Look(g Graph, ban uint64, region Region) *Survey {
	f := newFinder(g, Demands{Ban: ban}, region)
	s := &Survey{ban: ban, views: map[view]bool{}}
	for start := range g.Len() {
		if f.part[start] == 1 && f.index[start] == 0 {
			f.components(start, func(states []uint32, part uint32) { s.views[f.look(states, part)] = true })
		}
	}
	return s
}

// Fair reports whether some run does all that is asked. It is not known where a
// component would have to be taken apart for strong fairness, nor of other steps
// that do not exist than those of the survey.
func (s *Survey) Fair(asked Demands) (fair, known bool) {
	if asked.Ban != s.ban {
		return false, false
	}
	known = true
	for v := range s.views {
		switch fails, unmet := v.against(asked); {
		case fails != 0:
		case unmet == 0:
			return true, true
		default:
			known = false
		}
	}
	return false, known
}
