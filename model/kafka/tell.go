package kafka

import (
	"fmt"
	"strings"

	"mc/model"
)

type (
	story = model.Story
	arrow = model.Arrow
	tell  = func(args model.Args, before, after *State) story
)

const (
	controllerLane = "controller"
	clientsLane    = "clients"
)

// send is a message between two lanes.
func send(from, to, text string) arrow { return arrow{From: from, To: to, Text: text} }

// told adds to the story of a rule what holds of every step: why who is elected may
// lead, what the step means for the run, and what it did not bring about.
func (p *Protocol) told(rule string, tell tell) tell {
	return func(args model.Args, before, after *State) story {
		s := tell(args, before, after)
		s.Words += p.whyElected(rule, before, after)
		s.Turns = p.turns(before, after)
		s.Held = p.held(before, after)
		s.Lost = p.lostMessages(rule, before, after)
		return s
	}
}

// takesAnswer are the rules by which a follower reads what is on its way to it.
var takesAnswer = map[string]bool{"Respond": true, "AskLatest": true, "AskEarliest": true, "AskEarliestLocal": true}

// lostMessages are the answers that somebody waited for and who does not any more, and
// the requests that are lost.
func (p *Protocol) lostMessages(rule string, before, after *State) (lost []arrow) {
	for b := range p.Brokers {
		was, is := &before.Brokers[b], &after.Brokers[b]
		from := was.Leader
		if was.Response.From != Nobody {
			from = was.Response.From
		}
		waited := was.Response.Kind != NoResponse && was.Response.Kind != CutToHW && was.Response.Kind != DivergingApplied
		if waited && is.Response.Kind == NoResponse && !takesAnswer[rule] && from != Nobody {
			lost = append(lost, send(from.String(), name(b), "answer to the fetch"))
		}
		switch stage := p.StageOf(before, b); {
		case rule == "LoseAnswer" && p.StageOf(after, b) == Lost && stage == Requested:
			lost = append(lost, send(name(b), controllerLane, "AlterPartition"))
		case stage == Answered && rule == "LoseAnswer" && p.StageOf(after, b) == Lost, stage == Answered && is.Down() && !was.Down():
			lost = append(lost, send(controllerLane, name(b), "answer to AlterPartition"))
		}
	}
	return lost
}

// held are the things that a step could have brought about and did not.
func (p *Protocol) held(before, after *State) (out []model.Held) {
	for b := range p.Brokers {
		if before.Brokers[b] == after.Brokers[b] {
			continue
		}
		for _, f := range []func(before, after *State, b int) (about, words string){p.hwHeld, p.expansionHeld, p.cutHeld} {
			if about, words := f(before, after, b); words != "" {
				out = append(out, model.Held{About: about, Words: words})
			}
		}
	}
	return out
}

// hwWords says where a leader's high watermark went in this step, if it did.
func hwWords(before, after *State, l int) string {
	was, is := before.Brokers[l].HW, after.Brokers[l].HW
	switch {
	case is > was && is > before.Ghosts.Committed.End:
		return fmt.Sprintf(" The high watermark of %s rises to %d: everything below is committed.", name(l), is)
	case is > was:
		return fmt.Sprintf(" The high watermark of %s rises to %d.", name(l), is)
	case is < was:
		return fmt.Sprintf(" The high watermark of %s falls to %d.", name(l), is)
	}
	return ""
}

// cutWords says what was cut from a log in this step.
func cutWords(before, after *State, b int) string {
	was, is := before.Brokers[b].Log.End, after.Brokers[b].Log.End
	if is >= was {
		return ""
	}
	var lost []string
	for _, r := range before.Brokers[b].Log.Records[is:was] {
		lost = append(lost, r.String())
	}
	return fmt.Sprintf(" It cuts its log to %d and drops %s.", is, strings.Join(lost, ", "))
}

// grownTitle adds to a step's title that a leader's high watermark rises.
func grownTitle(title string, before, after *State, l int) string {
	if is := after.Brokers[l].HW; is > before.Brokers[l].HW {
		return fmt.Sprintf("%s, %s raises its high watermark to %d", title, name(l), is)
	}
	return title
}

// cutTitle adds to a step's title that a log is cut.
func cutTitle(title string, before, after *State, b int) string {
	if is := after.Brokers[b].Log.End; is < before.Brokers[b].Log.End {
		return fmt.Sprintf("%s, cuts its log to %d", title, is)
	}
	return title
}

