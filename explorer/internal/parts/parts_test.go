package parts

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
)

type state = [2]uint64

// drawLevels draws levels of states, none of which is in two of them.
func drawLevels(t *rapid.T) (levels [][]state) {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	bits := rapid.SampledFrom([]uint64{0x3F, 0xFFFF, ^uint64(0)}).Draw(t, "bits")
	seen := map[state]bool{}
	for range rapid.IntRange(1, 9).Draw(t, "levels") {
		var level []state
		for range rapid.SampledFrom([]int{0, 1, 60, 1024, 1500}).Draw(t, "states") {
			if s := (state{random.Uint64() & bits, random.Uint64() & bits}); !seen[s] {
				seen[s] = true
				level = append(level, s)
			}
		}
		slices.SortFunc(level, func(a, b state) int { return slices.Compare(a[:], b[:]) })
		levels = append(levels, level)
	}
	return levels
}

// fold writes each level as a part of its own.
func fold(t *rapid.T, f *Folder, levels [][]state) (list []Source) {
	for i, level := range levels {
		p, err := f.Write("level", Saved{Sorted: true}, func(do func([]uint64, uint64) error) (err error) {
			for _, s := range level {
				err = do(s[:], 0)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Source{p, i})
	}
	return list
}

// drawShared is one part of all levels, merged at one go or by neighbours, and
// opened again or not.
func drawShared(t *rapid.T, f *Folder, levels [][]state) *Part {
	list := fold(t, f, levels)
	merge := func(from, to int) *Part {
		p, err := f.Merge("levels", from, to-from, list[from:to])
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := merge(0, len(levels))
	if cut := rapid.IntRange(0, len(levels)).Draw(t, "cut"); cut > 0 && cut < len(levels) {
		two := []Source{{Part: merge(cut, len(levels))}, {Part: merge(0, cut)}}
		var err error
		if p, err = f.Merge("levels", 0, len(levels), two); err != nil {
			t.Fatal(err)
		}
	}
	if rapid.Bool().Draw(t, "opened again") {
		if err := f.Settle([]*Part{p}); err != nil {
			t.Fatal(err)
		}
		again, err := f.Open(p.Saved)
		if err != nil {
			t.Fatal(err)
		}
		return again
	}
	return p
}

// TestWindow: of a part that levels share each level can be read by itself, in
// any order, whatever room there is.
func TestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := drawLevels(t)
		f := &Folder{Disk: runstest.NewMemory(), Dir: "d", Words: 2}
		p := drawShared(t, f, levels)
		w := &Window{Words: 2, Most: uint64(rapid.SampledFrom([]int{0, 1600, 1 << 20}).Draw(t, "most"))}
		defer w.Free()
		buf := make([]uint64, 2*1500)
		for range 12 {
			i := rapid.IntRange(0, len(levels)-1).Draw(t, "level")
			n := len(levels[i])
			if p.Size(i) != uint64(n) {
				t.Fatalf("level %d has %d states, want %d", i, p.Size(i), n)
			}
			from := rapid.IntRange(0, n).Draw(t, "from")
			got, err := w.Read(p, i, uint64(from), uint64(n), buf)
			if err != nil || len(got) != 2*(n-from) {
				t.Fatalf("%d words of level %d, %v; want %d", len(got), i, err, 2*(n-from))
			}
			for k, s := range levels[i][from:] {
				if !slices.Equal(got[2*k:2*k+2], s[:]) {
					t.Fatalf("state %d of level %d is %x, want %x", from+k, i, got[2*k:2*k+2], s)
				}
			}
		}
	})
}

