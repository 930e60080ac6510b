package script

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// Start is the model whose runs start in the state that is given, in the words of
// sights. What is not given is as a cluster has it in which nothing is on its way:
// everybody runs, has learned of the controller's state and has what it has on disk;
// leaders have heard from nobody.
func Start(m *model.Model[kafka.State], v model.Values, given []model.Given) (*model.Model[kafka.State], []schedule.Problem) {
	p, err := kafka.NewProtocol(v)
	if err != nil {
		return nil, nil // the constants have their own complaint
	}
	g := &beginning{x: &Player{p: p}, s: &kafka.State{}, given: given}
	for _, read := range []func(){g.words, g.controller, g.roles, g.starts, g.names, g.logs, g.files, g.leaders, g.clients} {
		if read(); len(g.problems) > 0 {
			return nil, g.problems
		}
	}
	p.Keep(g.s)
	if g.bounds(v); len(g.problems) == 0 {
		g.sense()
	}
	if len(g.problems) > 0 {
		return nil, g.problems
	}
	there, err := p.Starting(m, *g.s, &model.Start{Given: given, Labels: g.x.labels.byName()})
	if err != nil {
		return nil, append(g.problems, schedule.Problem{Init: &model.Given{}, Message: err.Error()})
	}
	g.seen(there)
	return there, g.problems
}

// beginning is a state that is being read.
type beginning struct {
	x        *Player // for the names of things
	s        *kafka.State
	given    []model.Given
	although []string // words that were needed
	problems []schedule.Problem
}

// startWord is something that can be given: of whom, and what it is if it is not.
type startWord struct {
	name      string
	of        subject
	otherwise string
}

var startWords = []startWord{
	{"leader", nobody, "b1"},
	{"leader_epoch", nobody, "0"},
	{"partition_epoch", nobody, "the leader epoch"},
	{"isr", nobody, "everybody who is neither fenced nor in the ELR"},
	{"elr", nobody, "nobody"},
	{"last_known", nobody, "nobody"},
	{"fenced", nobody, "nobody; each is one of fences, unless it has stopped cleanly"},
	{"stopping", nobody, "nobody; each is one of clean_stops"},
	{"min_isr", nobody, "as configured"},
	{"role", broker, "leader, if the controller means it, else follower; who is down is one of kills, or of clean_stops"},
	{"epoch", broker, "the controller's"},
	{"follows", broker, "the controller's leader"},
	{"truncating", broker, "no"},
	{"fetcher", broker, "running"},
	{"sessions", broker, "with nobody"},
	{"log", broker, "empty; a name is the same record wherever it is, and counts as one of records"},
	{"epochs", broker, "0 for each record"},
	{"cache", broker, "what the log amounts to, with the epoch of who leads"},
	{"hw", broker, "where the log begins; of who is down, what is on disk"},
	{"checkpoint", broker, "the high watermark"},
	{"log_start", broker, "0; what is below was deleted, and counts as records"},
	{"flushed", broker, "the end of the log"},
	{"clean", broker, "no"},
	{"known_isr", leading, "the controller's, or everybody in an older epoch"},
	{"known_partition_epoch", leading, "the controller's, or as much less as the leader epoch is older"},
	{"epoch_start", leading, "where the first record of the epoch is, or the end of the log"},
	{"waiting", leading, "none"},
	{"known_leo", follower, "unknown: the leader has heard from nobody"},
	{"caught_up", follower, "whether it is in the ISR"},
	{"committed", nobody, "what the high watermarks of leaders cover; of all, if nobody leads"},
	{"acked", nobody, "none"},
	{"acked_by_leader", nobody, "none"},
	{"refused_after_append", nobody, "none"},
	{"consumed", nobody, "none"},
	{"although", nobody, "nothing"},
}

// starts are the words for a state in which runs start.
func starts() (list []schedule.Word) {
	for _, w := range startWords {
		list = append(list, schedule.Word{Name: w.name, Usage: w.of.String(), Doc: "If it is not given: " + w.otherwise + "."})
	}
	for _, a := range allowances {
		list = append(list, schedule.Word{Name: "although " + a.Name, Doc: a.Doc})
	}
	return list
}

func startNames() (names []string) {
	for _, w := range startWords {
		names = append(names, w.name)
	}
	return names
}

func (g *beginning) complain(at model.Given, format string, args ...any) {
	g.problems = append(g.problems, schedule.Problem{Init: &at, Message: fmt.Sprintf(format, args...)})
}

