package kafkaspec

import (
	"strings"
	"testing"

	"mc/model"
)

// TestTypeOkSees breaks one variable after another: a claim that nothing can
// break would be worth nothing.
func TestTypeOkSees(t *testing.T) {
	m := build(t, "kip-320", 3, 2, 2, 1)
	good := State{ISR: 3, Epoch: 1, Requests: Requests(0).with(1, newRequest(0, 3)), NextRecord: 1}
	good.Replicas[0] = Replica{Log: Log(newRecord(0, 1)), End: 1, Epoch: 1, ISR: 3}
	judge(t, m, "TypeOk", good, "")
	for want, spoil := range map[string]func(*State){
		"next record 3":        func(s *State) { s.NextRecord = 3 },
		"or epoch 2":           func(s *State) { s.Epoch = 3 },
		"ISR {b1,b4}":          func(s *State) { s.ISR = 9 },
		"or requests":          func(s *State) { s.Requests = s.Requests.with(2, 1) },
		"names leader b4":      func(s *State) { s.Requests = Requests(0).with(1, newRequest(3, 3)) },
		"outside 0..2":         func(s *State) { s.Replicas[0].End = 3 },
		"log 100 ends at 1":    func(s *State) { s.Replicas[0].Log = 0x100 },
		"high watermark 3":     func(s *State) { s.Replicas[0].HighWatermark = 3 },
		"b2's epoch 1":         func(s *State) { s.Replicas[1].Epoch = 2 },
		"b3's epoch none":      func(s *State) { s.Replicas[2].ISR = 8 },
		"record m2 of epoch 0": func(s *State) { s.Replicas[0].Log = Log(newRecord(2, 1)) },
		"record m0 of epoch 2": func(s *State) { s.Replicas[0].Log = Log(newRecord(0, 3)) },
	} {
		bad := good
		spoil(&bad)
		judge(t, m, "TypeOk", bad, want)
	}
}

func TestLeaderInIsrSees(t *testing.T) {
	m := build(t, "kip-320", 3, 2, 2, 1)
	s := State{ISR: 6, Epoch: 1, Requests: Requests(0).with(1, newRequest(0, 7))}
	judge(t, m, "LeaderInIsrIntended", s, "leader b1 is not in its ISR {b2,b3}")
	judge(t, m, "LeaderInIsr", s, "leader b1 is not in its ISR {b2,b3}")
}

func TestAsyncPropertiesSee(t *testing.T) {
	m := buildAsync(t, 3, 2, 2)
	good := AsyncState{ISR: 3, Version: 1, LeaderISR: 7, Updates: [MaxVersion + 1]ISR{3}, Offsets: [MaxReplicas]uint8{1, 1, 1}}
	judge(t, m, "TypeOkIntended", good, "")
	judge(t, m, "ValidHighWatermark", good, "")
	for want, spoil := range map[string]func(*AsyncState){
		"go beyond":          func(s *AsyncState) { s.PendingISR = 9 },
		"lack the leader":    func(s *AsyncState) { s.LeaderISR = 6 },
		"version 2 is ahead": func(s *AsyncState) { s.LeaderVersion = 2 },
		"in version 1":       func(s *AsyncState) { s.Requests[1] = 1 },
	} {
		bad := good
		spoil(&bad)
		judge(t, m, "TypeOkIntended", bad, want)
	}
	good.LeaderISR, good.Offsets[1] = 5, 0
	judge(t, m, "ValidHighWatermark", good, "b2 is in the controller's ISR {b1,b2} but its log ends at 0, below the leader's high watermark 1")
}

// judge expects a witness that contains want, or none if want is empty.
func judge[S comparable](t *testing.T, m *model.Model[S], property string, s S, want string) {
	t.Helper()
	p, _ := m.Property(property)
	switch err := p.State(&s); {
	case want == "" && err != nil:
		t.Errorf("%s: %v", property, err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("%s: got %v, want %s", property, err, want)
	}
}

func TestIsrClaimsPresupposeACommit(t *testing.T) {
	m := build(t, "kip-320", 2, 1, 1, 0)
	s := State{ISR: 3, Epoch: 1, Requests: Requests(0).with(1, newRequest(0, 3))}
	s.Replicas[0] = Replica{End: 1, Epoch: 1, ISR: 3}
	p, _ := m.Property("StrongIsr")
	if p.Premise(&s) {
		t.Error("nothing is committed, but the premise holds")
	}
	if s.Replicas[0].HighWatermark = 1; !p.Premise(&s) {
		t.Error("offset 0 is committed, but the premise does not hold")
	}
}
