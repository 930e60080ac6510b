package kafka

import (
	"fmt"
	"strings"

	"mc/model"
)

// decision tells a step of the controller about one broker.
func decision(title, words string) tell {
	return func(args model.Args, before, after *State) story {
		b := name(int(args[0]))
		return story{Title: fmt.Sprintf(title, b), Words: fmt.Sprintf(words, b) + leaderWords(before, after)}
	}
}

// tellRestart tells a restart, and whether the controller had noticed that
// the broker was gone.
func (p *Protocol) tellRestart(args model.Args, before, after *State) story {
	b := int(args[0])
	s := decision("%s restarts", "%s starts again and registers with the controller.")(args, before, after)
	if !before.Controller.Fenced.Has(b) && after.Controller.Isr.Has(b) {
		s.Words += " Its session had not expired meanwhile: the ISR still has it."
	}
	return s
}

// event tells something that happens to one broker.
func event(title, words string) tell {
	return func(args model.Args, before, after *State) story {
		b := int(args[0])
		return story{Title: fmt.Sprintf(title, name(b)), Words: fmt.Sprintf(words, name(b)) + cutWords(before, after, b) + hwWords(before, after, b)}
	}
}

func (p *Protocol) tellSendExpand(args model.Args, _, after *State) story {
	l, isr := name(int(args[0])), p.Request(after, int(args[0])).Isr
	return story{Title: l + " sends its proposal", Words: fmt.Sprintf("%s asks the controller for ISR %s.", l, isr),
		Arrows: []arrow{send(l, controllerLane, "AlterPartition "+isr.String())}}
}

func (p *Protocol) tellAlterPartition(args model.Args, before, after *State) story {
	l := int(args[0])
	a := p.Request(before, l)
	if !a.Version.Known() {
		return story{Title: "the controller decides again",
			Words: fmt.Sprintf("The controller gets from %s what it has decided before: %s.", name(l), p.Request(after, l).Answer)}
	}
	return story{Title: fmt.Sprintf("the controller decides on ISR %s", a.Isr),
		Words: fmt.Sprintf("The controller decides on the proposal of %s, ISR %s built on %s: %s.", name(l), a.Isr,
			builtOn(a), p.Request(after, l).Answer) + leaderWords(before, after)}
}

func builtOn(a *Alter) string { return fmt.Sprintf("partition epoch %d", a.Version.Int()) }

func (p *Protocol) tellLateAlterPartition(_ model.Args, before, after *State) story {
	a := &before.Alter
	words := leaderWords(before, after)
	if words == "" {
		words = " Nothing changes."
	}
	return story{Title: fmt.Sprintf("the controller decides on ISR %s", a.Isr),
		Words: fmt.Sprintf("The controller decides on a proposal that %s sent before it stopped, ISR %s built on %s.", a.From,
			a.Isr, builtOn(a)) + words}
}

func (p *Protocol) tellAnswer(args model.Args, before, after *State) story {
	l := int(args[0])
	a, was := p.Request(before, l), before.Brokers[l]
	words := fmt.Sprintf("%s gets the controller's answer: %s.", name(l), a.Answer)
	if was.Request = after.Brokers[l].Request; after.Brokers[l] == was {
		words += " It changes nothing there."
	}
	return story{Title: fmt.Sprintf("%s hears of its proposal", name(l)), Words: words + isrWords(before, after, l) + hwWords(before, after, l),
		Arrows: []arrow{send(controllerLane, name(l), a.Answer.String())}}
}

func (p *Protocol) tellLoseAnswer(args model.Args, before, _ *State) story {
	l := int(args[0])
	if p.StageOf(before, l) == Requested {
		return story{Title: "a request is lost", Words: fmt.Sprintf("The request of %s does not reach the controller, so that no answer comes.", name(l))}
	}
	return story{Title: "an answer is lost", Words: fmt.Sprintf("The controller's answer to %s does not arrive.", name(l))}
}

func (p *Protocol) tellResend(args model.Args, _, after *State) story {
	l, a := name(int(args[0])), p.Request(after, int(args[0]))
	if !a.Version.Known() {
		return story{Title: fmt.Sprintf("%s asks again", l), Words: fmt.Sprintf("%s sends again what was decided before.", l),
			Arrows: []arrow{send(l, controllerLane, "AlterPartition")}}
	}
	return story{Title: fmt.Sprintf("%s asks again", l), Words: fmt.Sprintf("%s sends its proposal again: ISR %s.", l, a.Isr),
		Arrows: []arrow{send(l, controllerLane, "AlterPartition "+a.Isr.String())}}
}

