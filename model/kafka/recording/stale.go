package recording

import (
	"mc/model/evidence"
	"mc/model/kafka"
)

// stale reports whether a line tells nothing new in a state: a fetch that is where it was, an
// answer without news, metadata that the broker has. Some are written late, of a role that
// has ended. A process that starts may act for a moment on metadata of before its registration,
// in which it may even lead: it serves nobody yet.
func (v viewer) stale(s *kafka.State, l *evidence.Line) bool {
	if l.Stream == controller {
		return false
	}
	b := v.broker(l.Stream)
	x, f := &s.Brokers[b], &l.Fact
	switch kind := v.kind(l.Stream); kind {
	case learns:
		return f[4] != contradicted && (known(x, f) || passing(s, x, f))
	case follows:
		if f[0] == took {
			return f[2] == 0 && f[4] == unchanged && f[1] == int32(x.Log.End)
		}
		return f[1] == int32(x.Log.End)
	case proposes:
		return f[0] == answered && x.Request.Progress != kafka.Answered
	case hears:
		return !s.Controller.Fenced.Has(b)
	case files:
		return v.holds(x, f)
	case appends, raises, lives:
		return false
	default:
		return x.Role != kafka.Leader || x.Remotes[kind-records0].End.Int() == int(f[0])
	}
}

// passing reports whether a process that starts acts on metadata of a leader epoch that is over.
func passing(s *kafka.State, x *kafka.Broker, f *evidence.Fact) bool {
	has := evidence.Fact{f[0], f[1], int32(x.Log.End), int32(x.HW), f[4]}
	return x.Role == kafka.Idle && kafka.Epoch(f[1]) < s.Controller.Epoch && f.Says(&has)
}

// known reports whether a broker has learned what a line says that it learns.
func known(x *kafka.Broker, f *evidence.Fact) bool {
	if x.Down() || x.Role == kafka.Idle {
		return false
	}
	switch f[0] {
	case news:
		return x.Role != kafka.Leader || x.Epoch > kafka.Epoch(f[1]) || x.Version.Int() >= int(f[4]) && !x.NewsDue
	case asLeader:
		return x.Role == kafka.Leader && x.Epoch >= kafka.Epoch(f[1])
	}
	return x.Role == kafka.Follower && x.Epoch >= kafka.Epoch(f[1])
}