// TestFind: which records are in a part is found as by looking at each of its
// states.
func TestFind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := drawLevels(t)
		f := &Folder{Disk: runstest.NewMemory(), Dir: "d", Words: 2}
		list := fold(t, f, levels)
		list = append(list, Source{Part: drawShared(t, f, levels)})
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "which"), 0))
		all := slices.Concat(levels...)
		asked := map[state]bool{}
		for range rapid.IntRange(1, 2000).Draw(t, "asked") {
			if s := (state{random.Uint64N(70), random.Uint64N(70)}); len(all) == 0 || random.IntN(2) == 0 {
				asked[s] = true
			} else {
				asked[all[random.IntN(len(all))]] = true
			}
		}
		r := NewRecords(2)
		defer r.Free()
		for s := range maps.Keys(asked) {
			r.Add(s[:], 0)
		}
		r.Sort()
		for i, source := range list {
			held := map[state]bool{}
			for l := range levels {
				for _, s := range levels[l] {
					held[s] = i == l || i == len(levels)
				}
			}
			found := make([]bool, r.Len())
			if err := source.Find(r, found, NewBuffer(2)); err != nil {
				t.Fatal(err)
			}
			for k := range found {
				if want := held[state(r.State(k))]; found[k] != want {
					t.Fatalf("part %d: %x is found: %v, want %v", i, r.State(k), found[k], want)
				}
			}
		}
	})
}

// TestDamaged: a state of a level that the part is not of is not believed.
func TestDamaged(t *testing.T) {
	f := &Folder{Disk: runstest.NewMemory(), Dir: "d", Words: 2}
	p, err := f.Write("levels", Saved{From: 5, Levels: 3}, func(do func([]uint64, uint64) error) error {
		return do([]uint64{1, 2}, 7)
	})
	if err == nil {
		err = f.Settle([]*Part{p})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*Saved){
		func(s *Saved) { s.Levels = 2 }, func(s *Saved) { s.From = 8 }, func(s *Saved) { s.Levels = 0 },
		func(s *Saved) { s.Sizes = []uint64{1, 0, 0} }, func(s *Saved) { s.Seal++ }, func(s *Saved) { s.Records++ }, func(s *Saved) { s.ID++ },
	} {
		s := p.Saved
		change(&s)
		again, err := f.Open(s)
		if err == nil {
			w := &Window{Words: 2}
			_, err = w.Read(again, s.From, 0, again.Size(s.From), make([]uint64, 2))
		}
		if damaged, foreign := new(runs.Damaged), new(runs.Foreign); !errors.As(err, &damaged) && !errors.As(err, &foreign) {
			t.Errorf("%+v was opened and read as %+v: %v", p.Saved, s, err)
		}
	}
	if again, err := f.Open(p.Saved); err != nil || again.Size(7) != 1 || again.Size(6) != 0 {
		t.Errorf("%v, %v", again, err)
	}
}

// TestVisit: a part gives the states between two keys, whatever these are, and no others.
func TestVisit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &Folder{Disk: runstest.NewMemory(), Dir: "run", Words: 2, Plain: rapid.Bool().Draw(t, "plain")}
		levels := drawLevels(t)
		parts := fold(t, f, levels)
		at := rapid.IntRange(0, len(levels)-1).Draw(t, "level")
		bound := func(name string) []uint64 {
			switch rapid.IntRange(0, 2).Draw(t, name) {
			case 0:
				return nil
			case 1:
				if n := len(levels[at]); n > 0 {
					s := levels[at][rapid.IntRange(0, n-1).Draw(t, "state")]
					return s[:]
				}
			}
			return []uint64{rapid.Uint64Range(0, 0x40).Draw(t, "key"), 0}
		}
		lo, hi := bound("lo"), bound("hi")
		var got, want []state
		for _, s := range levels[at] {
			if (lo == nil || slices.Compare(s[:], lo) >= 0) && (hi == nil || slices.Compare(s[:], hi) < 0) {
				want = append(want, s)
			}
		}
		if err := parts[at].Visit(lo, hi, NewBuffer(2), func(s []uint64, _ uint64) { got = append(got, state(s)) }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d of %d states between %d and %d", len(got), len(want), lo, hi)
		}
	})
}
