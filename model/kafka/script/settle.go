package script

import (
	"fmt"

	"mc/model/kafka"
)

// settled is after how many rounds a system that still changes is taken for
// one that never stops.
const settled = 200

// settle lets everything that runs go on until nothing changes any more.
func settle(x *Player, _ args) error { return x.settle() }

// settle goes round by round: what the control plane owes, then one fetch of
// every follower that fetches on its own. A round that changed nothing is
// forgotten again: idle fetches would only lengthen the run.
func (x *Player) settle() error {
	for range settled {
		mark, before := len(x.Taken), *x.Now()
		x.controlPlane()
		for f := range x.p.Brokers {
			if x.fetchesOnItsOwn(f) {
				x.drain("Respond", f)
				x.drain("Lookup", f)
				x.take("Fetch", uint8(f))
				x.drain("Respond", f)
				x.take("AskLatest", uint8(f))
				x.take("AskEarliest", uint8(f))
				x.take("AskEarliestLocal", uint8(f))
			}
		}
		x.controlPlane()
		if *x.Now() == before {
			x.Forget(mark)
			return nil
		}
	}
	return fmt.Errorf("it does not settle: after %d rounds the system still changes; the last actions were %s", settled, x.lastActions(6))
}

func (x *Player) fetchesOnItsOwn(f int) bool {
	l := x.Now().Brokers[f].Leader.Index()
	return !(x.frozen | x.held).Has(f) && l >= 0 && !x.frozen.Has(l)
}

// drain takes an action of one broker as long as it is enabled.
func (x *Player) drain(rule string, b int) {
	for range settled {
		if !x.take(rule, uint8(b)) {
			return
		}
	}
}

// controlPlane delivers metadata and answers to everybody who runs.
func (x *Player) controlPlane() {
	for progress := true; progress; {
		n := len(x.Taken)
		if x.time.runs {
			x.unfence()
		}
		for b := range x.p.Brokers {
			if !x.frozen.Has(b) {
				if x.take("Register", uint8(b)) {
					x.take("Unfence", uint8(b))
				}
				x.take("StopReplica", uint8(b))
				x.take("EndMoves", uint8(b))
				x.take("Learn", uint8(b))
				x.take("SendExpand", uint8(b))
			}
		}
		x.take("LateAlterPartition")
		x.take("CompleteReassignment")
		for b := range x.p.Brokers {
			x.take("AlterPartition", uint8(b))
			if !x.frozen.Has(b) {
				x.take("AlterPartitionAnswer", uint8(b))
			}
		}
		x.answerAll()
		progress = len(x.Taken) > n
	}
}

// unfence is the return of the heartbeats of those who run.
func (x *Player) unfence() {
	for b := range x.p.Brokers {
		if s := x.Now(); s.Controller.Fenced.Has(b) && !s.Brokers[b].Down() && !x.frozen.Has(b) {
			x.take("Unfence", uint8(b))
		}
	}
}

// answerAll answers what waits and is covered, where that is a step of its
// own.
func (x *Player) answerAll() {
	if x.p.TrackAcks != kafka.AcksSeparate {
		return
	}
	for l := range x.p.Brokers {
		if values, err := x.waiting(l, nil); err == nil && !x.frozen.Has(l) {
			for _, v := range values {
				x.take("AckCheck", uint8(l), uint8(v))
			}
		}
	}
}

func (x *Player) lastActions(n int) string {
	var texts []string
	for _, t := range x.Taken[max(0, len(x.Taken)-n):] {
		texts = append(texts, x.Model.Text(t.Action))
	}
	return few(texts, n)
}
