package refusal

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// What is asked of the controller.
var _ = explain(map[string]reason{
	"Fence": of(isFenced),
	"FenceTogether": func(v *view, a model.Args) string {
		switch x, y := int(a[0]), int(a[1]); {
		case x == y:
			return v.nobodyWould("a broker has one session")
		case v.p.FenceOneAtATime:
			return "the controller handles one session after the other"
		case first(v, x, isFenced) != "":
			return isFenced(v, x)
		case first(v, y, isFenced) != "":
			return isFenced(v, y)
		case v.p.SessionsLeft(v.s) < 2:
			return "fences does not allow two more expired sessions"
		}
		return ""
	},
	"Unfence": of(noHeartbeat),
	"Elect":   of(notElectable),
	"Depose": of(func(v *view, b int) string {
		if d := v.s.Controller.Decided; d.Leader != kafka.Nobody {
			return fmt.Sprintf("a deposed controller is about to write already, with %s in mind", d.Leader)
		}
		return notElectable(v, b)
	}),
	"DeposedWrites": func(v *view, _ model.Args) string {
		if v.s.Controller.Decided.Leader == kafka.Nobody {
			return "no deposed controller is about to write anything"
		}
		return ""
	},
	"RemoveReplica": of(noRemoval),
	"ChangeMinIsr": func(v *view, a model.Args) string {
		if int(a[0]) == v.p.ControllerMinIsr(&v.s.Controller) {
			return v.nobodyWould("min.insync.replicas is %d already", a[0])
		}
		return ""
	},
	"Reassign": func(v *view, a model.Args) string {
		if underway(v) {
			return "a reassignment is under way; cancel it first"
		}
		if kafka.Set(a[0]) == v.p.Replicas(&v.s.Controller) {
			return v.nobodyWould("those are the replicas already")
		}
		return ""
	},
	"CompleteReassignment": func(v *view, _ model.Args) string { return noCompletion(v) },
	"CancelReassignment":   func(v *view, _ model.Args) string { return noCancellation(v) },
	"StopReplica": of(func(v *view, b int) string {
		if !v.broker(b).StopReplica.Known() {
			return "no StopReplica request is on its way to it"
		}
		return ""
	}),
})

func isFenced(v *view, b int) string {
	if v.s.Controller.Fenced.Has(b) {
		return name(b) + " is fenced already"
	}
	return ""
}

func noHeartbeat(v *view, b int) string {
	c, x := &v.s.Controller, v.broker(b)
	switch {
	case x.Down():
		return name(b) + " is down"
	case !c.Fenced.Has(b):
		return name(b) + " is not fenced"
	case x.Boot == kafka.Starting:
		return name(b) + " has not registered yet"
	case v.p.ToldToStop(c, b):
		return "it is stopping, and is told that it may"
	}
	return ""
}

func notElectable(v *view, b int) string {
	c := &v.s.Controller
	switch {
	case c.Leader == kafka.NodeOf(b):
		return name(b) + " is the leader"
	case c.Removed.Has(b):
		return name(b) + " is no replica"
	case c.Fenced.Has(b):
		return name(b) + " is fenced"
	case c.ShuttingDown.Has(b):
		return name(b) + " is stopping"
	case c.Offline.Has(b):
		return "the replica of " + name(b) + " is offline"
	case !c.Isr.Has(b):
		return fmt.Sprintf("%s is not in the ISR %s", name(b), c.Isr)
	}
	return ""
}

func noRemoval(v *view, b int) string {
	c := &v.s.Controller
	stay := v.p.Replicas(c) &^ kafka.Of(b)
	switch {
	case v.p.Reassigns:
		return "replicas leave with a reassignment"
	case c.Removed.Has(b):
		return name(b) + " is no replica any more"
	case stay == 0:
		return name(b) + " is the last replica"
	case !stay.Subset(c.Isr):
		return fmt.Sprintf("%s would stay, and the ISR is %s", stay, c.Isr)
	}
	return ""
}

func underway(v *view) bool { return v.s.Controller.Adding|v.s.Controller.Removing != 0 }

func noCompletion(v *view) string {
	c := &v.s.Controller
	switch {
	case !underway(v):
		return "no reassignment is under way"
	case v.p.MovedBy == kafka.ByKRaft:
		return "with KRaft it ends in the step that lets it"
	case !v.p.Staying(c).Subset(c.Isr):
		return fmt.Sprintf("%s would stay, and the ISR is %s", v.p.Staying(c), c.Isr)
	}
	return ""
}

func noCancellation(v *view) string {
	switch c := &v.s.Controller; {
	case !underway(v):
		return "no reassignment is under way"
	case c.Isr&^c.Adding == 0:
		return "nobody would be left in the ISR"
	}
	return ""
}