// words complains of what cannot be given.
func (g *beginning) words() {
	for _, at := range g.given {
		i := slices.IndexFunc(startWords, func(w startWord) bool { return w.name == at.Key })
		switch {
		case i < 0 && slices.Contains(sightNames(), at.Key):
			g.complain(at, "init: %s can be seen and not given: it follows from the rest, or is on its way somewhere; the words here are %s",
				at.Key, strings.Join(startNames(), ", "))
		case i < 0:
			g.complain(at, "init: nothing is called %q%s", at.Key, model.DidYouMean(at.Key, startNames()))
		case startWords[i].of == nobody && at.Of != "":
			g.complain(at, "init: %s is of nobody in particular; write %s: ... without %q", at.Key, at.Key, at.Of)
		case startWords[i].of != nobody && at.Of == "":
			g.complain(at, "init: %s needs a broker, as in %s: {b1: ...}", at.Key, at.Key)
		case at.Of != "":
			if _, err := g.x.broker(at.Of); err != nil {
				g.complain(at, "init: %s: %v", at.Key, err)
			}
		}
	}
}

// each reads what is given under a key, for every broker that it is given of.
func (g *beginning) each(key string, read func(at model.Given, b int) error) {
	for _, at := range g.given {
		if at.Key != key {
			continue
		}
		b := uint8(0)
		if at.Of != "" {
			b, _ = g.x.broker(at.Of) // words has looked
		}
		if err := read(at, int(b)); err != nil {
			g.complain(at, "init: %s: %v", at.Name(), err)
		}
	}
}

// has reports whether something is given.
func (g *beginning) has(key string, b int) (found bool) {
	g.each(key, func(_ model.Given, of int) error {
		found = found || of == b
		return nil
	})
	return found
}

// number reads a whole number into a field.
func number8[T ~uint8](at model.Given, to *T, most int) error {
	n, err := args{at.Key: at.Values}.number(at.Key, 0)
	switch {
	case err != nil:
		return err
	case len(at.Values) != 1:
		return fmt.Errorf("must be a whole number, got %q", strings.Join(at.Values, ", "))
	case n < 0 || n > most:
		return fmt.Errorf("%d is not from 0 to %d", n, most)
	}
	*to = T(n)
	return nil
}

// set reads a set of brokers.
func (g *beginning) set(at model.Given, to *kafka.Set) error {
	*to = 0
	for _, w := range words(at.Values) {
		b, err := g.x.broker(w)
		if err != nil {
			return err
		}
		*to |= kafka.Of(int(b))
	}
	return nil
}

// node reads a broker, or nobody.
func (g *beginning) node(at model.Given, to *kafka.Node) error {
	list := words(at.Values)
	if len(list) == 0 || list[0] == "nobody" {
		*to = kafka.Nobody
		return nil
	}
	b, err := g.x.broker(list[0])
	*to = kafka.NodeOf(int(b))
	return err
}

// flag reads yes or no.
func flag(at model.Given, to *bool) error {
	word := strings.Join(at.Values, ", ")
	switch word {
	case "yes", "true", "on":
		*to = true
	case "no", "false", "off":
		*to = false
	default:
		return fmt.Errorf("must be yes or no, got %q", word)
	}
	return nil
}

const mostVersions = 200

// controller reads what the controller has.
func (g *beginning) controller() {
	c := &g.s.Controller
	c.Leader, c.Isr = kafka.NodeOf(0), kafka.Set(1<<g.x.p.Brokers-1)
	g.each("leader", func(at model.Given, _ int) error { return g.node(at, &c.Leader) })
	g.each("leader_epoch", func(at model.Given, _ int) error { return number8(at, &c.Epoch, kafka.MaxLeaderEpoch) })
	version := kafka.PartitionEpoch(c.Epoch)
	g.each("partition_epoch", func(at model.Given, _ int) error { return number8(at, &version, mostVersions) })
	c.Version = kafka.Know(version)
	for key, to := range map[string]*kafka.Set{"fenced": &c.Fenced, "stopping": &c.ShuttingDown, "elr": &c.Elr, "last_known": &c.LastKnown} {
		g.each(key, func(at model.Given, _ int) error { return g.set(at, to) })
	}
	c.Isr &^= c.Fenced | c.Elr
	g.each("isr", func(at model.Given, _ int) error { return g.set(at, &c.Isr) })
	g.each("min_isr", func(at model.Given, _ int) error { return number8(at, &c.MinIsr, g.x.p.Brokers) })
}

