package refusal

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// What is asked of processes, machines and their files.
var _ = explain(map[string]reason{
	"Kill":         of(isDown),
	"LossyCrash":   of(isDown),
	"PartialCrash": noPartialCrash,
	"ShutDown": of(func(v *view, b int) string {
		switch {
		case v.broker(b).Down():
			return name(b) + " is down"
		case v.s.Controller.ShuttingDown.Has(b):
			return name(b) + " is stopping already"
		case v.broker(b).Boot == kafka.Starting:
			return name(b) + " has not registered yet"
		}
		return ""
	}),
	"Stop": of(func(v *view, b int) string {
		switch c := &v.s.Controller; {
		case v.broker(b).Down():
			return name(b) + " is down"
		case !c.ShuttingDown.Has(b):
			return "it has not asked the controller to let it go; shut it down first"
		case c.Leader == kafka.NodeOf(b):
			return name(b) + " still leads, as the controller has it"
		}
		return ""
	}),
	"Restart": of(func(v *view, b int) string {
		switch {
		case !v.broker(b).Down():
			return name(b) + " runs"
		case v.p.RestartInSteps:
			return "it starts, registers and is unfenced in steps of their own"
		case !v.p.RestartBeforeFence && !v.s.Controller.Fenced.Has(b):
			return "its session has not expired yet; fence it first, or set restart_before_fence"
		}
		return ""
	}),
	"Start": of(isRunning),
	"Register": of(func(v *view, b int) string {
		switch {
		case v.broker(b).Down():
			return name(b) + " is down"
		case v.broker(b).Boot != kafka.Starting:
			return name(b) + " has registered"
		case !v.s.Controller.Fenced.Has(b):
			return "its old session has not expired yet"
		}
		return ""
	}),
	"SwapLog": of(func(v *view, b int) string { return first(v, b, isDown, isOffline, appends) }),
	"Checkpoint": of(func(v *view, b int) string {
		return first(v, b, isDown, isOffline, func(v *view, b int) string {
			x := v.broker(b)
			if x.Role == kafka.Idle {
				return name(b) + " has not been told yet that it hosts the partition"
			}
			if x.Checkpoint == x.HW {
				return fmt.Sprintf("its high watermark, %d, is on disk already", x.HW)
			}
			return ""
		})
	}),
	"CheckpointStart": of(func(v *view, b int) string {
		return first(v, b, isDown, func(v *view, b int) string {
			if x := v.broker(b); x.StartOnDisk == x.Start {
				return fmt.Sprintf("that its log begins at %d is on disk already", x.Start)
			}
			return ""
		})
	}),
	"Flush": of(func(v *view, b int) string {
		return first(v, b, isDown, isOffline, func(v *view, b int) string {
			if x := v.broker(b); x.Flushed == x.Log.End {
				return "all of its log is flushed"
			}
			return ""
		})
	}),
	"CheckpointEarly": of(noEarlyCheckpoint),
	"LoadingCrash":    of(hasLoaded),
	"LoadFails":       of(hasLoaded),
	"HalfAppend": of(func(v *view, l int) string {
		return first(v, l, leadsNot, func(v *view, l int) string {
			if at := v.broker(l).HalfAt; at.Known() {
				return fmt.Sprintf("an append has failed already, at offset %d", at.Value())
			}
			return ""
		})
	}),
	"DirFails": of(func(v *view, b int) string {
		switch x := v.broker(b); {
		case x.Down():
			return name(b) + " is down"
		case x.Dir != kafka.DirWorks:
			return "the log directory has failed already"
		case x.Role == kafka.Idle:
			return name(b) + " does not know yet that it hosts the partition"
		}
		return ""
	}),
	"ReportDir": of(func(v *view, b int) string {
		switch x := v.broker(b); {
		case x.Dir != kafka.DirFailed:
			return "the controller knows of its directories what there is to know"
		case x.Boot == kafka.Starting:
			return name(b) + " has not registered yet"
		}
		return ""
	}),
})

func noPartialCrash(v *view, a model.Args) string {
	b, keeps := int(a[0]), kafka.Offset(a[1])
	if why := isDown(v, b); why != "" {
		return why
	}
	x := v.broker(b)
	switch least := max(x.Flushed, v.p.KeptStart(x)); {
	case least+1 >= x.Log.End:
		return fmt.Sprintf("up to %d of its log is safe, which ends at %d: there is nothing of which a part could be lost", least, x.Log.End)
	case keeps <= least:
		return v.nobodyWould("up to %d its log is flushed, and is not lost", least)
	case keeps >= x.Log.End:
		return v.nobodyWould("its log ends at %d: nothing would be lost", x.Log.End)
	}
	return ""
}

func noEarlyCheckpoint(v *view, b int) string {
	switch x := v.broker(b); {
	case !v.p.CheckpointDropsUnhosted:
		return "the entries of partitions that are not hosted stay in the file"
	case x.Down():
		return name(b) + " is down"
	case x.Role != kafka.Idle:
		return "it has been told what it hosts"
	case x.Dir != kafka.DirWorks:
		return "its log directory has failed"
	case x.Checkpoint == 0:
		return "its file has no entry of the partition"
	}
	return ""
}

func hasLoaded(v *view, b int) string {
	if !v.broker(b).Down() {
		return name(b) + " runs, and has loaded its files"
	}
	return ""
}
