package twin

import (
	"testing"

	"mc/model"
	"mc/model/kafka"
	"mc/model/kafka/script"
)

// from are the words for a state in which runs start.
func from(words ...string) (list []model.Given) {
	for i := 0; i < len(words); i += 3 {
		list = append(list, model.Given{Key: words[i], Of: words[i+1], Values: []string{words[i+2]}})
	}
	return list
}

// TestStartAnywhere holds the two to each other from states that no run of theirs need
// come to.
func TestStartAnywhere(t *testing.T) {
	morning := from("leader", "", "nobody", "leader_epoch", "", "1", "isr", "", "b1, b2", "fenced", "", "b1, b2",
		"role", "b1", "down", "role", "b2", "down", "log", "b2", "a", "hw", "b2", "1")
	forked := from("leader_epoch", "", "3", "isr", "", "b1, b2", "fenced", "", "b3", "log", "b1", "a, x", "log", "b2", "a, y",
		"epochs", "b1", "0, 2", "epochs", "b2", "0, 1", "hw", "b1", "2", "hw", "b2", "2", "cache", "b1", "0 0", "although", "",
		"logs-differ, cache-differs")
	deposed := from("leader", "", "b2", "leader_epoch", "", "2", "isr", "", "b2, b3", "role", "b1", "leader", "epoch", "b1", "1",
		"log", "b1", "a", "log", "b2", "a, b", "epochs", "b2", "0, 2", "known_leo", "b3", "1", "known_isr", "b1", "b1")
	ahead := from("leader_epoch", "", "1", "log", "b1", "a, x", "log", "b2", "a", "log", "b3", "a", "epochs", "b1", "0, 2", "hw", "b1", "1",
		"although", "", "records-ahead")
	deleted := from("leader_epoch", "", "2", "log_start", "b1", "2", "log", "b1", "c, d", "epochs", "b1", "1, 2", "hw", "b1", "3",
		"log", "b2", "a, b", "hw", "b2", "1", "log_start", "b3", "1", "log", "b3", "b, c", "epochs", "b3", "0, 1")
	for _, r := range []struct {
		set   map[string]string
		given []model.Given
	}{
		{map[string]string{"generation": "0.11", "replicas": "2", "min_insync_replicas": "1", "records": "2", "kills": "2", "fences": "3", "max_leader_epoch": "4"}, morning},
		{map[string]string{"generation": "2.1", "replicas": "2", "min_insync_replicas": "1", "records": "2", "kills": "3", "fences": "3", "max_leader_epoch": "4"}, morning},
		{map[string]string{"generation": "4.1", "replicas": "2", "min_insync_replicas": "2", "records": "2", "kills": "3", "fences": "3", "max_leader_epoch": "4"}, morning},
		{map[string]string{"generation": "2.1", "records": "4", "elections": "1", "max_leader_epoch": "5"}, forked},
		{map[string]string{"generation": "3.1", "records": "4", "elections": "1", "max_leader_epoch": "5"}, forked},
		{map[string]string{"generation": "2.8", "records": "3", "elections": "1", "max_leader_epoch": "4"}, deposed},
		{map[string]string{"generation": "4.3", "records": "3", "elections": "1", "max_leader_epoch": "4"}, deposed},
		{map[string]string{"generation": "4.0", "records": "3", "elections": "1", "max_leader_epoch": "3", "fetch_records": "2"}, ahead},
		{map[string]string{"generation": "4.1", "records": "3", "elections": "1", "max_leader_epoch": "3", "fetch_records": "2"}, ahead},
		{map[string]string{"generation": "0.11", "records": "4", "elections": "1", "kills": "1", "retentions": "1", "checkpoints": "1", "max_leader_epoch": "4"}, deleted},
		{map[string]string{"generation": "2.8", "records": "4", "elections": "1", "deletes": "1", "max_leader_epoch": "4"}, deleted},
	} {
		n := run{name: "from a given state", set: r.set, given: r.given, width: 300, depth: 10, seed: 1}.compare(t)
		if len(n.levels) < 8 {
			t.Errorf("%v: %d levels", r.set, len(n.levels))
		}
	}
}

// started is the model that starts where the run says.
func (r run) started(m *model.Model[kafka.State], v model.Values) (*model.Model[kafka.State], error) {
	if r.given == nil {
		return m, nil
	}
	there, problems := script.Start(m, v, r.given)
	for _, p := range problems {
		return nil, &wrongStart{p.Message}
	}
	return there, nil
}

type wrongStart struct{ message string }

func (w *wrongStart) Error() string { return w.message }
