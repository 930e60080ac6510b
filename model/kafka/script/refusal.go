package script

import (
	"fmt"
	"math/bits"
	"strings"

	"mc/model/kafka"
	"mc/model/schedule"
)

// refuse says why an action is not enabled: the reason, where one is known,
// and what could be done instead.
func (x *Player) refuse(rule string, args ...uint8) error {
	a, ok := x.action(rule, args)
	if !ok {
		return fmt.Errorf("the model of this run has no rule %s", rule)
	}
	why := ""
	if reason := x.why(rule, args); reason != "" {
		why = ": " + reason
	}
	return fmt.Errorf("%s is not enabled%s; enabled are %s", x.Model.Text(a), why, few(x.Enabled(), 8))
}

func few(list []string, n int) string {
	if len(list) == 0 {
		return "no actions at all"
	}
	text := strings.Join(list[:min(n, len(list))], ", ")
	if len(list) > n {
		text += fmt.Sprintf(" and %d more", len(list)-n)
	}
	return text
}

// refusedAs is what is wrong with a refusal that was expected.
func (x *Player) refusedAs(w *schedule.Want, err error) string {
	want := strings.Join(w.Values, ", ")
	switch {
	case err == nil:
		return "was carried out, but is expected to be refused: " + want
	case !strings.Contains(err.Error(), want):
		return fmt.Sprintf("refused with %q, which does not contain %q", err, want)
	}
	return ""
}

// why explains the refusals that a reader would wonder about.
func (x *Player) why(rule string, args []uint8) string {
	switch rule {
	case "Fetch", "FetchEarly", "Lookup":
		return x.whyNoFetch(int(args[0]))
	case "OtherFails", "OtherLeaves", "PartitionFails":
		return x.whyNoError(rule, int(args[0]))
	case "ReturnToLeader":
		return "the reader reads from the leader"
	case "Respond":
		if kind := x.Now().Brokers[args[0]].Response.Kind; kind == kafka.OutOfRange || kind == kafka.AskedLatest || kind == kafka.MovedToTier {
			return name(args[0]) + " has to ask its leader for the range of its log first"
		}
		return "nothing is on its way to " + name(args[0])
	case "Reassign", "CompleteReassignment", "CancelReassignment", "StopReplica":
		return x.whyNoReassignment(rule)
	case "Copy", "RetainLocal", "RetainRemote", "AskEarliestLocal":
		return x.whyNotTiered(rule, args)
	case "AskLatest", "AskEarliest":
		return x.whyNoQuestion(int(args[0]))
	case "DeleteRecords", "Retain":
		return x.whyNoDeletion(rule, int(args[0]), kafka.Offset(args[1]))
	case "Learn":
		if x.Now().Brokers[args[0]].Dir != kafka.DirWorks {
			return "its replica is offline, or it knows everything already"
		}
		return name(args[0]) + " is down or knows everything already"
	case "Restart":
		if x.Now().Brokers[args[0]].Down() {
			return "its session has not expired yet; fence it first, or set restart_before_fence"
		}
		return name(args[0]) + " runs"
	case "Register":
		if x.Now().Brokers[args[0]].Boot == kafka.Starting {
			return "its old session has not expired yet"
		}
	case "Unfence":
		if x.Now().Controller.ShuttingDown.Has(int(args[0])) {
			return "it is stopping, and is told that it may"
		}
	case "CheckpointEarly":
		if !x.p.CheckpointDropsUnhosted {
			return "the entries of partitions that are not hosted stay in the file"
		}
		return "it has been told what it hosts, or has no entry"
	case "ReportDir":
		return "the controller knows of its directories what there is to know"
	case "ProposeShrink", "Shrink":
		return x.whyNoShrink(int(args[0]), kafka.Set(args[1]))
	case "RetriableError":
		if x.p.OnError == kafka.ErrorRetries {
			return "it is tried again at once, and nothing changes"
		}
		return "no proposal is on its way to the controller"
	case "AlterPartition":
		return "no proposal is on its way to the controller"
	case "AlterPartitionAnswer", "LoseAnswer":
		return "no answer is on its way to a leader"
	}
	return ""
}

// whyNoError explains why another partition, or this one, does not keep a fetcher from it.
func (x *Player) whyNoError(rule string, b int) string {
	switch {
	case rule == "OtherFails" && !x.p.ThreadDiesWithPartition:
		return "the error concerns that partition alone: the thread survives it"
	case rule == "OtherLeaves" && x.p.Strangers != kafka.StrangersFail:
		return "that concerns the other partition alone: the rest of the request is answered"
	}
	return x.whyNoFailure(b)
}

func (x *Player) whyNoReassignment(rule string) string {
	c := &x.Now().Controller
	switch under := c.Adding|c.Removing != 0; {
	case rule == "StopReplica":
		return "no StopReplica request is on its way to it"
	case rule == "Reassign" && under:
		return "a reassignment is under way; cancel it first"
	case rule != "Reassign" && !under:
		return "no reassignment is under way"
	case rule == "CancelReassignment":
		return "nobody would be left in the ISR"
	case rule == "CompleteReassignment" && x.p.MovedBy == kafka.ByKRaft:
		return "with KRaft it ends in the step that lets it"
	case rule == "CompleteReassignment":
		return fmt.Sprintf("%s would stay, and the ISR is %s", x.p.Staying(c), c.Isr)
	}
	return "those are the replicas already"
}

func (x *Player) whyNoFailure(f int) string {
	if state := fetcher(x, f); state != "running" {
		return fmt.Sprintf("the fetcher of %s is %s", name(uint8(f)), state)
	}
	return ""
}

