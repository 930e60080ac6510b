package kafkaspec

import (
	"fmt"
	"strings"

	"mc/model"
)

const controllerLane = "controller"

func tell(title, words string, arrows ...model.Arrow) model.Story {
	return model.Story{Title: title, Words: words, Arrows: arrows}
}

func tellElect(args model.Args, _, after *State) model.Story {
	b := Broker(args[0])
	return tell(fmt.Sprintf("controller elects %v in epoch %v", b, after.Epoch),
		fmt.Sprintf("The controller elects %v in epoch %v, with ISR %v, and publishes the request.", b, after.Epoch, after.ISR))
}

func tellShrink(args model.Args, before, after *State) model.Story {
	b := Broker(args[0])
	var did string
	switch {
	case after.ISR == before.ISR:
		did = "the partition has no leader, and the ISR, where it is the last, stays " + after.ISR.String()
	case before.Leader() == b:
		did = "the partition has no leader, and the ISR becomes " + after.ISR.String()
	default:
		did = fmt.Sprintf("the ISR becomes %v under leader %v", after.ISR, after.Leader())
	}
	return tell(fmt.Sprintf("controller takes %v for dead in epoch %v", b, after.Epoch),
		fmt.Sprintf("The controller takes %v for dead: in epoch %v %s.", b, after.Epoch, did))
}

// request is the arrow of a LeaderAndIsr message that is acted on.
func request(to Broker, e Epoch) model.Arrow {
	return model.Arrow{From: controllerLane, To: to.String(), Text: fmt.Sprintf("LeaderAndIsr e%v", e)}
}

func tellBecomeLeader(args model.Args, _, after *State) model.Story {
	l, e := Broker(args[0]), Epoch(args[1])
	title := fmt.Sprintf("%v becomes leader in epoch %v", l, e)
	words := fmt.Sprintf("%s, with ISR %v; its log ends at %d, its high watermark is %d.",
		title, after.Replicas[l].ISR, after.Replicas[l].End, after.Replicas[l].HighWatermark)
	if e < after.Epoch {
		words += fmt.Sprintf(" The controller is in epoch %v already.", after.Epoch)
	}
	return tell(title, words, request(l, e))
}

func tellWrite(args model.Args, before, after *State) model.Story {
	l := Broker(args[0])
	r := &after.Replicas[l]
	o := r.End - 1
	title := fmt.Sprintf("%v writes %v at offset %d in epoch %v", l, r.Log.At(o), o, r.Epoch)
	words := title + "."
	if before.TrueLeader() != l {
		words += fmt.Sprintf(" It does not know that the controller is in epoch %v already.", before.Epoch)
	}
	return tell(title, words)
}

func tellLeaderISR(args model.Args, before, after *State) model.Story {
	l, f := Broker(args[0]), Broker(args[1])
	verb, why := "removes %v from", fmt.Sprintf("%v does not have its log up to offset %d", f, before.Replicas[l].End)
	if after.ISR.Has(f) {
		verb, why = "adds %v to", fmt.Sprintf("%v has reached its high watermark %d", f, before.Replicas[l].HighWatermark)
	}
	title := fmt.Sprintf("%v "+verb+" the ISR", l, f)
	return tell(title, fmt.Sprintf("%s: for all it can tell, %s. The ISR is %v.", title, why, after.ISR),
		model.Arrow{From: l.String(), To: controllerLane, Text: "ISR " + after.ISR.String()})
}

func tellRaise(args model.Args, _, after *State) model.Story {
	l := Broker(args[0])
	r := &after.Replicas[l]
	title := fmt.Sprintf("%v raises its high watermark to %d", l, r.HighWatermark)
	return tell(title, fmt.Sprintf("%s: for all it can tell, its ISR %v have %v at offset %d. It is committed.",
		title, r.ISR, r.Log.At(r.HighWatermark-1), r.HighWatermark-1))
}

func tellFollow(args model.Args, before, after *State) model.Story {
	f, e := Broker(args[0]), Epoch(args[1])
	title := fmt.Sprintf("%v becomes follower of %v in epoch %v", f, after.LeaderOf(f), e)
	words := title + ", " + cut(&before.Replicas[f], &after.Replicas[f]) + "."
	if to := after.Replicas[f].End; to < before.Replicas[f].End {
		title += fmt.Sprintf(", truncates to %d", to)
	}
	return tell(title, words, request(f, e))
}

func tellTruncate(args model.Args, before, after *State) model.Story {
	f := Broker(args[0])
	did := cut(&before.Replicas[f], &after.Replicas[f])
	return tell(fmt.Sprintf("%v has diverged, truncates to %d", f, after.Replicas[f].End),
		fmt.Sprintf("%v fetches from %v, sees that its log has diverged, %s.", f, before.LeaderOf(f), did),
		model.Arrow{From: f.String(), To: before.LeaderOf(f).String(), Text: fmt.Sprintf("fetch at %d", before.Replicas[f].End)})
}

// cut words what became of a log that was truncated.
func cut(before, after *Replica) string {
	if before.End == 0 {
		return "with an empty log"
	}
	if before.End == after.End {
		return fmt.Sprintf("keeps its log up to offset %d", after.End)
	}
	lost := make([]string, 0, MaxLogSize)
	for o := after.End; o < before.End; o++ {
		lost = append(lost, before.Log.At(o).String())
	}
	return fmt.Sprintf("truncates to %d and loses %s", after.End, strings.Join(lost, " and "))
}

func tellFetch(args model.Args, before, after *State) model.Story {
	f := Broker(args[0])
	l, r := after.LeaderOf(f), &after.Replicas[f]
	o := r.End - 1
	words := fmt.Sprintf("%v fetches at offset %d from %v, appends %v and sets its high watermark to %d",
		f, o, l, r.Log.At(o), r.HighWatermark)
	if r.HighWatermark < before.Replicas[f].HighWatermark {
		words += fmt.Sprintf(", down from %d", before.Replicas[f].HighWatermark)
	}
	return tell(fmt.Sprintf("%v fetches %v at offset %d from %v", f, r.Log.At(o), o, l), words+".",
		model.Arrow{From: f.String(), To: l.String(), Text: fmt.Sprintf("fetch at %d", o)},
		model.Arrow{From: l.String(), To: f.String(), Text: fmt.Sprintf("%v, HW %d", r.Log.At(o), before.Replicas[l].HighWatermark)})
}
