package toy

import (
	"fmt"

	"mc/model"
)

func tellProduce(_ model.Args, before, after *State) model.Story {
	l := Name(before.Leader - 1)
	m := fmt.Sprintf("m%d", after.Produced-1)
	return model.Story{
		Title: l + " appends " + m,
		Words: fmt.Sprintf("A producer sends %s with acks=all. %s writes it at offset %d and waits for the ISR.",
			m, l, before.Brokers[before.Leader-1].LEO),
		Arrows: []model.Arrow{{From: "clients", To: l, Text: "produce " + m}},
	}
}

func tellFetch(a model.Args, before, after *State) model.Story {
	f, l := Name(a[0]), Name(before.Leader-1)
	was, is := before.Brokers[a[0]], after.Brokers[a[0]]
	words := fmt.Sprintf("%s asks %s for offset %d and now ends at %d; the answer carried high watermark %d.", f, l,
		was.LEO, is.LEO, is.HW)
	if after.Committed > before.Committed {
		words += fmt.Sprintf(" By asking for offset %d it said that it has all before:"+
			" the records up to there are committed.", was.LEO)
	}
	return model.Story{
		Title: fmt.Sprintf("%s fetches at %d", f, was.LEO), Words: words,
		Arrows: []model.Arrow{{From: f, To: l, Text: fmt.Sprintf("fetch %d", was.LEO)}, {From: l, To: f,
			Text: fmt.Sprintf("%s, HW %d", count(is.LEO-was.LEO, "record"), is.HW)}},
	}
}

func count(n uint8, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func tellKill(a model.Args, before, _ *State) model.Story {
	b := Name(a[0])
	return model.Story{Title: b + " is killed",
		Words: fmt.Sprintf("%s stops. Its log survives; the high watermark on its disk is %d.", b, before.Brokers[a[0]].HW)}
}

func (c Config) tellRestart(a model.Args, before, after *State) model.Story {
	b := Name(a[0])
	was, is := before.Brokers[a[0]].LEO, after.Brokers[a[0]].LEO
	how := fmt.Sprintf("cuts its log at its own high watermark, %d", before.Brokers[a[0]].HW)
	if c.AskEpoch {
		how = "asks the leader where its last epoch ended"
	}
	words := fmt.Sprintf("%s comes back and %s: ", b, how)
	switch was - is {
	case 0:
		words += "nothing is cut."
	case 1:
		words += fmt.Sprintf("offset %d is gone.", is)
	default:
		words += fmt.Sprintf("offsets %d to %d are gone.", is, was-1)
	}
	return model.Story{Title: b + " restarts", Words: words}
}

func tellElect(a model.Args, _, after *State) model.Story {
	b := Name(a[0])
	return model.Story{
		Title: b + " is elected", Words: fmt.Sprintf("The controller makes %s the leader of epoch %d.", b, after.Epoch),
		Arrows: []model.Arrow{{From: "controller", To: b, Text: fmt.Sprintf("lead epoch %d", after.Epoch)}},
	}
}
