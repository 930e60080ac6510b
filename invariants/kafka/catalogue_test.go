package kafka

import (
	"slices"
	"testing"

	"mc/model"
	"mc/model/kafka"
)

// everything is a run in which every ghost is kept.
var everything = map[string]string{
	"generation": "kip-966", "replicas": "3", "min_insync_replicas": "2", "records": "3", "kills": "1", "lossy_crashes": "1",
	"reads": "2", "track_acks": "separate", "track_restarts": "on", "acks": "any", "markers": "1", "deaf_while_stopping": "on", "hw_ignores_ineligible": "off", "hw_position_must_be_local": "on",
}

// start is the initial state of the run, with one record committed by
// everybody.
func start(t *testing.T) (*model.Model[State], State) {
	t.Helper()
	return startUnder(t, everything)
}

func startUnder(t *testing.T, set map[string]string) (*model.Model[State], State) {
	t.Helper()
	m, _, err := Template.Build(set)
	if err != nil {
		t.Fatal(err)
	}
	var s State
	m.Init(func(x State) { s = x })
	r := kafka.NewRecord(0, 1)
	s.Used.Records = 1
	s.Ghosts.Committed = logOf(r)
	s.Markers = 1 << 1
	s.Ghosts.Consumed, s.Reader.Position = logOf(r), 1
	for b := range 3 {
		x := &s.Brokers[b]
		x.Log, x.HW = logOf(r), 1
		x.Cache[0] = 1
	}
	for f := 1; f < 3; f++ {
		s.Brokers[0].Remotes[f].End = 2
	}
	return m, s
}

func logOf(records ...kafka.Record) (l kafka.Log) {
	l.End = kafka.Offset(copy(l.Records[:], records))
	return l
}

var other = kafka.NewRecord(1, 2)

