package driver

import (
	"cmp"
	"fmt"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// Drive makes a driver file of a run.
func Drive(m *model.Model[kafka.State], v model.Values, run *model.Path[kafka.State], about schedule.Course) (string, error) {
	protocol, err := kafka.NewProtocol(v)
	if err != nil {
		return "", err
	}
	p := &plan{model: m, protocol: protocol, path: run, memo: map[[2]uint64][]kafka.State{}, seen: map[place]bool{}}
	if err := p.prepare(about.Property); err != nil {
		return "", err
	}
	end := p.seek()
	if end == nil {
		return "", p.why()
	}
	w := &writer{plan: p, about: about}
	return w.text(end), nil
}

// prepare finds the operations, and refuses what no driver can do.
func (p *plan) prepare(property string) error {
	var known bool
	switch p.property, known = p.model.Property(property); {
	case !known:
		return &schedule.Undriven{Why: "the trace shows no property, so there is nothing that a cluster would have to show; give the trace of one"}
	case p.property.Kind.Subject() != model.OfStates:
		return &schedule.Undriven{Why: fmt.Sprintf("%s is a claim about steps or whole runs, which a cluster cannot be seen to break at its end; "+
			"give the trace of a claim about states", property)}
	case p.model.Start != nil:
		return &schedule.Undriven{Why: "the trace starts where a reader said, and a new cluster starts empty; give one from the model's own start"}
	}
	for i, t := range p.path.Steps {
		name := p.name(t.Action)
		switch r := rules[name]; {
		case r.kind == impossible:
			return p.undriven(i+1, fmt.Sprintf("nothing that is done to a cluster brings about %s; minimise the trace, or leave the rule out", name))
		case r.kind == operation && r.client:
			p.clients = append(p.clients, i+1)
		case r.kind == operation:
			p.others = append(p.others, i+1)
		}
		p.brief = p.brief || name == "Fence"
	}
	return nil
}

func (p *plan) undriven(step int, why string) error {
	return &schedule.Undriven{Step: step, Name: p.model.Text(p.path.Steps[step-1].Action), Why: why}
}

// state is that before a step.
func (p *plan) state(step int) *kafka.State {
	if step == 1 {
		return &p.path.Start
	}
	return &p.path.Steps[step-2].After
}

// why says why there is no plan: the first step in which a process does something on one
// link while it would have done something else on another, or else how far one comes.
func (p *plan) why() error {
	for i, t := range p.path.Steps {
		if b, whom := p.onOneLink(i+1, t.Action); b >= 0 {
			return p.undriven(i+1, fmt.Sprintf("%[1]s goes on with %[2]s here, and has not learned what the controller decided before: "+
				"it would have to run on its link to %[2]s and be held on the one to the controller, and a driver holds whole processes. "+
				"No other order of the operations shows the same either; try another trace of the property",
				kafka.NodeOf(b), whom))
		}
	}
	for i := range p.path.Steps {
		if y, since := p.silentLonger(i + 1); y >= 0 {
			x := kafka.NodeOf(int(p.path.Steps[i].Action.Args[0]))
			return p.undriven(i+1, fmt.Sprintf("the session of %[1]s expires while %[2]s has been held since step %[3]d, so as not to learn, "+
				"and %[1]s has gone on after that: the session of %[2]s would expire first. Try a trace without expired sessions, "+
				"with a clean stop or an election in their place", x, kafka.NodeOf(y), since))
		}
	}
	step := p.nextOf(p.furthest)
	if p.cut {
		return p.undriven(cmp.Or(step, len(p.path.Steps)), fmt.Sprintf("no plan is among the %d moments that were looked at, and there are more; minimise the trace, "+
			"or give one with fewer operations", len(p.seen)))
	}
	if step == 0 {
		return p.undriven(len(p.path.Steps), "all operations can be carried out, but what the trace shows is over as soon as everybody "+
			"runs on, or is a race: no hold of whole processes keeps it; give the trace of a claim that stays broken")
	}
	return p.undriven(step, "no holds of whole processes bring a cluster here: what happens by itself comes first, or is a race")
}

// onOneLink is the broker that a step takes part of while it has news, and who else does;
// -1: nobody has.
func (p *plan) onOneLink(step int, a model.Action) (b int, whom string) {
	before := p.state(step)
	switch p.name(a) {
	case "Fetch", "FetchEarly":
		f := int(a.Args[0])
		if l := before.Brokers[f].Leader; l != kafka.Nobody && p.hasNews(before, l.Index()) {
			return l.Index(), kafka.NodeOf(f).String()
		}
		if p.hasNews(before, f) {
			return f, before.Brokers[f].Leader.String()
		}
	case "Produce":
		if l := int(a.Args[0]); p.hasNews(before, l) {
			return l, "its producers"
		}
	}
	return -1, ""
}

// silentLonger is, of a session that expires, a broker that has had news for longer than
// whose session it is has been silent, and since which step; -1: there is none.
func (p *plan) silentLonger(step int) (y, since int) {
	if p.name(p.path.Steps[step-1].Action) != "Fence" {
		return -1, 0
	}
	x := p.path.Steps[step-1].Action.Args[0]
	for y := range p.protocol.Brokers {
		before := p.state(step)
		if y == int(x) || before.Controller.Fenced.Has(y) || before.Brokers[y].Down() || !p.hasNews(before, y) {
			continue
		}
		since, acts := step, false
		for ; since > 1 && p.hasNews(p.state(since-1), y); since-- {
			acts = acts || p.path.Steps[since-2].Action.Args[0] == x
		}
		if acts {
			return y, since - 1
		}
	}
	return -1, 0
}

// hasNews reports whether a broker could learn something.
func (p *plan) hasNews(s *kafka.State, b int) (has bool) {
	from := *s
	p.model.Expand(&from, model.NewSteps(func(a model.Action, _ *kafka.State) {
		has = has || p.name(a) == "Learn" && int(a.Args[0]) == b
	}))
	return has
}

// nextOf is the first step of the trace that is an operation and not done at n; 0 if all are.
func (p *plan) nextOf(n *node) int {
	next := 0
	for i, steps := range [2][]int{p.clients, p.others} {
		if n != nil && n.done[i] < len(steps) && (next == 0 || steps[n.done[i]] < next) {
			next = steps[n.done[i]]
		}
	}
	return next
}
