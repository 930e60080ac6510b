package script

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// command is a word that a script may use. The first of its keys may be left
// out: `fetch: b2` is `fetch: {follower: b2}`.
type command struct {
	name  string
	usage string // its keys
	doc   string
	run   func(*Player, args) error
}

// commands are all that a script can say. It is filled by init because the
// commands refer to each other through Do.
var commands []command

func init() {
	commands = []command{
		{"produce", "to acks values count", "A producer sends records to a broker (default: the leader) with acks=all, 1 or 0; values names them.", produce},
		{"fetch", "follower early parked", "A follower's fetch request and the leader's processing of it. early: the answer carries the high watermark from before. parked: the request waited at the leader while its sender was frozen.", fetch},
		{"respond", "follower", "A follower processes the answer that it waits for.", each("Respond", running)},
		{"replicate", "follower rounds", "Fetch and respond, for each follower in turn, so many times.", replicate},
		{"lookup", "follower", "A follower asks where its last epoch ends and cuts its log.", each("Lookup", running)},
		{"learn", "broker", "A broker learns the newest metadata.", each("Learn", running)},
		{"settle", "", "Everything that runs goes on until nothing changes any more.", settle},

		{"shrink", "follower leader", "The leader finds a follower out of sync: it proposes a smaller ISR (or writes it, in ZooKeeper).", shrink},
		{"lag-out", "follower leader", "A follower outside the ISR falls out of the lag window.", lagOut},
		{"send-expand", "leader", "The leader sends an expansion that it has decided on.", each("SendExpand", running)},
		{"alter-partition", "leader", "The controller decides on the proposed ISR (default: the only one).", ofRequest("AlterPartition", kafka.Requested)},
		{"answer", "leader", "The leader hears what became of its proposal.", answer},
		{"lose-answer", "leader", "The leader's request, or the controller's answer, does not arrive.", ofRequest("LoseAnswer", kafka.Requested, kafka.Answered)},
		{"resend", "leader", "The leader sends its proposal again.", ofRequest("Resend", kafka.Lost)},

		{"fence", "broker", "A broker's session expires.", fence},
		{"fence-together", "broker other", "Two sessions expire at once.", pair("FenceTogether")},
		{"unfence", "broker", "A fenced broker is heard from again.", each("Unfence", running)},
		{"elect", "broker", "The controller moves leadership.", each("Elect", anyhow)},
		{"shut-down", "broker", "A broker asks the controller to let it go.", each("ShutDown", running)},
		{"reassign", "remove add to", "Replicas are taken out of the assignment, at once; or, where reassignments are a process (with add or to by default), one begins.", reassign},
		{"min-isr", "to", "An operator changes min.insync.replicas.", minIsr},

		{"kill", "broker", "A process is killed; its files are whole.", each("Kill", anyhow)},
		{"crash", "broker keeps", "A machine loses power and what it had not flushed; keeps: so many records survive.", crash},
		{"stop", "broker", "A broker that was let go stops cleanly.", each("Stop", running)},
		{"restart", "broker", "A broker starts and registers.", restart},
		{"checkpoint", "broker", "A broker writes its high watermark to disk.", each("Checkpoint", running)},
		{"flush", "broker", "A broker forces its log to disk.", each("Flush", running)},
		{"freeze", "broker", "A process is stopped (SIGSTOP): it sends nothing, not even heartbeats; its sockets stay.", freeze},
		{"thaw", "broker", "A frozen process goes on.", thaw},
		{"hold", "follower", "A follower's fetches stand still, except where a step says so; its heartbeats go on.", hold},
		{"release", "follower", "A held follower fetches on its own again.", release},

		{"ack", "value leader", "A leader answers the produce request of a covered record, or of all of them.", ack},
		{"retry", "value to acks", "A producer sends a record again, to a broker (default: the leader), because it got an error or no answer.", retry},
		{"timeout", "value leader", "A produce request times out.", timeout},
		{"read", "broker", "A consumer reads up to the high watermark.", read},
		{"poll", "broker", "The reader fetches, from the broker that it reads from (default: the leader, or whom it was sent to).", poll},
		{"latest", "broker", "A client asks for the latest offset.", latest},

		{"advance", "time", "Time passes; timers fire, and what runs goes on.", advance},
		{"await", "within ...", "Time passes until something is seen, at most so long; its other keys are those of expect.", await},
		{"do", "action", "One action of the model by its own name, as in \"Fetch b2\".", do},
		{"look", "", "Nothing happens; there is only something to expect.", func(*Player, args) error { return nil }},
	}
}

