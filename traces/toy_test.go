package traces

import (
	"fmt"
	"strings"
	"testing"

	"mc/model"
)

// The tests' model: a small replicated log, enough to lose a committed record
// in. Broker numbers are indices; a leader of 0 is none, else index+1.
const (
	toyBrokers = 5
	toyRecords = 16
)

type toyRecord struct{ Value, Epoch uint8 } // value 0 is no record; epoch as it is

type toyBroker struct {
	Up, Leads bool
	LEO, HW   uint8
	Log       [toyRecords]toyRecord
	Remote    [toyBrokers]uint8 // as leader: the LEO that each follower reported
}

type toy struct {
	Leader, Epoch  uint8
	Produced       uint8
	Kills          uint8
	Committed      uint8
	CommittedValue [toyRecords]uint8
	Insync         [toyBrokers]bool
	Brokers        [toyBrokers]toyBroker
}

// toyConfig are the model's constants; AskEpoch is the difference between the
// two generations (cut to the high watermark, or ask the leader).
type toyConfig struct {
	Brokers, Records, Kills int
	AskEpoch                bool
}

func (c toyConfig) texts() map[string]string {
	generation := "hw-truncation"
	if c.AskEpoch {
		generation = "kip-101"
	}
	return map[string]string{"brokers": fmt.Sprint(c.Brokers), "generation": generation, "kills": fmt.Sprint(c.Kills), "records": fmt.Sprint(c.Records)}
}

func toyName(b uint8) string { return fmt.Sprintf("b%d", b+1) }

func toyModel(c toyConfig) *model.Model[toy] {
	broker := []model.Param{{Name: "broker", Show: toyName}}
	m := &model.Model[toy]{
		Name: "toy/replicated-log",
		Init: func(add func(toy)) {
			s := toy{Leader: 1}
			for b := range c.Brokers {
				s.Brokers[b].Up, s.Insync[b] = true, true
			}
			s.Brokers[0].Leads = true
			add(s)
		},
		View: func(s *toy) model.View { return toyView(c, s) },
		Rules: []model.Rule[toy]{
			{Name: "Produce", Doc: "The leader appends a record.", Expand: c.produce, Tell: toyTellProduce},
			{Name: "Fetch", Doc: "A follower fetches from the leader.", Params: broker, Expand: c.fetch, Tell: toyTellFetch},
			{Name: "Kill", Fault: true, Doc: "A broker stops; its log survives.", Params: broker, Expand: c.kill, Tell: toyTellKill},
			{Name: "Restart", Doc: "A broker comes back as a follower.", Params: broker, Expand: c.restart, Tell: c.tellRestart, Ref: c.ref()},
			{Name: "Elect", Doc: "The controller makes a member of the ISR the leader.", Params: broker, Expand: c.elect, Tell: toyTellElect},
		},
	}
	m.Properties = []model.Property[toy]{{
		Name: "committed-on-leader", Family: "safety", Ref: "KIP-101", Kind: model.Always,
		Doc:   "A committed record is in the log of every later leader.",
		State: toyCommitted, Parts: toyParts,
	}, {
		Name: "two-epochs", Kind: model.Reachable, Doc: "A second leader is elected.",
		Goal: func(s *toy) bool { return s.Epoch > 0 },
	}}
	return m
}

func (c toyConfig) ref() string {
	if c.AskEpoch {
		return "KIP-101"
	}
	return ""
}

func (c toyConfig) produce(s *toy, out *model.Steps[toy]) {
	if s.Leader == 0 || int(s.Produced) == c.Records {
		return
	}
	n := out.Step()
	n.Produced++
	l := &n.Brokers[s.Leader-1]
	l.Log[l.LEO] = toyRecord{n.Produced, s.Epoch}
	l.LEO++
	c.advance(n)
}

