package fair

// Graph is what runs go through. Steps that repeat a state are not in it, and
// there is one step at most from one state to another, of all the conditions
// that any action between the two is of.
type Graph interface {
	// Len is the number of states: they are 0 to Len-1.
	Len() uint32
	// Row are the steps out of a state: where to, and which label each has. It is
	// valid until the next call.
	Row(s uint32) (to []uint32, by []uint16)
	// Served are the conditions that a step with that label is of.
	Served(label uint16) uint64
	// At are the conditions that are enabled in a state, and those about states
	// that it meets.
	At(s uint32) (enabled, met uint64)
}

// Demands are sets of conditions by what is asked of them.
type Demands struct {
	Weak, Strong uint64
	Visit        uint64 // conditions about states: some state meets each
	Take         uint64 // some step is of each
	Ban          uint64 // steps that are of any of them do not exist
}

// Region are the states in which a run is to go on for ever; nil is all.
type Region func(s uint32) bool
