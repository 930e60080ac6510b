package kafkaspec

import (
	"fmt"

	"mc/model"
)

// properties are the claims of the published specs, and the intended form of
// the one that is false as published.
func (p *partition) properties() []model.Property[State] {
	return []model.Property[State]{
		{Name: "WeakIsr", Family: "durability", Ref: p.ref, Kind: model.Always,
			Doc:     "Every broker in the ISR that a leader believes in has all that this leader's high watermark covers.",
			State:   p.weakISR,
			Premise: p.somethingCommitted, Parts: p.parts(localISR)},
		{Name: "StrongIsr", Family: "durability", Ref: p.ref, Kind: model.Always,
			Doc:     "Every broker in the controller's ISR has all that the high watermark of any leader, deposed or not, covers.",
			State:   p.strongISR,
			Premise: p.somethingCommitted, Parts: p.parts(controllerISR)},
		{Name: "LeaderInIsr", Family: "controller", Kind: model.Always, OnRequest: true,
			Doc:   "The controller's leader is in the ISR. As published: false whenever there is no leader, at the start already.",
			State: leaderInISR},
		{Name: "LeaderInIsrIntended", Family: "controller", Kind: model.Always,
			Doc: "The controller's leader, if there is one, is in the ISR.",
			State: func(s *State) error {
				if s.Leader() == Nobody {
					return nil
				}
				return leaderInISR(s)
			}},
		{Name: "TypeOk", Aliases: []string{"TypeOkIntended"}, Family: "types", Kind: model.Always,
			Doc:   "Every variable stays in its domain. (The published form means the same, but TLC cannot evaluate it.)",
			State: p.typeOk},
	}
}

func localISR(s *State, l Broker) ISR      { return s.Replicas[l].ISR }
func controllerISR(s *State, _ Broker) ISR { return s.ISR }

func (p *partition) weakISR(s *State) error {
	for l := range p.replicas {
		if r := &s.Replicas[l]; r.HighWatermark > 0 && s.Presumes(l) && !covered(s, r, r.ISR) {
			return uncovered(s, l, r.ISR, fmt.Sprintf("the ISR of leader %v", l))
		}
	}
	return nil
}

func (p *partition) strongISR(s *State) error {
	for l := range p.replicas {
		if r := &s.Replicas[l]; r.HighWatermark > 0 && s.Presumes(l) && !covered(s, r, s.ISR) {
			return uncovered(s, l, s.ISR, "the controller's ISR")
		}
	}
	return nil
}

// covered reports whether leader and all of isr have the same records below
// leader's high watermark.
func covered(s *State, leader *Replica, isr ISR) bool {
	hw := leader.HighWatermark
	for rest := isr; rest != 0; {
		var f Broker
		f, rest = rest.Pop()
		r := &s.Replicas[f]
		if r.End < hw || leader.End < hw || (r.Log^leader.Log).First(hw) != 0 {
			return false
		}
	}
	return true
}

// uncovered is the witness: the first member of isr, and the first offset of
// its log, at which covered fails.
func uncovered(s *State, l Broker, isr ISR, in string) error {
	leader := &s.Replicas[l]
	for rest := isr; rest != 0; {
		var f Broker
		f, rest = rest.Pop()
		for o := range leader.HighWatermark {
			if err := mismatch(s, l, f, o, in); err != nil {
				return err
			}
		}
	}
	return nil
}

func mismatch(s *State, l, f Broker, o Offset, in string) error {
	leader, follower := &s.Replicas[l], &s.Replicas[f]
	hw := leader.HighWatermark
	switch {
	case o >= leader.End:
		return fmt.Errorf("leader %v itself lacks offset %d, which its high watermark %d covers", l, o, hw)
	case o >= follower.End:
		return fmt.Errorf("%v is in %s but lacks offset %d, which %v's high watermark %d covers", f, in, o, l, hw)
	}
	if x, y := follower.Log.At(o), leader.Log.At(o); x != y {
		return fmt.Errorf("%v is in %s but has %v of epoch %v at offset %d, where %v, whose high watermark %d covers it, has %v of epoch %v",
			f, in, x, x.Epoch(), o, l, hw, y, y.Epoch())
	}
	return nil
}

// somethingCommitted is what the claims about the ISR presuppose.
func (p *partition) somethingCommitted(s *State) bool {
	for l := range p.replicas {
		if s.Replicas[l].HighWatermark > 0 && s.Presumes(l) {
			return true
		}
	}
	return false
}

// parts takes a claim about an ISR apart: for each leader with a high
// watermark, one condition for each member.
func (p *partition) parts(isrOf func(*State, Broker) ISR) func(s *State) []model.Part {
	return func(s *State) []model.Part {
		var parts []model.Part
		for l := range p.replicas {
			r := &s.Replicas[l]
			if r.HighWatermark == 0 || !s.Presumes(l) {
				continue
			}
			for f := range p.replicas {
				if isrOf(s, l).Has(f) && f != l {
					parts = append(parts, model.Part{
						Text:  fmt.Sprintf("%v has the records of leader %v below its high watermark %d", f, l, r.HighWatermark),
						Holds: covered(s, r, ISR(0).With(f)),
					})
				}
			}
		}
		return parts
	}
}

func leaderInISR(s *State) error {
	switch l := s.Leader(); {
	case l == Nobody:
		return fmt.Errorf("the controller has no leader, and none is not a member of its ISR %v", s.ISR)
	case !s.ISR.Has(l):
		return fmt.Errorf("the controller's leader %v is not in its ISR %v", l, s.ISR)
	}
	return nil
}
