package explain

import (
	"bytes"
	"fmt"
	"strings"

	"mc/model"
	"mc/run/registry"
	words "mc/traces/tell"
)

// Scene is what a run shows of a term.
type Scene struct {
	Spec  string   `json:"spec"`  // whose script it is
	Lines []string `json:"lines"` // the last state, drawn
	Says  string   `json:"says"`  // what to look at
}

// Draw plays the script of a picture and draws its end.
func (l *Library) Draw(p model.Picture) (*Scene, error) {
	s := l.scenario(p.Spec)
	if s == nil || s.Spec.Script() == nil {
		return nil, fmt.Errorf("there is no script %q to draw", p.Spec)
	}
	out, err := s.Entry.Play(registry.Job{Set: s.Spec.Constants(), Without: s.Spec.Without}, *s.Spec.Script())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Spec, err)
	}
	var drawn bytes.Buffer
	if err := words.Scene(&drawn, out.Script.Trace, p.Fields, words.Options{Unicode: true}); err != nil {
		return nil, err
	}
	return &Scene{p.Spec, strings.Split(strings.TrimSuffix(drawn.String(), "\n"), "\n"), p.Says}, nil
}

// scenario is the one of a name; nil if there is none.
func (l *Library) scenario(name string) *Scenario {
	for i := range l.Scenarios {
		if l.Scenarios[i].Spec.Name == name {
			return &l.Scenarios[i]
		}
	}
	return nil
}
