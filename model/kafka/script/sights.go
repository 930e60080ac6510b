package script

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// subject says whose a sight is.
type subject uint8

const (
	nobody   subject = iota
	broker           // a broker must be named
	leading          // a broker; the leader if none is named
	follower         // a follower, as its leader sees it
)

func (s subject) String() string {
	return [...]string{"", "of a broker", "of a broker, or the leader", "of a follower, at its leader"}[s]
}

// sight is something that can be seen, and how a wish for it is read.
type sight struct {
	name string
	of   subject
	doc  string
	read func(x *Player, values []string) (string, error)
	see  func(x *Player, b int) string
}

type state = kafka.Broker

// ofBroker makes a sight of a broker's own state.
func ofBroker(see func(x *Player, b *state) string) func(*Player, int) string {
	return func(x *Player, b int) string { return see(x, &x.Now().Brokers[b]) }
}

func ofController(see func(c *kafka.Controller) string) func(*Player, int) string {
	return func(x *Player, _ int) string { return see(&x.Now().Controller) }
}

var sights = slices.Concat(brokerSights, leaderSights, controllerSights, clientSights)

var brokerSights = []sight{
	{"leo", broker, "Where its log ends.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.Log.End) })},
	{"hw", broker, "Its high watermark.", asWord, ofBroker(highWatermark)},
	{"log", broker, "The records in its log.", asRecords, ofBroker(func(x *Player, b *state) string { return listed(x.labels.ofLog(records(b, b.Log.End))) })},
	{"epochs", broker, "The leader epoch of each record in its log.", asRecords, ofBroker(recordEpochs)},
	{"cache", broker, "Its epoch cache, which is its leader-epoch-checkpoint file: pairs of an epoch and its start.", asEpochs, ofBroker(func(_ *Player, b *state) string { return listed(epochs(b.Cache)) })},
	{"log_start", broker, "Where its log begins.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.Start) })},
	{"local_start", broker, "Where its log begins on its own disks; what is below that is in remote storage only.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.LocalStart()) })},
	{"copied", broker, "Up to where it takes its log to be in remote storage.", asWord, func(x *Player, b int) string { return fmt.Sprint(x.p.CopiedUpTo(x.Now(), b)) }},
	{"reads_remote", broker, "What it reads from remote storage below where its own disks begin; what is not there is left out.", asRecords, readsRemote},
	{"flushed", broker, "How much of its log survives a power failure.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.Flushed) })},
	{"recovery_point", broker, "Where log recovery begins, where that may be beyond what is flushed.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.RecoveryPoint) })},
	{"marker", broker, "Whether its files say that it was stopped cleanly.", asWord, ofBroker(func(_ *Player, b *state) string { return yes(b.Clean) })},
	{"index_torn", broker, "Whether its time index is longer than what was written of it, and nobody has looked.", asWord, ofBroker(func(_ *Player, b *state) string { return yes(b.IndexTorn) })},
	{"half_append", broker, "The record in its file of which it does not know, or none.", asRecords, ofBroker(halfAppend)},
	{"directory", broker, "The log directory with its replica: works, failed, or told (the controller knows).", asWord, ofBroker(func(_ *Player, b *state) string { return [...]string{"works", "failed", "told"}[b.Dir] })},
	{"checkpoint", broker, "The high watermark in its replication-offset-checkpoint file.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.Checkpoint) })},
	{"clean", broker, "Whether it has stopped cleanly.", asWord, ofBroker(func(_ *Player, b *state) string { return yes(b.Clean) })},
	{"role", broker, "What it takes itself for: leader, follower, idle, or down.", asWord, ofBroker(role)},
	{"follows", broker, "Whom it takes for the leader.", asBroker, ofBroker(func(_ *Player, b *state) string { return b.Leader.String() })},
	{"epoch", broker, "The leader epoch that it knows.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.Epoch) })},
	{"in_flight", broker, "The answer on its way to it: none, or its records, or what else it says.", asAnswer, ofBroker(inFlight)},
	{"answered_start", broker, "The log start in the answer on its way to it.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.Response.Start) })},
	{"answered_hw", broker, "The high watermark in the answer on its way to it.", asWord, ofBroker(answeredHW)},
	{"truncating", broker, "Whether it must look up where its last epoch ends before it fetches.", asWord, ofBroker(func(_ *Player, b *state) string { return yes(b.Truncating) })},
	{"fetcher", broker, "Its fetcher of the leader that it follows: running, failed (this partition), dead (the thread), starved (its requests fail for another partition) or none.", asWord, fetcher},
	{"stop_replica", broker, "The leader epoch of the StopReplica request on its way to it, or none.", asWord, ofBroker(stopReplica)},
	{"sessions", broker, "With whom it has a fetch session in which no epoch is looked at.", asBrokers, ofBroker(func(_ *Player, b *state) string { return b.Sessions.String() })},
	{"incarnation", broker, "How often it has registered again.", asWord, func(x *Player, b int) string { return fmt.Sprint(x.Now().Controller.Incarnations[b]) }},
}

var leaderSights = []sight{
	{"known_isr", leading, "The committed ISR as the leader knows it.", asBrokers, ofBroker(func(_ *Player, b *state) string { return b.Isr.String() })},
	{"known_partition_epoch", leading, "The partition epoch that the leader knows.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.Version.Int()) })},
	{"known_replicas", leading, "The replicas as far as the leader knows.", asBrokers, ofBroker(func(x *Player, b *state) string { return x.p.Assigned(b.Gone).String() })},
	{"maximal_isr", leading, "The ISR that the leader's high watermark waits for.", asBrokers, ofBroker(func(x *Player, b *state) string { return x.p.MaximalIsr(b).String() })},
	{"pending", leading, "The leader's ISR change that is not confirmed: none, expand or shrink.", asWord, ofBroker(pending)},
	{"epoch_start", leading, "Where the leader's epoch starts.", asWord, ofBroker(func(_ *Player, b *state) string { return fmt.Sprint(b.EpochStart) })},
	{"waiting", leading, "The acks=all requests that wait at the leader, or at a broker since it led.", asRecords, func(x *Player, b int) string { return listed(x.labels.ofSet(x.Now().WaitingAt(b))) }},
	{"sees", leading, "What a consumer is given that reads from the start now.", asRecords, ofBroker(func(x *Player, b *state) string { return listed(x.labels.ofLog(records(b, b.HW))) })},
	{"known_leo", follower, "The follower's LEO as its leader knows it, or unknown.", asWord, knownLeo},
	{"caught_up", follower, "Whether its leader counts the follower as caught up.", asWord, caughtUp},
}

var controllerSights = []sight{
	{"leader", nobody, "The leader, at the controller.", asBroker, ofController(func(c *kafka.Controller) string { return c.Leader.String() })},
	{"leader_epoch", nobody, "The leader epoch, at the controller.", asWord, ofController(func(c *kafka.Controller) string { return fmt.Sprint(c.Epoch) })},
	{"partition_epoch", nobody, "The partition epoch, at the controller.", asWord, ofController(func(c *kafka.Controller) string { return fmt.Sprint(c.Version.Int()) })},
	{"isr", nobody, "The ISR, at the controller.", asBrokers, ofController(func(c *kafka.Controller) string { return c.Isr.String() })},
	{"elr", nobody, "The eligible leader replicas.", asBrokers, ofController(func(c *kafka.Controller) string { return c.Elr.String() })},
	{"last_known", nobody, "The last known ELR, or the last leader.", asBrokers, ofController(func(c *kafka.Controller) string { return c.LastKnown.String() })},
	{"replicas", nobody, "The brokers in the assignment.", asBrokers, func(x *Player, _ int) string { return x.p.Replicas(&x.Now().Controller).String() }},
	{"adding", nobody, "The replicas that a reassignment under way brings.", asBrokers, ofController(func(c *kafka.Controller) string { return c.Adding.String() })},
	{"removing", nobody, "The replicas that are to go when it ends.", asBrokers, ofController(func(c *kafka.Controller) string { return c.Removing.String() })},
	{"fenced", nobody, "The fenced brokers.", asBrokers, ofController(func(c *kafka.Controller) string { return c.Fenced.String() })},
	{"stopping", nobody, "The brokers in controlled shutdown.", asBrokers, ofController(func(c *kafka.Controller) string { return c.ShuttingDown.String() })},
	{"offline", nobody, "The brokers whose replica is known to be in a directory that has failed.", asBrokers, ofController(func(c *kafka.Controller) string { return c.Offline.String() })},
	{"min_isr", nobody, "min.insync.replicas, at the controller.", asWord, func(x *Player, _ int) string { return fmt.Sprint(x.p.ControllerMinIsr(&x.Now().Controller)) }},
	{"under_replicated", nobody, "Whether the ISR lacks replicas.", asWord, func(x *Player, _ int) string { return yes(x.p.UnderReplicated(&x.Now().Controller)) }},
	{"under_min_isr", nobody, "Whether the ISR is below min ISR.", asWord, func(x *Player, _ int) string {
		c := &x.Now().Controller
		return yes(c.Isr.Len() < x.p.ControllerMinIsr(c))
	}},
	{"proposal", nobody, "Where a proposed ISR is: none, requested, answered or lost.", asWord, func(x *Player, _ int) string {
		return [...]string{"none", "requested", "answered", "lost"}[x.request().Progress]
	}},
	{"verdict", nobody, "What the controller says of the proposal.", asWord, func(x *Player, _ int) string { return x.request().Answer.String() }},
}

var clientSights = []sight{
	{"committed", nobody, "The records that some leader has covered with its high watermark.", asRecords, func(x *Player, _ int) string {
		c := &x.Now().Ghosts.Committed
		return listed(x.labels.ofLog(c.Records[:c.End]))
	}},
	{"conflict", nobody, "Whether two leaders have committed different records at one offset.", asWord, func(x *Player, _ int) string { return yes(x.Now().Ghosts.Conflict) }},
	{"acked", nobody, "The records acknowledged for acks=all.", asRecords, func(x *Player, _ int) string { return listed(x.labels.ofSet(x.Now().Ghosts.AckedAll)) }},
	{"acked_by_leader", nobody, "The records acknowledged for acks=1.", asRecords, func(x *Player, _ int) string { return listed(x.labels.ofSet(x.Now().Ghosts.AckedOne)) }},
	{"refused_after_append", nobody, "The records refused after they were written.", asRecords, func(x *Player, _ int) string { return listed(x.labels.ofSet(x.Now().Ghosts.Nacked)) }},
	{"consumed", nobody, "What consumers were given so far.", asRecords, func(x *Player, _ int) string {
		c := &x.Now().Ghosts.Consumed
		return listed(x.labels.ofLog(c.Records[:c.End]))
	}},
	{"lso", leading, "The last stable offset.", asWord, func(x *Player, b int) string { return fmt.Sprint(x.p.LastStable(x.Now(), b)) }},
	{"transaction", nobody, "The transaction at its coordinator: none, ongoing or completing.", asWord, func(x *Player, _ int) string {
		return [...]string{"none", "ongoing", "completing"}[x.Now().Txn]
	}},
	{"position", nobody, "Where the reader reads on.", asWord, func(x *Player, _ int) string { return fmt.Sprint(x.Now().Reader.Position) }},
	{"reads_from", nobody, "The follower that the reader was sent to, or nobody: it reads from the leader.", asBroker, func(x *Player, _ int) string { return x.Now().Reader.From.String() }},
	{"error", nobody, "The error that the client of this step gets; none if it gets none.", asWord, func(x *Player, _ int) string { return or(x.outcome.errored, "none") }},
	{"offsets", nobody, "The offsets that this step's client is told.", asRecords, func(x *Player, _ int) string { return listed(x.outcome.offsets) }},
	{"actions", nobody, "The actions of the model that this step took, in their order.", asActions, func(x *Player, _ int) string { return listed(x.texts(x.outcome.taken)) }},
	{"now", nobody, "The time since the start.", asWord, func(x *Player, _ int) string { return x.time.now.String() }},
	{"elapsed", nobody, "The time that this step took.", asWord, func(x *Player, _ int) string { return (x.time.now - x.outcome.began).String() }},
}

func asActions(_ *Player, values []string) (string, error) { return listed(values), nil }

// Look compares what is wanted with what is seen, both in one spelling.
func (x *Player) Look(w schedule.Want) (want, seen string, err error) {
	if w.Key == "waited" {
		return x.waited(w)
	}
	i := slices.IndexFunc(sights, func(s sight) bool { return s.name == w.Key })
	if i < 0 {
		return "", "", fmt.Errorf("script: nothing is called %q%s", w.Key, model.DidYouMean(w.Key, sightNames()))
	}
	s := &sights[i]
	b, err := x.subject(s, w)
	if err != nil {
		return "", "", err
	}
	if want, err = s.read(x, w.Values); err != nil {
		return "", "", fmt.Errorf("%s: %w", w.Name(), err)
	}
	seen = s.see(x, b)
	if (s.name == "now" || s.name == "elapsed") && want != "" {
		d, _ := time.ParseDuration(seen) // it is one that was just printed
		want, err = within(want, d)
	}
	return want, seen, err
}

// subject finds whose sight is asked for.
func (x *Player) subject(s *sight, w schedule.Want) (int, error) {
	switch {
	case w.Of == "" && s.of == nobody:
		return 0, nil
	case w.Of != "" && s.of == nobody:
		return 0, fmt.Errorf("%s is of nobody in particular; write %s: ... without %q", s.name, s.name, w.Of)
	case w.Of == "" && s.of == leading:
		l, ok := x.leads()
		if !ok {
			return 0, fmt.Errorf("%s: nobody leads; say whose, as in %s: {b1: ...}", s.name, s.name)
		}
		return int(l), nil
	case w.Of == "":
		return 0, fmt.Errorf("%s needs a broker, as in %s: {b1: ...}", s.name, s.name)
	}
	b, err := x.broker(w.Of)
	return int(b), err
}

// waited is how long the request for a record waited that was answered in
// this step.
func (x *Player) waited(w schedule.Want) (want, seen string, err error) {
	d, ok := x.outcome.acked[w.Of]
	if !ok {
		return strings.Join(w.Values, ", "), "not answered in this step", nil
	}
	want, err = within(strings.Join(w.Values, ""), d)
	return want, d.String(), err
}

func (x *Player) texts(from int) (list []string) {
	for _, t := range x.Taken[from:] {
		list = append(list, x.Model.Text(t.Action))
	}
	return list
}

func sightNames() []string {
	names := []string{"waited", "refused"}
	for _, s := range sights {
		names = append(names, s.name)
	}
	return names
}

func yes(b bool) string { return map[bool]string{true: "yes", false: "no"}[b] }

func role(_ *Player, b *state) string {
	if b.Down() {
		return "down"
	}
	return [...]string{"idle", "follower", "leader"}[b.Role]
}

func pending(_ *Player, b *state) string {
	return [...]string{"none", "expand", "shrink", "expand decided"}[b.Change.Kind]
}

func halfAppend(x *Player, b *state) string {
	if !b.HalfAt.Known() {
		return "none"
	}
	return x.labels.of(b.HalfRecord.Value())
}

func highWatermark(_ *Player, b *state) string {
	if b.NoHW {
		return "-1"
	}
	return fmt.Sprint(b.HW)
}

func answeredHW(_ *Player, b *state) string {
	if b.Response.HW == kafka.MinusOne {
		return "-1"
	}
	return fmt.Sprint(b.Response.HW)
}

// records are those of a log from its start to an end.
func records(b *state, end kafka.Offset) []kafka.Record {
	return b.Log.Records[min(b.LocalStart(), end):end]
}

func readsRemote(x *Player, b int) string {
	var found []kafka.Record
	for o := x.Now().Brokers[b].Start; o < x.Now().Brokers[b].LocalStart(); o++ {
		if r, there := x.Now().InTier(b, o); there {
			found = append(found, r)
		}
	}
	return listed(x.labels.ofLog(found))
}

func recordEpochs(_ *Player, b *state) string {
	var list []string
	for _, r := range records(b, b.Log.End) {
		list = append(list, fmt.Sprint(r.Epoch()))
	}
	return listed(list)
}

func stopReplica(_ *Player, b *state) string {
	if !b.StopReplica.Known() {
		return "none"
	}
	return fmt.Sprint(b.StopReplica.Value())
}

func fetcher(x *Player, f int) string {
	switch b := &x.Now().Brokers[f]; {
	case b.Role != kafka.Follower || b.Leader == kafka.Nobody:
		return "none"
	case b.Failed.Has(b.Leader.Index()):
		return "dead"
	case b.Failed.Has(f):
		return "failed"
	case b.Starved.Has(b.Leader.Index()):
		return "starved"
	}
	return "running"
}

func inFlight(x *Player, b *state) string {
	r := &b.Response
	switch r.Kind {
	case kafka.NoResponse:
		return "none"
	case kafka.Fetched:
		carried := r.Carried()
		if len(carried) == 0 {
			return "no records"
		}
		return strings.Join(x.labels.ofLog(carried), ", ")
	case kafka.AskedLatest:
		return "asks where the leader's log begins"
	case kafka.MovedToTier:
		return "moved to tiered storage"
	case kafka.OutOfRange:
		if x.p.AsksRange() {
			return "out of range"
		}
		return fmt.Sprintf("out of range, ends at %d", r.End)
	case kafka.EpochEnd:
		return fmt.Sprintf("epoch %d ends at %d", r.Epoch.Int(), r.End)
	case kafka.CutToHW:
		return "a cut at the high watermark"
	}
	return fmt.Sprintf("diverging: epoch %d ends at %d", r.Epoch.Int(), r.End)
}

// request is the one that is under way: that of the leader, if there are several.
func (x *Player) request() (a kafka.Alter) {
	if l, ok := x.leads(); ok && x.p.StageOf(x.Now(), int(l)) != kafka.Nothing {
		return *x.p.Request(x.Now(), int(l))
	}
	for l := range x.p.Brokers {
		if x.p.StageOf(x.Now(), l) != kafka.Nothing {
			return *x.p.Request(x.Now(), l)
		}
	}
	return x.Now().Alter
}

// remote is what a follower's leader knows of it.
func (x *Player) remote(f int) (*state, *kafka.Remote) {
	if l, ok := x.leads(); ok {
		lead := &x.Now().Brokers[l]
		return lead, &lead.Remotes[f]
	}
	return nil, nil
}

func knownLeo(x *Player, f int) string {
	_, r := x.remote(f)
	if r == nil || !r.End.Known() {
		return "unknown"
	}
	return fmt.Sprint(r.End.Value())
}

func caughtUp(x *Player, f int) string {
	lead, r := x.remote(f)
	return yes(r != nil && (r.CaughtUp || x.p.IdleStuckStays && r.End.Is(lead.Log.End)))
}