// broken makes, for every claim about states, one that breaks it.
var broken = map[string]func(s *State){
	"offline-heals":         func(s *State) { s.Brokers[0].Role = kafka.Follower },
	"follower-catches-up":   func(s *State) { s.Brokers[1].Log = logOf(other) },
	"joins-isr":             func(s *State) { s.Controller.Isr = 1 },
	"fetcher-joins-isr":     func(s *State) { s.Controller.Isr = 1 },
	"pending-resolves":      func(s *State) { s.Brokers[0].Change = shrinkB2 },
	"produce-answered":      func(s *State) { s.Brokers[0].Waiting = 2 },
	"hw-advances":           func(s *State) { s.Brokers[0].HW = 0 },
	"broker-recovers":       func(s *State) { s.Controller.Fenced = 2 },
	"follower-hw-converges": func(s *State) { s.Brokers[1].HW = 0 },
	"shutdown-completes":    func(s *State) { s.Controller.ShuttingDown = 2 },
	"elr-recovers":          func(s *State) { s.Controller.Leader, s.Controller.Elr = kafka.Nobody, 2 },

	"committed-on-leader":        func(s *State) { s.Brokers[0].Log = logOf() },
	"acked-all-never-lost":       func(s *State) { s.Ghosts.AckedAll = 1 << 3 },
	"committed-somewhere":        func(s *State) { s.Ghosts.Committed = logOf(other) },
	"committed-stable":           func(s *State) { s.Ghosts.Conflict = true },
	"hw-within-maximal-isr":      func(s *State) { s.Brokers[1].Log = logOf() },
	"hw-within-controller-isr":   func(s *State) { s.Brokers[2].Log = logOf() },
	"hw-within-eligible":         func(s *State) { s.Controller.Isr, s.Controller.Elr, s.Brokers[2].Log = 3, 4, logOf() },
	"hw-within-local-isr":        func(s *State) { s.Controller.Leader, s.Brokers[1].Log = 2, logOf() },
	"strong-isr":                 func(s *State) { s.Brokers[1].Log = logOf(other) },
	"leader-hw-behind-committed": func(s *State) { s.Ghosts.Committed = logOf() },
	"follower-hw-within-log":     func(s *State) { s.Brokers[2].HW = 2 },
	"log-matching-below-hw":      func(s *State) { s.Brokers[2].Log = logOf(other) },
	"no-uncommitted-exposure":    func(s *State) { s.Ghosts.Consumed = logOf(other) },
	"epoch-cache-matches-log":    func(s *State) { s.Brokers[1].Cache = kafka.Cache{} },
	"log-epochs-monotone":        func(s *State) { s.Brokers[1].Log = logOf(other, kafka.NewRecord(0, 1)) },
	"recovered-is-durable":       func(s *State) { s.Brokers[1].IndexTorn = true },
	"remote-leo-sound":           func(s *State) { s.Brokers[0].Remotes[1].End = 3 },
	"isr-recorded-sound":         func(s *State) { s.Brokers[1].Log, s.Brokers[1].Epoch = logOf(), 1 },
	"remote-prefix-matches":      func(s *State) { s.Brokers[1].Log = logOf(other) },
	"isr-within-maximal":         func(s *State) { s.Brokers[0].Isr = 3 },
	"one-leader-per-epoch":       func(s *State) { s.Brokers[1].Role = kafka.Leader },
	"leader-in-isr":              func(s *State) { s.Controller.Isr = 6 },
	"isr-non-empty":              func(s *State) { s.Controller.Isr = 0 },
	"fenced-not-in-isr":          func(s *State) { s.Controller.Fenced = 2 },
	"elr-well-formed":            func(s *State) { s.Controller.Elr = 2 },
	"elr-complete":               func(s *State) { s.Controller.Elr, s.Brokers[2].Log = 4, logOf() },
	"unclean-restart-excluded":   func(s *State) { s.Ghosts.Suspects = 2 },
	"consumer-repeatable":        func(s *State) { s.Ghosts.Consumed = logOf(other) },
	"latest-offset-monotone":     func(s *State) { s.Ghosts.LatestWentBack = true },
	"no-duplicate-committed": func(s *State) {
		s.Brokers[0].Log, s.Brokers[0].HW = logOf(kafka.NewRecord(0, 1), kafka.NewRecord(0, 1)), 2
	},
	"sequence-in-order":        func(s *State) { s.Brokers[0].Log, s.Brokers[0].HW = logOf(other, kafka.NewRecord(1, 1)), 2 },
	"wait-belongs-to-leader":   func(s *State) { s.Outlived[0] = kafka.NewWait(2, 1) },
	"reader-misses-nothing":    func(s *State) { s.Ghosts.Consumed = logOf() },
	"reader-advances":          func(s *State) { s.Reader.Position = 0 },
	"open-has-owner":           func(s *State) { s.Markers = 0 },
	"lso-advances":             func(s *State) { s.Markers = 0 },
	"pending-change-under-way": func(s *State) { s.Brokers[0].Change = kafka.Change{Kind: kafka.Shrink, Brokers: 2} },
	"stale-leader-has-news":    func(s *State) { s.Controller.ShuttingDown, s.Controller.Epoch = 1, 1 },
	"hw-waits-only-for-eligible": func(s *State) {
		s.Brokers[0].Isr, s.Controller.Isr, s.Controller.Fenced = 3, 3, 4
		s.Brokers[0].HW, s.Brokers[0].Remotes[2] = 0, kafka.Remote{End: 1, CaughtUp: true}
	},
	"hw-not-below-log-start": func(s *State) { s.Brokers[1].Start = 2 },
	"log-start-within-log":   func(s *State) { s.Brokers[1].Start = 2 },
	"remote-matches-committed": func(s *State) {
		s.Brokers[0].Local, s.Tier.Segments[0][0] = 1, kafka.NewRecord(0, 2)
	},
	"history-has-no-hole":    func(s *State) { s.Brokers[0].Local = 1 },
	"hw-position-known":      func(s *State) { s.Brokers[0].Local, s.Brokers[0].HW = 1, 0 },
	"fetcher-alive":          func(s *State) { s.Brokers[1].Failed = 1 },
	"acked-one-lost":         func(s *State) { s.Ghosts.AckedOne = 1 << 3 },
	"after-append-reachable": func(s *State) { s.Ghosts.AfterAppend = true }, // a goal, reached
	"produce-refused":        func(s *State) { s.Brokers[0].Isr = 1 },
	"partition-offline":      func(s *State) { s.Controller.Leader = kafka.Nobody },
}

