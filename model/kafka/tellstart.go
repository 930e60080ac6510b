package kafka

import (
	"fmt"

	"mc/model"
)

func (p *Protocol) tellStart(args model.Args, before, after *State) story {
	b := int(args[0])
	was, is := &before.Brokers[b], &after.Brokers[b]
	s := story{Title: fmt.Sprintf("the log of %s begins at %d", name(b), is.Start)}
	if after.Used.Deletes != before.Used.Deletes {
		s.Words = fmt.Sprintf("A client deletes what %s, which takes itself for the leader, has below offset %d; its high watermark is %d.",
			name(b), is.Start, was.HW)
		s.Arrows = []arrow{send(clientsLane, name(b), fmt.Sprintf("DeleteRecords to %d", is.Start))}
		return s
	}
	s.Words = fmt.Sprintf("Retention at %s deletes what it has below offset %d; its high watermark is %d.", name(b), is.Start, was.HW)
	return s
}

func (p *Protocol) tellEndMoves(args model.Args, before, after *State) story {
	l := int(args[0])
	return story{Title: grownTitle(fmt.Sprintf("the log of %s ends at %d", name(l), after.Brokers[l].Log.End), before, after, l),
		Words: fmt.Sprintf("The end of the log of %s covers %s now, which was in the file before.", name(l),
			after.Brokers[l].Log.Records[before.Brokers[l].Log.End].Value()) + hwWords(before, after, l)}
}

func (p *Protocol) tellAskLatest(args model.Args, before, after *State) story {
	f := int(args[0])
	b := &before.Brokers[f]
	l := b.Leader.Index()
	end := before.Brokers[l].Log.End
	s := story{Title: cutTitle(fmt.Sprintf("%s asks where the log of %s ends", name(f), name(l)), before, after, f),
		Words:  fmt.Sprintf("%s, out of range at %d, asks %s where its log ends; the answer: %d.", name(f), b.Log.End, name(l), end),
		Arrows: []arrow{send(name(f), name(l), "ListOffsets latest"), send(name(l), name(f), fmt.Sprint(end))}}
	switch {
	case after.Brokers[f].Down():
		s.Words += " To cut its log is not allowed: it stops."
	case after.Brokers[f].Response.Kind == AskedLatest:
		s.Words += " Its own is not longer: it is to ask where the other begins."
	default:
		s.Words += cutWords(before, after, f) + hwWords(before, after, f)
	}
	return s
}

func (p *Protocol) tellAskEarliest(args model.Args, before, after *State) story {
	f := int(args[0])
	was, is := &before.Brokers[f], &after.Brokers[f]
	l := was.Leader.Index()
	start := before.Brokers[l].Start
	s := story{Title: fmt.Sprintf("%s asks where the log of %s begins", name(f), name(l)),
		Words:  fmt.Sprintf("%s asks %s where its log begins; the answer: %d.", name(f), name(l), start),
		Arrows: []arrow{send(name(f), name(l), "ListOffsets earliest"), send(name(l), name(f), fmt.Sprint(start))}}
	if was.Log.End == is.Log.End && was.Start == is.Start {
		s.Words += fmt.Sprintf(" It keeps its log, and fetches on at %d.", is.Log.End)
		return s
	}
	s.Title += ", and empties its own"
	s.Words += fmt.Sprintf(" It empties its log, which began at %d and ended at %d, and starts anew at %d.", was.Start, was.Log.End, start)
	s.Words += hwWords(before, after, f)
	return s
}
