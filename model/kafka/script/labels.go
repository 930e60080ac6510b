package script

import (
	"fmt"
	"strconv"
	"strings"

	"mc/model"
	"mc/model/kafka"
)

// labels are the script's names of records: value n is called names[n-1].
type labels struct {
	names []string
	count map[string]int // how often each stem was numbered
}

// begin takes over the names of the records that a run starts with.
func (l *labels) begin(start *model.Start, records uint8) {
	for v := kafka.Value(1); start != nil && int(v) <= int(records); v++ {
		l.names = append(l.names, or(start.Labels[v.String()], v.String()))
	}
}

// next gives n new records names: the given ones, one stem numbered on, or
// the model's own.
func (l *labels) next(given []string, n int) []string {
	if l.count == nil {
		l.count = map[string]int{}
	}
	var fresh []string
	for i := range n {
		switch {
		case len(given) == n:
			fresh = append(fresh, given[i])
		case len(given) == 1:
			l.count[given[0]]++
			fresh = append(fresh, fmt.Sprintf("%s-%d", given[0], l.count[given[0]]))
		default:
			fresh = append(fresh, kafka.Value(len(l.names)+i+1).String())
		}
	}
	l.names = append(l.names, fresh...)
	return fresh
}

func (l *labels) of(v kafka.Value) string {
	if i := int(v) - 1; i >= 0 && i < len(l.names) {
		return l.names[i]
	}
	return v.String()
}

// value finds the record of that name, the latest if there are several.
func (l *labels) value(label string) (kafka.Value, bool) {
	for i := len(l.names) - 1; i >= 0; i-- {
		if l.names[i] == label {
			return kafka.Value(i + 1), true
		}
	}
	return 0, false
}

// byName maps the model's names to the script's, where they differ.
func (l *labels) byName() map[string]string {
	out := map[string]string{}
	for i, label := range l.names {
		if own := kafka.Value(i + 1).String(); own != label {
			out[own] = label
		}
	}
	return out
}

func (l *labels) ofLog(records []kafka.Record) []string {
	out := []string{}
	for _, r := range records {
		out = append(out, l.of(r.Value()))
	}
	return out
}

func (l *labels) ofSet(set kafka.Values) []string {
	out := []string{}
	for v := kafka.Value(1); v < 32; v++ {
		if set.Has(v) {
			out = append(out, l.of(v))
		}
	}
	return out
}

// spread writes "ok-1..ok-3", or "a..c", as its members; other words stay as they are.
func spread(words []string) []string {
	out := []string{}
	for _, w := range words {
		from, to, ok := strings.Cut(w, "..")
		if letter(from) && letter(to) && from <= to {
			for c := from[0]; c <= to[0]; c++ {
				out = append(out, string(c))
			}
			continue
		}
		stem, a, okA := number(from)
		stemTo, b, okB := number(to)
		if !ok || !okA || !okB || stem != stemTo && stemTo != "" || b < a || b-a > 100 {
			out = append(out, w)
			continue
		}
		for n := a; n <= b; n++ {
			out = append(out, stem+strconv.Itoa(n))
		}
	}
	return out
}

func letter(word string) bool { return len(word) == 1 && word[0] >= 'a' && word[0] <= 'z' }

// number splits "ok-12" into its stem "ok-" and 12.
func number(word string) (stem string, n int, ok bool) {
	i := len(word)
	for i > 0 && word[i-1] >= '0' && word[i-1] <= '9' {
		i--
	}
	n, err := strconv.Atoi(word[i:])
	return word[:i], n, err == nil
}
