package explorer

import (
	"fmt"
	"strconv"
	"strings"

	"mc/model"
)

// Problem is something that Options ask for and that cannot be done. It has
// parts, so that a program with other names for the options can word it.
type Problem struct {
	Option string // the field of Options
	Value  string // what it has

	// Why is what is wrong, as the rest of a sentence about the option, or, if
	// that goes with others, about With.
	Why   string
	Works []string // values that would do; none: leave the option out

	With      string   // the field that the option does not go with; may be ""
	WithValue string   // what that has
	WithWorks []string // what it might have instead

	Needs string // the field without which the option says nothing; may be ""
}

func (p *Problem) Error() string {
	option, with := inWords(p.Option), inWords(p.With)
	switch {
	case p.With != "":
		return fmt.Sprintf("explorer: %s %s %s; leave out %s, or take %s %s", with, p.WithValue, p.Why, option, with,
			strings.Join(p.WithWorks, " or "))
	case p.Needs != "":
		return fmt.Sprintf("explorer: %s %s; give %s, too", option, p.Why, inWords(p.Needs))
	case p.Works != nil:
		return fmt.Sprintf("explorer: no %s %q%s; there are %s", option, p.Value, model.DidYouMean(p.Value, p.Works),
			listed(p.Works))
	}
	return fmt.Sprintf("explorer: %s %s, got %s", option, p.Why, p.Value)
}

// inWords is the field of Options as a sentence has it: "max depth".
func inWords(field string) string {
	if field == "Dir" {
		return "the directory"
	}
	return strings.ToLower(strings.ReplaceAll(field, "Max", "Max "))
}

// Validate says what of the options cannot be done, whatever the model. What
// a store or an order is able to do is in Stores and Searches.
func (o Options) Validate() (problems []*Problem) {
	add := func(wrong bool, p Problem) {
		if wrong {
			problems = append(problems, &p)
		}
	}
	add(o.Workers < 0 || o.Workers > 1024, Problem{Option: "Workers", Value: strconv.Itoa(o.Workers),
		Why: "must be 1..1024"})
	add(o.MaxDepth < 0, Problem{Option: "MaxDepth", Value: strconv.Itoa(o.MaxDepth), Why: "must not be negative"})
	add(o.Timeout < 0, Problem{Option: "Timeout", Value: o.Timeout.String(), Why: "must not be negative"})
	add(o.Checkpoint < 0, Problem{Option: "Checkpoint", Value: o.Checkpoint.String(), Why: "must not be negative"})
	add(o.Resume && o.Dir == "", Problem{Option: "Resume", Value: "true",
		Why: "needs the directory that the run was saved in", Needs: "Dir"})
	add(o.Checkpoint > 0 && o.Dir == "", Problem{Option: "Checkpoint", Value: o.Checkpoint.String(),
		Why: "saves the run in a directory", Needs: "Dir"})
	kept, order := storeNamed(o.Store), searchNamed(o.Search)
	add(kept == nil, Problem{Option: "Store", Value: o.Store, Works: storesThat(func(*Store) bool { return true })})
	add(order == nil, Problem{Option: "Search", Value: o.Search, Works: searchesThat(func(*Search) bool { return true })})
	if order != nil {
		problems = append(problems, o.beyondSearch(order, kept)...)
	}
	if kept != nil {
		problems = append(problems, o.beyondStore(kept)...)
	}
	return problems
}

// beyondSearch is what the options ask for and the order cannot do.
func (o Options) beyondSearch(order *Search, kept *Store) (problems []*Problem) {
	add := func(wrong bool, option, value, why string, can func(*Search) bool) {
		if wrong {
			problems = append(problems, &Problem{Option: option, Value: value, Why: why,
				With: "Search", WithValue: order.Name, WithWorks: searchesThat(can)})
		}
	}
	add(o.Workers > 1 && !order.Workers, "Workers", strconv.Itoa(o.Workers), "works with one worker",
		func(s *Search) bool { return s.Workers })
	if kept != nil && !order.Stores && !kept.Numbers {
		works := storesThat(func(s *Store) bool { return s.Numbers })
		add(true, "Store", o.Store, "works with "+listed(works)+" as the store", func(s *Search) bool { return s.Stores })
		problems[len(problems)-1].Works = works
	}
	inMemory := !order.Spills && !order.Resumes
	add(o.Dir != "" && inMemory, "Dir", o.Dir, "keeps its states in memory and cannot be saved",
		func(s *Search) bool { return s.Spills || s.Resumes })
	add(o.Resume && !inMemory && !order.Resumes, "Resume", "true", "cannot be resumed",
		func(s *Search) bool { return s.Resumes })
	return problems
}

// beyondStore is what the options ask for and the store cannot do.
func (o Options) beyondStore(kept *Store) (problems []*Problem) {
	add := func(wrong bool, option, value, why string, can func(*Store) bool) {
		if wrong {
			problems = append(problems, &Problem{Option: option, Value: value, Why: why,
				With: "Store", WithValue: kept.Name, WithWorks: storesThat(can)})
		}
	}
	add(o.Dir != "" && !kept.Files, "Dir", o.Dir, "cannot be saved, nor moved to files",
		func(s *Store) bool { return s.Files })
	resumes := func(s *Store) bool { return s.Resumes }
	if o.Dir == "" || !kept.Files || kept.Resumes {
		return problems
	}
	add(o.Resume, "Resume", "true", "cannot be saved and resumed", resumes)
	add(o.Checkpoint > 0, "Checkpoint", o.Checkpoint.String(), "cannot be saved and resumed", resumes)
	return problems
}
