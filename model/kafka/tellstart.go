package kafka

import (
	"fmt"
	"strings"

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

// segmentWords are the records of a remote segment, from its first offset on.
func segmentWords(segment *[Capacity]Record) string {
	var words []string
	first := -1
	for o, r := range segment {
		if r == 0 {
			continue
		}
		if first < 0 {
			first = o
		}
		words = append(words, fmt.Sprintf("%s e%d", r.Value(), r.Epoch()))
	}
	if first < 0 {
		return ""
	}
	return fmt.Sprintf("from %d: %s", first, strings.Join(words, ", "))
}

func (p *Protocol) tellCopy(args model.Args, before, after *State) story {
	l := int(args[0])
	s := story{Title: fmt.Sprintf("%s copies a segment", name(l))}
	for i := range after.Tier.Segments {
		if before.Tier.Segments[i] != after.Tier.Segments[i] {
			s.Words = fmt.Sprintf("%s, which takes its log for copied up to %d, copies a segment to remote storage: %s.",
				name(l), p.CopiedUpTo(before, l), segmentWords(&after.Tier.Segments[i]))
		}
	}
	return s
}

func (p *Protocol) tellRetainLocal(args model.Args, before, after *State) story {
	b := int(args[0])
	return story{Title: fmt.Sprintf("the own disks of %s begin at %d", name(b), after.Brokers[b].LocalStart()),
		Words: fmt.Sprintf("%s takes its log for copied up to %d, and deletes from its own disks what it has below offset %d.",
			name(b), p.CopiedUpTo(before, b), after.Brokers[b].LocalStart())}
}

func (p *Protocol) tellRetainRemote(args model.Args, _, after *State) story {
	l := int(args[0])
	return story{Title: fmt.Sprintf("the log of %s begins at %d", name(l), after.Brokers[l].Start),
		Words: fmt.Sprintf("Retention: %s deletes what is in remote storage below offset %d, where the log begins now.", name(l), after.Brokers[l].Start)}
}

func (p *Protocol) tellAskEarliestLocal(args model.Args, before, after *State) story {
	f := int(args[0])
	was, is := &before.Brokers[f], &after.Brokers[f]
	l := was.Leader.Index()
	local := before.Brokers[l].LocalStart()
	s := story{Title: fmt.Sprintf("%s asks where the own disks of %s begin", name(f), name(l)),
		Words:  fmt.Sprintf("%s asks %s where its log begins on its own disks; the answer: %d.", name(f), name(l), local),
		Arrows: []arrow{send(name(f), name(l), "ListOffsets earliest local"), send(name(l), name(f), fmt.Sprint(local))}}
	if is.Log == was.Log {
		s.Words += " Remote storage has no segment before that: it will try again."
		return s
	}
	s.Title += ", and starts there"
	s.Words += fmt.Sprintf(" It empties its log, which ended at %d, and takes the epochs of the segment before that from remote storage.", was.Log.End)
	s.Words += hwWords(before, after, f)
	return s
}
