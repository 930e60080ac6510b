package store

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestPlaces: a slot's line, detour and tag tell its place, whatever the
// number of lines.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.Uint64Range(manyLines, 1<<31).Draw(t, "lines")
		h := rapid.Uint64().Draw(t, "hash")
		home, detour := lineOf(h, lines), rapid.Uint64Range(0, far).Draw(t, "detour")
		p := places{lines: lines}
		first := home - min(home, 1)
		for l := first; l <= home+detour; l++ {
			p.next(l)
		}
		place, known := p.of(tagOf(h)<<tagShift|detour<<detourShift|1, home+detour-first)
		if known != (detour < far) {
			t.Fatalf("known is %v at a detour of %d lines", known, detour)
		}
		if known && place != h>>placeShift {
			t.Fatalf("place %x, want %x", place, h>>placeShift)
		}
		if _, known := p.of(detour<<detourShift|1, detour-1); known && detour > 0 {
			t.Fatal("the home line was not seen, yet the place is known")
		}
	})
}

// TestGrowth: a table that is filled to the brim and grows, below and above
// the size from which no state is read for it, by one goroutine or several,
// keeps every state, its number and its rule.
func TestGrowth(t *testing.T) {
	for _, slots := range []uint64{firstSlots, manyLines * lineSlots} {
		e, err := NewExact(testWords, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Free()
		if err := e.rehash(slots, 1); err != nil {
			t.Fatal(err)
		}
		n := capacity(slots) - BatchSize
		w := e.Writer(20).(*exactWriter)
		insert := func() {
			w.Begin(64)
			r, b := rand.New(rand.NewPCG(slots, 0)), NewBatch(testWords)
			for i := range n {
				s := b.State(b.N)
				s[0], s[1] = r.Uint64(), i
				b.Rules[b.N] = uint8(i % 20)
				if b.N++; b.N == BatchSize {
					w.Insert(b)
				}
			}
			w.Insert(b)
			w.Flush()
		}
		insert()
		if e.size != slots || w.Added() != n {
			t.Fatalf("%d slots, %d states; want %d, %d: the test is to fill the table before it grows", e.size, w.Added(), slots, n)
		}
		for i, grown := range []uint64{slots + slots/4, 2*slots + 8, 5 * slots} {
			if err := e.rehash(grown, i+1); err != nil {
				t.Fatal(err)
			}
			checkTable(t, e, n)
			if insert(); w.Added() != n {
				t.Fatalf("%d states are new after growing to %d slots", w.Added()-n, grown)
			}
		}
	}
}

// checkTable looks at every slot: each state is there once, credited to its
// rule, and as far from its home line as the slot says.
func checkTable(t *testing.T, e *Exact, n uint64) {
	t.Helper()
	seen := make([]bool, n)
	for i, slot := range e.table {
		if slot == 0 {
			continue
		}
		number := slot&numberMask - 1
		s := e.state(number)
		if seen[s[1]] || slot>>numberBits&ruleMask != s[1]%20 {
			t.Fatalf("state %d is there twice, or credited to rule %d", s[1], slot>>numberBits&ruleMask)
		}
		seen[s[1]] = true
		h := Hash(s, e.seed)
		detour := (uint64(i)/lineSlots + e.lines - e.home(h)) % e.lines
		if slot>>tagShift != tagOf(h) || slot>>detourShift&far != min(detour, far) {
			t.Fatalf("slot %x: tag %x and %d lines from home, want %x and %d", slot, slot>>tagShift, slot>>detourShift&far, tagOf(h), detour)
		}
	}
	for i, s := range seen {
		if !s {
			t.Fatalf("state %d is lost", i)
		}
	}
}

// TestLook: the lines are read the same with and without vector instructions.
func TestLook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, err := NewExact(1, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Free()
		if _, err := e.arena.take(1024); err != nil {
			t.Fatal(err)
		}
		s := &stage{n: rapid.IntRange(1, BatchSize).Draw(t, "states")}
		for i := range s.n {
			tag := rapid.Uint64Range(0, 3).Draw(t, "tag")
			s.hashes[i], s.homes[i] = tag<<placeShift, rapid.Uint64Range(0, 5).Draw(t, "home")
		}
		for at := range 6 {
			for k := range rapid.IntRange(0, lineSlots).Draw(t, "full") {
				e.line(uint64(at))[k] = rapid.Uint64Range(0, 5).Draw(t, "other")<<tagShift | rapid.Uint64Range(1, 1024).Draw(t, "number")
			}
		}
		v := e.view()
		plain := *s
		look(&v, s)
		lookPlain(&v, &plain)
		if s.found != plain.found {
			t.Fatalf("found %v, want %v", s.found[:s.n], plain.found[:s.n])
		}
	})
}
