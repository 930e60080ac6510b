package explain

import (
	"cmp"
	"context"
	"fmt"

	"mc/explorer"
	"mc/run/cache"
	"mc/run/registry"
	"mc/traces"
	words "mc/traces/tell"
)

// Story is the trace of a breadth-first run of a scenario in prose, or why there is none.
type Story struct {
	Property string   `json:"property,omitempty"`
	Length   int      `json:"length,omitempty"` // in states
	Steps    []string `json:"steps,omitempty"`
	Ending   []string `json:"ending,omitempty"`
	None     string   `json:"none,omitempty"`
}

// quick is how many states a search for a story may visit: a few seconds.
const quick = 2_000_000

// Tell searches for the stories of the article's scenarios, or finds them
// among the results that were kept.
func (a *Article) Tell(ctx context.Context, kept *cache.Cache, workers int) error {
	if err := a.draw(); err != nil {
		return err
	}
	for i := range a.Scenarios {
		t := &a.Scenarios[i]
		property, breaks := t.scenario.broken()
		if !breaks && t.scenario.Spec.Script() == nil {
			continue
		}
		key := cache.Key([]any{Schema, t.scenario.Spec, t.scenario.Spec.Hash})
		story := &Story{}
		if !kept.Get(key, story) {
			var err error
			if story, err = tell(ctx, t.scenario, property, workers); err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
			if err := kept.Put(key, story); err != nil {
				return err
			}
		}
		t.Story = story
	}
	return nil
}

// tell runs the scenario.
func tell(ctx context.Context, s *Scenario, property string, workers int) (*Story, error) {
	job := registry.Job{Set: s.Spec.Constants(), Without: s.Spec.Without}
	job.Options = explorer.Options{Workers: workers, Check: []string{property}, Fairness: s.Spec.Fairness,
		MaxStates: quick, MaxDepth: s.Spec.Limits.Depth}
	if n := s.Spec.Limits.States; n > 0 {
		job.Options.MaxStates = min(n, quick)
	}
	if sc := s.Spec.Script(); sc != nil {
		job.Options.Check = s.Spec.Check
		out, err := s.Entry.Play(job, *sc)
		if err != nil {
			return nil, err
		}
		return inProse(out.Script.Trace, ""), nil
	}
	out, err := s.Entry.Check(ctx, job)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if f := out.Properties[0].Trace; f != nil {
		return inProse(f, property), nil
	}
	return &Story{Property: property, None: fmt.Sprintf("no violation among the first %d states; mc check %s looks further", out.States.Distinct, s.Spec.Name)}, nil
}

// inProse leaves of a trace what its steps and its end tell.
func inProse(f *traces.File, property string) *Story {
	s := &Story{Property: property, Length: f.States()}
	for _, e := range f.Steps {
		s.Steps = append(s.Steps, cmp.Or(e.Words, e.Title))
	}
	if property == "" {
		return s
	}
	if f.Property.Witness != "" {
		s.Ending = append(s.Ending, f.Property.Witness)
	}
	s.Ending = append(s.Ending, words.Loop(f)...)
	s.Ending = append(s.Ending, words.Losses(f)...)
	return s
}
