package kafka

import (
	"fmt"
	"hash/maphash"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mc/model"
)

// parameters are the constants that have a field in a Protocol, with values of
// each that are to make a difference.
func parameters() (list []model.Constant) {
	for _, c := range Columns {
		list = append(list, c.Constant)
	}
	return append(list, fixed()...)
}

// values are texts of all values of a constant; of a bound, of its first two.
func values(c model.Constant) (texts []string) {
	lo, hi := c.Min, c.Min+1
	switch {
	case c.Switch:
		lo, hi = 0, 1
	case c.Choices != nil:
		lo, hi = 0, len(c.Choices)-1
	}
	for v := lo; v <= hi; v++ {
		texts = append(texts, c.Text(v))
	}
	return texts
}

// protocols are those of every generation in which the constant may have the
// value, by generation.
func protocols(t *testing.T, base map[string]string, name, value string) map[string]*Protocol {
	out := map[string]*Protocol{}
	for _, g := range Generations {
		_, v, err := Template.Build(with(with(base, "generation", g.Name), name, value))
		if err != nil {
			continue // it has no meaning there
		}
		p, err := NewProtocol(v)
		if err != nil {
			t.Fatal(err)
		}
		out[g.Name] = p
	}
	return out
}

// TestEveryConstantIsRead holds the tables of constants to the Protocol: any
// two values of a constant must make different ones in some generation.
func TestEveryConstantIsRead(t *testing.T) {
	bases := []map[string]string{
		{"kills": "1", "reads": "1", "records": "2", "track_acks": "separate"},
		{"max_leader_epoch": "0"}, // logs that slide
		{"zk_mode_brokers": "on"},
	}
	for _, c := range parameters() {
		all := values(c)
		for i, value := range all[1:] {
			read := slices.ContainsFunc(bases, func(base map[string]string) bool {
				these, those := protocols(t, base, c.Name, all[i]), protocols(t, base, c.Name, value)
				return slices.ContainsFunc(Generations, func(g model.Variant) bool {
					a, b := these[g.Name], those[g.Name]
					return a != nil && b != nil && !reflect.DeepEqual(a, b)
				})
			})
			if !read {
				t.Errorf("%s is never read: %s and %s give the same protocol in every generation", c.Name, all[i], value)
			}
		}
	}
}

// run is the beginning of an exploration: a hash of its first states, in order, the
// number of steps that they have, and the most that any has used of each budget. The
// states themselves would be gigabytes.
type run struct {
	sum   uint64
	steps int
	used  Used
}

// asOrdered is how the states of runs are hashed: those of two that differ do so surely.
var asOrdered = maphash.MakeSeed()

func beginning(m *model.Model[State], limit int) *run {
	r := &run{}
	states, steps := reaching(m, limit, func(model.Action) {})
	r.steps = steps
	for i := range states {
		r.sum = r.sum*31 + maphash.Comparable(asOrdered, states[i])
		for _, b := range budgets {
			most := b.used(&r.used)
			*most = max(*most, *b.used(&states[i].Used))
		}
	}
	return r
}

// runs explores the beginning of a run once. A run that cannot be is nil.
type runs map[string]*run

func (r runs) of(set map[string]string, limit int) *run {
	key := fmt.Sprint(set)
	if known, ok := r[key]; ok {
		return known
	}
	full := map[string]string{"replicas": "2", "min_insync_replicas": "1"}
	for k, v := range set {
		full[k] = v
	}
	r[key] = nil
	if m, _, err := Template.Build(full); err == nil {
		r[key] = beginning(m, limit)
	}
	return r[key]
}

// with is a set of constants with one more.
func with(set map[string]string, name, value string) map[string]string {
	out := map[string]string{name: value}
	for k, v := range set {
		if k != name {
			out[k] = v
		}
	}
	return out
}

// ground is a run in which constants are tried out, by its first states.
type ground struct {
	set   map[string]string
	limit int
}