// brokenSteps makes, for every claim about steps, one that breaks it.
var brokenSteps = map[string]func(before, after *State){
	"never-truncates-committed": func(_, n *State) { n.Brokers[1].Log = logOf() },
	"hw-raised-when-possible":   func(s, n *State) { s.Brokers[0].Log, s.Brokers[0].HW, n.Brokers[0].HW = logOf(), 0, 0 },
	"hw-within-recorded":        func(s, n *State) { s.Brokers[0].HW, n.Brokers[0].Remotes[1].End = 0, 1 },
	"nobody-halts":              func(_, n *State) { n.Brokers[1].Role = kafka.Stopped },
	"leader-hw-monotone":        func(_, n *State) { n.Brokers[0].HW = 0 },
	"follower-hw-monotone":      func(_, n *State) { n.Brokers[1].HW = 0 },
	"hw-needs-min-isr":          func(s, n *State) { s.Brokers[0].HW, n.Brokers[0].Isr = 0, 1 },
	"single-pending": func(s, n *State) {
		s.Brokers[0].Change = kafka.Change{Kind: kafka.Shrink, Brokers: 2}
		n.Brokers[0].Change = kafka.Change{Kind: kafka.Shrink, Brokers: 4}
	},
	"append-needs-min-isr":          func(s, n *State) { s.Brokers[0].Isr, n.Used.Records = 1, 2 },
	"epochs-monotone":               func(_, n *State) { n.Controller.Epoch = 1 },
	"epoch-bumped-only-when-needed": func(_, n *State) { n.Controller.Epoch, n.Controller.Version = 1, 2 },
	"reassignment-ends-in-sync": func(s, n *State) {
		s.Controller.Removing, n.Controller.Removed, n.Controller.Isr = 4, 4, 1
	},
	"stale-proposal-rejected": func(s, n *State) {
		s.Brokers[0].Request = kafka.Alter{Progress: kafka.Requested, Version: 1, Isr: 7}
		s.Controller.Isr, s.Controller.Version, n.Brokers[0].Request.Progress = 3, 2, kafka.Answered
	},
	"ack-is-own-record":  func(_, n *State) { n.Ghosts.AckedAll = 1 << 2 },
	"reader-not-reset":   func(_, n *State) { n.Reader.Position = 0 },
	"preferred-in-sync":  func(s, n *State) { s.Brokers[0].Isr, n.Reader.From = 3, 3 },
	"ack-implies-copies": func(_, n *State) { n.Ghosts.AckedAll = 1 << 2 },
	"epoch-start-fixed":  func(_, n *State) { n.Brokers[0].EpochStart = 1 },
	"newcomer-caught-up": func(s, n *State) {
		s.Brokers[0].Isr, n.Brokers[0].Remotes[2] = 3, kafka.Remote{End: 1}
	},
	"newcomer-not-alone-behind": func(s, n *State) { joinsBehind(s, n) },
	"isr-stabilises":            func(s, n *State) { joinsBehind(s, n) },
	"isr-settles":               func(_, n *State) { n.Controller.Isr = 3 },
	"removes-only-laggards":     func(_, n *State) { n.Brokers[0].Change = shrinkB2 },
	"log-start-within-hw":       func(_, n *State) { n.Brokers[1].Start, n.Brokers[1].HW = 1, 0 },
	"log-start-monotone": func(s, n *State) {
		s.Brokers[1].Start = 1
		n.Brokers[1].Role, n.Brokers[1].Clean = kafka.Stopped, true
	},
	"full-truncation-needed": func(s, n *State) {
		s.Brokers[1].Response.Kind, n.Brokers[1].Log = kafka.AskedLatest, logOf()
	},
	"divergence-shrinks": func(s, _ *State) { s.Brokers[1].Response.Kind = kafka.Diverging },
}

// TestEveryClaimCanFail breaks each property in turn; a sound state or step
// breaks none.
func TestEveryClaimCanFail(t *testing.T) {
	m, sound := start(t)
	for i := range m.Properties {
		p := &m.Properties[i]
		before, after := sound, sound
		if verdict(p, &before, &after) {
			t.Errorf("%s is broken by a sound state", p.Name)
		}
		switch p.Kind {
		case model.Step, model.EventuallyNeverHas:
			if brokenSteps[p.Name] == nil {
				t.Errorf("no step breaks %s", p.Name)
				continue
			}
			brokenSteps[p.Name](&before, &after)
		default:
			if broken[p.Name] == nil {
				t.Errorf("no state breaks %s", p.Name)
				continue
			}
			broken[p.Name](&after)
		}
		if !verdict(p, &before, &after) {
			t.Errorf("%s does not notice", p.Name)
		}
	}
}

