package runs

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestCodec: what is packed is unpacked, whichever way words lie in memory.
func TestCodec(t *testing.T) {
	was := native
	defer func() { native = was }()
	rapid.Check(t, func(t *rapid.T) {
		h := Header{Words: rapid.IntRange(1, 4).Draw(t, "words"), Rules: rapid.Bool().Draw(t, "rules")}
		n := rapid.IntRange(1, 50).Draw(t, "records")
		states := rapid.SliceOfN(rapid.Uint64Range(0, rapid.SampledFrom([]uint64{3, 1 << 40, 1<<64 - 1}).Draw(t, "most")), n*h.Words, n*h.Words).Draw(t, "states")
		var rules []byte
		if h.Rules {
			rules = rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, "rule")
		}
		var w, r codec
		body := w.fit(h, n).pack(h.Words, states, rules, rapid.Bool().Draw(t, "plain"))
		for _, native = range []bool{was, false} {
			got, marks := make([]uint64, len(states)), make([]byte, len(rules))
			if !r.fit(h, n).unpack(h, body, got, marks) || !slices.Equal(got, states) || !bytes.Equal(marks, rules) {
				t.Fatalf("%d %v come back as %d %v (native: %v)", states, rules, got, marks, native)
			}
		}
	})
}