func find(name string) (*command, bool) {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return ruleCommand(name)
	}
	return &commands[i], true
}

func commandNames() []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

// keys are the arguments that the command takes.
func (c *command) keys() []string { return strings.Fields(c.usage) }

// args are a command's arguments by key.
type args map[string][]string

// read sorts the arguments by key and refuses those that the command does not
// have. Arguments without a key have the keys in their order.
func (c *command) read(given schedule.Command) (args, error) {
	keys := c.keys()
	out, bare := args{}, 0
	for _, a := range given.Args {
		key := a.Key
		if key == "" {
			if len(keys) == 0 {
				return nil, fmt.Errorf("%s takes no arguments, got %s", c.name, strings.Join(a.Values, ", "))
			}
			key = keys[min(bare, len(keys)-1)]
			bare++
		}
		if !slices.Contains(keys, key) && !slices.Contains(keys, "...") {
			return nil, fmt.Errorf("%s has no argument %q%s; it takes %s", c.name, key, model.DidYouMean(key, keys), or(strings.Join(keys, ", "), "none"))
		}
		out[key] = append(out[key], a.Values...)
	}
	return out, nil
}

func or(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}

// one is the only value of a key, or the fallback.
func (a args) one(key, fallback string) (string, error) {
	switch v := a[key]; len(v) {
	case 0:
		return fallback, nil
	case 1:
		return v[0], nil
	default:
		return "", fmt.Errorf("%s takes one value, got %s", key, strings.Join(v, ", "))
	}
}

// number is the whole number of a key, or the fallback.
func (a args) number(key string, fallback int) (int, error) {
	text, err := a.one(key, fmt.Sprint(fallback))
	if err != nil {
		return 0, err
	}
	var n int
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil || fmt.Sprint(n) != text {
		return 0, fmt.Errorf("%s must be a whole number, got %q", key, text)
	}
	return n, nil
}

func (a args) on(key string) bool {
	v := a[key]
	return len(v) == 1 && slices.Contains([]string{"yes", "on", "true"}, v[0])
}

// brokers are the brokers that a key names; all means every one.
func (x *Player) brokers(a args, key string) ([]uint8, error) {
	if len(a[key]) == 0 {
		return nil, fmt.Errorf("%s is missing; name a broker, as in b2", key)
	}
	var list []uint8
	for _, text := range a[key] {
		if text == "all" {
			for b := range x.p.Brokers {
				list = append(list, uint8(b))
			}
			continue
		}
		b, err := x.broker(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		list = append(list, b)
	}
	return list, nil
}

// broker reads "b2", or "2".
func (x *Player) broker(text string) (uint8, error) {
	var n int
	digits := strings.TrimPrefix(text, "b")
	if _, err := fmt.Sscanf(digits, "%d", &n); err != nil || fmt.Sprint(n) != digits || n < 1 || n > x.p.Brokers {
		return 0, &unknownBroker{text, x.p.Brokers}
	}
	return uint8(n - 1), nil
}

// unknownBroker complains of one that there is not.
type unknownBroker struct {
	text    string
	brokers int
}

func (u *unknownBroker) Error() string {
	return fmt.Sprintf("%q is no broker; there are b1 to b%d", u.text, u.brokers)
}

// leader is the broker that a key names, or the one that leads.
func (x *Player) leader(a args, key string) (uint8, error) {
	if len(a[key]) > 0 {
		list, err := x.brokers(a, key)
		if err != nil {
			return 0, err
		}
		return list[0], nil
	}
	if l, ok := x.leads(); ok {
		return l, nil
	}
	return 0, fmt.Errorf("%s is missing, and nobody leads; name a broker, as in b1", key)
}

// leads is the controller's leader if it knows that it leads, or else the
// only broker that takes itself for one.
func (x *Player) leads() (uint8, bool) {
	s := x.Now()
	if l := s.Controller.Leader.Index(); l >= 0 && x.isLeader(l) {
		return uint8(l), true
	}
	found, n := 0, 0
	for b := range x.p.Brokers {
		if x.isLeader(b) {
			found, n = b, n+1
		}
	}
	return uint8(found), n == 1
}