func (p *Protocol) tellError(args model.Args, before, after *State) story {
	l := int(args[0])
	words := fmt.Sprintf("The controller answers %s with an error that asks for another try, but the slot of the request is "+
		"still taken.", name(l))
	switch was, is := before.Brokers[l].Change, after.Brokers[l].Change; {
	case was.Kind == NoChange:
	case is == was:
		words += fmt.Sprintf(" %s goes on waiting for its change, to %s, and sends nothing.", name(l), is)
	default:
		words += fmt.Sprintf(" %s drops its change, to %s.", name(l), was)
	}
	return story{Title: fmt.Sprintf("%s is told to try again", name(l)), Words: words,
		Arrows: []arrow{send(controllerLane, name(l), "retriable error")}}
}

func (p *Protocol) tellDeposedWrites(_ model.Args, before, after *State) story {
	d := before.Controller.Decided
	words := fmt.Sprintf("The deposed controller wakes up and writes that %s leads epoch %d with ISR %s. ", d.Leader, d.Epoch, d.Isr)
	if !p.DeposedControllerWrites {
		return story{Title: "a deposed controller is refused", Words: words + "ZooKeeper refuses it: there has been another controller since."}
	}
	return story{Title: "a deposed controller writes", Words: words + fmt.Sprintf("Before that leader %s was in epoch %d, with ISR %s.",
		before.Controller.Leader, before.Controller.Epoch, before.Controller.Isr)}
}

func (p *Protocol) tellStaleController(args model.Args, _, _ *State) story {
	l := name(int(args[0]))
	return story{Title: "a deposed controller answers",
		Words: fmt.Sprintf("A controller that is none any more tells %s that its leader epoch is fenced, and %s believes it.", l, l)}
}

func (p *Protocol) tellFenceTogether(args model.Args, before, after *State) story {
	a, b := name(int(args[0])), name(int(args[1]))
	return story{Title: fmt.Sprintf("the sessions of %s and %s expire", a, b),
		Words: fmt.Sprintf("The sessions of %s and %s expire together; both removals start from the same ISR and the second, of %s, overwrites the first.", a, b, b) +
			leaderWords(before, after)}
}

func (p *Protocol) tellReassign(args model.Args, before, after *State) story {
	s := p.tellReplicas("A reassignment to "+Set(args[0]).String()+" begins")(args, before, after)
	s.Arrows = []arrow{send(clientsLane, controllerLane, "replicas := "+Set(args[0]).String())}
	return s
}

// tellReplicas tells a change of the assignment.
func (p *Protocol) tellReplicas(what string) tell {
	return func(_ model.Args, before, after *State) story {
		was, is := &before.Controller, &after.Controller
		words := fmt.Sprintf("%s: the replicas are %s", what, p.Replicas(is))
		switch {
		case is.Adding|is.Removing != 0:
			words += fmt.Sprintf(" now, of which %s come and %s go.", is.Adding, is.Removing)
		case was.Adding|was.Removing == 0:
			words += ", at once."
		default:
			words += "."
		}
		if was.Isr != is.Isr {
			words += fmt.Sprintf(" The ISR becomes %s.", is.Isr)
		}
		return story{Title: fmt.Sprintf("%s%s", strings.ToLower(what[:1]), what[1:]), Words: words + leaderWords(before, after)}
	}
}

func (p *Protocol) tellStopReplica(args model.Args, before, after *State) story {
	b := int(args[0])
	was, is := &before.Brokers[b], &after.Brokers[b]
	asked := before.Brokers[b].StopReplica
	s := story{Title: fmt.Sprintf("%s stops its replica", name(b)),
		Words:  fmt.Sprintf("A StopReplica request of leader epoch %d reaches %s, which deletes its replica.", asked.Value(), name(b)),
		Arrows: []arrow{send(controllerLane, name(b), "StopReplica")}}
	switch {
	case is.Role != Idle:
		s.Title = fmt.Sprintf("%s ignores a StopReplica request", name(b))
		s.Words = fmt.Sprintf("A StopReplica request of leader epoch %d reaches %s, which knows of epoch %d already: it is ignored.",
			asked.Value(), name(b), is.Epoch)
	case was.Log.End > 0:
		s.Words += fmt.Sprintf(" Its log went up to %d.", was.Log.End)
	}
	return s
}

