package kafka

import (
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"mc/model"
)

// fingerprint is of states, in order, and of the number of their steps.
func fingerprint(m *model.Model[State], states []State) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	steps := 0
	out := model.NewSteps(func(model.Action, *State) { steps++ })
	for _, s := range states {
		m.Expand(&s, out)
		maphash.WriteComparable(&h, s)
	}
	maphash.WriteComparable(&h, steps)
	return h.Sum64()
}

var seed = maphash.MakeSeed()

// some are texts of values of a constant: of all that have names, of a bound
// the least, the one after it and the largest.
func some(c model.Constant) (texts []string) {
	switch {
	case c.Switch:
		return []string{"on", "off"}
	case c.Choices != nil:
		return c.Choices
	}
	for _, n := range []int{c.Min, min(c.Min+1, c.Max), c.Max} {
		texts = append(texts, c.Text(n))
	}
	return slices.Compact(texts)
}

// later are settings that act beyond the first states of a small run, each with
// what it takes.
var later = map[string]string{
	"cache_trunc_on_noop":    "an epoch without records that is deposed",
	"out_of_range":           "a follower whose log is longer than its leader's",
	"range_questions":        "a follower whose log is longer than its leader's",
	"truncation":             "two epochs that a follower does not know",
	"hw_after_alter_commit":  "a proposal that is confirmed while a record waits",
	"hw_ignores_ineligible":  "three replicas",
	"eligible_broker_epoch":  "three replicas",
	"next_leader":            "three replicas",
	"cache_repaired_on_load": "a broker that stops itself",
	"restart_before_fence":   "a broker that stops itself",
	"loading_crashes":        "a broker that stops itself",
	"same_epoch_keeps_state": "a change within an epoch",

	"fence_fetch": "two elections", "truncate_every_epoch_bump": "two elections", "reelection_resets_remotes": "two elections",
	"lag_clock_of_isr_only": "two elections", "append_checks_leader_epoch": "two elections", "truncation_of_removed_kills_thread": "two elections",
	"recovery": "ISR and ELR empty", "unclean_elections": "ISR and ELR empty",
}

// TestEverySetting gives every constant every value, in every generation, and
// nothing else: that is refused with a reason, is what it was, or makes a
// difference. Only a bound that is wider than one that did not bind, and what
// takes longer, may make none. No state has a bit that Widest lacks.
func TestEverySetting(t *testing.T) {
	const limit = 700
	for _, g := range Generations {
		base := map[string]string{"generation": g.Name, "replicas": "2"}
		list, err := Template.Constants(base)
		if err != nil {
			t.Fatal(err)
		}
		was := look(t, base, limit)
		for _, c := range list[1:] {
			for _, value := range some(c) {
				set := with(base, c.Name, value)
				if c.Name == "replicas" || refusedWith(t, set, c.Name) {
					continue
				}
				now := look(t, set, limit)
				wider := c.Role == model.OfBounds && c.Default != "0" && value != "0"
				switch {
				case now.sum != was.sum && value == c.Default:
					t.Errorf("%s: %s has the value %s already, and changes something", g.Name, c.Name, value)
				case now.sum == was.sum && now.protocol != was.protocol && !wider && later[c.Name] == "":
					t.Errorf("%s: %s=%s makes no difference; say what it needs", g.Name, c.Name, value)
				}
			}
		}
	}
}

// refusedWith reports whether a setting is refused, which must be with a reason.
func refusedWith(t *testing.T, set map[string]string, name string) bool {
	list, err := Template.Constants(set)
	var values model.Values
	if err == nil {
		_, values, err = Template.Build(set)
	}
	if err == nil {
		err = model.Idle(list, values, map[string]string{name: set[name]})
	}
	if err == nil {
		p, err := NewProtocol(values)
		return err == nil && p.endless() != ""
	}
	if !strings.Contains(err.Error(), name) {
		t.Errorf("%v: refused with %q, which does not name it", set, err)
	}
	return true
}

// looked is what is seen of the beginning of a run.
type looked struct {
	sum      uint64
	protocol string
}

func look(t *testing.T, set map[string]string, limit int) looked {
	m, values, err := Template.Build(set)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewProtocol(values)
	if err != nil {
		t.Fatal(err)
	}
	states := reach(m, limit)
	for i := range states {
		if stray := states[i]; !inside(&stray, m.Widest) {
			t.Errorf("%v: Widest lacks a bit of %+v", set, stray)
			break
		}
	}
	return looked{fingerprint(m, states), fmt.Sprintf("%+v", *p)}
}

// inside reports whether a state has only the bits of another.
func inside(s, widest *State) bool {
	a := unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
	b := unsafe.Slice((*byte)(unsafe.Pointer(widest)), unsafe.Sizeof(*s))
	for i := range a {
		if a[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// TestOwnValue gives every constant that a variant has the value that it has
// there by itself, one at a time and all together.
func TestOwnValue(t *testing.T) {
	for _, name := range Variants.Names() {
		base := map[string]string{"generation": name}
		_, want, err := Template.Build(base)
		if err != nil {
			t.Fatal(err)
		}
		list, _ := Template.Constants(base)
		all := maps.Clone(base)
		for _, c := range list {
			if c.NotThere {
				continue
			}
			all[c.Name] = c.Default
			if _, got, err := Template.Build(with(base, c.Name, c.Default)); err != nil || !maps.Equal(got, want) {
				t.Errorf("%s with its own %s=%s is another run: %v", name, c.Name, c.Default, err)
			}
		}
		if _, got, err := Template.Build(all); err != nil || !maps.Equal(got, want) {
			t.Errorf("%s with all its own values is another run: %v", name, err)
		}
	}
}
