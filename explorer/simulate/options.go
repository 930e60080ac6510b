package simulate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"mc/model"
)

// Options say how to walk. The zero value takes one round of walks of
// DefaultDepth steps.
type Options struct {
	Seed    uint64
	Walks   uint64        // how many; 0 means until Timeout, or one round
	Only    *uint64       // the number of the one walk to take
	Depth   int           // most steps of a walk; 0 means DefaultDepth
	Timeout time.Duration // 0 means no limit
	Workers int           // 0 means one for each processor

	// Check names the properties to decide; nil means all that are not OnRequest.
	Check []string
	// Weights of rules by name; 1 for those that are not named. A rule of weight 0
	// is left out.
	Weights map[string]int
	// Swarm leaves some rules out of each walk, weighs the rest at random, and
	// lets some faults happen one to four times only.
	Swarm bool
	// KeepGoing walks on once every property is decided.
	KeepGoing bool

	// Progress, if set, is called after each round.
	Progress func(walks, steps uint64)

	_ struct{}
}

// DefaultDepth is how many steps a walk has at most if nothing else is said.
const DefaultDepth = 100

// MaxWeight is the largest weight of a rule.
const MaxWeight = 1_000_000

// LastWalk is the largest number of a walk.
const LastWalk = math.MaxInt64

// Round is how many walks are taken before it is looked at what they found.
const Round = 64

// refused says what of the options cannot be meant.
func refused[S comparable](m *model.Model[S], o *Options) error {
	if o.Depth < 0 || o.Workers < 0 || o.Timeout < 0 {
		return fmt.Errorf("simulate: depth, workers and timeout cannot be negative")
	}
	if o.Only != nil && *o.Only > LastWalk {
		return fmt.Errorf("simulate: walks are numbered from 0 to %d, and %d is asked for", uint64(LastWalk), *o.Only)
	}
	if m.Forgets != nil {
		return fmt.Errorf("simulate: states of %s are told apart %s, which a walk has no use for and its numbers no room; "+
			"walk where all is kept", m.Name, m.Forgets.Doc)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Weights)) {
		switch w := o.Weights[name]; {
		case m.Rule(name) < 0:
			return fmt.Errorf("simulate: %s has no rule %q%s", m.Name, name, model.DidYouMean(name, ruleNames(m)))
		case w < 0 || w > MaxWeight:
			return fmt.Errorf("simulate: a weight is 0 to %d, and that of %s is %d", MaxWeight, name, w)
		}
	}
	return nil
}

// chosen are the properties to decide.
func chosen[S comparable](m *model.Model[S], names []string) (list []*model.Property[S], err error) {
	if names == nil {
		for i := range m.Properties {
			if !m.Properties[i].OnRequest {
				list = append(list, &m.Properties[i])
			}
		}
		return list, nil
	}
	for _, name := range names {
		p, known := m.Property(name)
		if !known {
			return nil, fmt.Errorf("simulate: %s has no property %q", m.Name, name)
		}
		list = append(list, p)
	}
	return list, nil
}

func ruleNames[S comparable](m *model.Model[S]) []string {
	names := make([]string, len(m.Rules))
	for i := range m.Rules {
		names[i] = m.Rules[i].Name
	}
	return names
}
