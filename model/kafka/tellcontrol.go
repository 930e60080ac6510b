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

func (p *Protocol) tellDirFails(args model.Args, before, after *State) story {
	b := int(args[0])
	words := fmt.Sprintf("The log directory of %s that has the replica fails.", name(b))
	switch is := &after.Brokers[b]; {
	case is.Down():
		words += " The broker stops."
	case p.ReplicaRecreatedInOtherDir:
		words += " The replica is hosted anew, empty, in another directory."
	default:
		words += " The broker lives on without the replica."
	}
	return story{Title: fmt.Sprintf("a directory of %s fails", name(b)), Words: words + cutWords(before, after, b)}
}

func (p *Protocol) tellAck(args model.Args, before, after *State) story {
	l, v := name(int(args[0])), Value(args[1])
	if before.Outlived[v-1] != 0 {
		return story{Title: fmt.Sprintf("%s answers for %s, which it took before it lost its role", l, v),
			Words: fmt.Sprintf("%s leads again, and its high watermark is at %d: there it was to be for %s, when it led before.", l,
				before.Brokers[args[0]].HW, v),
			Arrows: []arrow{send(l, clientsLane, "success "+v.String())}}
	}
	if after.Ghosts.AckedAll.Has(v) {
		return story{Title: fmt.Sprintf("%s acknowledges %s", l, v), Words: fmt.Sprintf("%s finds %s below its high watermark and answers the producer: success.", l, v),
			Arrows: []arrow{send(l, clientsLane, "success "+v.String())}}
	}
	return story{Title: fmt.Sprintf("%s refuses %s after the append", l, v),
		Words:  fmt.Sprintf("%s finds %s below its high watermark, but the ISR is smaller than min ISR by now: NOT_ENOUGH_REPLICAS_AFTER_APPEND.", l, v),
		Arrows: []arrow{send(l, clientsLane, "NOT_ENOUGH_REPLICAS_AFTER_APPEND")}}
}

func (p *Protocol) tellRetry(args model.Args, before, after *State) story {
	l, v := int(args[0]), Value(args[2])
	x := &before.Brokers[l]
	does := fmt.Sprintf("%s appends it at offset %d", name(l), x.Log.End)
	if after.Brokers[l].Log.End == x.Log.End {
		does = fmt.Sprintf("%s finds it in its log (DUPLICATE_SEQUENCE_NUMBER), appends nothing, and answers as for the first", name(l))
	}
	return story{Title: fmt.Sprintf("%s is sent again, to %s", v, name(l)),
		Words: fmt.Sprintf("The producer of %s has no success in hand and sends it again with acks=%s; %s.", v, acksParam.Show(args[1]), does) +
			hwWords(before, after, l),
		Arrows: []arrow{send(clientsLane, name(l), fmt.Sprintf("Produce %s acks=%s", v, acksParam.Show(args[1])))}}
}

func (p *Protocol) tellMarker(args model.Args, before, after *State) story {
	l, v := int(args[0]), after.Used.Values()
	who := "The coordinator ends the transaction"
	if before.Txn == NoTransaction {
		who = "An operator aborts what the coordinator does not know"
	}
	return story{Title: fmt.Sprintf("the marker %s is sent to %s", v, name(l)),
		Words: fmt.Sprintf("%s: %s appends the marker %s at offset %d.", who, name(l), v, before.Brokers[l].Log.End) +
			hwWords(before, after, l),
		Arrows: []arrow{send(clientsLane, name(l), "WriteTxnMarkers "+v.String())}}
}

func (p *Protocol) tellTimeout(args model.Args, _, _ *State) story {
	l, v := name(int(args[0])), Value(args[1])
	return story{Title: fmt.Sprintf("the request for %s times out", v), Words: fmt.Sprintf("The producer of %s waited too long: REQUEST_TIMED_OUT. The record stays where it is.", v),
		Arrows: []arrow{send(l, clientsLane, "REQUEST_TIMED_OUT")}}
}

func (p *Protocol) tellRead(args model.Args, before, after *State) story {
	b := int(args[0])
	x := &before.Brokers[b]
	shown := x.Log
	shown.End = x.HW
	if !p.ConsumerReadAtomic {
		return story{Title: fmt.Sprintf("a consumer starts to read from %s", name(b)), Words: fmt.Sprintf("A consumer's read from %s finds the high watermark at %d.", name(b), x.HW)}
	}
	return story{Title: fmt.Sprintf("a consumer reads from %s", name(b)), Words: fmt.Sprintf("A consumer reads %s up to its high watermark %d: %s.", name(b), x.HW, &shown),
		Arrows: []arrow{send(clientsLane, name(b), "read"), send(name(b), clientsLane, fmt.Sprintf("records up to %d", x.HW))}}
}

func (p *Protocol) tellPoll(args model.Args, before, after *State) story {
	b, was, is := name(int(args[0])), before.Reader, after.Reader
	s := story{Title: "the reader reads from " + b, Arrows: []arrow{send(clientsLane, b, fmt.Sprintf("Fetch at %d", was.Position))}}
	switch {
	case was.From == Nobody && is.From != Nobody:
		s.Title = fmt.Sprintf("%s sends the reader to %s", b, is.From)
		s.Words = fmt.Sprintf("The reader asks %s from offset %d, and is told to read from %s, in its own rack.", b, was.Position, is.From)
	case was.From != Nobody && is.From == Nobody:
		s.Words = fmt.Sprintf("Offset %d is out of range at %s: the reader turns to the leader again.", was.Position, b)
	case is.Position < was.Position:
		s.Title = fmt.Sprintf("the reader is set back to %d", is.Position)
		s.Words = fmt.Sprintf("Offset %d is out of range at %s, whose high watermark is %d: the reader goes on at %d.", was.Position, b,
			before.Brokers[args[0]].HW, is.Position)
	default:
		given := Log{End: is.Position - was.Position}
		copy(given.Records[:], before.Brokers[args[0]].Log.Records[was.Position:is.Position])
		s.Words = fmt.Sprintf("The reader is given %s by %s, and goes on at %d.", &given, b, is.Position)
	}
	return s
}

func (p *Protocol) tellReturn(_ model.Args, before, _ *State) story {
	return story{Title: "the reader asks the leader again",
		Words: fmt.Sprintf("The reader has its metadata refreshed: it leaves %s and asks the leader whom to read from.", before.Reader.From)}
}

func (p *Protocol) tellFinishRead(args model.Args, before, _ *State) story {
	b := int(args[0])
	x := &before.Brokers[b]
	shown := x.Log
	shown.End = min(x.Reading.Value(), x.Log.End)
	begun := fmt.Sprintf("was %d", x.Reading.Value())
	if x.Reading == toTheEnd {
		begun = "was the end of its log"
	}
	return story{Title: fmt.Sprintf("a read from %s ends", name(b)),
		Words:  fmt.Sprintf("The consumer's read from %s, begun when its high watermark %s, returns %s.", name(b), begun, &shown),
		Arrows: []arrow{send(name(b), clientsLane, "records")}}
}

func (p *Protocol) tellLatest(args model.Args, before, _ *State) story {
	b := int(args[0])
	return story{Title: fmt.Sprintf("%s tells the latest offset", name(b)), Words: fmt.Sprintf("A client asks %s for the latest offset and is told %d.", name(b), before.Brokers[b].HW),
		Arrows: []arrow{send(name(b), clientsLane, fmt.Sprintf("latest %d", before.Brokers[b].HW))}}
}
