package matrix

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSmallest holds smallest against all subsets: what it finds closes, none
// of it can be spared, and it is as small as can be if one key or two do it.
func TestSmallest(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(8)
		closing := randomClosers(r, n)
		asked := 0
		closes := func(set []int) (bool, error) {
			asked++
			return closing[mask(set)], nil
		}
		keys := make([]int, n)
		for i := range keys {
			keys[i] = i
		}
		got, also, err := smallest(keys, closes)
		if err != nil {
			t.Fatal(err)
		}
		least, alone := bruteForce(closing, n)
		switch {
		case !closing[mask(got)]:
			t.Errorf("%d: %v does not close it", seed, got)
		case least <= 2 && len(got) != least:
			t.Errorf("%d: %v, and %d keys do it", seed, got, least)
		case least == 1 && !slices.Equal(append(got, also...), alone):
			t.Errorf("%d: %v and %v, want each of %v", seed, got, also, alone)
		}
		for i := range got {
			if less := slices.Delete(slices.Clone(got), i, i+1); len(less) > 0 && closing[mask(less)] {
				t.Errorf("%d: of %v, %d can be spared", seed, got, got[i])
			}
		}
		if most := n + n*n/2 + n*n + n; asked > most {
			t.Errorf("%d: %d questions about %d keys, want at most %d", seed, asked, n, most)
		}
	}
}

// randomClosers says of each set whether it closes: those that have one of some
// random sets in them, and in a third of the cases some not: a key may also open
// what others close. All keys together close.
func randomClosers(r *rand.Rand, n int) []bool {
	closing := make([]bool, 1<<n)
	for range 1 + r.IntN(3) {
		core := 1 + r.IntN(1<<n-1)
		for m := range closing {
			closing[m] = closing[m] || m&core == core
		}
	}
	if r.IntN(3) == 0 {
		for range r.IntN(4) {
			closing[r.IntN(1<<n)] = false
		}
	}
	closing[0], closing[1<<n-1] = false, true
	return closing
}

// bruteForce is the size of the smallest set that closes, and the keys that do
// it alone.
func bruteForce(closing []bool, n int) (least int, alone []int) {
	least = n
	for m, yes := range closing {
		if size := ones(m); yes && size < least {
			least = size
		}
	}
	for i := range n {
		if closing[1<<i] {
			alone = append(alone, i)
		}
	}
	return least, alone
}

func mask(set []int) (m int) {
	for _, i := range set {
		m |= 1 << i
	}
	return m
}

func ones(m int) (n int) {
	for ; m > 0; m &= m - 1 {
		n++
	}
	return n
}
