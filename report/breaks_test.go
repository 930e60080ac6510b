package report

import (
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/traces"
)

func TestCountedWords(t *testing.T) {
	trace := &traces.File{}
	for want, p := range map[string]Property{
		"broken in 2 of 16 states":                              {Trace: trace, Breaks: &explorer.Breaks{Found: 2, Of: 16}},
		"reached in 1 of 1 state":                               {Trace: trace, Kind: model.Reachable, Breaks: &explorer.Breaks{Found: 1, Of: 1}},
		"broken by 3 of 90 steps":                               {Trace: trace, Kind: model.Step, Breaks: &explorer.Breaks{Found: 3, Of: 90, Steps: true}},
		"broken in 2 of 5 orbits of states":                     {Trace: trace, Breaks: &explorer.Breaks{Found: 2, Of: 5, Orbits: true}},
		"broken by 3 of 9 steps out of one state of each orbit": {Trace: trace, Breaks: &explorer.Breaks{Found: 3, Of: 9, Steps: true, Orbits: true}},
		"broken in 0 of 16 states, and by 1 step out of the constraint": {Trace: trace,
			Breaks: &explorer.Breaks{Of: 16, Astray: 1}},
		"not counted: it lies behind the complete levels": {Trace: trace, Breaks: &explorer.Breaks{Of: 16}},
		"": {Breaks: &explorer.Breaks{Of: 16}},
	} {
		if got := p.counted(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
