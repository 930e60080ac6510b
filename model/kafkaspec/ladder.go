package kafkaspec

import (
	"fmt"

	"mc/model"
)

// protocol is one rung of the ladder: a choice on every axis in which the
// five published models differ, and where each choice comes from.
type protocol struct {
	name string // of the model, after "kafkaspec/"
	doc  string
	ref  string // what the rung is called after

	truncateTo    truncateTo
	awaitLeader   bool // a follower acts on a request once its leader has
	truncationRef string

	fetchers      fetchers
	compareLast   bool // a leader compares the epochs of the last records
	fetchTruncate bool // a follower truncates as it fetches
	expandInEpoch bool // the ISR grows only with the high watermark in the leader's epoch
	fencingRef    string

	// published are the names of rules that its module calls otherwise.
	published map[string]string
}

// ladder lists the protocols, oldest first.
var ladder = []protocol{
	{name: "truncate-to-hw", doc: "A new follower cuts its log at its own high watermark, as Kafka did before KIP-101.",
		truncateTo: toHighWatermark,
		fetchers:   (*partition).fromFollowers,
		published:  map[string]string{"BecomeFollower": "BecomeFollowerTruncateToHighWatermark", "FollowerFetch": "FollowerReplicate"}},
	{name: "kip-101", ref: "KIP-101", doc: "A new follower asks the leader where the epoch of its last record ends, and cuts its log there.",
		truncateTo: toEndOfLastEpoch, truncationRef: "KIP-101",
		fetchers:  (*partition).fromFollowers,
		published: map[string]string{"BecomeFollower": "BecomeFollowerTruncateKip101", "FollowerFetch": "FollowerReplicate"}},
	{name: "kip-279", ref: "KIP-279", doc: "A new follower steps back through the epochs until it agrees with the leader.",
		truncateTo: toLastMatch, truncationRef: "KIP-279",
		fetchers:  (*partition).fromFollowers,
		published: map[string]string{"BecomeFollower": "BecomeFollowerTruncateKip279", "FollowerFetch": "FollowerReplicate"}},
	{name: "kip-320-first-try", doc: "Fetches carry the epoch of the follower's last record, and followers truncate as they fetch.",
		truncateTo: toEnd, truncationRef: "KIP-320",
		fetchers: (*partition).fromFollowers, compareLast: true, fetchTruncate: true, expandInEpoch: true, fencingRef: "KIP-320",
		published: map[string]string{"LeaderShrinkIsr": "LeaderShrinkIsrBetterFencing",
			"LeaderExpandIsr": "LeaderExpandIsrBetterFencing", "LeaderIncHighWatermark": "ImprovedLeaderIncHighWatermark"}},
	{name: "kip-320", ref: "KIP-320", doc: "Fetches and truncation carry the leader epoch, and a leader of another epoch refuses them.",
		truncateTo: toLastMatch, awaitLeader: true, truncationRef: "KIP-320",
		fetchers: (*partition).fromEpoch, expandInEpoch: true, fencingRef: "KIP-320",
		published: map[string]string{"BecomeFollower": "FencedBecomeFollowerAndTruncate", "FollowerFetch": "FencedFollowerFetch",
			"LeaderShrinkIsr": "FencedLeaderShrinkIsr", "LeaderExpandIsr": "FencedLeaderExpandIsr",
			"LeaderIncHighWatermark": "FencedLeaderIncHighWatermark"}},
}

// partition is a protocol with the constants of a run.
type partition struct {
	protocol
	replicas  Broker
	many      bool // more than three replicas
	everybody ISR
	logSize   Offset
	records   uint8
	epochs    Epoch // how many the controller may hand out
}

// The budgets of a run, in the order in which the model declares them.
const (
	ofLogSize model.Budgets = 1 << iota
	ofRecords
	ofEpochs
)

// Variants are the rungs of the ladder. The published models are five, with a
// name each, so each rung is a template of its own; they have one kind of state
// and the same names of rules, so that a schedule of one can be tried on
// another.
var Variants = &model.Variants{
	Subject:  "the published TLA+ models of Kafka's replication",
	Families: []model.Family{{Name: "rungs", One: "rung", List: rungs()}},
}

