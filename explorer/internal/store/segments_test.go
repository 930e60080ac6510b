package store

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs/runstest"
)

// pretended is a segment of so many states in so many files.
func pretended(from, levels int, states ...uint64) *segment {
	g := &segment{from: from, levels: levels}
	for _, n := range states {
		g.parts = append(g.parts, &parts.Part{Saved: parts.Saved{Records: n}})
	}
	return g
}

// TestRipe: what is merged may be, and comes by it to another number of digits;
// nothing is left that may be merged and has fewer states, but for younger ones.
func TestRipe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []*segment
		for range rapid.IntRange(0, 40).Draw(t, "segments") {
			levels := rapid.SampledFrom([]int{1, 1, 1, 7, 8, 9, 60, 64, 500}).Draw(t, "levels")
			list = append(list, pretended(0, levels, rapid.SliceOfN(rapid.Uint64Range(0, 100), 0, 3).Draw(t, "parts")...))
		}
		files := rapid.IntRange(2, 30).Draw(t, "files")
		digits := func(n int) (d int) {
			for ; n > 0; n /= fan {
				d++
			}
			return d
		}
		may := func(i, j int) bool {
			levels, read, most := 0, 0, 0
			for _, g := range list[i:j] {
				levels, read, most = levels+g.levels, read+len(g.parts), max(most, g.levels)
			}
			return read <= files && digits(levels) > digits(most)
		}
		i, j := ripe(list, files)
		if i < j && !may(i, j) {
			t.Fatalf("[%d, %d) must not be merged", i, j)
		}
		for a := range list {
			for b := a + 2; b <= len(list) && i == j; b++ {
				if may(a, b) {
					t.Fatalf("[%d, %d) may be merged", a, b)
				}
			}
		}
	})
}

// TestRewriting: however many levels there are, of whatever sizes, and however
// many are written at a time, a state is rewritten a few times, and there are few
// segments.
func TestRewriting(t *testing.T) {
	sizes := map[string]func(i int) uint64{
		"equal":   func(int) uint64 { return 60 },
		"growing": func(i int) uint64 { return uint64(i) },
		"falling": func(i int) uint64 { return uint64(20001 - i) },
		"mixed":   func(i int) uint64 { return uint64(1) << (i * 7 % 17) },
		"random":  func(int) uint64 { return rand.Uint64N(1000) },
	}
	for name, size := range sizes {
		for _, levels := range []int{41, 1000, 20_000} {
			for _, many := range []int{1, 12} {
				var list []*segment
				var all, rewritten uint64
				most := 0
				for i := 0; i < levels; i++ {
					g := pretended(i, 1, size(i))
					for ; i%many != 0 && i+1 < levels; i++ { // one by itself, then as many as are saved at a time
						g.levels++
						g.parts[0].Records += size(i + 1)
					}
					all, list = all+g.states(), append(list, g)
					for len(list) > mostSegments+1 {
						i, j := ripe(list[:len(list)-1], 64)
						if i == j {
							break
						}
						one := pretended(0, 0, 0)
						for _, g := range list[i:j] {
							one.levels += g.levels
							one.parts[0].Records += g.states()
						}
						rewritten += one.states()
						list = append(append(list[:i:i], one), list[j:]...)
					}
					most = max(most, len(list))
				}
				times := float64(rewritten) / float64(all)
				t.Logf("%s, %d levels, %d at a time: %.2f times, %d segments at most", name, levels, many, times, most)
				if times > 5 || levels == 41 && times > 0.5 || most > 60 {
					t.Errorf("%s, %d levels, %d at a time: each state is rewritten %.1f times, %d segments", name, levels, many, times, most)
				}
			}
		}
	}
}

// TestManyLevels: the levels of a run on disk lie in few files, and in each is
// what was put there, whether they were written to be saved or to make room.
func TestManyLevels(t *testing.T) {
	for _, external := range []bool{false, true} {
		const levels, each = 200, 5
		s, err := NewSpilling(SpillOptions{Disk: runstest.NewMemory(), Dir: "d", Words: testWords, Workers: 1, Memory: 1, LeastBuffer: 1})
		if err != nil {
			t.Fatal(err)
		}
		w := s.Writer(1)
		b := NewBatch(testWords)
		var list []Level
		for i := range uint64(levels) {
			w.Begin(16)
			for k := range uint64(each) {
				copy(b.State(int(k)), []uint64{k, i * 7 % levels})
			}
			b.N = each
			w.Insert(b)
			w.Flush()
			if err := w.End(); err != nil {
				t.Fatal(err)
			}
			l, _, err := s.EndLevel([]Writer{w})
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, l)
			if external && i == 40 {
				_, err = s.Relieve(Work{Level: l, List: l.Cut(16)})
			} else if i%3 == 0 {
				_, err = s.Save(nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			if n := len(s.segments); n > mostSegments+1 {
				t.Fatalf("%d segments after %d levels", n, i)
			}
		}
		if _, err := s.Save(nil); err != nil {
			t.Fatal(err)
		}
		for i, l := range s.levels { // as they are on disk, whatever is in memory
			n := 0
			states := inPortions(l.onDisk, l.onDisk.Cut(0), testWords)
			err := states(func(state []uint64, _ uint64) error {
				if n++; state[1] != uint64(i)*7%levels {
					t.Errorf("state %x is in level %d", state, i)
				}
				return nil
			})
			if err != nil || n != each || list[i].Size() != each {
				t.Errorf("level %d: %d states, %v", i, n, err)
			}
		}
		s.Free()
	}
}
