package refusal

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// What is asked of logs that are deleted from the beginning, or copied.
var _ = explain(map[string]reason{
	"DeleteRecords": func(v *view, a model.Args) string {
		if !v.p.LogStartReplicated {
			return "brokers have no DeleteRecords yet (KIP-107)"
		}
		if why := first(v, int(a[0]), leadsNot, appends); why != "" {
			return why
		}
		x := v.broker(int(a[0]))
		return between(v, a, beginning(x.Start), highWatermark(x))
	},
	"Retain": func(v *view, a model.Args) string {
		if why := first(v, int(a[0]), isDown, appends); why != "" {
			return why
		}
		x := v.broker(int(a[0]))
		end := bound{x.Log.End, "its log ends at %d"}
		if v.p.Retainable(x) < x.Log.End {
			end = highWatermark(x)
		}
		return between(v, a, beginning(x.Start), end)
	},
	"Copy":         noCopy,
	"RetainLocal":  noLocalRetention,
	"RetainRemote": noRemoteRetention,
})

// bound is an offset with a sentence that gives it.
type bound struct {
	at       kafka.Offset
	sentence string
}

func (b bound) String() string { return fmt.Sprintf(b.sentence, b.at) }

func beginning(at kafka.Offset) bound            { return bound{at, "its log begins at %d already"} }
func highWatermark(x *kafka.Broker) bound        { return bound{x.HW, "its high watermark is %d"} }
func diskStart(x *kafka.Broker, as string) bound { return bound{x.LocalStart(), as} }

// between is why an offset cannot become the beginning of something: it must be above
// the one bound and no higher than each of the others.
func between(v *view, a model.Args, above bound, most ...bound) string {
	to := kafka.Offset(a[1])
	least := above.at
	for _, b := range most {
		least = max(least, b.at)
	}
	for _, b := range most {
		if to > b.at {
			v.absurd = v.absurd || to > least && to > above.at+1
			return b.String()
		}
	}
	if to <= above.at {
		return v.nobodyWould("%s", above)
	}
	return ""
}

const noTiers = "brokers have no remote storage (KIP-405)"

func noCopy(v *view, a model.Args) string {
	if !v.p.RemoteStorage {
		return noTiers
	}
	l := int(a[0])
	if why := leadsNot(v, l); why != "" {
		return why
	}
	x := v.broker(l)
	above := bound{v.p.CopiedUpTo(v.s, l), "it takes its log for copied up to %d already"}
	if x.LocalStart() > above.at {
		above = diskStart(x, "its own disks begin at %d")
	}
	return between(v, a, above, highWatermark(x))
}

func noLocalRetention(v *view, a model.Args) string {
	if !v.p.RemoteStorage {
		return noTiers
	}
	b := int(a[0])
	if why := isDown(v, b); why != "" {
		return why
	}
	x := v.broker(b)
	return between(v, a, diskStart(x, "its own disks begin at %d already"), highWatermark(x),
		bound{v.p.CopiedUpTo(v.s, b), "it takes its log for copied up to %d"})
}

func noRemoteRetention(v *view, a model.Args) string {
	if !v.p.RemoteStorage {
		return noTiers
	}
	l := int(a[0])
	if why := leadsNot(v, l); why != "" {
		return why
	}
	x := v.broker(l)
	return between(v, a, beginning(x.Start), highWatermark(x), diskStart(x, "its own disks begin at %d"))
}
