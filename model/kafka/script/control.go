package script

import (
	"fmt"
	"slices"
	"strings"

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
	list, err := x.brokers(a, "follower")
	if err != nil {
		return err
	}
	l, err := x.leader(a, "leader")
	if err != nil {
		return err
	}
	if err := running(x, l); err != nil {
		return err
	}
	lag := kafka.Set(0)
	for _, f := range list {
		if x.time.runs && !x.lags(int(l), int(f)) {
			return fmt.Errorf("%s was caught up %s ago, and the lag window is %s; let more time pass", name(f), x.time.now-x.time.caughtUp[f], x.time.lag)
		}
		lag |= kafka.Of(int(f))
	}
	return x.must(x.shrinkRule(), l, uint8(lag))
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

func answer(x *Player, a args) error {
	l, err := x.sender(a, kafka.Answered)
	if err != nil {
		return err
	}
	if err := running(x, l); err != nil {
		return err
	}
	return x.must("AlterPartitionAnswer", l)
}

// restart starts a broker, in one step or in all that it takes.
func restart(x *Player, a args) error {
	list, err := x.brokers(a, "broker")
	for _, b := range list {
		rules := []string{"Restart"}
		if x.p.RestartInSteps {
			rules = []string{"Start", "Register", "Unfence"}
		}
		for _, rule := range rules {
			if err := x.must(rule, b); err != nil {
				return err
			}
		}
	}
	return err
}

// ofRequest is a command about a request that has come so far.
func ofRequest(rule string, stages ...kafka.Stage) func(*Player, args) error {
	return func(x *Player, a args) error {
		l, err := x.sender(a, stages...)
		if err != nil {
			return err
		}
		return x.must(rule, l)
	}
}

// sender is the broker that the command names, or the only one whose request
// has come so far; where there is none, the leader, of whom it is refused.
func (x *Player) sender(a args, stages ...kafka.Stage) (uint8, error) {
	if len(a["leader"]) > 0 {
		return x.leader(a, "leader")
	}
	var found []string
	at := uint8(0)
	for l := range x.p.Brokers {
		if slices.Contains(stages, x.p.StageOf(x.Now(), l)) {
			at, found = uint8(l), append(found, name(uint8(l)))
		}
	}
	switch {
	case len(found) > 1:
		return 0, fmt.Errorf("%s have a request there; name one, as in leader: %s", strings.Join(found, " and "), found[0])
	case len(found) == 0:
		at, _ = x.leads()
	}
	return at, nil
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

// reassign takes brokers out one by one, or begins a reassignment: to brokers that
// are named, or to those that there are with some more, and some less.
func reassign(x *Player, a args) error {
	if !x.p.Reassigns {
		if len(a["add"])+len(a["to"]) > 0 {
			return fmt.Errorf("that is a reassignment as a process; set reassignment: process")
		}
		return each("RemoveReplica", anyhow)(x, a)
	}
	to := x.p.Replicas(&x.Now().Controller)
	if len(a["to"]) > 0 {
		to = 0
	}
	for _, key := range []string{"to", "add", "remove"} {
		if len(a[key]) == 0 {
			continue
		}
		list, err := x.brokers(a, key)
		if err != nil {
			return err
		}
		for _, b := range list {
			if to |= kafka.Of(int(b)); key == "remove" {
				to &^= kafka.Of(int(b))
			}
		}
	}
	return x.must("Reassign", uint8(to))
}
