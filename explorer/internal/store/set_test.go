package store

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"mc/explorer/internal/runs/runstest"
)

const testWords = 2

// sets are all stores, made small enough to grow and spill in a test.
func sets(t *testing.T, workers int) map[string]Set {
	made := map[string]Set{}
	add := func(name string, s Set, err error) {
		if err != nil {
			t.Fatal(err)
		}
		made[name] = s
	}
	exact, err := NewExact(testWords, 0)
	add("exact", exact, err)
	interned, err := NewInterned(testWords, 0)
	add("interned", interned, err)
	for _, width := range []int{64, 128} {
		f, err := NewFingerprints(testWords, width, 0, t.TempDir())
		add(fmt.Sprint("fp", width), f, err)
	}
	spilling, err := NewSpilling(SpillOptions{Disk: runstest.NewMemory(), Dir: "d", Words: testWords, Workers: workers, Memory: 1 << 20})
	add("spilling", spilling, err)
	return made
}

type stateKey [testWords]uint64

// draw makes the i-th candidate of a level: duplicates are frequent, within
// the level and with levels before.
func draw(r *rand.Rand, level int) (stateKey, uint8) {
	n := r.Uint64N(uint64(20000 * level))
	return stateKey{n * 0x9e3779b97f4a7c15, n % 977}, uint8(r.UintN(20))
}

// TestSets: whatever the store and however the writers interleave, a level is
// the set of states that no earlier level has, each credited to the least
// rule that reaches it in its level.
func TestSets(t *testing.T) {
	const workers, levels, rules = 4, 4, 20
	for name, set := range sets(t, workers) {
		t.Run(name, func(t *testing.T) {
			defer set.Free()
			seen := map[stateKey]bool{}
			var writers []Writer
			for range workers {
				writers = append(writers, set.Writer(rules))
			}
			for level := 1; level <= levels; level++ {
				want := expectLevel(level, workers, seen)
				for _, w := range writers {
					w.Begin(64)
				}
				insertLevel(set, level, writers)
				for _, w := range writers {
					if err := w.End(); err != nil {
						t.Fatal(err)
					}
				}
				got, created, err := set.EndLevel(writers)
				if err != nil {
					t.Fatal(err)
				}
				compareLevel(t, got, created, want, rules)
			}
			if s, ok := set.(*Spilling); ok && !s.External() {
				t.Error("the memory was to be too small, but nothing was spilled")
			}
		})
	}
}

func candidates(level, worker int) (list []stateKey, rules []uint8) {
	r := rand.New(rand.NewPCG(uint64(level), uint64(worker)))
	for range 30000 {
		s, rule := draw(r, level)
		list, rules = append(list, s), append(rules, rule)
	}
	return list, rules
}

// expectLevel is the obvious twin: a map.
func expectLevel(level, workers int, seen map[stateKey]bool) map[stateKey]uint8 {
	want := map[stateKey]uint8{}
	for w := range workers {
		list, rules := candidates(level, w)
		for i, s := range list {
			if had, known := want[s]; !seen[s] && (!known || rules[i] < had) {
				want[s] = rules[i]
			}
		}
	}
	for s := range want {
		seen[s] = true
	}
	return want
}

// insertLevel inserts in four rounds, with a pause between them as the search
// makes it.
func insertLevel(set Set, level int, writers []Writer) {
	const rounds = 4
	for round := range rounds {
		var wg sync.WaitGroup
		for i, w := range writers {
			wg.Go(func() {
				list, rules := candidates(level, i)
				b := NewBatch(testWords)
				for k := round * len(list) / rounds; k < (round+1)*len(list)/rounds; k++ {
					copy(b.State(b.N), list[k][:])
					b.Rules[b.N] = rules[k]
					if b.N++; b.N == BatchSize {
						w.Insert(b)
					}
				}
				w.Insert(b)
				w.Flush()
			})
		}
		wg.Wait()
		if s, ok := set.(*Spilling); ok && s.Pressed() {
			if _, err := s.Relieve(Work{Level: &diskLevel{}}); err != nil {
				panic(err)
			}
		}
	}
}

func compareLevel(t *testing.T, got Level, created []int64, want map[stateKey]uint8, rules int) {
	t.Helper()
	counts := make([]int64, rules)
	for _, rule := range want {
		counts[rule]++
	}
	for i := range counts {
		if created[i] != counts[i] {
			t.Fatalf("rule %d is credited with %d states, not %d", i, created[i], counts[i])
		}
	}
	buf, found := make([]uint64, 1024*testWords), map[stateKey]bool{}
	for _, p := range got.Cut(1024) {
		states, err := got.Read(p, buf)
		if err != nil {
			t.Fatal(err)
		}
		for ; len(states) > 0; states = states[testWords:] {
			s := stateKey(states[:testWords])
			if _, expected := want[s]; !expected || found[s] {
				t.Fatalf("state %x is not of this level, or twice in it", s)
			}
			found[s] = true
		}
	}
	if len(found) != len(want) || got.Size() != uint64(len(want)) {
		t.Fatalf("%d states, size %d; want %d", len(found), got.Size(), len(want))
	}
}

// TestLeastMemoryIsALimit: a limit of one byte is one, not none.
func TestLeastMemoryIsALimit(t *testing.T) {
	s, err := NewSpilling(SpillOptions{Disk: runstest.NewMemory(), Dir: "d", Words: testWords, Workers: 1, Memory: 1, LeastBuffer: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Free()
	w, b := s.Writer(1), NewBatch(testWords)
	w.Begin(1)
	for i := range 3 {
		b.State(i)[0] = uint64(i)
		b.N++
	}
	w.Insert(b)
	w.Flush()
	if !s.Pressed() {
		t.Error("three states fit in one byte")
	}
	if n := s.atATime(); n != 4096 {
		t.Errorf("%d states are sorted at a time, want the least number worth it", n)
	}
	s.budget = 0
	if s.Pressed() || s.atATime() != sortAtATime {
		t.Error("no limit is one")
	}
}
