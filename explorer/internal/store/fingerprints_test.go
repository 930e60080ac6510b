package store

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestSeek: the lines are read the same with and without vector instructions.
func TestSeek(t *testing.T) {
	f, err := NewFingerprints(1, 64, 0, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Free()
	rapid.Check(t, func(t *rapid.T) {
		clear(f.table[:6*lineSlots])
		s := &stage{n: rapid.IntRange(1, BatchSize).Draw(t, "states")}
		for i := range s.n {
			s.hashes[i], s.homes[i] = rapid.Uint64Range(0, 3).Draw(t, "tag")|1<<63, rapid.Uint64Range(0, 5).Draw(t, "home")
		}
		for at := range uint64(6) {
			for k := range rapid.IntRange(0, lineSlots).Draw(t, "full") {
				print := printOf(rapid.Uint64Range(0, 5).Draw(t, "other")) + rapid.Uint64Range(0, 1).Draw(t, "detour")
				f.line(at)[k] = print<<printMarkBits | rapid.Uint64Range(1, printMarkMask).Draw(t, "mark")
			}
		}
		plain := *s
		seek(&f.table[0], s)
		seekPlain(&f.table[0], &plain)
		if s.found != plain.found {
			t.Fatalf("found %v, want %v", s.found[:s.n], plain.found[:s.n])
		}
	})
}

// TestPrintGrowth: a table that is filled to the brim and grows, by one goroutine
// or several, keeps every hash, both halves and the mark, as far from home as the
// slot says.
func TestPrintGrowth(t *testing.T) {
	for _, width := range []int{64, 128} {
		f, err := NewFingerprints(testWords, width, 0, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer f.Free()
		n := capacity(f.size) - 2*BatchSize
		w := f.Writer(20).(*fingerprintWriter)
		fillPrints(w, n)
		if f.size != firstPrints || w.Added() != n {
			t.Fatalf("%d slots, %d states; want %d, %d: the test is to fill the table before it grows", f.size, w.Added(), firstPrints, n)
		}
		checkPrints(t, f, n)
		for i, grown := range []uint64{firstPrints + firstPrints/4, 2*firstPrints + 8, 5 * firstPrints} {
			if err := f.rehash(grown, i+1); err != nil {
				t.Fatal(err)
			}
			checkPrints(t, f, n)
			if fillPrints(w, n); w.Added() != n {
				t.Fatalf("%d states are new after growing to %d slots", w.Added()-n, grown)
			}
		}
		if _, _, err := f.EndLevel([]Writer{w}); err != nil {
			t.Fatal(err)
		}
	}
}

// printStates calls do with n states, the same for each n.
func printStates(n uint64, do func(i uint64, state []uint64)) {
	r, state := rand.New(rand.NewPCG(n, 0)), make([]uint64, testWords)
	for i := range n {
		state[0], state[1] = r.Uint64(), i
		do(i, state)
	}
}

func fillPrints(w *fingerprintWriter, n uint64) {
	b := NewBatch(testWords)
	w.Begin(64)
	printStates(n, func(i uint64, state []uint64) {
		copy(b.State(b.N), state)
		b.Rules[b.N] = uint8(i % 20)
		if b.N++; b.N == BatchSize {
			w.Insert(b)
		}
	})
	w.Insert(b)
	w.Flush()
}

// checkPrints looks at every slot.
func checkPrints(t *testing.T, f *Fingerprints, n uint64) {
	t.Helper()
	marks := make(map[uint64]uint64, n)
	printStates(n, func(i uint64, state []uint64) { marks[Hash(state, f.seed)] = f.fresh + i%20 })
	from, far := prints{f.table, f.high, f.lines}, uint64(0)
	for i, slot := range f.table {
		if slot == 0 {
			continue
		}
		l := uint64(i) / lineSlots
		h := from.hash(slot, l, from.least(l))
		at, print := f.home(h), printOf(h)
		for detour := slot >> printMarkBits & printDetourMask; detour > 0; detour-- {
			at = f.after(at, print)
			far = max(far, detour)
		}
		if mark, there := marks[h]; !there || mark != slot&printMarkMask || at != l {
			t.Fatalf("slot %x in line %d: hash %x leads to line %d, and its mark should be %d", slot, l, h, at, mark)
		}
		delete(marks, h)
		if f.wide && f.high[i] == 0 {
			t.Fatalf("slot %x has lost its other half", slot)
		}
	}
	if len(marks) > 0 || far > printDetourMask/2 {
		t.Fatalf("%d hashes are lost; the farthest is %d steps from home", len(marks), far)
	}
}

// TestAge: what an earlier level has found is credited to no rule of a later one,
// when marks are used again, too.
func TestAge(t *testing.T) {
	f, err := NewFingerprints(testWords, 64, 0, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Free()
	w, b := f.Writer(MaxRules), NewBatch(testWords)
	put := func(rule uint8, states ...uint64) {
		for _, x := range states {
			s := b.State(b.N)
			s[0], s[1], b.Rules[b.N] = x, 0, rule
			b.N++
		}
		w.Insert(b)
		w.Flush()
	}
	for level := range uint64(10) {
		w.Begin(64)
		put(MaxRules-1, level)
		put(5, level, level) // the credit goes to the earlier rule
		for before := range level {
			put(0, before)
		}
		l, created, err := f.EndLevel([]Writer{w})
		if err != nil || l.Size() != 1 || created[5] != 1 || created[0] != 0 || created[MaxRules-1] != 0 {
			t.Fatalf("level %d: %v, %d states, credited %v", level, err, l.Size(), created)
		}
	}
}

// TestPlain: the first states go to the files as they are and the rest is
// compressed, and all are read again.
func TestPlain(t *testing.T) {
	const plain, n = 20_000, 50_000
	f, err := NewFingerprints(testWords, 64, 0, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Free()
	f.plain = plain * testWords * 8
	w := f.Writer(1)
	b := NewBatch(testWords)
	w.Begin(64)
	for i := range uint64(n) {
		b.State(b.N)[0], b.State(b.N)[1] = i, 1
		if b.N++; b.N == BatchSize {
			w.Insert(b)
		}
	}
	w.Insert(b)
	w.Flush()
	level, _, err := f.EndLevel([]Writer{w})
	if err != nil {
		t.Fatal(err)
	}
	next, buf := uint64(0), make([]uint64, 1024*testWords)
	for _, portion := range level.Cut(1024) {
		states, err := level.Read(portion, buf)
		if err != nil {
			t.Fatal(err)
		}
		for ; len(states) > 0; states = states[testWords:] {
			if states[0] != next || states[1] != 1 {
				t.Fatalf("state %d is read as %d", next, states[:testWords])
			}
			next++
		}
	}
	size := level.(*diskLevel).parts[0].Bytes()
	if least, most := uint64((plain-1024)*testWords*8), uint64(n*testWords*8/2); next != n || size < least || size > most {
		t.Errorf("%d states are read from %d bytes; %d of %d are as they were", next, size, plain, n)
	}
}
