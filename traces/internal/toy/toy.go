// Package toy is the model that the tests of traces, their telling and their
// rendering share: a small replicated log, enough to lose a committed record
// in, with the walks through it. Only tests import it.
package toy

import (
	"fmt"
	"strings"

	"mc/model"
)

// The largest configuration. Broker numbers are indices; a leader of 0 is
// none, else index+1.
const (
	Brokers = 5
	Records = 16
)

// Record is one record: value 0 is none, the epoch is as it is.
type Record struct{ Value, Epoch uint8 }

// Broker is one broker with its log.
type Broker struct {
	Up, Leads bool
	LEO, HW   uint8
	Log       [Records]Record
	Remote    [Brokers]uint8 // as leader: the LEO that each follower reported
}

// State is a state of the model.
type State struct {
	Leader, Epoch  uint8
	Produced       uint8
	Kills          uint8
	Committed      uint8
	CommittedValue [Records]uint8
	Insync         [Brokers]bool
	Brokers        [Brokers]Broker
}

// Config are the model's constants; AskEpoch is the difference between the
// two generations (cut to the high watermark, or ask the leader).
type Config struct {
	Brokers, Records, Kills int
	AskEpoch                bool
}

// Name is broker b as views and rules show it.
func Name(b uint8) string { return fmt.Sprintf("b%d", b+1) }

func recordName(value uint8) string { return fmt.Sprintf("m%d", value-1) }

// Model is the replicated log under c.
func Model(c Config) *model.Model[State] {
	broker := []model.Param{{Name: "broker", Show: Name}}
	m := &model.Model[State]{
		Name: "toy/replicated-log",
		Init: func(add func(State)) {
			s := State{Leader: 1}
			for b := range c.Brokers {
				s.Brokers[b].Up, s.Insync[b] = true, true
			}
			s.Brokers[0].Leads = true
			add(s)
		},
		View: func(s *State) model.View { return view(c, s) },
		Rules: []model.Rule[State]{
			{Name: "Produce", Doc: "The leader appends a record.", Expand: c.produce, Tell: tellProduce},
			{Name: "Fetch", Doc: "A follower fetches from the leader.", Params: broker, Expand: c.fetch, Tell: tellFetch},
			{Name: "Kill", Fault: true, Doc: "A broker stops; its log survives.", Params: broker, Expand: c.kill,
				Tell: tellKill},
			{Name: "Restart", Doc: "A broker comes back as a follower.", Params: broker, Expand: c.restart,
				Tell: c.tellRestart, Ref: c.ref()},
			{Name: "Elect", Doc: "The controller makes a member of the ISR the leader.", Params: broker, Expand: c.elect,
				Tell: tellElect},
		},
	}
	m.Properties = []model.Property[State]{{
		Name: "committed-on-leader", Family: "safety", Ref: "KIP-101", Kind: model.Always,
		Doc:   "A committed record is in the log of every later leader.",
		State: committed, Parts: parts,
	}, {
		Name: "two-epochs", Kind: model.Reachable, Doc: "A second leader is elected.",
		Goal: func(s *State) bool { return s.Epoch > 0 },
	}}
	return m
}

func (c Config) ref() string {
	if c.AskEpoch {
		return "KIP-101"
	}
	return ""
}

func (c Config) produce(s *State, out *model.Steps[State]) {
	if s.Leader == 0 || int(s.Produced) == c.Records {
		return
	}
	n := out.Step()
	n.Produced++
	l := &n.Brokers[s.Leader-1]
	l.Log[l.LEO] = Record{n.Produced, s.Epoch}
	l.LEO++
	c.advance(n)
}

// advance moves the leader's high watermark to what the whole ISR has.
func (c Config) advance(s *State) {
	l := &s.Brokers[s.Leader-1]
	hw := l.LEO
	for b := range c.Brokers {
		if s.Insync[b] && uint8(b) != s.Leader-1 {
			hw = min(hw, l.Remote[b])
		}
	}
	l.HW = max(l.HW, hw)
	for o := s.Committed; o < l.HW; o++ {
		s.CommittedValue[o] = l.Log[o].Value
	}
	s.Committed = max(s.Committed, l.HW)
}

func (c Config) fetch(s *State, out *model.Steps[State]) {
	if s.Leader == 0 {
		return
	}
	for b := range uint8(c.Brokers) {
		if b == s.Leader-1 || !s.Brokers[b].Up {
			continue
		}
		n := out.Step(b)
		l, f := &n.Brokers[s.Leader-1], &n.Brokers[b]
		hw := l.HW
		l.Remote[b] = f.LEO
		c.advance(n)
		f.Log, f.LEO, f.HW = l.Log, l.LEO, min(hw, l.LEO)
		if *n == *s {
			out.Drop()
		}
	}
}

