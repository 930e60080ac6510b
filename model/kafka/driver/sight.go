package driver

import (
	"fmt"
	"slices"
	"strings"

	"mc/model/kafka"
)

// sight is something that can be waited for on a cluster, and is so whatever state it is in.
type sight struct{ of, key, value string } // of: whose; empty of the partition

// sights are what holds of all states of a moment, in the order in which they are written.
func (w *writer) sights(n *node) (all []sight) {
	s := &n.states[0]
	for i, one := range w.seen(n, s) {
		common := !slices.ContainsFunc(n.states, func(other kafka.State) bool {
			theirs := w.seen(n, &other)
			return i >= len(theirs) || theirs[i] != one
		})
		if common {
			all = append(all, one)
		}
	}
	return all
}

// seen are the sights of one state: of the controller, and of those who run.
func (w *writer) seen(n *node, s *kafka.State) (all []sight) {
	c := &s.Controller
	leader := c.Leader.String()
	if c.Leader == kafka.Nobody {
		leader = "none"
	}
	all = append(all, sight{"", "leader", leader}, sight{"", "isr", list(c.Isr)})
	if w.protocol.Elr {
		all = append(all, sight{"", "elr", list(c.Elr)})
	}
	all = append(all, sight{"", "fenced", list(c.Fenced &^ w.leaving(s))})
	for b := range w.protocol.Brokers {
		x, name := &s.Brokers[b], kafka.NodeOf(b).String()
		if n.held.Has(b) || x.Down() || x.Role == kafka.Idle {
			continue
		}
		all = append(all, sight{name, "epoch", fmt.Sprint(x.Epoch)}, sight{name, "leo", fmt.Sprint(x.Log.End)})
		if x.Role == kafka.Leader {
			all = append(all, sight{name, "hw", fmt.Sprint(x.HW)})
		}
	}
	return all
}

// leaving are those who stop or have stopped cleanly: how long that takes is not known, since
// the controller lets nobody go before everybody else has caught up, and some are held.
func (w *writer) leaving(s *kafka.State) kafka.Set {
	set := s.Controller.ShuttingDown
	for b := range w.protocol.Brokers {
		if x := &s.Brokers[b]; x.Down() && x.Clean {
			set |= kafka.Of(b)
		}
	}
	return set
}

// list is a set as a driver file has it.
func list(x kafka.Set) string {
	var names []string
	for b := range kafka.MaxBrokers {
		if x.Has(b) {
			names = append(names, kafka.NodeOf(b).String())
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ",")
}

// awaits writes what is new to be seen, and has consumers read what is newly committed. The
// last one of a plan that loses nothing is what the cluster is looked at for.
func (w *writer) awaits(n *node, looks bool) {
	before := w.sights(n.before)
	var lines []string
	for _, one := range w.sights(n) {
		if slices.Contains(before, one) && !(looks && one.of == "") {
			continue
		}
		word := one.key + "=" + one.value
		if one.key == "fenced" {
			word = strings.TrimSpace(strings.TrimSuffix(word, "fenced=none") + w.back(n))
		}
		if word == "" {
			continue
		}
		if i := slices.IndexFunc(lines, func(line string) bool { return w.goesOn(line, one.of) }); i >= 0 {
			lines[i] += " " + word
			continue
		}
		lines = append(lines, strings.TrimSpace("await "+one.of)+" "+word)
	}
	if looks && len(lines) > 0 { // the partition comes last, as what is looked for
		lines = append(lines[1:], strings.Replace(lines[0], "await", "see", 1))
	}
	for _, line := range lines {
		w.line(line, "")
	}
	if l := n.states[0].Controller.Leader; committed(n) > committed(n.before) && l != kafka.Nobody {
		w.line("consume "+w.commits(n), "")
	}
}

// goesOn reports whether a line waits for the same one.
func (w *writer) goesOn(line, of string) bool {
	words := strings.Fields(line)
	if of == "" {
		return strings.Contains(words[1], "=")
	}
	return words[1] == of
}

// back are those who are not fenced any more.
func (w *writer) back(n *node) string {
	if set := n.before.states[0].Controller.Fenced &^ n.states[0].Controller.Fenced &^ w.leaving(&n.states[0]); set != 0 {
		return " unfenced=" + list(set)
	}
	return ""
}

// committed is what has been committed in all states.
func committed(n *node) (end kafka.Offset) {
	end = n.states[0].Ghosts.Committed.End
	for i := range n.states {
		end = min(end, n.states[i].Ghosts.Committed.End)
	}
	return end
}

// commits is the leader that shows it to consumers.
func (w *writer) commits(n *node) string {
	for b := range w.protocol.Brokers {
		x := &n.states[0].Brokers[b]
		if x.Role == kafka.Leader && x.HW == n.states[0].Ghosts.Committed.End && !n.held.Has(b) {
			return kafka.NodeOf(b).String()
		}
	}
	return n.states[0].Controller.Leader.String()
}
