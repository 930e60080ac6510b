package assess

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"mc/explorer"
	"mc/model"
	"mc/model/ask"
	"mc/report"
	"mc/run/registry"
)

// Options say how an answer is looked for.
type Options struct {
	Survive Survive
	Workers int
	Memory  uint64
	Timeout time.Duration // for the whole answer
	States  uint64        // most distinct states of one search
	Brief   bool          // neither later variants nor remedies

	Progress func(string)                                               // may be nil
	Command  func(set map[string]string, model, property string) string // shows a run; may be nil
}

// Usual limits, where nobody gives others: an answer is to come within a minute
// on two processors.
const (
	usualTime   = 55 * time.Second
	usualStates = 10_000_000
	glance      = 400_000
)

// timeOver is why a search was not run that had no time left.
const timeOver = "the time was over"

// search is an answer on its way.
type search struct {
	*Know
	Options
	ctx    context.Context
	setup  *Setup
	ends   time.Time
	quests []quest
	most   uint64 // distinct states of a search at this time
	answer *Answer
}

// Run looks for every harm in a cluster. What is found within the events that it
// is to survive comes first, the worst and the likeliest at the top.
//
// A glance comes first: what can be found is mostly found among few states. Then
// what was cut goes on, then what was found is taken to later variants and to its
// remedies, each until its share of the time is over.
func Run(ctx context.Context, k *Know, setup *Setup, o Options) (*Answer, error) {
	s := k.begin(ctx, setup, o)
	began := time.Now()
	if err := s.open(); err != nil {
		return nil, err
	}
	if err := s.onFile(); err != nil {
		return nil, err
	}
	whole := s.ends
	for _, pass := range []struct {
		states uint64
		until  time.Time
	}{{min(glance, s.States), whole}, {s.States, began.Add(s.Timeout * 6 / 10)}} {
		s.most, s.ends = pass.states, pass.until
		for i := range s.quests {
			if err := s.look(&s.quests[i]); err != nil {
				return nil, err
			}
		}
	}
	s.ends = whole
	s.settle()
	if err := s.otherwise(); err != nil {
		return nil, err
	}
	for _, list := range [][]Finding{s.answer.Found, s.answer.Beyond} {
		for i := range list {
			if s.Brief {
				break
			}
			if err := s.follow(&list[i]); err != nil {
				return nil, err
			}
		}
	}
	s.answer.Seconds = time.Since(began).Seconds()
	return s.answer, nil
}

// quest is a harm that is looked for.
type quest struct {
	Finding
	entry  registry.Entry
	beyond bool // what was found takes more than is to be survived
}

// open begins a quest for every harm that the configuration does not rule out.
func (s *search) open() error {
	for i := range s.Harms {
		h := &s.Harms[i]
		entry, rank, impact, err := s.asking(h)
		if err != nil {
			return err
		}
		lacks, err := s.lacks(h, s.setup.Set)
		if err != nil {
			return err
		}
		if lacks != "" {
			s.answer.Skipped = append(s.answer.Skipped, Note{h.Title, lacks})
			continue
		}
		s.quests = append(s.quests, quest{entry: entry, Finding: Finding{Harm: h.Name, Title: h.Title, Impact: impact, Likely: h.Likely,
			Refs: h.Refs, Spec: h.Spec, Story: h.Story, Shows: h.Shows, Runs: []Ran{}, harm: h, rank: rank}})
	}
	return nil
}

func (k *Know) begin(ctx context.Context, setup *Setup, o Options) *search {
	o.Timeout, o.States = cmp.Or(o.Timeout, usualTime), cmp.Or(o.States, usualStates)
	if o.Survive == nil {
		o.Survive, _ = k.Survives("") // the usual ones are no mistake
	}
	return &search{Know: k, Options: o, ctx: ctx, setup: setup, ends: time.Now().Add(o.Timeout), most: o.States, answer: &Answer{Schema: Schema, Setup: setup, Survive: Budgets(o.Survive),
		Found: []Finding{}, Beyond: []Finding{}, Absent: []Finding{}, Skipped: []Note{}, OnFile: []string{}}}
}

// beyond is one more of what weighs most than is to be survived: who asks for one
// power failure is told what two would do.
func (s *search) beyond() Survive {
	more := maps.Clone(s.Survive)
	for i := range s.Events {
		if e := &s.Events[i]; e.Weight > 1 && more[e.Budget] > 0 {
			more[e.Budget]++
		}
	}
	return more
}

// look goes on with a quest: first within what is to be survived, then with one more
// of what weighs most.
func (s *search) look(q *quest) error {
	for _, within := range []Survive{s.Survive, s.beyond()} {
		if q.trace != nil && !q.beyond {
			return nil
		}
		for _, probe := range slices.Concat(q.harm.Probes, q.harm.Covers) {
			if !within.has(probe, s.Know) || q.decided(probe) || q.trace != nil && !s.Survive.has(probe, s.Know) {
				continue
			}
			found, err := s.probe(q.entry, &q.Finding, s.setup.Set, probe)
			if err != nil {
				return err
			}
			if found {
				q.beyond = !s.Survive.has(probe, s.Know)
				break
			}
		}
	}
	return nil
}

// settle puts every quest where it belongs.
func (s *search) settle() {
	for _, q := range s.quests {
		list := &s.answer.Found
		switch {
		case q.trace == nil:
			list = &s.answer.Absent
		case q.beyond:
			list = &s.answer.Beyond
		}
		q.ByDesign = s.design(&q.Finding)
		*list = append(*list, q.Finding)
	}
	s.hide()
	s.sort()
}

// asking is the model that decides the harm, and what it means.
func (s *search) asking(h *Harm) (registry.Entry, int, string, error) {
	entry, impact := s.Entry, h.Impact
	if h.Goal != "" {
		entry = entry.Asking([]ask.Question{{Name: h.Name, Goal: true, Text: h.Goal}})
	} else {
		v, err := s.Entry.Vocabulary(nil)
		if err != nil {
			return nil, 0, "", err
		}
		p, _ := v.Property(h.Property)
		impact = cmp.Or(impact, p.Impact)
	}
	return entry, s.Entry.Impacts().Rank(impact), impact, nil
}

// lacks says why a configuration cannot have the harm; empty if it can.
func (s *search) lacks(h *Harm, set map[string]string) (string, error) {
	list, err := s.Entry.Constants(set)
	if err != nil {
		return "", err
	}
	values, err := model.Resolve(list, set)
	if err != nil {
		return "", err
	}
	unmet := model.Unmet(list, values, h.Needs)
	if len(unmet) == 0 {
		return "", nil
	}
	return "it takes " + unmet[0], nil
}

// decided reports whether a search saw all that can happen within some budgets.
func (f *Finding) decided(within Budgets) bool {
	return slices.ContainsFunc(f.Runs, func(r Ran) bool { return r.Whole && maps.Equal(r.Within, within) })
}

// record notes a search, in place of one that went less far.
func (f *Finding) record(r Ran) {
	i := slices.IndexFunc(f.Runs, func(old Ran) bool { return maps.Equal(old.Within, r.Within) })
	switch {
	case i < 0:
		f.Runs = append(f.Runs, r)
	case r.States > f.Runs[i].States || r.Whole:
		f.Runs[i] = r
	}
}

// probe runs one search for a harm, and reports whether it was found.
func (s *search) probe(entry registry.Entry, f *Finding, base map[string]string, within Budgets) (bool, error) {
	set := s.constants(f.harm, base, within)
	out, ran, err := s.check(entry, set, f.harm.name())
	ran.Within, ran.Events = within, s.said(within)
	if err != nil || out == nil || !out.Properties[0].Verdict.HasTrace() {
		f.record(ran)
		return false, err
	}
	p := &out.Properties[0]
	f.Takes, f.Events, f.Length, f.trace, f.set = within, ran.Events, p.States(), p.Trace, set
	if s.Command != nil && f.harm.Goal == "" {
		f.Command = s.Command(set, s.Model, f.harm.Property)
	}
	return true, nil
}

// name is what the harm's property is called in its runs.
func (h *Harm) name() string { return cmp.Or(h.Property, h.Name) }

// constants are those of a run: the configuration's, the harm's, the budgets, and
// what puts other harms right, as far as the model can be so.
func (s *search) constants(h *Harm, base map[string]string, within Budgets) map[string]string {
	set := maps.Clone(base)
	maps.Copy(set, h.Set)
	for budget, n := range within {
		set[budget] = itoa(n)
	}
	for i := range s.Harms {
		other := &s.Harms[i]
		if other == h || len(other.Apart) == 0 || slices.Contains(h.By, other.Name) {
			continue
		}
		tried := maps.Clone(set)
		maps.Copy(tried, other.Apart)
		if s.possible(tried, other.Apart) {
			set = tried
		}
	}
	return s.plain(set)
}

// possible reports whether the model has a run under constants, in which some of
// them do something.
func (s *search) possible(set, some map[string]string) bool {
	list, err := s.Entry.Constants(set)
	if err != nil {
		return false
	}
	values, err := model.Resolve(list, set)
	if err != nil || model.Idle(list, values, some) != nil {
		return false
	}
	for _, c := range list {
		if _, meant := some[c.Name]; meant && c.NotThere {
			return false
		}
	}
	_, err = s.Entry.Vocabulary(set)
	return err == nil
}

// plain are constants without those that do nothing there, and without those that
// are so by themselves.
func (s *search) plain(set map[string]string) map[string]string {
	out := maps.Clone(set)
	for name := range set {
		list, err := s.Entry.Constants(out)
		if err != nil {
			return out
		}
		values, err := model.Resolve(list, out)
		i := slices.IndexFunc(list, func(c model.Constant) bool { return c.Name == name })
		if err != nil || i < 0 || name == s.Entry.Variants().Key() {
			continue
		}
		idle := model.Idle(list, values, map[string]string{name: set[name]}) != nil
		if same := list[i].Text(values[name]) == list[i].Default; idle || same {
			delete(out, name)
		}
	}
	return out
}

// check runs one search, within what is left of the time; without an outcome Ran
// says why.
func (s *search) check(entry registry.Entry, set map[string]string, property string) (out *report.Outcome, ran Ran, err error) {
	left := time.Until(s.ends)
	if left <= 0 {
		s.answer.Expired = true
		return nil, Ran{Why: timeOver}, nil
	}
	if err := s.ctx.Err(); err != nil {
		return nil, ran, err
	}
	v, err := entry.Vocabulary(set)
	if err != nil {
		return nil, Ran{Why: "no such protocol: " + err.Error()}, nil
	}
	if _, known := v.Property(property); !known {
		return nil, Ran{Why: "it has no " + property}, nil
	}
	if s.Progress != nil {
		s.Progress(property)
	}
	job := registry.Job{Set: set, Options: explorer.Options{Check: []string{property}, Workers: s.Workers, Memory: s.Memory,
		MaxStates: s.most, Timeout: left}}
	if out, err = entry.Check(s.ctx, job); err != nil {
		if s.Command != nil {
			err = fmt.Errorf("%s: %w", s.Command(set, s.Model, property), err)
		}
		return nil, ran, err
	}
	s.answer.Expired = s.answer.Expired || out.Cut.By(explorer.Timeout)
	ran.States, ran.Depth, ran.Whole = out.States.Distinct, out.States.Depth, out.Exhaustive
	return out, ran, s.ctx.Err()
}