func (c Config) kill(s *State, out *model.Steps[State]) {
	for b := range uint8(c.Brokers) {
		if !s.Brokers[b].Up || int(s.Kills) == c.Kills {
			continue
		}
		n := out.Step(b)
		n.Kills++
		n.Brokers[b].Up, n.Brokers[b].Leads = false, false
		if s.Leader == b+1 {
			n.Leader = 0
			n.Insync[b] = false
		}
	}
}

func (c Config) restart(s *State, out *model.Steps[State]) {
	for b := range uint8(c.Brokers) {
		if s.Brokers[b].Up || s.Leader == 0 && !s.Insync[b] {
			continue
		}
		n := out.Step(b)
		f := &n.Brokers[b]
		f.Up = true
		f.cut(c.keep(s, b))
	}
}

// keep is the end of what a restarted broker keeps of its log.
func (c Config) keep(s *State, b uint8) uint8 {
	f := &s.Brokers[b]
	if !c.AskEpoch {
		return f.HW
	}
	if s.Leader == 0 {
		return f.LEO
	}
	l := &s.Brokers[s.Leader-1]
	keep := uint8(0)
	for keep < min(f.LEO, l.LEO) && f.Log[keep] == l.Log[keep] {
		keep++
	}
	return keep
}

func (f *Broker) cut(leo uint8) {
	for o := leo; o < f.LEO; o++ {
		f.Log[o] = Record{}
	}
	f.LEO = min(f.LEO, leo)
}

func (c Config) elect(s *State, out *model.Steps[State]) {
	for b := range uint8(c.Brokers) {
		if s.Leader != 0 || !s.Brokers[b].Up || !s.Insync[b] {
			continue
		}
		n := out.Step(b)
		n.Leader, n.Epoch = b+1, s.Epoch+1
		n.Brokers[b].Leads = true
		n.Brokers[b].Remote = [Brokers]uint8{}
	}
}

func committed(s *State) error {
	if s.Leader == 0 {
		return nil
	}
	l := &s.Brokers[s.Leader-1]
	for o := range s.Committed {
		if l.Log[o].Value != s.CommittedValue[o] {
			return model.Wrong("%s at offset %d was committed, and %s leads epoch %d without it",
				model.RecordName(recordName(s.CommittedValue[o])), model.Offset(o), model.LaneName(Name(s.Leader-1)), s.Epoch)
		}
	}
	return nil
}

func parts(s *State) []model.Part {
	return []model.Part{
		{Text: "there is a leader", Holds: s.Leader != 0},
		{Text: "its log has every committed record", Holds: committed(s) == nil},
	}
}

func view(c Config, s *State) model.View {
	isr := []string{}
	for b := range uint8(c.Brokers) {
		if s.Insync[b] {
			isr = append(isr, Name(b))
		}
	}
	leader := "none"
	if s.Leader != 0 {
		leader = Name(s.Leader - 1)
	}
	v := model.View{Lanes: []model.Lane{
		{Name: "clients", Fields: []model.Field{{Name: "committed", Value: fmt.Sprint(s.Committed)}}},
		{Name: "controller", Fields: []model.Field{{Name: "leader", Value: leader}, {Name: "epoch",
			Value: fmt.Sprint(s.Epoch)}, {Name: "ISR", Value: "{" + strings.Join(isr, ", ") + "}"}}},
	}}
	for b := range uint8(c.Brokers) {
		v.Lanes = append(v.Lanes, lane(c, s, b))
	}
	return v
}

func lane(c Config, s *State, b uint8) model.Lane {
	at := s.Brokers[b]
	lane := model.Lane{Name: Name(b), Off: !at.Up, Badge: "follower", Log: &model.Log{HighWatermark: int(at.HW),
		Capacity: c.Records}}
	switch {
	case !at.Up:
		lane.Badge = "down"
	case at.Leads:
		lane.Badge = fmt.Sprintf("leader e%d", s.Epoch)
	}
	for _, r := range at.Log[:at.LEO] {
		lane.Log.Cells = append(lane.Log.Cells, model.Cell{Text: recordName(r.Value), Epoch: int(r.Epoch)})
	}
	return lane
}

// Loss are the constants under which a committed record is lost in 8 states.
var Loss = Config{Brokers: 2, Records: 1, Kills: 2}
