package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"

	"mc/model/kafka"
)

// seed is a fault of the model, to see that the comparison finds it: other
// constants, or a step that ends otherwise. The brokers stay as they are.
type seed struct {
	name  string
	set   map[string]string
	twist twist
}

// switched is a fault that is a switch of the model, with what else it needs.
func switched(key, value string, besides ...string) seed {
	set := map[string]string{key: value}
	for i := 0; i+1 < len(besides); i += 2 {
		set[besides[i]] = besides[i+1]
	}
	return seed{name: key + "=" + value, set: set}
}

// seeds are the faults: rules of older releases, mistakes that were discussed,
// and what this model had wrong until it was held to the brokers.
var seeds = []seed{
	switched("fence_fetch", "off"),
	switched("register_epoch_on_election", "off"),
	switched("truncate_every_epoch_bump", "off"),
	switched("expand_needs_leso", "off"),
	switched("idle_stuck_stays", "off"),
	switched("cache_trunc_on_noop", "off"),
	switched("hw_after_alter_commit", "off"),
	switched("diverge_skips_state_update", "off"),
	switched("diverge_skips_hw", "off"),
	switched("eligible_not_fenced", "off"),
	switched("eligible_broker_epoch", "off"),
	switched("hw_ignores_ineligible", "off"),
	switched("shrink_bumps_leader_epoch", "on"),
	switched("rereg_removes_isr", "off"),
	switched("strict_min_isr_hw", "off"),
	switched("elr", "off", "recovery", "none"),
	switched("clean_shutdown_detection", "off"),
	switched("last_known_leader_must_be_alive", "off"),
	switched("shrink_eagerly", "on"),
	switched("caught_up_by_previous_fetch", "off"),
	switched("hw_waits_for_caught_up", "off"),
	switched("recovery_keeps_epoch_zero", "off"),
	switched("last_fetched_epoch_kept", "off"),
	switched("retry_empties_isr", "on"),
	switched("cache_without_batch_epochs", "on"),
	switched("offset_not_available", "off"),
	switched("consumer_read_atomic", "off"),
	switched("drop_stale_fetches", "off"),
	switched("same_epoch_keeps_state", "off"),
	switched("reelection_resets_remotes", "on"),
	switched("reply_hw", "before"),
	switched("equal_epoch_news", "off"), // N1
	switched("lag_clock_of_isr_only", "off"),
	switched("alter_requests", "one"), // N2
	{name: "a cache keeps epochs without records when its log is loaded (N5)", twist: keepEpochs},
	{name: "a lag timeout raises the high watermark (N7)", twist: raiseAtLag},
	{name: "a follower that lags comes back by an earlier fetch (N7)", twist: keepLeaderEnd},
	{name: "a follower never heard from holds the high watermark back (N6)", twist: waitForUnheard},
	{name: "a change of min ISR moves the high watermark (N4)", twist: raiseAtLearn},
	{name: "a fetch that waited brings the high watermark of when it came", twist: keepWaitedHW},
	{name: "a follower that is told where the log begins keeps its cache", twist: keepStartOfCache},
	{name: "a start of the log is on disk at once", twist: startOnDiskAtOnce},
	switched("hw_stays_above_start", "off"),
	switched("reply_start", "after"),
}

func keepEpochs(_ *system, rule string, before, after *kafka.State) {
	if rule == "Kill" {
		for b := range after.Brokers {
			after.Brokers[b].Cache = before.Brokers[b].Cache
		}
	}
}

func raiseAtLag(y *system, rule string, _, after *kafka.State) {
	if rule == "LagTimeout" {
		y.raise(after)
	}
}

func waitForUnheard(y *system, rule string, before, after *kafka.State) {
	for b := range y.Brokers {
		lead := &after.Brokers[b]
		if lead.Role != kafka.Leader || before.Brokers[b].Role != kafka.Leader {
			continue
		}
		for f := range y.Brokers {
			r := &lead.Remotes[f]
			if !lead.Isr.Has(f) && r.CaughtUp && !r.End.Known() {
				lead.HW = min(lead.HW, before.Brokers[b].HW)
			}
		}
	}
}

func keepWaitedHW(_ *system, rule string, before, after *kafka.State) {
	if rule != "FetchWaits" {
		return
	}
	for b := range after.Brokers {
		if r := &after.Brokers[b].Response; r.Kind == kafka.Fetched && before.Brokers[b].Response.Kind == kafka.Fetched {
			r.HW = before.Brokers[b].Response.HW
		}
	}
}

func keepStartOfCache(_ *system, rule string, before, after *kafka.State) {
	for b := range after.Brokers {
		if rule == "Respond" && after.Brokers[b].Start > before.Brokers[b].Start && after.Brokers[b].Log == before.Brokers[b].Log {
			after.Brokers[b].Cache = before.Brokers[b].Cache
		}
	}
}