// grounds are the beginnings of the variants and, further, runs in which a
// constant acts that acts in none of these.
func grounds() (list []ground) {
	for _, set := range variants {
		list = append(list, ground{set, 700})
	}
	quiet := map[string]string{"lag_timeouts": "0", "reply_hw": "after", "hw_waits_for_caught_up": "off"}
	for _, extra := range []map[string]string{
		{"generation": "kip-966", "min_insync_replicas": "2"},
		// A broker stops cleanly and comes back.
		{"generation": "kip-966", "records": "0", "clean_stops": "1"},
		// A request outlives a restart of its sender.
		{"generation": "kip-497", "records": "0", "fences": "1", "kills": "1", "restart_before_fence": "on", "lag_timeouts": "1"},
		// A leader without an epoch that a follower has.
		{"generation": "kip-320", "records": "2", "max_leader_epoch": "4", "fences": "2", "unfences": "1", "unclean_elections": "2"},
		// A reader is sent to a follower that has fallen out of the ISR.
		{"generation": "3.3", "reader": "on", "fetch_from_follower": "on", "lag_timeouts": "1", "max_leader_epoch": "0", "fences": "0"},
		// A reader is above the high watermark of a new leader.
		{"generation": "hw-truncation", "reader": "on", "read_above_hw_is_error": "on", "records": "2", "elections": "1", "max_leader_epoch": "1",
			"fences": "0"},
		// A replica leaves in the leader's epoch, and fetches once more.
		{"generation": "kip-903", "replicas": "3", "initial_replicas": "2", "records": "0", "reassignment": "process", "reassignments": "1",
			"fences": "0", "reassignment_raises_epoch": "never"},
		// A reassignment ends while one who stays lags; a StopReplica request arrives late.
		{"generation": "kip-497", "replicas": "3", "records": "0", "reassignment": "process", "reassignments": "1", "initial_replicas": "2",
			"fences": "0", "lag_timeouts": "1", "max_leader_epoch": "3"},
		{"generation": "kip-320", "records": "0", "reassignment": "process", "reassignments": "2", "fences": "0", "max_leader_epoch": "5"},
		// A follower's log ends before its leader's begins.
		{"generation": "2.8", "records": "3", "max_leader_epoch": "2", "fences": "1", "unfences": "0", "elections": "1", "deletes": "1"},
		// A broker comes back with a high watermark below what its own disks have.
		{"generation": "3.6", "records": "1", "max_leader_epoch": "0", "fences": "0", "copies": "1", "retentions": "1", "kills": "1",
			"checkpoints": "1", "restart_before_fence": "on"},
		// A follower that has missed an epoch is served by a leader that has not.
		{"generation": "kip-279", "records": "1", "max_leader_epoch": "2", "fences": "0", "elections": "2"},
		// A controller is deposed; a write to ZooKeeper is not answered; a migration.
		{"generation": "kip-279", "records": "0", "fences": "0", "elections": "1", "controller_failovers": "1"},
		{"generation": "kip-279", "records": "0", "fences": "0", "lag_timeouts": "1", "lost_answers": "1"},
		{"generation": "kip-903", "records": "0", "fences": "1", "zk_mode_brokers": "on"},
		// Logs slide.
		{"generation": "kip-966", "records": "3", "max_leader_epoch": "0", "fences": "0"},
		// ISR and ELR are both empty.
		{"generation": "kip-966", "records": "0", "max_leader_epoch": "5", "min_insync_replicas": "2", "fences": "2", "lossy_crashes": "2"},
	} {
		set := maps.Clone(quiet)
		maps.Copy(set, extra)
		list = append(list, ground{set, 5000})
	}
	// A follower's log is longer than its leader's.
	longer := maps.Clone(quiet)
	maps.Copy(longer, map[string]string{"generation": "hw-truncation", "records": "3", "max_leader_epoch": "2", "fences": "2",
		"unfences": "1", "unclean_elections": "1", "range_questions": "in-steps"})
	// A leader that was elected uncleanly finds copies of its predecessor's records.
	copies := maps.Clone(quiet)
	maps.Copy(copies, map[string]string{"generation": "3.6", "records": "3", "max_leader_epoch": "2", "fences": "2",
		"unfences": "1", "unclean_elections": "1", "copies": "2", "fetch_records": "1"})
	return append(list, ground{longer, 60000}, ground{copies, 60000})
}

// TestEveryConstantActs explores: any two values of a constant must lead to
// other states or steps on some ground. A switch that nothing reads does not.
func TestEveryConstantActs(t *testing.T) {
	all, known := grounds(), runs{}
	for _, c := range parameters() {
		for i, value := range values(c)[1:] {
			before := values(c)[i]
			acts := slices.ContainsFunc(likely(all, c), func(g ground) bool {
				a, b := known.of(with(g.set, c.Name, before), g.limit), known.of(with(g.set, c.Name, value), g.limit)
				return a != nil && b != nil && (*a != *b)
			})
			if !acts {
				t.Errorf("%s does nothing: %s and %s lead to the same states and steps on every ground; read it, or add a ground in which it acts",
					c.Name, before, value)
			}
		}
	}
}

// likely are the grounds, those first that speak of a constant, or of what it needs.
func likely(all []ground, c model.Constant) []ground {
	speaks := func(g ground) bool {
		for name := range g.set {
			if name == c.Name || slices.ContainsFunc(c.Needs, func(need string) bool { return strings.Contains(need, name) }) {
				return name != "generation" && name != "records"
			}
		}
		return false
	}
	var first, rest []ground
	for _, g := range all {
		if speaks(g) {
			first = append(first, g)
		} else {
			rest = append(rest, g)
		}
	}
	return append(first, rest...)
}

// TestEveryBudgetIsSpent holds each budget of one to its counter: it must be spent on
// some ground, and exceeded neither there nor on a few more.
func TestEveryBudgetIsSpent(t *testing.T) {
	all, known := grounds(), runs{}
	for _, a := range budgets {
		most, more := uint8(0), 5
		for _, g := range likely(all, a.Constant) {
			if most > 0 {
				more--
			}
			if more == 0 {
				break
			}
			set := with(g.set, a.Name, "1")
			if a.implied != nil { // counted only if no other bound is as tight
				set = with(set, "fences", "2")
			}
			r := known.of(set, g.limit)
			if r != nil {
				most = max(most, *a.used(&r.used))
			}
		}
		if most != 1 {
			t.Errorf("%s of 1 is spent %d times at most; its rule must ask left and call spend", a.Name, most)
		}
	}
}
