package kafkaspec

import "mc/model"

// Limits of the encoding of async-isr.
const (
	MaxVersion     = 7
	MaxAsyncOffset = 9
)

// asyncLeader is the one leader of async-isr; it never changes.
const asyncLeader Broker = 0

// AsyncState is the model of asynchronous ISR changes: a leader asks the
// controller to change the ISR, and both go on meanwhile. Requests and
// updates are never withdrawn.
//
// Every ISR holds the leader, so a set of requested ISRs takes one bit for
// each set of followers. The controller makes one update for each version.
// A request is pending exactly if PendingISR is not empty, and it was made in
// the leader's version; the pending version is not kept.
type AsyncState struct {
	Requests [MaxVersion + 1]Asked // by version: bit i is the ISR whose followers are i
	Updates  [MaxVersion + 1]ISR   // Updates[v] made version v+1

	Offsets [MaxReplicas]uint8 `name:"b%d"`

	ISR     ISR // the controller's
	Version uint8

	LeaderISR     ISR
	LeaderVersion uint8
	PendingISR    ISR
	Pad           [6]uint8 `name:"-"`
}

// Asked are the ISRs that were asked for in one version: bit i is that whose followers
// are i.
type Asked uint16

// Named are the ISRs to programs.
func (x Asked) Named() any {
	all := []ISR{}
	for followers := range 16 {
		if x>>followers&1 != 0 {
			all = append(all, ISR(followers<<1)|1)
		}
	}
	return all
}

// maximalISR holds all that may be in the ISR for the controller: what the
// leader knows of, and what it has asked for.
func (s *AsyncState) maximalISR() ISR { return s.LeaderISR | s.PendingISR }

// highWatermark is the least offset in the maximal ISR.
func (s *AsyncState) highWatermark() uint8 {
	low := s.Offsets[asyncLeader]
	for rest := s.maximalISR(); rest != 0; {
		var b Broker
		b, rest = rest.Pop()
		low = min(low, s.Offsets[b])
	}
	return low
}

// pendingVersion is the version of the pending request, or -1.
func (s *AsyncState) pendingVersion() int {
	if s.PendingISR == 0 {
		return -1
	}
	return int(s.LeaderVersion)
}

// asyncPartition is async-isr with the constants of a run.
type asyncPartition struct {
	replicas   Broker
	everybody  ISR
	maxOffset  uint8
	maxVersion uint8
}

func (p *asyncPartition) within(s *AsyncState) bool {
	return s.Version <= p.maxVersion && s.Offsets[asyncLeader] <= p.maxOffset
}

// bump is what both actions of the controller come to.
func bump(n *AsyncState, isr ISR) {
	n.Updates[n.Version] = isr
	n.Version++
	n.ISR = isr
}

// The budgets of async-isr. A step that one stops is taken all the same: the
// constraint keeps what it leads to from being explored.
const (
	ofOffsets model.Budgets = 1 << iota
	ofVersions
)

func (p *asyncPartition) versionsSpent(s *AsyncState) model.Budgets {
	if s.Version < p.maxVersion {
		return 0
	}
	return ofVersions
}

func (p *asyncPartition) controllerShrink(s *AsyncState, out *model.Steps[AsyncState]) {
	for rest := s.ISR.Without(asyncLeader); rest != 0; {
		var b Broker
		b, rest = rest.Pop()
		bump(out.Step(uint8(b)), s.ISR.Without(b))
		out.Stopped(p.versionsSpent(s))
	}
}

// controllerHandle takes any request made in the controller's version.
func (p *asyncPartition) controllerHandle(s *AsyncState, out *model.Steps[AsyncState]) {
	for followers := ISR(0); followers <= p.everybody>>1; followers++ {
		if s.Requests[s.Version]>>followers&1 != 0 {
			isr := followers<<1 | 1
			bump(out.Step(uint8(isr)), isr)
			out.Stopped(p.versionsSpent(s))
		}
	}
}

// ask is what both requests of the leader come to. Repeating one changes
// nothing, and nothing limits how many are pending.
func ask(n *AsyncState, isr ISR) {
	n.Requests[n.LeaderVersion] |= 1 << (isr >> 1)
	n.PendingISR |= isr
}

func (p *asyncPartition) requestShrink(s *AsyncState, out *model.Steps[AsyncState]) {
	for rest := s.LeaderISR.Without(asyncLeader); rest != 0; {
		var b Broker
		b, rest = rest.Pop()
		ask(out.Step(uint8(b)), s.LeaderISR.Without(b))
	}
}

func (p *asyncPartition) requestExpand(s *AsyncState, out *model.Steps[AsyncState]) {
	hw := s.highWatermark()
	for rest := p.everybody &^ s.LeaderISR; rest != 0; {
		var b Broker
		if b, rest = rest.Pop(); s.Offsets[b] >= hw {
			ask(out.Step(uint8(b)), s.LeaderISR.With(b))
		}
	}
}

func (p *asyncPartition) write(s *AsyncState, out *model.Steps[AsyncState]) {
	out.Step().Offsets[asyncLeader]++
	if s.Offsets[asyncLeader] >= p.maxOffset {
		out.Stopped(ofOffsets)
	}
}

// handleUpdate takes any update newer than the leader's version.
func (p *asyncPartition) handleUpdate(s *AsyncState, out *model.Steps[AsyncState]) {
	for v := s.LeaderVersion + 1; v <= s.Version; v++ {
		n := out.Step(v)
		n.LeaderISR, n.LeaderVersion, n.PendingISR = s.Updates[v-1], v, 0
	}
}

func (p *asyncPartition) replicate(s *AsyncState, out *model.Steps[AsyncState]) {
	for b := asyncLeader + 1; b < p.replicas; b++ {
		if s.Offsets[b] < s.Offsets[asyncLeader] {
			out.Step(uint8(b)).Offsets[b]++
		}
	}
}
