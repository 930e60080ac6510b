// Package driver reads driver files: what is done to a cluster, an operation a line.
package driver

import (
	"fmt"
	"strings"
	"time"
)

// Driver is a whole file: a cluster, and what is done to it.
type Driver struct {
	Title    string
	Settings Settings
	Steps    []Step
	Expect   string // what whoever wrote the file expects at the end: lost, kept, seen, or nothing
}

// Settings are what the cluster is started with.
type Settings struct {
	Brokers []int // in the order of the partition's replicas
	MinIsr  int
	Session time.Duration // broker.session.timeout.ms
	Lag     time.Duration // replica.lag.time.max.ms
	Elr     string        // on, off, or empty: as the release has it
	Unclean bool
	Delay   map[int]time.Duration // what every byte between a broker and the others takes, each way
	Broker  map[string]string     // settings of every broker as Kafka names them
}

// Step is one operation.
type Step struct {
	Line    int
	Verb    string
	Brokers []int
	Words   []string          // what is neither a broker nor a key
	Keys    map[string]string // acks=all, leader=b3
	Note    string            // the comment behind it
}

// String is the operation as the file has it, without its comment.
func (s *Step) String() string {
	words := []string{s.Verb}
	for _, b := range s.Brokers {
		words = append(words, fmt.Sprintf("b%d", b))
	}
	words = append(words, s.Words...)
	for _, key := range order {
		if value, given := s.Keys[key]; given {
			words = append(words, key+"="+value)
		}
	}
	return strings.Join(words, " ")
}

// Has reports whether the operation has a bare word, such as async.
func (s *Step) Has(word string) bool {
	for _, w := range s.Words {
		if w == word {
			return true
		}
	}
	return false
}

// order is in which keys are written.
var order = []string{"acks", "count", "keep", "rate", "size", "producers", "leader", "isr", "elr", "fenced", "unfenced", "down",
	"epoch", "leo", "hw", "within"}

// ParseError is a line that cannot be read.
type ParseError struct {
	Line int
	What string // and what to do
}

func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }
