package assess

import (
	"maps"
	"slices"
	"strconv"

	"mc/run/matrix"
	"mc/run/registry"
)

func itoa(n int) string { return strconv.Itoa(n) }

// hide leaves out what is found beside a harm that says it all.
func (s *search) hide() {
	all := slices.Concat(s.answer.Found, s.answer.Beyond)
	hidden := func(f Finding) bool {
		return slices.ContainsFunc(all, func(other Finding) bool {
			return slices.Contains(f.harm.Behind, other.Harm) && s.weight(other.Takes) <= s.weight(f.Takes)
		})
	}
	s.answer.Found = slices.DeleteFunc(s.answer.Found, hidden)
	s.answer.Beyond = slices.DeleteFunc(s.answer.Beyond, hidden)
}

// sort puts first what comes of one event without a race; then what is lost, the
// rare ways last, by impact; then all else by impact, what is by design last; and
// of the same the fewest events.
func (s *search) sort() {
	order := func(f Finding) []int {
		return []int{
			no(f.Likely == Always && s.weight(f.Takes) == 1), no(f.rank <= s.loss()), yes(f.Likely == Rare), yes(s.design(&f)),
			f.rank, yes(f.Likely == Window), s.weight(f.Takes), f.Length,
		}
	}
	for _, list := range [][]Finding{s.answer.Found, s.answer.Beyond} {
		slices.SortStableFunc(list, func(a, b Finding) int { return slices.Compare(order(a), order(b)) })
	}
}

// design reports whether a harm is as it is meant to be: nothing is lost, and no
// race is needed.
func (s *search) design(f *Finding) bool { return f.rank > s.loss() && f.Likely == Always }

func yes(is bool) int {
	if is {
		return 1
	}
	return 0
}

func no(is bool) int { return 1 - yes(is) }

// loss is the rank of the last impact in which something is gone.
func (s *search) loss() int { return s.Entry.Impacts().Rank(s.Lost) }

// follow looks which later variant does not have a harm, and what helps today.
func (s *search) follow(f *Finding) error {
	if f.ByDesign {
		return nil
	}
	if err := s.close(f); err != nil {
		return err
	}
	return s.test(f)
}

// close takes a harm to later variants, until one does not have it: none of the
// searches that may find it does.
func (s *search) close(f *Finding) error {
	f.Closed = &Closing{Ported: f.harm.Ported}
	for _, later := range s.later() {
		base := maps.Clone(s.setup.Set)
		for name := range s.setup.own {
			delete(base, name)
		}
		base[s.Entry.Variants().Key()] = later
		if lacks, err := s.lacks(f.harm, base); err != nil || lacks != "" {
			continue
		}
		found, runs, err := s.any(f, base)
		switch {
		case err != nil:
			return err
		case found:
			f.Closed.Tried++
			continue
		case len(runs) == 0: // a mixture that the later variant cannot be says nothing
			continue
		case !told(runs, f.Length):
			f.Closed.Cut = true
			return nil
		}
		f.Closed.Tried++
		one, _, _ := s.Entry.Variants().Find(later)
		f.Closed.Variant, f.Closed.Says, f.Closed.Runs = later, one.Doc, runs
		return nil
	}
	return nil
}

// any looks for a harm again under other constants: first glancing at all that may
// find it, then whole.
func (s *search) any(f *Finding, base map[string]string) (found bool, runs []Ran, err error) {
	entry, _, _, err := s.asking(f.harm)
	if err != nil {
		return false, nil, err
	}
	most := s.States
	defer func() { s.most = most }()
	again := Finding{harm: f.harm}
	for _, s.most = range []uint64{min(glance, most), most} {
		for _, probe := range f.harm.Probes {
			if s.weight(probe) > s.weight(f.Takes) && !s.Survive.has(probe, s.Know) || again.decided(probe) {
				continue
			}
			if found, err = s.probe(entry, &again, base, probe); err != nil || found {
				return found, nil, err
			}
		}
	}
	runs = slices.DeleteFunc(again.Runs, func(r Ran) bool { return r.Why != "" && r.Why != timeOver })
	return false, runs, nil
}

// told reports whether searches went far enough to say that a harm is not there: all
// of each was seen, or a good deal more than the way to it is long.
func told(runs []Ran, length int) bool {
	return !slices.ContainsFunc(runs, func(r Ran) bool { return !r.Whole && r.Depth < length+2 })
}

// onFile names what is on record to be lost under the same protocol, but for what a
// harm of the list is about.
func (s *search) onFile() error {
	all, err := matrix.Failures(s.suite, s.Entry, s.setup.Set)
	if err != nil {
		return err
	}
	v, err := s.Entry.Vocabulary(nil)
	if err != nil {
		return err
	}
	for _, f := range all {
		p, _ := v.Property(f.Property)
		about := func(h Harm) bool { return h.Spec == f.Spec }
		if s.Entry.Impacts().Rank(p.Impact) <= s.loss() && !slices.ContainsFunc(s.Harms, about) && !slices.Contains(s.answer.OnFile, f.Spec) {
			s.answer.OnFile = append(s.answer.OnFile, f.Spec)
		}
	}
	return nil
}

// later are the variants of the same family after that of the setup.
func (s *search) later() []string {
	_, family, ok := s.Entry.Variants().Find(s.setup.Variant)
	if !ok {
		return nil
	}
	var names []string
	after := false
	for _, one := range family.List {
		if after {
			names = append(names, one.Name)
		}
		after = after || one.Name == s.setup.Variant
	}
	return names
}

// test puts the remedies of a harm to the test.
func (s *search) test(f *Finding) error {
	for _, r := range f.harm.Remedies {
		if r.Within != nil && !slices.Contains(r.Within, s.setup.Variant) {
			continue
		}
		base := maps.Clone(s.setup.Set)
		maps.Copy(base, r.Set)
		here, err1 := registry.Values(s.Entry, s.setup.Set)
		there, err2 := registry.Values(s.Entry, base)
		if err1 != nil || err2 != nil || maps.Equal(here, there) {
			continue // it is so already, or cannot be
		}
		found, runs, err := s.any(f, base)
		if err != nil {
			return err
		}
		t := Tested{Name: r.Name, Says: r.Says, Helps: !found, Runs: runs}
		if !found && (len(runs) == 0 || !told(runs, f.Length)) {
			t.Helps, t.Open = false, true
		}
		f.Remedies = append(f.Remedies, t)
	}
	slices.SortStableFunc(f.Remedies, func(a, b Tested) int { return no(a.Helps) - no(b.Helps) })
	return nil
}
