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
	case "OtherFails":
		if !x.p.ThreadDiesWithPartition {
			return "the error concerns that partition alone: the thread survives it"
		}
		return x.whyNoFailure(int(args[0]))
	case "PartitionFails":
		return x.whyNoFailure(int(args[0]))
	case "Respond":
		if kind := x.Now().Brokers[args[0]].Response.Kind; kind == kafka.OutOfRange || kind == kafka.AskedLatest {
			return name(args[0]) + " has to ask its leader for the range of its log first"
		}
		return "nothing is on its way to " + name(args[0])
	case "AskLatest", "AskEarliest":
		return x.whyNoQuestion(int(args[0]))
	case "DeleteRecords", "Retain":
		return x.whyNoDeletion(rule, int(args[0]), kafka.Offset(args[1]))
	case "Learn":
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
	case s.Controller.Removed.Has(f):
		return "it is no replica any more"
	case fetcher(x, f) == "dead":
		return fmt.Sprintf("its fetcher thread to %s has died", b.Leader)
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
	case b.Epoch < lead.Epoch:
		return fmt.Sprintf("FENCED_LEADER_EPOCH: it is in epoch %d, its leader in %d", b.Epoch, lead.Epoch)
	case b.Epoch > lead.Epoch:
		return fmt.Sprintf("UNKNOWN_LEADER_EPOCH: it is in epoch %d, its leader in %d", b.Epoch, lead.Epoch)
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
