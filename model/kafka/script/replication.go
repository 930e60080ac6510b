package script

import (
	"fmt"

	"mc/model/kafka"
)

func (x *Player) isLeader(b int) bool { return x.Now().Brokers[b].Role == kafka.Leader }

// running refuses what a frozen process cannot do.
func running(x *Player, b uint8) error {
	if x.frozen.Has(int(b)) {
		return fmt.Errorf("%s is frozen; thaw it first", name(b))
	}
	return nil
}

// anyhow allows what happens to a broker whether it is frozen or not.
func anyhow(*Player, uint8) error { return nil }

// each is a command that is one action for each of the brokers it names.
func each(rule string, may func(*Player, uint8) error) func(*Player, args) error {
	return func(x *Player, a args) error {
		list, err := x.brokers(a, whose(a))
		if err != nil {
			return err
		}
		for _, b := range list {
			if err := may(x, b); err != nil {
				return err
			}
			if err := x.must(rule, b); err != nil {
				return err
			}
		}
		return nil
	}
}

// whose is the key under which a command names its brokers.
func whose(a args) string {
	for _, key := range []string{"follower", "leader", "remove"} {
		if len(a[key]) > 0 {
			return key
		}
	}
	return "broker"
}

// pair is a command that is one action with two brokers.
func pair(rule string) func(*Player, args) error {
	return func(x *Player, a args) error {
		one, err := x.brokers(a, "broker")
		if err != nil {
			return err
		}
		other, err := x.brokers(a, "other")
		if err != nil {
			return err
		}
		return x.must(rule, one[0], other[0])
	}
}

func fetch(x *Player, a args) error {
	list, err := x.brokers(a, "follower")
	if err != nil {
		return err
	}
	rule := "Fetch"
	if a.on("early") {
		rule = "FetchEarly"
	}
	for _, f := range list {
		if err := x.mayFetch(f, a.on("parked")); err != nil {
			return err
		}
		if err := x.must(rule, f); err != nil {
			return err
		}
	}
	return nil
}

// mayFetch refuses fetches of, and at, frozen processes. A request that was
// parked at the leader when its sender was frozen is still answered, for as
// long as requests wait.
func (x *Player) mayFetch(f uint8, parked bool) error {
	if l := x.Now().Brokers[f].Leader.Index(); l >= 0 && x.frozen.Has(l) {
		return fmt.Errorf("its leader %s is frozen; thaw it first", name(uint8(l)))
	}
	if !parked || !x.frozen.Has(int(f)) {
		return running(x, f)
	}
	if since := x.time.now - x.time.silent[f]; x.time.runs && since > x.time.fetchWait {
		return fmt.Errorf("%s was frozen %s ago, and requests wait for %s at most: nothing of it is parked any more", name(f), since, x.time.fetchWait)
	}
	return nil
}

func replicate(x *Player, a args) error {
	list, err := x.brokers(a, "follower")
	if err != nil {
		return err
	}
	rounds, err := a.number("rounds", 1)
	if err != nil {
		return err
	}
	for range rounds {
		for _, f := range list {
			if err := x.mayFetch(f, false); err != nil {
				return err
			}
			if err := x.must("Fetch", f); err != nil {
				return err
			}
			if err := x.must("Respond", f); err != nil {
				return err
			}
		}
	}
	return nil
}

func do(x *Player, a args) error {
	text, err := a.one("action", "")
	if err != nil {
		return err
	}
	action, ok := x.Named(text)
	if !ok {
		return fmt.Errorf("%q is not enabled; enabled are %s", text, few(x.Enabled(), 8))
	}
	rule := &x.Model.Rules[action.Rule]
	x.take(rule.Name, action.Args[:len(rule.Params)]...)
	return nil
}