// roles reads what each broker takes itself for.
func (g *beginning) roles() {
	c := &g.s.Controller
	for b := range g.x.p.Brokers {
		x := &g.s.Brokers[b]
		x.Role, x.Leader, x.Epoch, x.MinIsr = kafka.Follower, c.Leader, c.Epoch, c.MinIsr
		if c.Leader == kafka.NodeOf(b) {
			x.Role = kafka.Leader
		}
	}
	g.each("role", func(at model.Given, b int) error {
		x := &g.s.Brokers[b]
		switch word := strings.Join(at.Values, ", "); word {
		case "leader":
			x.Role, x.Leader = kafka.Leader, kafka.NodeOf(b)
		case "follower":
			x.Role = kafka.Follower
		case "idle":
			*x = kafka.Broker{Role: kafka.Idle}
		case "down":
			*x = kafka.Broker{Role: kafka.Stopped}
		default:
			return fmt.Errorf("must be leader, follower, idle or down, got %q", word)
		}
		return nil
	})
	g.each("epoch", func(at model.Given, b int) error { return number8(at, &g.s.Brokers[b].Epoch, kafka.MaxLeaderEpoch) })
	g.each("follows", func(at model.Given, b int) error { return g.node(at, &g.s.Brokers[b].Leader) })
	g.each("truncating", func(at model.Given, b int) error { return flag(at, &g.s.Brokers[b].Truncating) })
	g.each("sessions", func(at model.Given, b int) error { return g.set(at, &g.s.Brokers[b].Sessions) })
	g.each("fetcher", func(at model.Given, b int) error {
		x := &g.s.Brokers[b]
		switch word := strings.Join(at.Values, ", "); word {
		case "running", "none":
		case "failed":
			x.Failed = kafka.Of(b)
		case "dead":
			if x.Leader == kafka.Nobody {
				return fmt.Errorf("dead needs a leader that it follows")
			}
			x.Failed = kafka.Of(x.Leader.Index())
		default:
			return fmt.Errorf("must be running, failed, dead or none, got %q", word)
		}
		return nil
	})
}

// leaders reads what those who lead know.
func (g *beginning) leaders() {
	c, all := &g.s.Controller, kafka.Set(1<<g.x.p.Brokers-1)
	for b := range g.x.p.Brokers {
		if x := &g.s.Brokers[b]; x.Role == kafka.Leader {
			x.Version, x.Isr = c.Version, c.Isr
			if x.Epoch != c.Epoch {
				x.Version, x.Isr = kafka.Know(c.Version.Value()-min(c.Version.Value(), kafka.PartitionEpoch(c.Epoch-x.Epoch))), all
			}
			x.EpochStart = x.Log.LeadsFrom(x.Epoch)
		}
	}
	ofLeader := func(key string, read func(at model.Given, x *state) error) {
		g.each(key, func(at model.Given, b int) error {
			if g.s.Brokers[b].Role != kafka.Leader {
				return fmt.Errorf("b%d does not lead", b+1)
			}
			return read(at, &g.s.Brokers[b])
		})
	}
	ofLeader("known_isr", func(at model.Given, x *state) error { return g.set(at, &x.Isr) })
	ofLeader("known_partition_epoch", func(at model.Given, x *state) error {
		version := kafka.PartitionEpoch(0)
		err := number8(at, &version, int(c.Version.Value()))
		x.Version = kafka.Know(version)
		return err
	})
	ofLeader("epoch_start", func(at model.Given, x *state) error { return number8(at, &x.EpochStart, kafka.Capacity) })
	ofLeader("waiting", func(at model.Given, x *state) error { return g.values(at, &x.Waiting) })
	g.remotes()
}

// remotes reads what the leader knows of its followers.
func (g *beginning) remotes() {
	for b := range g.x.p.Brokers {
		x := &g.s.Brokers[b]
		for f := range g.x.p.Brokers {
			x.Remotes[f].CaughtUp = x.Role == kafka.Leader && f != b && x.Isr.Has(f)
		}
	}
	ofFollower := func(key string, read func(at model.Given, r *kafka.Remote) error) {
		g.each(key, func(at model.Given, f int) error {
			l := g.s.Controller.Leader.Index()
			if l < 0 || g.s.Brokers[l].Role != kafka.Leader || l == f {
				return fmt.Errorf("there is no leader that knows of b%d", f+1)
			}
			return read(at, &g.s.Brokers[l].Remotes[f])
		})
	}
	ofFollower("known_leo", func(at model.Given, r *kafka.Remote) error {
		if strings.Join(at.Values, "") == "unknown" {
			return nil
		}
		var end kafka.Offset
		err := number8(at, &end, kafka.Capacity)
		r.End = kafka.Know(end)
		return err
	})
	ofFollower("caught_up", func(at model.Given, r *kafka.Remote) error { return flag(at, &r.CaughtUp) })
}