func (p *Protocol) tellChangeMinIsr(args model.Args, before, after *State) story {
	return story{Title: fmt.Sprintf("min ISR becomes %d", args[0]),
		Words: fmt.Sprintf("An operator sets min.insync.replicas to %d.", args[0]) + leaderWords(before, after)}
}

func (p *Protocol) tellCrash(args model.Args, before, after *State) story {
	b := int(args[0])
	was, is := before.Brokers[b].Log.End, after.Brokers[b].Log.End
	if p.TornWrites {
		return story{Title: name(b) + " loses power", Words: fmt.Sprintf("%s loses power.", name(b)) + tornWords(before, after, b)}
	}
	words := fmt.Sprintf("%s loses power. Its log had not been flushed beyond %d:", name(b), is)
	if was == is {
		words += " nothing is lost."
	} else {
		words += fmt.Sprintf(" %d of %d records are gone.", was-is, was)
	}
	return story{Title: name(b) + " loses power", Words: words}
}

// tornWords says what a power failure has spoilt in this step.
func tornWords(before, after *State, b int) string {
	was, is := &before.Brokers[b].Log, &after.Brokers[b].Log
	var spoilt []string
	for o := range is.End {
		if was.Records[o] != is.Records[o] {
			spoilt = append(spoilt, was.Records[o].String())
		}
	}
	if len(spoilt) == 0 {
		return " Nothing that was not flushed is spoilt."
	}
	return fmt.Sprintf(" What was not flushed is spoilt: %s.", strings.Join(spoilt, ", "))
}

func (p *Protocol) tellLoadingCrash(args model.Args, before, after *State) story {
	b := int(args[0])
	words := fmt.Sprintf("%s starts, and loses power while it loads its files.", name(b))
	switch was, is := &before.Brokers[b], &after.Brokers[b]; {
	case is.Clean:
		words += " The marker of its clean stop is there still."
	case was.Clean:
		words += " The marker of its clean stop is gone by now."
	}
	if p.TornWrites {
		words += tornWords(before, after, b)
	}
	return story{Title: name(b) + " loses power while it loads", Words: words + cutWords(before, after, b)}
}

func (p *Protocol) tellLoadFails(args model.Args, _, after *State) story {
	b := int(args[0])
	words := fmt.Sprintf("%s starts, meets an I/O error before it has looked through the log, and stops; ", name(b))
	if after.Brokers[b].Clean {
		words += "it leaves a file behind that says that it stopped cleanly."
	} else {
		words += "nothing says that it stopped cleanly."
	}
	return story{Title: name(b) + " cannot load its files", Words: words}
}

func (p *Protocol) tellHalfAppend(args model.Args, before, after *State) story {
	l := int(args[0])
	v, at := after.Brokers[l].HalfRecord.Value(), before.Brokers[l].Log.End
	words := fmt.Sprintf("%s writes %s into its file at offset %d and fails before the end of its log has moved; the producer gets an error.",
		name(l), v, at)
	if after.Brokers[l].Down() {
		words += " It stops at once."
	} else {
		words += " Its log is still open."
	}
	return story{Title: fmt.Sprintf("%s fails to append %s", name(l), v), Words: words,
		Arrows: []arrow{send(clientsLane, name(l), "Produce "+v.String()), send(name(l), clientsLane, "error")}}
}

// whyElected says of a step in which the leader changes why the new one may lead and
// what it lacks, or why nobody can.
func (p *Protocol) whyElected(rule string, before, after *State) string {
	was, c := &before.Controller, &after.Controller
	switch {
	case c.Leader == was.Leader && c.Epoch == was.Epoch:
		return ""
	case c.Leader == Nobody:
		return p.whyNobody(c)
	case leadsOn(before, after):
		return ""
	}
	l, one := name(c.Leader.Index()), "the first"
	if p.AnyLeader {
		one = "one"
	}
	switch claim := p.claim(before, after); {
	case rule == "DeposedWrites":
		return fmt.Sprintf(" %s was in the ISR, %s, when that was decided.", l, was.Decided.Isr) + lackWords(after)
	case rule == "Elect":
		return fmt.Sprintf(" %s is eligible: it is in the ISR, %s, and neither fenced nor stopping.", l, c.Isr) + lackWords(after)
	case claim == fromIsr && (p.AnyLeader || first(p.Active(c)&c.Isr) == c.Leader):
		return fmt.Sprintf(" %s is eligible: it is %s in the ISR, %s, that is neither fenced nor stopping.", l, one, c.Isr) + lackWords(after)
	case claim == fromIsr:
		return fmt.Sprintf(" %s is eligible: it is in the ISR, %s.", l, c.Isr) + lackWords(after)
	case claim == fromElr:
		return fmt.Sprintf(" %s is eligible: the ISR is empty, and it is %s in the ELR, %s, that is neither fenced nor stopping.",
			l, one, c.Elr|Of(c.Leader.Index())) + lackWords(after)
	case claim == lastKnown && p.Recovery == RecoverLastLeader:
		return fmt.Sprintf(" %s is eligible: ISR and ELR are empty, and it is the last known leader (recovery=last-leader).", l) + lackWords(after)
	case claim == lastKnown:
		return fmt.Sprintf(" %s is eligible: ISR and ELR are empty, and of the last known members of the ELR it has the most advanced log.", l) +
			lackWords(after)
	}
	return fmt.Sprintf(" %s is in neither ISR nor ELR: the election is unclean, of %s that is neither fenced nor stopping.", l, one) +
		lackWords(after)
}

