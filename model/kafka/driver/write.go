package driver

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mc/model/kafka"
	"mc/model/schedule"
)

// writer writes a plan as a driver file.
type writer struct {
	*plan
	about schedule.Course
	out   strings.Builder
	told  map[int]bool // steps of the trace that a comment names
}

// text is the whole file.
func (w *writer) text(end *node) string {
	w.told = map[int]bool{}
	var nodes []*node
	for n := end; n != nil; n = n.before {
		nodes = append(nodes, n)
	}
	slices.Reverse(nodes)
	w.head(end)
	for i, n := range nodes[1:] {
		w.deed(n)
		last := i == len(nodes)-2
		w.awaits(n, last && !w.lost(n))
	}
	if w.lost(end) {
		w.line("expect lost", "what was acknowledged or consumed is gone when everybody runs again")
	} else {
		w.line("expect seen", "")
	}
	return w.out.String()
}

// column is where comments begin.
const column = 44

func (w *writer) line(text, comment string) {
	if comment != "" {
		text = fmt.Sprintf("%-*s # %s", column, text, comment)
	}
	visible := func(r rune) rune { // what others have written stays on its line
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}
	w.out.WriteString(strings.TrimRight(strings.Map(visible, text), " ") + "\n")
}

// head says what it is, and what the cluster is to be.
func (w *writer) head(end *node) {
	w.line("# A driver for brokers/cluster: the course of a counterexample on a real cluster, with "+holds(end.holds)+".", "")
	w.line("# The number in a comment is the step of the trace; what happens by itself is only waited for.", "")
	w.line(fmt.Sprintf("# From %s; it breaks %s.", w.about.Of, w.about.Property), "")
	w.line(fmt.Sprintf("# Its rules are those of generation %s: a release that has others need not follow.", w.protocol.Generation), "")
	if w.about.Title != "" {
		w.line("title "+strings.ReplaceAll(w.about.Title, "#", ""), "")
	}
	session, lag := w.times()
	names := make([]string, w.protocol.Brokers)
	for b := range names {
		names[b] = kafka.NodeOf(b).String()
	}
	w.line(fmt.Sprintf("set brokers=%s min-isr=%d session=%s lag=%s", strings.Join(names, ","), w.protocol.MinIsr, session, lag), "")
	w.line(fmt.Sprintf("set elr=%s unclean=%s", onOff(w.protocol.Elr), onOff(w.protocol.UncleanAllowed())), "")
	w.line("", "")
}

func holds(n int) string {
	if n == 1 {
		return "1 hold"
	}
	return fmt.Sprintf("%d holds", n)
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// times are the session and the lag time: longer than any hold, unless the trace has
// sessions that expire or followers that fall behind.
func (w *writer) times() (session, lag string) {
	session, lag = "150s", "150s"
	shrinks := slices.ContainsFunc(w.others, func(step int) bool { return w.name(w.path.Steps[step-1].Action) == "ProposeShrink" })
	switch {
	case shrinks && w.brief:
		return "6s", "15s"
	case shrinks:
		return session, "10s"
	case w.brief:
		return "9s", lag
	}
	return session, lag
}

// deed writes what is done.
func (w *writer) deed(n *node) {
	b := kafka.NodeOf(n.broker).String()
	switch n.deed {
	case freeze:
		w.line("freeze "+b, w.until(n))
		w.line("pause 1.2s", "a fetch that waits at a leader is over")
	case thaw:
		w.line("thaw "+b, w.taken(n))
	case take:
		w.told[n.step] = true
		if text := w.operation(n); text != "" {
			w.line(text, fmt.Sprintf("%d: %s%s", n.step, w.about.Steps[n.step-1], w.after(n)))
		}
	}
}

// until says which step of its own a broker is held for.
func (w *writer) until(n *node) string {
	for i, t := range w.path.Steps {
		if !w.told[i+1] && rules[w.name(t.Action)].kind == silent && int(t.Action.Args[0]) == n.broker {
			return fmt.Sprintf("held, so as to come to step %d (%s) only then", i+1, w.about.Steps[i])
		}
		if name := w.name(t.Action); !w.told[i+1] && (name == "Fence" || name == "ProposeShrink") && int(t.Action.Args[0]) == n.broker {
			return fmt.Sprintf("held for step %d (%s)", i+1, w.about.Steps[i])
		}
	}
	return "held to the end"
}

// after names the silent steps that an operation brings with it.
func (w *writer) after(n *node) string {
	if text := w.taken(n); text != "" {
		return "; then " + text
	}
	return ""
}

// taken are the steps of the trace that happen by themselves now: of each process that is
// not held the next ones, up to its next operation.
func (w *writer) taken(n *node) string {
	var steps []string
	stuck := map[int]bool{}
	for i, t := range w.path.Steps {
		b := int(t.Action.Args[0])
		r := rules[w.name(t.Action)]
		switch {
		case w.told[i+1] || stuck[b]:
		case r.kind != silent || !r.runs(n, w.state(i+1), t.Action) || w.name(t.Action) == "Learn" && !w.decided(n, i+1):
			stuck[b] = true
		default:
			w.told[i+1] = true
			steps = append(steps, fmt.Sprint(i+1))
		}
	}
	if len(steps) == 0 {
		return ""
	}
	return strings.Join(steps, ", ")
}

// decided reports whether all that is done before a step of the trace, clients apart, is done.
func (w *writer) decided(n *node, step int) bool {
	return n.done[1] == len(w.others) || w.others[n.done[1]] > step
}

// operation is what a step is on a cluster; a session that expires is only waited for.
func (w *writer) operation(n *node) string {
	a := w.path.Steps[n.step-1].Action
	args := w.model.Rules[a.Rule].Params
	text := func(i int) string { return args[i].Text(a.Args[i]) }
	switch w.name(a) {
	case "Produce":
		return fmt.Sprintf("produce %s %s acks=%s async", text(0), w.path.Steps[n.step-1].After.Used.Values(), text(1))
	case "Read":
		return "consume " + text(0)
	case "Elect":
		return "prefer " + text(0)
	case "ShutDown":
		return "stop " + text(0)
	case "Kill":
		return "kill " + text(0)
	case "LossyCrash":
		return fmt.Sprintf("crash %s keep=%d", text(0), n.states[0].Brokers[a.Args[0]].Log.End)
	case "Restart", "Start":
		return "start " + text(0)
	case "RemoveReplica":
		return "remove " + text(0)
	case "ChangeMinIsr":
		return "min-isr " + text(0)
	}
	return ""
}

// lost reports whether a record that a leader showed to consumers is missing from the
// leader that the controller has, in whatever state the cluster may be.
func (w *writer) lost(n *node) bool {
	return !slices.ContainsFunc(n.states, func(s kafka.State) bool {
		l := s.Controller.Leader
		if l == kafka.Nobody {
			return true
		}
		committed, log := &s.Ghosts.Committed, &s.Brokers[l.Index()].Log
		for i := range committed.End {
			if i >= log.End || log.Records[i] != committed.Records[i] {
				return false
			}
		}
		return true
	})
}
