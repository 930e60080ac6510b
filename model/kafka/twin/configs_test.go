package twin

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"mc/model"
	"mc/model/kafka"
)

// bounded are how often what may happen in a random run, most of them rarely.
var bounded = map[string]int{"kills": 2, "lossy_crashes": 2, "clean_stops": 2, "fences": 4, "unfences": 3,
	"elections": 3, "unclean_elections": 2, "min_isr_changes": 2, "reassignments": 2, "lag_timeouts": 3,
	"checkpoints": 3, "flushes": 3, "lost_answers": 3, "log_swaps": 3, "reads": 3}

// wanted are keys without which budgets are spent to little purpose.
var wanted = map[string][2]string{"lossy_crashes": {"partial_loss", "on"}, "log_swaps": {"swap_keeps_epoch", "off"},
	"reads": {"consumer_read_atomic", "off"}, "fences": {"fence_one_at_a_time", "off"},
	"lost_answers": {"split_expand", "on"}, "clean_stops": {"clean_shutdown_detection", "on"}}

// draw is a configuration by seed: a generation or release, small bounds, and
// some of the other constants given another value than theirs.
func draw(seed uint64) run {
	random := rand.New(rand.NewPCG(seed, 1))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	names := kafka.Variants.Names()
	r := run{name: fmt.Sprintf("seed %d", seed), seed: seed, set: map[string]string{
		"generation": names[random.IntN(len(names))], "replicas": pick("2", "3", "3", "3", "4"),
		"min_insync_replicas": pick("1", "2", "2", "3"), "records": pick("1", "2", "2", "3"),
		"max_leader_epoch": pick("1", "2", "3", "4")}}
	constants, _ := kafka.Template.Constants(r.set)
	for _, key := range slices.Sorted(maps.Keys(bounded)) {
		if random.IntN(3) == 0 {
			r.set[key] = fmt.Sprint(random.IntN(bounded[key] + 1))
			if more, any := wanted[key]; any && r.set[key] != "0" && random.IntN(2) == 0 {
				r.try(more[0], more[1])
			}
		}
	}
	if random.IntN(2) == 0 {
		r.set["track_acks"] = pick("with-hw", "separate")
		r.try("produce_timeouts", pick("0", "1", "2"))
	}
	random.Shuffle(len(constants), func(i, j int) { constants[i], constants[j] = constants[j], constants[i] })
	for _, c := range constants {
		if _, given := r.set[c.Name]; !given && random.IntN(3) == 0 {
			r.try(c.Name, other(c, random))
		}
	}
	return r
}

// try gives a constant a value, if the mixture allows it.
func (r run) try(key, value string) {
	r.set[key] = value
	if _, _, err := r.build(); err != nil {
		delete(r.set, key)
	}
}

// other is a value of a constant.
func other(c model.Constant, random *rand.Rand) string {
	switch {
	case c.Switch:
		return [...]string{"on", "off"}[random.IntN(2)]
	case c.Choices != nil:
		return c.Choices[random.IntN(len(c.Choices))]
	}
	return fmt.Sprint(c.Min + random.IntN(min(4, c.Max-c.Min+1)))
}

// TestRandomConfigurations holds the model to the twin under mixtures of every
// generation, budget and switch, in a sample of their states.
func TestRandomConfigurations(t *testing.T) {
	sample(t, 1, configurations, width)
}

// sample compares configurations by seed.
func sample(t *testing.T, from, count uint64, width int) {
	fired, compared, whole := map[string]int{}, 0, 0
	for seed := from; seed < from+count; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := draw(seed)
			r.width, r.depth = width, 60
			n := r.compare(t)
			compared += n.distinct()
			if n.whole {
				whole++
			}
			for name, times := range n.fired {
				fired[name] += times
			}
		})
	}
	t.Logf("%d configurations, %d states expanded, %d of them whole; steps by rule: %v", count, compared, whole, fired)
	for _, rule := range rules {
		if fired[rule.name] == 0 {
			t.Errorf("%s was never compared; widen what draw gives", rule.name)
		}
	}
}
