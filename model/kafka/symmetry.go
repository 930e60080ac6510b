package kafka

var nextLeader = either("next_leader", func(p *Protocol) *bool { return &p.AnyLeader },
	"in-order | any", "in-order", "",
	"Who is elected of several that may lead: the first of the assignment, as shipped; or any of them, so that brokers "+
		"are interchangeable, and symmetry is one.").ofScenario()

// asymmetric says why the brokers of a run are not interchangeable; "" if they are. That
// runs start with b1 as leader is no reason: a run from a start with other names is a run
// of ours with other names, and no claim tells brokers apart.
func (p *Protocol) asymmetric() string {
	switch {
	case !p.AnyLeader:
		return "elections take the first live replica in assignment order, so brokers are not interchangeable; " +
			"with next_leader=any they are"
	case p.HasReader && p.FetchFromFollower:
		return "the reader is in the rack of the last broker, which is like no other then; with fetch_from_follower=off " +
			"there are no racks"
	}
	return ""
}

// outcome is what a change of the partition comes to.
type outcome struct {
	fits bool // within max_leader_epoch

	// With next_leader: any, who could be elected in place of the one who is, and that
	// one; nobody if there was no election. If again is elected the epoch rises once
	// more, as the leader of a shrunken ISR is the same.
	from  Set
	again Node
}

// orElse makes of a step in which a leader was elected one for each who could be. What a
// step does depends on who that is only at the controller.
func (p *Protocol) orElse(n *State, out *steps, o outcome, args ...uint8) {
	if o.from == 0 {
		return
	}
	done := *n
	out.Drop()
	for b := range p.Brokers {
		if !o.from.Has(b) {
			continue
		}
		next := stepElecting(out, NodeOf(b), args)
		*next = done
		c := &next.Controller
		if c.Leader == NodeOf(b) {
			continue
		}
		c.leadInstead(b)
		if o.again == NodeOf(b) {
			c.Epoch++
		}
		if c.Epoch > p.maxLeaderEpoch {
			out.Drop()
			out.Stopped(ofEpochs) // for all that its rule does
		}
	}
}

// leadInstead makes broker b the leader in place of another who was elected from among
// several. Where he became the ISR alone, an ELR that is left is the one he came from.
func (c *Controller) leadInstead(b int) {
	if was := c.Leader.Index(); c.Isr == Of(was) {
		c.Isr = Of(b)
		if c.Elr != 0 {
			c.Elr = (c.Elr | Of(was)) &^ Of(b)
		}
	}
	c.Leader = NodeOf(b)
}

// Renaming gives each broker another name: To is by index, and has every index once.
type Renaming struct {
	to    [MaxBrokers]uint8
	sets  [1 << MaxBrokers]Set
	nodes [MaxBrokers + 1]Node
}

// NewRenaming is the renaming of broker b to to[b]; who is not in to keeps his name.
func NewRenaming(to ...int) *Renaming {
	r := &Renaming{}
	for b := range MaxBrokers {
		r.to[b] = uint8(b)
		if b < len(to) {
			r.to[b] = uint8(to[b])
		}
		r.nodes[NodeOf(b)] = NodeOf(int(r.to[b]))
	}
	for x := range r.sets {
		for b := range MaxBrokers {
			if Set(x).Has(b) {
				r.sets[x] |= Of(int(r.to[b]))
			}
		}
	}
	return r
}

// Apply makes of image what s is with other names.
func (r *Renaming) Apply(image, s *State) {
	*image = *s
	r.rename(image)
}

// rename gives the brokers of a state their other names.
func (r *Renaming) rename(s *State) {
	was := s.Brokers
	for b, to := range r.to {
		s.Brokers[to] = was[b]
		r.broker(&s.Brokers[to])
	}
	c, held := &s.Controller, s.Controller.Incarnations
	for b, to := range r.to {
		c.Incarnations[to] = held[b]
	}
	c.Leader, c.Isr, c.Elr, c.LastKnown = r.nodes[c.Leader], r.sets[c.Isr], r.sets[c.Elr], r.sets[c.LastKnown]
	c.Fenced, c.ShuttingDown, c.Removed, c.Adding = r.sets[c.Fenced], r.sets[c.ShuttingDown], r.sets[c.Removed], r.sets[c.Adding]
	c.Removing, c.Offline = r.sets[c.Removing], r.sets[c.Offline]
	c.Decided.Leader, c.Decided.Isr = r.nodes[c.Decided.Leader], r.sets[c.Decided.Isr]
	s.Ghosts.Suspects, s.Reader.From = r.sets[s.Ghosts.Suspects], r.nodes[s.Reader.From]
	r.request(&s.Alter)
	for i := range s.Published {
		if v := &s.Published[i]; *v != (News{}) {
			v.Leader, v.Isr, v.Removed = r.nodes[v.Leader], r.sets[v.Isr], r.sets[v.Removed]
		}
	}
	for v, w := range s.Outlived {
		if w != 0 {
			s.Outlived[v] = NewWait(r.nodes[w.At()], w.End())
		}
	}
}

// broker renames those whom a broker speaks of.
func (r *Renaming) broker(x *Broker) {
	x.Leader, x.Response.From = r.nodes[x.Leader], r.nodes[x.Response.From]
	x.Isr, x.Change.Brokers, x.Gone = r.sets[x.Isr], r.sets[x.Change.Brokers], r.sets[x.Gone]
	x.Sessions, x.Failed, x.Starved = r.sets[x.Sessions], r.sets[x.Failed], r.sets[x.Starved]
	if was := x.Remotes; was != [MaxBrokers]Remote{} {
		for b, to := range r.to {
			x.Remotes[to] = was[b]
		}
	}
	r.request(&x.Request)
}

func (r *Renaming) request(a *Alter) {
	if *a == (Alter{}) {
		return
	}
	a.From, a.Isr = r.nodes[a.From], r.sets[a.Isr]
	was := a.Incarnations
	for b, to := range r.to {
		a.Incarnations[to] = was[b]
	}
}
