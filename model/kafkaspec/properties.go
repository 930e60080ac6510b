package kafkaspec

import (
	"fmt"

	"mc/model"
)

// properties are the claims of the published specs, and the intended form of
// the one that is false as published.
func (p *partition) properties() []model.Property[State] {
	return []model.Property[State]{
		{Name: "WeakIsr", Family: "durability", Kind: model.Always,
			Doc:     "Every broker in the ISR that a leader believes in has all that this leader's high watermark covers.",
			State:   p.weakISR,
			Premise: p.somethingCommitted, Parts: p.parts(localISR, "that leader's")},
		{Name: "StrongIsr", Family: "durability", Kind: model.Always,
			Doc:     "Every broker in the controller's ISR has all that the high watermark of any leader, deposed or not, covers.",
			State:   p.strongISR,
			Premise: p.somethingCommitted, Parts: p.parts(controllerISR, "the controller's")},
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
	for rest := p.committers(s); rest != 0; {
		var l Broker
		l, rest = rest.Pop()
		if isr := s.Replicas[l].ISR; !p.covered(s, l, isr) {
			return uncovered(s, l, isr, isrOf{"the ISR of leader %s", lane(l)})
		}
	}
	return nil
}

func (p *partition) strongISR(s *State) error {
	for rest := p.committers(s); rest != 0; {
		var l Broker
		l, rest = rest.Pop()
		if !p.covered(s, l, s.ISR) {
			return uncovered(s, l, s.ISR, ofController)
		}
	}
	return nil
}

// committers are the presumed leaders whose high watermark covers something.
func (p *partition) committers(s *State) ISR {
	r := &s.Replicas
	committed := where(r[0].HighWatermark > 0, r[1].HighWatermark > 0, r[2].HighWatermark > 0)
	if p.many {
		committed |= beyond(r[3].HighWatermark > 0, r[4].HighWatermark > 0)
	}
	if committed == 0 {
		return 0
	}
	return committed & p.leaders(s)
}

// covered reports whether l and all of isr have the same records below l's
// high watermark.
func (p *partition) covered(s *State, l Broker, isr ISR) bool {
	r, hw := &s.Replicas, s.Replicas[l].HighWatermark
	want := r[l].Log.First(hw)
	lacking := p.shorter(s, hw) | where(r[0].Log.First(hw) != want, r[1].Log.First(hw) != want, r[2].Log.First(hw) != want)
	if p.many {
		lacking |= beyond(r[3].Log.First(hw) != want, r[4].Log.First(hw) != want)
	}
	return isr == 0 || lacking&isr.With(l) == 0
}

// uncovered is the witness: the first member of isr, and the first offset of
// its log, at which covered fails.
func uncovered(s *State, l Broker, isr ISR, in isrOf) error {
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

func mismatch(s *State, l, f Broker, o Offset, in isrOf) error {
	leader, follower := &s.Replicas[l], &s.Replicas[f]
	hw := leader.HighWatermark
	switch {
	case o >= leader.End:
		return model.Wrong("leader %v itself lacks offset %d, which its high watermark %d covers", lane(l), model.Offset(o), hw)
	case o >= follower.End:
		return model.Wrong("%v is in %s but lacks offset %d, which %v's high watermark %d covers", lane(f), in, model.Offset(o), lane(l), hw)
	}
	if x, y := follower.Log.At(o), leader.Log.At(o); x != y {
		return model.Wrong("%v is in %s but has %v of epoch %v at offset %d, where %v, whose high watermark %d covers it, has %v of epoch %v",
			lane(f), in, record(x), x.Epoch(), model.Offset(o), lane(l), hw, record(y), y.Epoch())
	}
	return nil
}

// somethingCommitted is what the claims about the ISR presuppose.
func (p *partition) somethingCommitted(s *State) bool { return p.committers(s) != 0 }

// parts takes a claim about an ISR apart: for each leader with a high
// watermark, one condition for each other broker.
func (p *partition) parts(isrOf func(*State, Broker) ISR, whose string) func(s *State) []model.Part {
	return func(s *State) []model.Part {
		var parts []model.Part
		for rest := p.committers(s); rest != 0; {
			var l, f Broker
			l, rest = rest.Pop()
			for others := p.everybody.Without(l); others != 0; {
				f, others = others.Pop()
				parts = append(parts, model.Part{
					Text:  fmt.Sprintf("%v has what the high watermark %d of leader %v covers, or is not in %s ISR", f, s.Replicas[l].HighWatermark, l, whose),
					Holds: !isrOf(s, l).Has(f) || p.covered(s, l, ISR(0).With(f)),
				})
			}
		}
		return parts
	}
}

func leaderInISR(s *State) error {
	switch l := s.Leader(); {
	case l == Nobody:
		return model.Wrong("the %s has no leader, and none is not a member of its ISR %v", model.LaneName(controllerLane), members{s.ISR})
	case !s.ISR.Has(l):
		return model.Wrong("the %s's leader %v is not in its ISR %v", model.LaneName(controllerLane), lane(l), members{s.ISR})
	}
	return nil
}
