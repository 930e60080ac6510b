package traces

import (
	"strings"
	"testing"
)

func TestItems(t *testing.T) {
	for _, c := range []struct {
		before, after, gone, come string
		kept                      int
	}{
		{"e0 b1", "e0 b1; e1 b2", "", "e1 b2", 1},
		{"a; b; c", "b; c; d", "a", "d", 2},
		{"a", "b", "", "", 0},
		{"", "a; b", "", "", 0},
		{"[r1, r2]", "[r1, r2, r3]", "", "", 0}, // short enough to be shown whole
		{"[r1, r2, r3]", "[r1, r2, r3, r4]", "", "r4", 3},
		{"[r1, r2, r3, r4]", "[r1, r2, r3]", "r4", "", 3},
	} {
		gone, come, kept := Change{Before: c.before, After: c.after}.Items()
		if strings.Join(gone, ",") != c.gone || strings.Join(come, ",") != c.come || kept != c.kept {
			t.Errorf("%q to %q: -%v +%v, %d kept; want -%s +%s, %d", c.before, c.after, gone, come, kept, c.gone, c.come, c.kept)
		}
	}
}
