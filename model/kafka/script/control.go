package script

import (
	"fmt"

	"mc/model/kafka"
)

// followerOf reads a follower and its leader.
func (x *Player) followerOf(a args) (l, f uint8, err error) {
	list, err := x.brokers(a, "follower")
	if err != nil {
		return 0, 0, err
	}
	if l, err = x.leader(a, "leader"); err != nil {
		return 0, 0, err
	}
	return l, list[0], running(x, l)
}

func shrink(x *Player, a args) error {
	l, f, err := x.followerOf(a)
	if err != nil {
		return err
	}
	if x.time.runs && !x.lags(int(l), int(f)) {
		return fmt.Errorf("%s was caught up %s ago, and the lag window is %s; let more time pass", name(f), x.time.now-x.time.caughtUp[f], x.time.lag)
	}
	return x.must(x.shrinkRule(), l, f)
}

// shrinkRule is how the ISR shrinks in this protocol.
func (x *Player) shrinkRule() string {
	if x.p.IsrUpdate == kafka.ZkCas {
		return "Shrink"
	}
	return "ProposeShrink"
}

func lagOut(x *Player, a args) error {
	l, f, err := x.followerOf(a)
	if err != nil {
		return err
	}
	return x.must("LagTimeout", l, f)
}

func answer(x *Player, _ args) error {
	if from := x.Now().Alter.From; from != kafka.Nobody {
		if err := running(x, uint8(from-1)); err != nil {
			return err
		}
	}
	return x.must("AlterPartitionAnswer")
}

func fence(x *Player, a args) error {
	list, err := x.brokers(a, "broker")
	if err != nil {
		return err
	}
	for _, b := range list {
		if x.time.runs && x.time.now < x.expires(int(b)) {
			return fmt.Errorf("the session of %s has not expired; let more time pass without a sign of it", name(b))
		}
		if err := x.must("Fence", b); err != nil {
			return err
		}
	}
	return nil
}

func minIsr(x *Player, a args) error {
	n, err := a.number("to", 0)
	if err != nil {
		return err
	}
	return x.must("ChangeMinIsr", uint8(n))
}

func crash(x *Player, a args) error {
	list, err := x.brokers(a, "broker")
	if err != nil {
		return err
	}
	keeps, err := a.number("keeps", -1)
	if err != nil {
		return err
	}
	b := list[0]
	if keeps < 0 || keeps == int(x.Now().Brokers[b].Flushed) {
		return x.must("LossyCrash", b)
	}
	return x.must("PartialCrash", b, uint8(keeps))
}

// freeze stops a process where it is. What is in its sockets stays there.
func freeze(x *Player, a args) error {
	list, err := x.brokers(a, "broker")
	for _, b := range list {
		if err := running(x, b); err != nil {
			return err
		}
		if x.Now().Brokers[b].Down() {
			return fmt.Errorf("%s is down; there is no process to freeze", name(b))
		}
		x.frozen |= kafka.Of(int(b))
		x.time.silent[b] = x.time.now
		x.remark(fmt.Sprintf("Then %s is frozen.", name(b)))
	}
	return err
}

func thaw(x *Player, a args) error {
	list, err := x.brokers(a, "broker")
	for _, b := range list {
		if !x.frozen.Has(int(b)) {
			return fmt.Errorf("%s is not frozen", name(b))
		}
		x.frozen &^= kafka.Of(int(b))
		x.remark(fmt.Sprintf("Then %s goes on.", name(b)))
	}
	return err
}

func hold(x *Player, a args) error {
	list, err := x.brokers(a, "follower")
	for _, b := range list {
		x.held |= kafka.Of(int(b))
	}
	return err
}

func release(x *Player, a args) error {
	list, err := x.brokers(a, "follower")
	for _, b := range list {
		x.held &^= kafka.Of(int(b))
	}
	return err
}