// isrWords says what a leader's step did to the ISR.
func isrWords(before, after *State, l int) string {
	b, a := &before.Brokers[l], &after.Brokers[l]
	switch {
	case a.Isr != b.Isr:
		return fmt.Sprintf(" Its ISR becomes %s.", a.Isr)
	case a.Change.Kind == Expand && b.Change.Kind != Expand:
		return fmt.Sprintf(" It proposes to the controller that %s joins the ISR.", a.Change.Brokers)
	case a.Change.Kind == ExpandDecided && b.Change.Kind == NoChange:
		return fmt.Sprintf(" It decides that %s may join the ISR.", a.Change.Brokers)
	}
	return ""
}

// leaderWords says what a decision of the controller did to the partition.
func leaderWords(before, after *State) string {
	b, a := &before.Controller, &after.Controller
	words := ""
	if a.Leader != b.Leader || a.Epoch != b.Epoch {
		words += fmt.Sprintf(" The leader is %s now, in epoch %d.", a.Leader, a.Epoch)
	}
	if a.Isr != b.Isr {
		words += fmt.Sprintf(" The ISR is %s.", a.Isr)
	}
	if a.Elr != b.Elr {
		words += fmt.Sprintf(" The ELR is %s.", a.Elr)
	}
	return words
}

func (p *Protocol) tellProduce(args model.Args, before, after *State) story {
	l := int(args[0])
	v := after.Used.Values()
	x, acks := &before.Brokers[l], acksParam.Show(args[1])
	if p.ReadsBeyondEnd {
		return story{Title: fmt.Sprintf("%s writes %s", name(l), v),
			Words:  fmt.Sprintf("A producer sends %s with acks=%s to %s, which writes it; its log does not end behind it yet.", v, acks, name(l)),
			Arrows: []arrow{send(clientsLane, name(l), fmt.Sprintf("Produce %s acks=%s", v, acks))}}
	}
	who := fmt.Sprintf("the leader of epoch %d, which appends", x.Epoch)
	if c := &before.Controller; c.Leader != NodeOf(l) || c.Epoch != x.Epoch {
		who = fmt.Sprintf("which still takes itself for the leader of epoch %d and appends", x.Epoch)
	}
	return story{
		Title:  fmt.Sprintf("%s appends %s", name(l), v),
		Words:  fmt.Sprintf("A producer sends %s with acks=%s to %s, %s it at offset %d.", v, acks, name(l), who, x.Log.End) + hwWords(before, after, l),
		Arrows: []arrow{send(clientsLane, name(l), fmt.Sprintf("Produce %s acks=%s", v, acks))},
	}
}

func (p *Protocol) tellFetch(args model.Args, before, after *State) story {
	f := int(args[0])
	b, r := &before.Brokers[f], &after.Brokers[f].Response
	l := b.Leader.Index()
	if r.Kind == NoResponse {
		return story{Title: fmt.Sprintf("%s opens a fetch session", name(f)),
			Words: fmt.Sprintf("%s opens a fetch session with %s, which refuses the fetch: it does not know of epoch %d yet.",
				name(f), name(l), b.Epoch),
			Arrows: []arrow{send(name(f), name(l), fmt.Sprintf("Fetch at %d", b.Log.End))}}
	}
	return story{
		Title: grownTitle(fmt.Sprintf("%s fetches at %d", name(f), b.Log.End), before, after, l),
		Words: fmt.Sprintf("%s asks %s for records from offset %d; the answer is on its way: %s.", name(f), name(l), b.Log.End, p.responseWords(r)) +
			isrWords(before, after, l) + hwWords(before, after, l),
		Arrows: []arrow{send(name(f), name(l), fmt.Sprintf("Fetch at %d", b.Log.End))},
	}
}

func (p *Protocol) tellFetchWaits(args model.Args, before, after *State) story {
	f := int(args[0])
	l := before.Brokers[f].Leader
	return story{
		Title: fmt.Sprintf("the fetch of %s has waited", name(f)),
		Words: fmt.Sprintf("The fetch of %s has waited at %s, and is answered with what is there by now: %s.",
			name(f), l, p.responseWords(&after.Brokers[f].Response)),
	}
}

