package model

// Given is one thing that is so in the state in which the runs of a model start
// because a reader said so: "hw of b1 is 10".
type Given struct {
	Key    string   `json:"key"`
	Of     string   `json:"of,omitempty"` // whose; empty where the key is about no one in particular
	Values []string `json:"values,omitempty"`
}

// Name is what is given: "hw of b1".
func (g Given) Name() string {
	if g.Of == "" {
		return g.Key
	}
	return g.Key + " of " + g.Of
}

// Start is where the runs of a model start if that is not where the model says.
type Start struct {
	Given  []Given
	Labels map[string]string // the model's names of things, and those that the words have for them
}
