package kafka

import (
	"fmt"
	"strings"
)

// String is the broker's name, or "nobody".
func (n Node) String() string {
	if n == Nobody {
		return "nobody"
	}
	return fmt.Sprintf("b%d", uint8(n))
}

// String lists the members: "{b1, b3}".
func (x Set) String() string {
	var names []string
	for b := range MaxBrokers {
		if x.Has(b) {
			names = append(names, name(b))
		}
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// String lists the values: "r1, r2", or "none".
func (x Values) String() string {
	var names []string
	for v := Value(1); v < 32; v++ {
		if x.Has(v) {
			names = append(names, v.String())
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// String is the record's short name: "r1".
func (v Value) String() string { return fmt.Sprintf("r%d", uint8(v)) }

// String is the record with its epoch, "r1@e0", or "nothing".
func (r Record) String() string {
	if r == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%s@e%d", r.Value(), r.Epoch())
}

// String lists the records.
func (l *Log) String() string {
	var words []string
	for _, r := range l.Records[:l.End] {
		words = append(words, r.String())
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// String lists the entries as epoch:start, "0:0 1:10", or "empty".
func (c Cache) String() string {
	var words []string
	for e, s := range c {
		if s.Known() {
			words = append(words, fmt.Sprintf("%d:%d", e, s.Value()))
		}
	}
	if len(words) == 0 {
		return "empty"
	}
	return strings.Join(words, " ")
}

// String is the answer in the controller's own words.
func (a Answer) String() string {
	return [...]string{"none", "accepted", "INELIGIBLE_REPLICA", "refused as stale", "accepted, in a new leader epoch"}[a]
}

// String is "Expand {b2}" and the like.
func (c Change) String() string {
	return [...]string{"none", "expand by ", "shrink by ", "decided to expand by "}[c.Kind] + map[bool]string{true: c.Brokers.String()}[c.Kind != NoChange]
}

// name is the broker of an index.
func name(b int) string { return NodeOf(b).String() }