// leadsOn reports that the leader is the same in another epoch, and has not come back in
// this step.
func leadsOn(before, after *State) bool {
	l := after.Controller.Leader
	return l != Nobody && l == before.Controller.Leader && before.Brokers[l.Index()] == after.Brokers[l.Index()]
}

// whyNobody says why a partition is left without a leader.
func (p *Protocol) whyNobody(c *Controller) string {
	var words string
	away := "fenced or stopping"
	if c.Offline != 0 {
		away = "fenced, stopping or offline"
	}
	switch {
	case c.Isr != 0:
		words = fmt.Sprintf("everybody in the ISR, %s, is %s", c.Isr, away)
	case c.Elr != 0:
		words = fmt.Sprintf("the ISR is empty, and everybody in the ELR, %s, is %s", c.Elr, away)
	case c.LastKnown != 0:
		words = fmt.Sprintf("ISR and ELR are empty, and of the last known, %s, somebody is %s", c.LastKnown, away)
	default:
		words = "ISR and ELR are empty"
	}
	switch {
	case !p.UncleanAllowed():
		return " Nobody can be elected: " + words + "; an unclean election is not allowed."
	case p.Active(c) == 0:
		return " Nobody can be elected: " + words + ", and so is everybody else."
	}
	return " Nobody can be elected: " + words + "; the budget of unclean elections is spent."
}

// claim is on what ground somebody is elected.
type claim uint8

const (
	fromIsr claim = iota
	fromElr
	lastKnown
	unclean
)

// claim finds the ground on which the leader of after was elected: what the controller
// held of it before, but for what it has lost by registering in this step.
func (p *Protocol) claim(before, after *State) claim {
	was, c := &before.Controller, &after.Controller
	l := c.Leader.Index()
	isr, elr := was.Isr.Has(l), was.Elr.Has(l)
	if before.Brokers[l].Down() && !after.Brokers[l].Down() && p.ReregRemovesIsr && (p.Elr || was.Isr != Of(l)) {
		clean := before.Brokers[l].Clean && p.CleanShutdownDetection
		isr, elr = false, clean && (isr || elr)
	}
	known := was.LastKnown | was.Isr | was.Elr
	if p.Recovery == RecoverLastLeader {
		known = was.LastKnown
		if known == 0 && was.Leader != Nobody {
			known = Of(was.Leader.Index())
		}
	}
	switch {
	case isr || c.Isr.Len() > 1:
		return fromIsr
	case elr:
		return fromElr
	case p.Elr && p.Recovery != RecoverNone && known.Has(l) && before.Used.UncleanElections == after.Used.UncleanElections:
		return lastKnown
	}
	return unclean
}

// lackWords says which committed records the leader that was elected does not have.
func lackWords(s *State) string {
	l := s.Controller.Leader.Index()
	if lacks := lacking(s, l); lacks != "" {
		return fmt.Sprintf(" %s lacks %s, committed before.", name(l), lacks)
	}
	return ""
}

// lacking are the committed records that are not in the log of b.
func lacking(s *State, b int) string {
	log, known := &s.Brokers[b].Log, &s.Ghosts.Committed
	var lacks []string
	for o := max(s.Ghosts.Deleted, s.Brokers[b].LocalStart()); o < known.End; o++ {
		if o >= log.End || log.Records[o] != known.Records[o] {
			lacks = append(lacks, known.Records[o].String())
		}
	}
	return strings.Join(lacks, ", ")
}
