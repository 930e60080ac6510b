package main

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// tally is what a run has found, in the form of its JSON.
type tally struct {
	Kafka    string            `json:"kafka"`
	Set      map[string]string `json:"set"`
	Seed     uint64            `json:"seed"`
	Walks    int               `json:"walks"`
	Ends     map[string]int    `json:"ends"` // walks by how they ended
	Steps    int               `json:"steps_compared"`
	Rules    map[string]int    `json:"rules"` // steps compared of each
	Ms       float64           `json:"ms_per_step"`
	Findings []*finding        `json:"differences"`

	took time.Duration
}

// finding is a difference with the shortest schedule that was seen to show it.
type finding struct {
	Key         string       `json:"key"` // rule and fields
	Walks       int          `json:"walks"`
	Walk        int          `json:"walk"` // the number of the one shown, from 1
	Schedule    []string     `json:"schedule"`
	Differences []difference `json:"differences"`
	Model       *snapshot    `json:"model"`
	Brokers     *snapshot    `json:"brokers"`

	Profile string `json:"profile,omitempty"`

	system *system
	path   *path
}

func newTally(o *options) *tally {
	return &tally{Kafka: o.kafka, Set: o.set, Seed: o.seed, Ends: map[string]int{}, Rules: map[string]int{}}
}

// add counts one schedule; number is the walk's.
func (t *tally) add(y *system, p *path, out *outcome, number int, took time.Duration) {
	t.Walks++
	t.Ends[out.End]++
	t.Steps += out.Compared
	t.took += took
	t.Ms = float64(t.took.Microseconds()) / 1000 / float64(max(1, t.Steps))
	for _, s := range p.Steps[:out.Compared] {
		t.Rules[y.rule(s.Action)]++
	}
	if out.End == differed {
		t.note(y, p, out, number)
	}
}

// note keeps the shortest schedule of each kind of difference.
func (t *tally) note(y *system, p *path, out *outcome, number int) {
	key := y.key(p, out)
	i := slices.IndexFunc(t.Findings, func(f *finding) bool { return f.Key == key })
	if i < 0 {
		t.Findings = append(t.Findings, &finding{Key: key})
		i = len(t.Findings) - 1
	}
	f := t.Findings[i]
	f.Walks++
	if f.path == nil || out.Compared < len(f.path.Steps) {
		f.Walk, f.Profile, f.system = number, y.profile, y
		f.take(y, p, out)
	}
}

// take makes a schedule, up to its difference, the finding's.
func (f *finding) take(y *system, p *path, out *outcome) {
	f.path = &path{Start: p.Start, Steps: slices.Clone(p.Steps[:out.Compared])}
	last := f.path.Last()
	f.Differences, f.Brokers, f.Model = out.Differences, out.Brokers, facts(y.Protocol, &last)
	f.Schedule = []string{}
	for _, s := range f.path.Steps {
		f.Schedule = append(f.Schedule, y.model.Text(s.Action))
	}
}

// code is 0 if there is no difference.
func (t *tally) code() int {
	if len(t.Findings) > 0 {
		return exitDifferent
	}
	return exitOK
}

// sorted are the findings, those of most walks first.
func (t *tally) sorted() []*finding {
	return slices.SortedStableFunc(slices.Values(t.Findings), func(a, b *finding) int {
		return cmp.Or(b.Walks-a.Walks, cmp.Compare(a.Key, b.Key))
	})
}

// rules are the names of the rules that were compared, the most frequent first.
func (t *tally) rules() []string {
	return slices.SortedFunc(maps.Keys(t.Rules), func(a, b string) int {
		return cmp.Or(t.Rules[b]-t.Rules[a], cmp.Compare(a, b))
	})
}
