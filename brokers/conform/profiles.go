package main

import (
	"fmt"
	"maps"
	"strings"

	"mc/model/kafka"
)

// profile is a choice of constants for walks. One walk cannot have everything:
// where unclean election is enabled nobody is ever without a leader for long,
// and where brokers learn of older versions the model keeps sixteen at most.
type profile struct {
	name string
	set  map[string]string
}

// profiles are taken in turn, walk by walk. Where logs begin there are no power failures: a
// broker's recovery point moves with the start of its log, whatever is on disk.
var profiles = []profile{
	{"usual", nil},
	{"four-brokers", map[string]string{"replicas": "4", "min_insync_replicas": "3"}},
	{"unclean", map[string]string{"unclean_elections": "7", "checkpoints": "0"}},
	{"power", map[string]string{"lossy_crashes": "4", "kills": "0", "partial_loss": "on"}},
	{"older-news", map[string]string{"metadata": "any-newer", "fences": "2", "lag_timeouts": "1", "kills": "1",
		"elections": "2", "unfences": "1", "clean_stops": "0", "lossy_crashes": "0", "min_isr_changes": "0",
		"reassignments": "1", "flushes": "0"}},
	{"restarts", map[string]string{"restart": "in-steps", "lossy_crashes": "3"}},
	{"log-starts", map[string]string{"deletes": "14", "lossy_crashes": "0", "flushes": "0", "clean_stops": "1", "kills": "2",
		"min_insync_replicas": "1", "lag_timeouts": "14", "fences": "8", "fetch_records": "1"}},
	{"quiet", map[string]string{"kills": "0", "lossy_crashes": "0", "clean_stops": "0", "flushes": "0", "fences": "2",
		"unfences": "2", "lag_timeouts": "14", "fetch_records": "1", "records": "20", "lost_answers": "4"}},
}

// budgets are what walks may spend unless told otherwise: some of everything
// that the harness can do.
var budgets = map[string]string{
	"replicas": "3", "records": "20", "max_leader_epoch": "7", "fetch_records": "2", "kills": "3", "fences": "5",
	"unfences": "4", "elections": "4", "lag_timeouts": "8", "clean_stops": "2", "lossy_crashes": "1", "flushes": "3",
	"checkpoints": "6", "min_isr_changes": "2", "reassignments": "1", "lost_answers": "2", "reads": "6",
	"produce_timeouts": "2", "track_acks": "separate", "acks": "any", "fetch_waits": "on",
}

// constants are those of a walk: budgets, the profile's, the generation that a
// release is, and what is set.
func (o *options) constants(p *profile) (map[string]string, error) {
	name := o.kafka
	if given, ok := o.set["generation"]; ok {
		name = given
	}
	meant, err := kafka.Variants.Resolve(name)
	if err != nil {
		return nil, &usageError{err}
	}
	all := maps.Clone(budgets)
	maps.Copy(all, p.set)
	maps.Copy(all, meant.Set)
	maps.Copy(all, o.set)
	all["generation"] = meant.Name
	return all, nil
}

// chosen are the systems of the profile that is asked for, or of all.
func (o *options) chosen() (list []*system, err error) {
	for i := range profiles {
		p := &profiles[i]
		if o.profile != "" && o.profile != p.name {
			continue
		}
		set, err := o.constants(p)
		if err != nil {
			return nil, err
		}
		y, err := build(set)
		if err != nil {
			return nil, err
		}
		y.profile = p.name
		list = append(list, y)
	}
	if len(list) == 0 {
		return nil, &usageError{fmt.Errorf("there is no profile %q; there are %s", o.profile, profileNames())}
	}
	return list, nil
}

func profileNames() string {
	names := make([]string, len(profiles))
	for i := range profiles {
		names[i] = profiles[i].name
	}
	return strings.Join(names, ", ")
}
