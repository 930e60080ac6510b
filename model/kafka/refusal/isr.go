package refusal

import (
	"fmt"
	"math/bits"

	"mc/model"
	"mc/model/kafka"
)

// What is asked of leaders and of the ISR.
var _ = explain(map[string]reason{
	"Shrink":        noShrink,
	"ShrinkUnheard": noShrink,
	"ProposeShrink": noShrink,
	"LagTimeout":    noLagTimeout,
	"SendExpand": of(func(v *view, l int) string {
		if v.broker(l).Change.Kind != kafka.ExpandDecided {
			return name(l) + " has decided on no expansion that is not sent yet"
		}
		return asksAlready(v, l)
	}),
	"AlterPartition":       of(noProposal),
	"LateAlterPartition":   noLateProposal,
	"AlterPartitionAnswer": of(noDecision),
	"LoseAnswer": of(func(v *view, l int) string {
		if noProposal(v, l) != "" && noDecision(v, l) != "" {
			return fmt.Sprintf("no proposal of %s is on its way to the controller, and no answer to it is on its way back", name(l))
		}
		return ""
	}),
	"Resend": of(func(v *view, l int) string {
		if v.p.StageOf(v.s, l) != kafka.Lost {
			return "no proposal of " + name(l) + " was lost"
		}
		return ""
	}),
	"RetriableError": of(func(v *view, l int) string {
		if v.p.OnError == kafka.ErrorRetries {
			return "it is tried again at once, and nothing changes"
		}
		return noProposal(v, l)
	}),
	"StaleController": of(noProposal),
})

func noProposal(v *view, l int) string {
	if v.p.StageOf(v.s, l) == kafka.Requested {
		return ""
	}
	return "no proposal of " + name(l) + " is on its way to the controller"
}

func noLateProposal(v *view, _ model.Args) string {
	if !v.p.OneRequest && v.s.Alter.Progress == kafka.Requested {
		return ""
	}
	return "no proposal of a broker that has stopped since is on its way to the controller"
}

func noDecision(v *view, l int) string {
	if v.p.StageOf(v.s, l) == kafka.Answered {
		return ""
	}
	return "no answer is on its way to " + name(l)
}

// asksAlready is why a leader may not send a request to the controller.
func asksAlready(v *view, l int) string {
	switch r := v.p.Request(v.s, l); {
	case r.Progress == kafka.Nothing:
		return ""
	case v.p.StageOf(v.s, l) == kafka.Nothing:
		return fmt.Sprintf("what %s has asked of the controller is still under way", r.From)
	}
	return "what it has asked of the controller is still under way"
}

// mayNotShrink is why a leader does not look at who lags.
func mayNotShrink(v *view, l int) string {
	lead, c := v.broker(l), &v.s.Controller
	switch {
	case v.p.IsrUpdate == kafka.ZkCas && lead.Version != c.Version:
		return fmt.Sprintf("%s goes by partition epoch %d, and ZooKeeper has %d", name(l), lead.Version.Int(), c.Version.Int())
	case v.p.IsrUpdate == kafka.ZkCas:
		return ""
	case lead.Change.Kind != kafka.NoChange:
		return fmt.Sprintf("a change is pending already (%s)", lead.Change)
	}
	return asksAlready(v, l)
}

func noShrink(v *view, a model.Args) string {
	l, lag := int(a[0]), kafka.Set(a[1])
	if why := leadsNot(v, l); why != "" {
		return why
	}
	lead := v.broker(l)
	who := lag &^ v.p.MayLag(v.s, l)
	if who.Has(l) {
		return v.nobodyWould("%s does not lag behind itself", name(l))
	}
	if who == 0 {
		v.absurd = lag.Len() > 1 // one after the other is what people think of
		return mayNotShrink(v, l)
	}
	f := bits.TrailingZeros8(uint8(who)) // the first that is to blame
	if !lead.Isr.Has(f) {
		v.absurd = lag.Len() > 1
		return fmt.Sprintf("%s is not in its ISR %s", name(f), lead.Isr)
	}
	if why := mayNotShrink(v, l); why != "" {
		return why
	}
	v.absurd = lag.Len() > 1
	return fmt.Sprintf("%s has everything, and is in sync however long it is silent", name(f))
}

func noLagTimeout(v *view, a model.Args) string {
	l, f := int(a[0]), int(a[1])
	if why := leadsNot(v, l); why != "" {
		return why
	}
	switch lead := v.broker(l); {
	case l == f:
		return v.nobodyWould("%s does not lag behind itself", name(l))
	case lead.Isr.Has(f):
		return fmt.Sprintf("%s is in the ISR, and leaves that if it lags", name(f))
	case !lead.Remotes[f].CaughtUp:
		return fmt.Sprintf("%s is outside the lag window already", name(f))
	}
	return ""
}