func rungs() (list []model.Variant) {
	for _, p := range ladder {
		list = append(list, model.Variant{Name: p.name, Doc: p.doc, Ref: p.ref, Model: "kafkaspec/" + p.name})
	}
	return list
}

// Templates gives the five models of the ladder, oldest first.
func Templates() []model.Template[State] {
	templates := make([]model.Template[State], len(ladder))
	for i, p := range ladder {
		templates[i] = model.Template[State]{
			Name:      "kafkaspec/" + p.name,
			Doc:       p.doc,
			Constants: func(map[string]string) ([]model.Constant, error) { return constants(), nil },
			New:       p.model,
			Variants:  Variants,
		}
	}
	return templates
}

func constants() []model.Constant {
	return []model.Constant{
		{Name: "replicas", Doc: "Brokers that hold the partition.", Default: "3", Min: 2, Max: MaxReplicas},
		{Name: "log_size", Doc: "Records that fit into a log.", Default: "2", Min: 1, Max: MaxLogSize},
		{Name: "max_records", Doc: "Records that are ever written.", Default: "2", Min: 1, Max: MaxRecords},
		{Name: "max_leader_epoch", Doc: "The last leader epoch; epochs begin at 0, so the controller acts once more than this.",
			Default: "1", Min: 0, Max: MaxLeaderEpoch},
	}
}

func (pr protocol) model(v model.Values) (*model.Model[State], error) {
	p := &partition{
		protocol:  pr,
		replicas:  Broker(v["replicas"]),
		many:      v["replicas"] > 3,
		everybody: ISR(1)<<v["replicas"] - 1,
		logSize:   Offset(v["log_size"]),
		records:   uint8(v["max_records"]),
		epochs:    Epoch(v["max_leader_epoch"] + 1),
	}
	if p.replicas == 0 || p.logSize == 0 || p.records == 0 {
		return nil, fmt.Errorf("kafkaspec: replicas, log_size and max_records must be given; build the model through its template")
	}
	return &model.Model[State]{
		Name:  "kafkaspec/" + p.name,
		Doc:   p.doc,
		Init:  func(add func(State)) { add(State{ISR: p.everybody}) },
		Rules: p.rules(),
		Budgets: []model.Budget{
			{Constant: "log_size", Limit: int(p.logSize)},
			{Constant: "max_records", Limit: int(p.records)},
			{Constant: "max_leader_epoch", Limit: int(p.epochs) - 1, Without: "epochs after the first"},
		},
		Canonical:  canonical(p.replicas),
		Properties: p.properties(),
		Widest:     p.widest(),
		View:       p.view,
	}, nil
}

// widest is the state with every bit set that a run with these constants can
// set.
func (p *partition) widest() *State {
	s := &State{Epoch: Epoch(bitsFor(uint8(p.epochs))), ISR: p.everybody, NextRecord: bitsFor(p.records)}
	slots := min(p.logSize, Offset(p.records))
	record := Record(bitsFor(p.records-1)<<4 | bitsFor(uint8(p.epochs)-1))
	r := Replica{End: Offset(bitsFor(uint8(slots))), HighWatermark: Offset(bitsFor(uint8(slots))), Epoch: s.Epoch, ISR: s.ISR}
	for o := range slots {
		r.Log = r.Log.Append(o, record)
	}
	for b := range p.replicas {
		s.Replicas[b] = r
	}
	leader := Request(bitsFor(uint8(p.replicas))) << 5
	for e := Epoch(1); e <= p.epochs; e++ {
		s.Requests = s.Requests.with(e, leader|Request(p.everybody))
	}
	return s
}

// bitsFor is the mask of the bits that the numbers 0..top use.
func bitsFor(top uint8) uint8 {
	mask := uint8(0)
	for mask < top {
		mask = mask<<1 | 1
	}
	return mask
}