func (x *Player) whyNoQuestion(f int) string {
	switch kind := x.Now().Brokers[f].Response.Kind; {
	case !x.p.AsksRange():
		return "the answer itself says where the leader's log ends; set range_questions: in-steps"
	case kind != kafka.OutOfRange && kind != kafka.AskedLatest:
		return name(uint8(f)) + " was not told to be out of range"
	}
	return ""
}

func (x *Player) whyNoDeletion(rule string, b int, to kafka.Offset) string {
	switch s := &x.Now().Brokers[b]; {
	case rule == "DeleteRecords" && !x.p.LogStartReplicated:
		return "brokers have no DeleteRecords yet (KIP-107)"
	case rule == "DeleteRecords" && s.Role != kafka.Leader:
		return name(uint8(b)) + " does not take itself for the leader"
	case to <= s.Start:
		return fmt.Sprintf("its log begins at %d already", s.Start)
	case to > s.Log.End:
		return fmt.Sprintf("its log ends at %d", s.Log.End)
	case to > s.HW:
		return fmt.Sprintf("its high watermark is %d", s.HW)
	}
	return ""
}

func (x *Player) whyNotTiered(rule string, args []uint8) string {
	b := int(args[0])
	if rule == "AskEarliestLocal" {
		return name(args[0]) + " was not told that its offset is in remote storage, or its leader does not lead any more"
	}
	s, to := &x.Now().Brokers[b], kafka.Offset(args[1])
	switch copied := x.p.CopiedUpTo(x.Now(), b); {
	case !x.p.RemoteStorage:
		return "brokers have no remote storage (KIP-405)"
	case rule != "RetainLocal" && s.Role != kafka.Leader:
		return name(uint8(b)) + " does not take itself for the leader"
	case to > s.HW:
		return fmt.Sprintf("its high watermark is %d", s.HW)
	case rule == "RetainLocal" && to > copied:
		return fmt.Sprintf("it takes its log for copied up to %d", copied)
	case rule == "Copy" && to <= copied:
		return fmt.Sprintf("it takes its log for copied up to %d already", copied)
	case rule == "RetainRemote" && to > s.Local:
		return fmt.Sprintf("its own disks begin at %d", s.LocalStart())
	}
	return ""
}

func (x *Player) whyNoFetch(f int) string {
	s := x.Now()
	b := &s.Brokers[f]
	if b.Role != kafka.Follower {
		return fmt.Sprintf("%s is no follower", name(uint8(f)))
	}
	if b.Leader == kafka.Nobody {
		return "it knows no leader"
	}
	lead := &s.Brokers[b.Leader.Index()]
	switch {
	case !x.p.Reassigns && s.Controller.Removed.Has(f):
		return "it is no replica any more"
	case fetcher(x, f) == "dead":
		return fmt.Sprintf("its fetcher thread to %s has died", b.Leader)
	case fetcher(x, f) == "starved":
		return fmt.Sprintf("the whole request fails at %s, because of another partition that has left %s", b.Leader, name(uint8(f)))
	case fetcher(x, f) == "failed":
		return "its partition has failed, until there is a new leader epoch"
	case b.Response.Kind != kafka.NoResponse:
		return "its last request is still in flight"
	case lead.Role != kafka.Leader && lead.Down():
		return fmt.Sprintf("%s, whom it follows, is down", b.Leader)
	case lead.Role != kafka.Leader:
		return fmt.Sprintf("NOT_LEADER_OR_FOLLOWER: %s does not take itself for the leader", b.Leader)
	case b.Truncating:
		return "it has to look up the end of its last epoch first"
	case x.p.FenceFetch && b.Epoch < lead.Epoch:
		return fmt.Sprintf("FENCED_LEADER_EPOCH: it is in epoch %d, its leader in %d", b.Epoch, lead.Epoch)
	case x.p.FenceFetch && b.Epoch > lead.Epoch:
		return fmt.Sprintf("UNKNOWN_LEADER_EPOCH: it is in epoch %d, its leader in %d", b.Epoch, lead.Epoch)
	case x.p.HWOutOfSight(lead):
		return fmt.Sprintf("the high watermark of %s, %d, is not on its own disks, which begin at %d: every fetch fails", b.Leader, lead.HW, lead.Local)
	case lead.Gone.Has(f) && x.p.Strangers == kafka.StrangersRefused:
		return fmt.Sprintf("UNKNOWN_LEADER_EPOCH: %s is no replica as far as %s knows", name(uint8(f)), b.Leader)
	case lead.Gone.Has(f) && x.p.Strangers == kafka.StrangersFail:
		return fmt.Sprintf("the whole request fails: %s is no replica as far as %s knows", name(uint8(f)), b.Leader)
	}
	return "its request changes nothing"
}

func (x *Player) whyNoShrink(l int, lag kafka.Set) string {
	lead := &x.Now().Brokers[l]
	who := lag &^ x.p.MayLag(x.Now(), l)
	if who == 0 {
		who = lag
	}
	f := bits.TrailingZeros8(uint8(who)) // the first that is to blame
	switch {
	case lead.Role != kafka.Leader:
		return fmt.Sprintf("%s does not take itself for the leader", name(uint8(l)))
	case !lead.Isr.Has(f):
		return fmt.Sprintf("%s is not in its ISR %s", name(uint8(f)), lead.Isr)
	case lead.Change.Kind != kafka.NoChange:
		return fmt.Sprintf("a change is pending already (%s)", lead.Change)
	case x.p.IsrUpdate == kafka.AlterPartition && x.p.StageOf(x.Now(), l) != kafka.Nothing:
		return "what it has asked of the controller is still under way"
	case x.p.IdleStuckStays && lead.Remotes[f].End.Is(lead.Log.End):
		return fmt.Sprintf("%s has everything, and is in sync however long it is silent", name(uint8(f)))
	}
	return ""
}

func name(b uint8) string { return kafka.NodeOf(int(b)).String() }
