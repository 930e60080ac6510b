package matrix

// Credit says whose a violation is: the row's ticket is credited with it as far
// as the row's own keys are among those that close it.
type Credit string

// Credits.
const (
	Own      Credit = "own"      // the row's own keys close it
	Part     Credit = "part"     // they are some of those that it takes
	Other    Credit = "other"    // it takes others only
	Scenario Credit = "scenario" // what closes it is the scenario's, and no variant's
	Open     Credit = "open"     // nothing that was tried closes it
	Unowned  Credit = "unowned"  // the row has no own keys, so that it is not told whose it is
)

// credits in the order in which they are counted.
var credits = []Credit{Own, Part, Other, Unowned, Scenario, Open}

// words are what is said of so many cells.
func (c Credit) words() string {
	return map[Credit]string{
		Own: "are the row's own", Part: "are so in part", Other: "are not the row's", Scenario: "are the scenario's own",
		Open: "are open", Unowned: "are told without own keys",
	}[c]
}

// Closed is what closes a violation: keys none of which can be spared.
type Closed struct {
	Keys []Turned `json:"keys"`

	// Within says that nothing was found within the row's limit of states, of
	// which there are more; otherwise the whole space was visited.
	Within bool `json:"within_limit,omitempty"`

	// Waits are the budgets that the runs wait for which alone would break the claim
	// then, if there are such.
	Waits []string `json:"waits,omitempty"`

	// Or are other keys that do it as well, each alone.
	Or []Turned `json:"or,omitempty"`
}

// keys are those that close; none if nothing does.
func (c *Closed) keys() []Turned {
	if c == nil {
		return nil
	}
	return c.Keys
}

// Turned is a key with the value that closes, and the one that it has in the
// cell.
type Turned struct {
	Key   string   `json:"key"`
	Value string   `json:"value"`
	Was   string   `json:"was,omitempty"`
	Own   bool     `json:"own,omitempty"`   // one of the row's own
	Refs  []string `json:"refs,omitempty"`  // the proposals and bugs that it goes back to
	Whose []string `json:"whose,omitempty"` // the scenarios whose own it is, if not the row's
}

// credited says whose a violation is that some keys close, when the row has own
// keys.
func credited(keys []Turned) Credit {
	own := 0
	for _, k := range keys {
		if k.Own {
			own++
		}
	}
	switch own {
	case 0:
		return Other
	case len(keys):
		return Own
	}
	return Part
}