func (p *Protocol) tellRespond(args model.Args, before, after *State) story {
	f := int(args[0])
	b, r := &before.Brokers[f], &before.Brokers[f].Response
	if p.stale(b, r) {
		return story{Title: fmt.Sprintf("%s drops an answer", name(f)),
			Words: fmt.Sprintf("%s gets an answer that it no longer waits for, and drops it: %s.", name(f), p.responseWords(r))}
	}
	title, from := fmt.Sprintf("%s takes over the answer", name(f)), b.Leader
	if p.cutsUnasked(b, r) {
		from = r.From
	}
	words := fmt.Sprintf("%s processes the answer of %s: %s.", name(f), from, p.responseWords(r))
	if b.Role != Follower {
		words += " The partition has left the fetcher, which cuts all the same."
	}
	if n := after.Brokers[f].Log.End; n > before.Brokers[f].Log.End {
		title = fmt.Sprintf("%s appends %s", name(f), recordWords(r))
		words += fmt.Sprintf(" Its log ends at %d now.", n)
		if hw := after.Brokers[f].HW; hw == before.Brokers[f].HW {
			words += fmt.Sprintf(" Its high watermark stays at %d.", hw)
		}
	}
	return story{Title: cutTitle(title, before, after, f), Words: words + cutWords(before, after, f) + hwWords(before, after, f),
		Arrows: []arrow{send(from.String(), name(f), p.responseWords(r))}}
}

func (p *Protocol) tellFailure(args model.Args, before, after *State) story {
	f := int(args[0])
	l := before.Brokers[f].Leader
	if after.Brokers[f].Failed.Has(f) {
		return story{Title: fmt.Sprintf("the partition fails at %s", name(f)),
			Words: fmt.Sprintf("The fetcher of %s, which fetches from %s, fails at this partition and leaves it alone until the "+
				"next leader epoch.", name(f), l)}
	}
	return story{Title: fmt.Sprintf("a fetcher thread of %s dies", name(f)),
		Words: fmt.Sprintf("The thread of %s that fetches from %s fails at one of its partitions and ends; none of them is "+
			"fetched any more.", name(f), l)}
}

// tellOther tells what becomes of another partition of a follower's fetcher.
func (p *Protocol) tellOther(title, words string) tell {
	return func(args model.Args, before, _ *State) story {
		f := int(args[0])
		return story{Title: fmt.Sprintf(title, name(f)), Words: fmt.Sprintf(words, name(f), before.Brokers[f].Leader)}
	}
}

func (p *Protocol) tellLookup(args model.Args, before, after *State) story {
	f := int(args[0])
	b := &before.Brokers[f]
	e, r, asks := p.epochEndOf(b, &before.Brokers[b.Leader.Index()])
	if !asks {
		return story{Title: cutTitle(name(f)+" has no epoch to look up", before, after, f),
			Words: fmt.Sprintf("The epoch cache of %s is empty by now: it asks for nothing.", name(f)) + cutWords(before, after, f)}
	}
	answer := epochEnd(&r)
	if p.Truncation == EpochOffset && r.Epoch.Known() {
		answer = fmt.Sprintf("ends at %d", r.End) // it does not name the epoch
	}
	words := fmt.Sprintf("%s asks %s where epoch %d ends; the answer: %s.", name(f), b.Leader, e, answer) + cutWords(before, after, f)
	if !p.SplitLookup && after.Brokers[f].Log.End == b.Log.End {
		words += fmt.Sprintf(" It keeps its log up to %d.", b.Log.End)
	}
	return story{Title: cutTitle(fmt.Sprintf("%s looks up epoch %d", name(f), e), before, after, f), Words: words,
		Arrows: []arrow{send(name(f), b.Leader.String(), fmt.Sprintf("OffsetsForLeaderEpoch %d", e)), send(b.Leader.String(), name(f), answer)}}
}

// lagWords are the facts on which a leader finds a follower out of sync.
func lagWords(lead *Broker, lag Set) string {
	words := fmt.Sprintf(" High watermark %d, end of the log %d", lead.HW, lead.Log.End)
	for f := range MaxBrokers {
		end := lead.Remotes[f].End
		switch {
		case !lag.Has(f):
		case end.Known():
			words += fmt.Sprintf(", end of %s %d", name(f), end.Value())
		default:
			words += fmt.Sprintf(", %s not heard of", name(f))
		}
	}
	return words + "."
}

func (p *Protocol) tellShrink(args model.Args, before, after *State) story {
	l, who := int(args[0]), Set(args[1]).joined(" and ")
	s := story{Title: fmt.Sprintf("%s finds %s out of sync", name(l), who)}
	lag := lagWords(&before.Brokers[l], Set(args[1]))
	if p.IsrUpdate == ZkCas {
		s.Words = fmt.Sprintf("%s has not heard enough of %s: out of the ISR in ZooKeeper.", name(l), who) + lag +
			isrWords(before, after, l) + hwWords(before, after, l)
		s.Arrows = []arrow{send(name(l), controllerLane, "ISR := "+after.Controller.Isr.String())}
		return s
	}
	s.Words = fmt.Sprintf("%s has not heard enough of %s and asks the controller for ISR %s. Until that is confirmed it still waits for %s.",
		name(l), who, p.Request(after, l).Isr, who) + lag + hwWords(before, after, l)
	s.Arrows = []arrow{send(name(l), controllerLane, "AlterPartition "+p.Request(after, l).Isr.String())}
	return s
}

