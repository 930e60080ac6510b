package explorer_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mc/explorer"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
)

// slowSums adds up the states of the levels of m, found by a list and a map, each
// written out as explorer/internal/sum says.
func slowSums(m *model.Model[procs], symmetry bool) (sums []string) {
	seen := map[procs]bool{}
	var level []procs
	add := func(to *[]procs, s procs) {
		if symmetry {
			m.Canonical(&s)
		}
		if !seen[s] && (m.Within == nil || m.Within(&s)) {
			seen[s], *to = true, append(*to, s)
		}
	}
	m.Init(func(s procs) { add(&level, s) })
	for len(level) > 0 {
		all, next := new(big.Int), []procs(nil)
		for _, s := range level {
			h := sha256.Sum256(writtenOut(s))
			all.Add(all, new(big.Int).SetBytes(h[:16]))
			m.Expand(&s, model.NewSteps(func(_ model.Action, after *procs) { add(&next, *after) }))
		}
		all.Mod(all, new(big.Int).Lsh(big.NewInt(1), 128))
		sums, level = append(sums, fmt.Sprintf("%032x", all)), next
	}
	return sums
}

// TestSums: in every order with levels, with every store, any number of workers, in
// memory or on disk, the sums are those of the twin, and no run has them that was not
// asked.
func TestSums(t *testing.T) {
	root, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		symmetry := rapid.Bool().Draw(t, "symmetry")
		want := slowSums(m, symmetry)
		for _, c := range combinations() {
			if c.search.Name != explorer.BreadthFirst {
				continue
			}
			o := explorer.Options{Store: c.store.Name, Check: []string{}, Symmetry: symmetry, Sums: rapid.IntRange(0, 3).Draw(t, "asked") > 0,
				Workers: rapid.IntRange(1, 3).Draw(t, "workers")}.OnDisk(runstest.NewMemory(), 1)
			if n++; c.dir {
				o.Dir = filepath.Join(root, fmt.Sprint(n))
				o.Memory = uint64(rapid.SampledFrom([]int{0, 1}).Draw(t, "memory"))
			}
			if len(o.Validate()) > 0 {
				continue
			}
			r, err := explorer.Check(context.Background(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Cut.By(explorer.Memory) {
				want := want[:len(r.States.Levels)]
				if o.Sums && !slices.Equal(r.Sums, want) {
					t.Fatalf("%s: %v, want %v", c.store.Name, r.Sums, want)
				}
				continue
			}
			if o.Sums && !slices.Equal(r.Sums, want) || !o.Sums && r.Sums != nil {
				t.Fatalf("%s, directory %v, %d workers: %v, want %v", c.store.Name, c.dir, o.Workers, r.Sums, want)
			}
		}
	})
}

// TestNoSums: an order without levels has none, and says so.
func TestNoSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, err := explorer.Check(context.Background(), randomModel(t), explorer.Options{Search: "depth-first", Sums: true, Workers: 1})
		if err == nil {
			t.Fatal("a depth-first search has sums")
		}
	})
}

// writtenOut are the bytes of a state that are added up: eight at a time, behind
// their number, where they are not all zero.
func writtenOut(s procs) (kept []byte) {
	all := append(slices.Clone(s.At[:]), s.Cell, 0)
	if s.Mark {
		all[4] = 1
	}
	for _, echo := range s.Echo {
		for range 8 {
			all, echo = append(all, byte(echo)), echo>>8
		}
	}
	all = append(all, 0, 0, 0)
	for i := range byte(3) {
		eight := all[8*int(i) : 8*int(i)+8]
		if slices.Max(eight) > 0 {
			kept = append(append(kept, i, 0, 0, 0), eight...)
		}
	}
	return kept
}