func startOnDiskAtOnce(_ *system, rule string, before, after *kafka.State) {
	for b := range after.Brokers {
		if rule == "Kill" {
			after.Brokers[b].Start = before.Brokers[b].Start
		}
	}
}

func raiseAtLearn(y *system, rule string, before, after *kafka.State) {
	if rule == "Learn" {
		for b := range y.Brokers {
			if before.Brokers[b].MinIsr != after.Brokers[b].MinIsr {
				y.raise(after)
			}
		}
	}
}

// raise lets every leader raise its high watermark as far as it may.
func (y *system) raise(s *kafka.State) {
	for b := range y.Brokers {
		if s.Brokers[b].Role != kafka.Leader {
			continue
		}
		if hw, higher := y.CanRaiseHW(s, b); higher {
			s.Brokers[b].HW = hw
		}
	}
}

func keepLeaderEnd(y *system, rule string, before, after *kafka.State) {
	if rule != "LagTimeout" && rule != "ProposeShrink" {
		return
	}
	for b := range y.Brokers {
		for f := range y.Brokers {
			after.Brokers[b].Remotes[f].LeaderEnd = before.Brokers[b].Remotes[f].LeaderEnd
		}
	}
}

// detection is what became of a seeded fault.
type detection struct {
	Seed        string       `json:"seed"`
	Walks       int          `json:"walks"` // until it was found, with that one; 0 if it was not
	Schedule    []string     `json:"schedule,omitempty"`
	Differences []difference `json:"differences,omitempty"`
}

// detections are what became of all faults.
type detections []*detection

// detect walks with every fault until the brokers do otherwise.
func (j *job) detect() (list detections, err error) {
	for _, s := range seeds {
		d, err := j.find(s)
		if err != nil {
			return nil, fmt.Errorf("seeded fault %s: %w", s.name, err)
		}
		fmt.Fprintf(j.progress, "%s: %d walks\n", s.name, d.Walks)
		list = append(list, d)
	}
	return list, nil
}

// find walks with one fault.
func (j *job) find(s seed) (*detection, error) {
	systems, err := j.with(s)
	if err != nil {
		return nil, err
	}
	d := &detection{Seed: s.name}
	for n := 1; n <= j.walks; n++ {
		y := systems[(n-1)%len(systems)]
		p, budgetSpent := y.walk(rand.New(rand.NewPCG(j.seed, uint64(n))), j.steps)
		out, err := y.run(j.brokers, p, budgetSpent)
		if err != nil {
			return nil, err
		}
		if out.End != differed {
			continue
		}
		f := &finding{Key: y.key(p, out), system: y}
		f.take(y, p, out)
		if j.shrink {
			err = f.shrink(j.brokers)
		}
		if err != nil {
			return nil, err
		}
		also, err := j.alsoWithout((n-1)%len(systems), f)
		if err != nil {
			return nil, err
		}
		if !also {
			d.Walks, d.Schedule, d.Differences = n, f.Schedule, f.Differences
			return d, nil
		}
	}
	return d, nil
}

// alsoWithout reports that the sound model differs from the brokers on the
// schedule as well: then it is not the fault that was found.
func (j *job) alsoWithout(which int, f *finding) (bool, error) {
	var p *path
	sound, err := j.chosen()
	if err != nil {
		return false, err
	}
	y := sound[which]
	y.model.Init(func(start kafka.State) { p = y.follow(start, actions(f.path)) })
	out, err := y.run(j.brokers, p, false)
	return out.End == differed, err
}

// with are the systems that have a fault, beside brokers that have not.
func (j *job) with(s seed) ([]*system, error) {
	sound, err := j.chosen()
	if err != nil {
		return nil, err
	}
	o := *j.options
	o.set = maps.Clone(o.set)
	maps.Copy(o.set, s.set)
	faulty, err := o.chosen()
	if err != nil {
		return nil, err
	}
	for i := range faulty {
		faulty[i].begin, faulty[i].twist = sound[i].begin, s.twist
	}
	return faulty, nil
}

// write says what became of the faults, as text or as one line of JSON.
func (list detections) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(list)
	}
	for _, d := range list {
		if d.Walks == 0 {
			fmt.Fprintf(w, "NOT FOUND  %s\n", d.Seed)
			continue
		}
		fmt.Fprintf(w, "walk %4d  %s: %s, after %d steps\n", d.Walks, d.Seed, d.Differences[0], len(d.Schedule))
	}
	return nil
}

// code is 0 if every fault was found.
func (list detections) code() int {
	if slices.ContainsFunc(list, func(d *detection) bool { return d.Walks == 0 }) {
		return exitUnmet
	}
	return exitOK
}
