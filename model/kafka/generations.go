package kafka

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
)

// Generation is a row of the table: a stretch of Kafka's history in which
// the protocol was one protocol.
type Generation struct {
	Name string // "kip-101"
	Kip  string
	Doc  string // what was new
}

// Generations are the rows, oldest first.
var Generations = []Generation{
	{"hw-truncation", "", "A follower cuts its log at its own high watermark before it talks to the new leader (until 0.10.2)."},
	{"kip-101", "KIP-101", "A follower asks the leader where its last epoch ends; the answer is an offset (0.11 to 1.x)."},
	{"kip-279", "KIP-279", "The answer names the epoch it is about, and the follower may ask again (2.0)."},
	{"kip-320", "KIP-320", "Fetches and lookups carry the leader epoch and are fenced; a newcomer must reach the epoch's start (2.1)."},
	{"kip-497", "KIP-497", "Fetches tell divergence (KIP-595), and the controller decides ISR changes that leaders propose (3.1)."},
	{"kip-903", "KIP-903", "Fenced brokers and former incarnations may not join the ISR (KIP-841, KIP-903; 3.6)."},
	{"kip-966", "KIP-966", "The high watermark needs min ISR, and eligible leader replicas outlive the ISR (4.1)."},
}

// Release is a Kafka version as a variation of a generation.
type Release struct {
	Name, Of string
	Set      map[string]string // what differs from the generation
}

// Releases are presets on the table; generation accepts their names too.
var Releases = []Release{
	{"0.10.2", "hw-truncation", nil},
	{"0.11", "kip-101", nil},
	{"2.0", "kip-279", nil},
	{"2.1", "kip-320", nil},
	{"2.8", "kip-497", map[string]string{"hw_after_alter_commit": "off", "diverge_skips_state_update": "off", "shrink_bumps_leader_epoch": "off"}},
	{"3.1", "kip-497", nil},
	{"3.3", "kip-497", map[string]string{"eligible_not_fenced": "on"}},
	{"3.5", "kip-497", map[string]string{"eligible_not_fenced": "on", "eligible_broker_epoch": "on", "diverge_skips_hw": "on"}},
	{"3.6", "kip-903", nil},
	{"3.7", "kip-903", map[string]string{"strict_min_isr_hw": "on"}},
	{"4.0", "kip-903", map[string]string{"strict_min_isr_hw": "on", "rereg_removes_isr": "on"}},
	{"4.1", "kip-966", nil},
	{"4.3", "kip-966", nil},
}

// generation finds the row that a name means, and the release's variations.
func generation(name string) (row int, set map[string]string, err error) {
	for _, r := range Releases {
		if r.Name == name {
			row, _, err = generation(r.Of)
			return row, r.Set, err
		}
	}
	row = slices.IndexFunc(Generations, func(g Generation) bool { return g.Name == name })
	switch {
	case row < 0 && name != "" && '0' <= name[0] && name[0] <= '9':
		// The release that is spelled alike need not be one that is near.
		return 0, nil, fmt.Errorf("kafka: no release %q; there are %s", name, strings.Join(generationNames()[len(Generations):], ", "))
	case row < 0:
		return 0, nil, fmt.Errorf("kafka: no generation or release %q%s", name, model.DidYouMean(name, generationNames()))
	}
	return row, nil, nil
}

func generationNames() []string {
	var names []string
	for _, g := range Generations {
		names = append(names, g.Name)
	}
	for _, r := range Releases {
		names = append(names, r.Name)
	}
	return names
}