func (p *Protocol) tellShrinkUnheard(args model.Args, before, after *State) story {
	l, who := int(args[0]), Set(args[1]).joined(" and ")
	return story{Title: fmt.Sprintf("%s does not hear that %s is out", name(l), who),
		Words: fmt.Sprintf("%s has not heard enough of %s: out of the ISR in ZooKeeper, but the connection breaks before the answer. "+
			"%s writes again, on partition epoch %d, and is refused: that is %d now, by its own write. It goes by ISR %s on.", name(l), who, name(l),
			before.Brokers[l].Version.Value(), after.Controller.Version.Value(), after.Brokers[l].Isr) + lagWords(&before.Brokers[l], Set(args[1])),
		Arrows: []arrow{send(name(l), controllerLane, "ISR := "+after.Controller.Isr.String())}}
}

func (p *Protocol) tellLagTimeout(args model.Args, before, after *State) story {
	l, f := int(args[0]), int(args[1])
	return story{Title: fmt.Sprintf("%s falls out of the lag window", name(f)),
		Words: fmt.Sprintf("%s, outside the ISR, no longer counts as caught up at %s.", name(f), name(l)) + hwWords(before, after, l)}
}

func (p *Protocol) tellLearn(args model.Args, before, after *State) story {
	b := int(args[0])
	x, was := &after.Brokers[b], &before.Brokers[b]
	s := story{Arrows: []arrow{send(controllerLane, name(b), "metadata")}}
	switch {
	case x.Role == Idle:
		s.Title = fmt.Sprintf("%s is no replica any more", name(b))
		s.Words = fmt.Sprintf("%s learns that it is no replica of the partition, and deletes its log.", name(b))
	case x.Role == Leader && was.Role == Leader && was.Epoch == x.Epoch && was.Version == x.Version && was.NewsDue:
		s.Title = fmt.Sprintf("%s learns what it knows", name(b))
		s.Words = fmt.Sprintf("%s gets the news of partition epoch %d, which it has from an answer already.", name(b), x.Version.Value())
		if was.Change.Kind != NoChange {
			s.Words += fmt.Sprintf(" It drops what it has proposed since, to %s.", was.Change)
		}
	case x.Role == Leader && was.Role == Leader && was.Epoch == x.Epoch:
		s.Title = fmt.Sprintf("%s learns the ISR", name(b))
		s.Words = fmt.Sprintf("%s, still leading epoch %d, learns that the ISR is %s.", name(b), x.Epoch, x.Isr)
		if was.Gone != x.Gone {
			s.Words += fmt.Sprintf(" The replicas are %s.", p.all&^x.Gone)
		}
	case x.Role == Leader:
		s.Title = fmt.Sprintf("%s leads epoch %d", name(b), x.Epoch)
		s.Words = fmt.Sprintf("%s learns that it leads epoch %d with ISR %s, from offset %d.", name(b), x.Epoch, x.Isr, x.Log.End)
	case was.Role == Follower && was.Epoch == x.Epoch:
		s.Title = fmt.Sprintf("%s learns the settings", name(b))
		s.Words = fmt.Sprintf("%s learns that min ISR is %d; as a follower it has no use for that.", name(b), x.MinIsr)
	case x.Leader == Nobody:
		s.Title = fmt.Sprintf("%s learns that nobody leads", name(b))
		s.Words = fmt.Sprintf("%s learns that nobody leads in epoch %d; it keeps its log.", name(b), x.Epoch)
	default:
		s.Title = cutTitle(fmt.Sprintf("%s follows %s in epoch %d", name(b), x.Leader, x.Epoch), before, after, b)
		s.Words = fmt.Sprintf("%s becomes follower of %s in epoch %d.", name(b), x.Leader, x.Epoch)
		if p.Truncation == HighWatermark {
			s.Words += fmt.Sprintf(" It trusts its log up to its high watermark, %d.", was.HW)
		}
		s.Words += cutWords(before, after, b)
		if x.Truncating {
			s.Words += " It must ask where its last epoch ends before it fetches."
		}
	}
	s.Words += hwWords(before, after, b)
	return s
}