// advance moves the leader's high watermark to what the whole ISR has.
func (c toyConfig) advance(s *toy) {
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

func (c toyConfig) fetch(s *toy, out *model.Steps[toy]) {
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

func (c toyConfig) kill(s *toy, out *model.Steps[toy]) {
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

func (c toyConfig) restart(s *toy, out *model.Steps[toy]) {
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
func (c toyConfig) keep(s *toy, b uint8) uint8 {
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

func (f *toyBroker) cut(leo uint8) {
	for o := leo; o < f.LEO; o++ {
		f.Log[o] = toyRecord{}
	}
	f.LEO = min(f.LEO, leo)
}

func (c toyConfig) elect(s *toy, out *model.Steps[toy]) {
	for b := range uint8(c.Brokers) {
		if s.Leader != 0 || !s.Brokers[b].Up || !s.Insync[b] {
			continue
		}
		n := out.Step(b)
		n.Leader, n.Epoch = b+1, s.Epoch+1
		n.Brokers[b].Leads = true
		n.Brokers[b].Remote = [toyBrokers]uint8{}
	}
}

func toyCommitted(s *toy) error {
	if s.Leader == 0 {
		return nil
	}
	l := &s.Brokers[s.Leader-1]
	for o := range s.Committed {
		if l.Log[o].Value != s.CommittedValue[o] {
			return fmt.Errorf("m%d at offset %d was committed, and %s leads epoch %d without it", s.CommittedValue[o]-1, o, toyName(s.Leader-1), s.Epoch)
		}
	}
	return nil
}

func toyParts(s *toy) []model.Part {
	return []model.Part{
		{Text: "there is a leader", Holds: s.Leader != 0},
		{Text: "its log has every committed record", Holds: toyCommitted(s) == nil},
	}
}

func toyView(c toyConfig, s *toy) model.View {
	isr := []string{}
	for b := range uint8(c.Brokers) {
		if s.Insync[b] {
			isr = append(isr, toyName(b))
		}
	}
	leader := "none"
	if s.Leader != 0 {
		leader = toyName(s.Leader - 1)
	}
	v := model.View{Lanes: []model.Lane{
		{Name: "clients", Fields: []model.Field{{Name: "committed", Value: fmt.Sprint(s.Committed)}}},
		{Name: "controller", Fields: []model.Field{{Name: "leader", Value: leader}, {Name: "epoch", Value: fmt.Sprint(s.Epoch)}, {Name: "ISR", Value: "{" + strings.Join(isr, ", ") + "}"}}},
	}}
	for b := range uint8(c.Brokers) {
		v.Lanes = append(v.Lanes, toyLane(c, s, b))
	}
	return v
}

func toyLane(c toyConfig, s *toy, b uint8) model.Lane {
	at := s.Brokers[b]
	lane := model.Lane{Name: toyName(b), Off: !at.Up, Badge: "follower", Log: &model.Log{HighWatermark: int(at.HW), Capacity: c.Records}}
	switch {
	case !at.Up:
		lane.Badge = "down"
	case at.Leads:
		lane.Badge = fmt.Sprintf("leader e%d", s.Epoch)
	}
	for _, r := range at.Log[:at.LEO] {
		lane.Log.Cells = append(lane.Log.Cells, model.Cell{Text: fmt.Sprintf("m%d", r.Value-1), Epoch: int(r.Epoch)})
	}
	return lane
}

// shortest finds a shortest path of m to where the property is broken.
func shortest[S comparable](t testing.TB, m *model.Model[S], property string) *model.Path[S] {
	t.Helper()
	p, ok := m.Property(property)
	if !ok {
		t.Fatalf("no property %q", property)
	}
	type link struct {
		from S
		by   model.Action
	}
	came := map[S]link{}
	var queue []S
	m.Init(func(s S) { came[s] = link{s, model.Action{}}; queue = append(queue, s) })
	starts := len(queue)
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		path := &model.Path[S]{Start: s}
		if broken, _ := judge(m, p, property, path); broken {
			for at := s; ; {
				l := came[at]
				if l.from == at {
					path.Start = at
					return path
				}
				path.Steps = append([]model.Transition[S]{{Action: l.by, After: at}}, path.Steps...)
				at = l.from
			}
		}
		eachSuccessor(m, &s, func(a model.Action, n *S) {
			if _, seen := came[*n]; !seen {
				came[*n] = link{s, a}
				queue = append(queue, *n)
			}
		})
	}
	t.Fatalf("%s holds in all %d states (%d initial)", property, len(queue), starts)
	return nil
}

// run is the path that the named actions take from the model's start.
func run[S comparable](t testing.TB, m *model.Model[S], actions ...string) *model.Path[S] {
	t.Helper()
	path := &model.Path[S]{}
	m.Init(func(s S) { path.Start = s })
	for _, want := range actions {
		last, taken := path.Last(), false
		eachSuccessor(m, &last, func(a model.Action, n *S) {
			if m.Text(a) == want && !taken {
				taken = true
				path.Steps = append(path.Steps, model.Transition[S]{Action: a, After: *n})
			}
		})
		if !taken {
			t.Fatalf("%s is not enabled after %d steps", want, len(path.Steps))
		}
	}
	return path
}

var toyLoss = toyConfig{Brokers: 2, Records: 1, Kills: 2}

// lossFile is the tests' counterexample: a committed record lost.
func lossFile(t testing.TB) (*model.Model[toy], *File) {
	t.Helper()
	m := toyModel(toyLoss)
	return m, record(t, m, shortest(t, m, "committed-on-leader"), toyLoss)
}

func record(t testing.TB, m *model.Model[toy], path *model.Path[toy], c toyConfig) *File {
	t.Helper()
	verdict := "holds"
	if newClaim(m, "committed-on-leader").brokenAt(path) {
		verdict = "violated"
	}
	f, err := Record(m, path, Meta{
		MC: "test", Constants: c.texts(), Property: "committed-on-leader", Verdict: verdict,
		Spec: Spec{Name: "toy-loss", Title: "A committed record is lost when a restarted follower cuts its log at a stale high watermark", Hash: "sha256:00"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