// verdict reports whether the property is broken, or the goal reached.
func verdict(p *property, before, after *State) bool {
	switch p.Kind {
	case model.Step:
		return p.Step(before, model.Action{}, after) != nil
	case model.Reachable:
		return p.Goal(after)
	}
	if p.Kind.Temporal() { // what is to come again is not there now
		return slices.ContainsFunc(p.Instances(), func(one property) bool {
			return one.To != nil && !one.To(after) || one.Taken != nil && one.Taken(before, model.Action{}, after)
		})
	}
	return p.State(after) != nil
}

// TestNumbers finds every number of the literature.
func TestNumbers(t *testing.T) {
	m, _ := start(t)
	for _, id := range []string{"K01a", "K01b", "K01c", "K01d", "K02", "K03a", "K03b", "K03c", "K03d", "K03e", "K03f", "K04", "K05", "K05b",
		"K06", "K07", "K08", "K09", "K10", "K11", "K12", "K12b", "K13", "K14", "K15", "K16", "K17", "K18", "K19", "K20", "K21", "K22", "K23",
		"K24", "K25", "K26", "K27", "K28", "K29", "K30", "committed-never-lost", "hw-within-isr"} {
		if _, ok := m.Property(id); !ok {
			t.Errorf("no property answers to %s", id)
		}
	}
}

// TestPartsTellTheClaim holds the parts of a claim against its verdict.
func TestPartsTellTheClaim(t *testing.T) {
	m, sound := start(t)
	for _, name := range []string{"committed-on-leader", "hw-within-maximal-isr"} {
		p, _ := m.Property(name)
		bad := sound
		broken[name](&bad)
		if all(p.Parts(&sound)) != true || all(p.Parts(&bad)) != false {
			t.Errorf("the parts of %s do not tell its verdict", name)
		}
	}
	hw, _ := m.Property("hw-within-maximal-isr")
	committed, _ := m.Property("committed-on-leader")
	if n := len(hw.Parts(&sound)); n != 4 {
		t.Errorf("%d parts of three members' claim", n)
	}
	few := sound
	few.Brokers[0].Isr = 5
	if n := len(hw.Parts(&few)); n != 3 {
		t.Errorf("%d parts of two members' claim", n)
	}
	restarted(&few)
	if n, k := len(hw.Parts(&few)), len(committed.Parts(&few)); n != 1 || k != 1 {
		t.Errorf("%d and %d parts where nobody leads", n, k)
	}
}

func all(parts []model.Part) bool {
	for _, p := range parts {
		if !p.Holds {
			return false
		}
	}
	return true
}

// TestPromisesDependOnTheGeneration spot-checks the default sets.
func TestPromisesDependOnTheGeneration(t *testing.T) {
	for _, c := range []struct {
		generation, property string
		promised             bool
	}{
		{"hw-truncation", "committed-on-leader", true},
		{"hw-truncation", "strong-isr", false},
		{"kip-320", "strong-isr", true},
		{"kip-497", "fenced-not-in-isr", false},
		{"kip-903", "fenced-not-in-isr", true},
		{"kip-903", "hw-needs-min-isr", false},
		{"3.7", "hw-needs-min-isr", true},
		{"kip-966", "elr-complete", true},
		{"kip-966", "follower-hw-monotone", false},
	} {
		m, _, err := Template.Build(map[string]string{"generation": c.generation})
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := m.Property(c.property); !ok || p.OnRequest == c.promised {
			t.Errorf("%s: %s promised is %v, want %v", c.generation, c.property, !c.promised, c.promised)
		}
	}
}

// TestIsrOfReplicas breaks the other half of leader-in-isr: a member of the
// ISR that is no longer a replica.
func TestIsrOfReplicas(t *testing.T) {
	m, s := start(t)
	p, _ := m.Property("leader-in-isr")
	s.Controller.Removed = 4
	if p.State(&s) == nil {
		t.Error("leader-in-isr does not notice a member that is no replica")
	}
}
