package kafka

import (
	"maps"
	"strings"
	"testing"
)

// numbered are the claims under the numbers of the published catalogue.
const numbered = `
K01a committed-on-leader         K05b remote-prefix-matches    K18 isr-non-empty
K01b committed-somewhere         K06  isr-within-maximal       K19 fenced-not-in-isr
K01c acked-all-never-lost        K07  single-pending           K20 elr-well-formed
K01d committed-stable            K08  leader-hw-monotone       K21 elr-complete
K02  committed-stable            K09  leader-hw-behind-committed K22 unclean-restart-excluded
K03a hw-within-recorded          K10  follower-hw-within-log   K23 hw-needs-min-isr
K03b hw-within-maximal-isr       K11  follower-hw-monotone     K24 append-needs-min-isr
K03c hw-within-controller-isr    K12  consumer-repeatable      K25 ack-implies-copies
K03d hw-within-eligible          K12b latest-offset-monotone   K26 after-append-reachable
K03e hw-within-local-isr         K13  no-uncommitted-exposure  K27 never-truncates-committed
K03f strong-isr                  K14  epoch-cache-matches-log  K28 epochs-monotone
K04  log-matching-below-hw       K15  log-epochs-monotone      K29 epoch-bumped-only-when-needed
K05  remote-leo-sound            K16  one-leader-per-epoch     K30 stale-proposal-rejected
L2   follower-catches-up         L3   joins-isr                L4  pending-resolves
L5   produce-answered            L8   broker-recovers          L9  follower-hw-converges
L10  shutdown-completes
committed-never-lost committed-on-leader  K17 leader-in-isr  hw-within-isr hw-within-maximal-isr
`

// TestNames finds every claim under its number and its name.
func TestNames(t *testing.T) {
	m, _, err := Template.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	for f := strings.Fields(numbered); len(f) > 0; f = f[2:] {
		if p, ok := m.Property(f[0]); !ok || p.Name != f[1] {
			t.Errorf("%s is not %s", f[0], f[1])
		}
		if _, ok := m.Property(f[1]); !ok {
			t.Errorf("there is no %s", f[1])
		}
	}
	if _, ok := m.Property(""); ok {
		t.Error("a claim goes by no name at all")
	}
}

// TestImpacts: each claim says what it means to users, in one of the words for
// that, and nothing else does.
func TestImpacts(t *testing.T) {
	m, _, err := Template.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	left := maps.Clone(impacts)
	for _, p := range m.Properties {
		if Impacts.Rank(p.Impact) == len(Impacts) {
			t.Errorf("%s has the impact %q, which is none", p.Name, p.Impact)
		}
		delete(left, p.Name)
	}
	for name := range left {
		t.Errorf("there is no %s", name)
	}
	if !Impacts.Inside(inside) || Impacts.Inside(delayed) {
		t.Error("only the last impact is none")
	}
}
