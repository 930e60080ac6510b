package kafka

import (
	"bytes"
	"math/bits"
	"reflect"
	"slices"
	"unsafe"

	"mc/model"
)

// outcome is what a change of the partition comes to.
type outcome struct {
	fits bool // within max_leader_epoch

	// With next_leader: any, who could be elected in place of the one who is, and that
	// one; nobody if there was no election. If again is elected the epoch rises once
	// more, as the leader of a shrunken ISR is the same.
	from  Set
	again Node
}

// step begins a step of a rule that may choose a leader.
func (p *Protocol) step(out *steps, args ...uint8) *State {
	if !p.AnyLeader {
		return out.Step(args...)
	}
	return stepElecting(out, Nobody, args)
}

func stepElecting(out *steps, next Node, args []uint8) *State {
	var all model.Args
	n := copy(all[:], args)
	all[n] = uint8(next)
	return out.Step(all[:n+1]...)
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
	for b, to := range r.to {
		image.Brokers[to] = s.Brokers[b]
	}
	for b := range image.Brokers {
		r.broker(&image.Brokers[b])
	}
	c := &image.Controller
	for _, x := range []*Set{&c.Isr, &c.Elr, &c.LastKnown, &c.Fenced, &c.ShuttingDown, &c.Removed, &c.Adding, &c.Removing,
		&c.Offline, &c.Decided.Isr, &image.Ghosts.Suspects} {
		*x = r.sets[*x]
	}
	c.Leader, c.Decided.Leader = r.nodes[c.Leader], r.nodes[c.Decided.Leader]
	image.Reader.From = r.nodes[image.Reader.From]
	for b, to := range r.to {
		c.Incarnations[to] = s.Controller.Incarnations[b]
	}
	r.request(&image.Alter)
	for i := range image.Published {
		v := &image.Published[i]
		v.Leader, v.Isr, v.Removed = r.nodes[v.Leader], r.sets[v.Isr], r.sets[v.Removed]
	}
	for v, w := range image.Outlived {
		image.Outlived[v] = NewWait(r.nodes[w.At()], w.End())
	}
}

// broker renames those whom a broker speaks of.
func (r *Renaming) broker(x *Broker) {
	x.Leader, x.Response.From = r.nodes[x.Leader], r.nodes[x.Response.From]
	for _, set := range []*Set{&x.Isr, &x.Change.Brokers, &x.Gone, &x.Sessions, &x.Failed, &x.Starved} {
		*set = r.sets[*set]
	}
	was := x.Remotes
	for b, to := range r.to {
		x.Remotes[to] = was[b]
	}
	r.request(&x.Request)
}

func (r *Renaming) request(a *Alter) {
	a.From, a.Isr = r.nodes[a.From], r.sets[a.Isr]
	was := a.Incarnations
	for b, to := range r.to {
		a.Incarnations[to] = was[b]
	}
}

// canonical rewrites a state to the one that stands for all that it is with other names.
// Brokers are put in the order of a mark that no renaming changes. Of those that have the
// same mark all orders are tried, and the least state is taken; where to swap two of them
// changes nothing, as it mostly does, there is nothing to try.
func (p *Protocol) canonical() func(s *State) { return newCanon(p).rewrite }

// canon is what finding representatives needs of a run.
type canon struct {
	brokers   int
	kept      []word // of a broker, what is nobody's name
	news      bool   // older versions of the metadata are kept
	waits     bool   // requests outlive leaderships
	renamings []Renaming
	known     [1 << (3 * MaxBrokers)]uint8 // where a renaming is among them, by the names that it gives
}

// word is eight bytes of a broker, and the bits of them that are meant.
type word struct {
	at   uintptr
	bits uint64
}

func newCanon(p *Protocol) *canon {
	c := &canon{brokers: p.Brokers, news: p.AnyNewer, waits: p.keepsWaits}
	var all Broker
	model.SetAllBits(reflect.ValueOf(&all).Elem())
	all.Leader, all.Isr, all.Change.Brokers, all.Response.From, all.Gone = 0, 0, 0, 0, 0
	all.Remotes, all.Sessions, all.Failed, all.Starved = [MaxBrokers]Remote{}, 0, 0, 0
	all.Request.From, all.Request.Isr, all.Request.Incarnations = 0, 0, [MaxBrokers]Known[Incarnation]{}
	used := p.widest().Brokers[0]
	for at := uintptr(0); at < unsafe.Sizeof(all); at += 8 {
		if meant := wordAt(&all, at) & wordAt(&used, at); meant != 0 {
			c.kept = append(c.kept, word{at, meant})
		}
	}
	c.permute(nil, p.all)
	return c
}

// permute adds the renamings that give the names in to to the first brokers, and those
// that are left to the others.
func (c *canon) permute(to []int, left Set) {
	if left == 0 {
		r := NewRenaming(to...)
		c.known[key(&r.to)] = uint8(len(c.renamings))
		c.renamings = append(c.renamings, *r)
	}
	for b := range c.brokers {
		if left.Has(b) {
			c.permute(append(slices.Clone(to), b), left&^Of(b))
		}
	}
}

func key(to *[MaxBrokers]uint8) (k int) {
	for b, name := range to {
		k |= int(name) << (3 * b)
	}
	return k
}

func wordAt(x *Broker, at uintptr) uint64 { return *(*uint64)(unsafe.Add(unsafe.Pointer(x), at)) }

// places are brokers in some order, each with its mark.
type places struct {
	broker [MaxBrokers]uint8
	mark   [MaxBrokers]uint64
}

// sort puts the first n in the order of their marks; it reports whether two are the same.
func (o *places) sort(n int) (tied bool) {
	for i := 1; i < n; i++ {
		b, m := o.broker[i], o.mark[i]
		k := i
		for ; k > 0 && o.mark[k-1] > m; k-- {
			o.broker[k], o.mark[k] = o.broker[k-1], o.mark[k-1]
		}
		o.broker[k], o.mark[k] = b, m
		tied = tied || k > 0 && o.mark[k-1] == m
	}
	return tied
}

// rewrite makes of s its representative.
func (c *canon) rewrite(s *State) {
	var o places
	c.mark(s, &o)
	tied := o.sort(c.brokers)
	if tied {
		c.refine(s, &o)
		tied = o.sort(c.brokers)
	}
	var image State
	if r := c.ordering(&o); r != &c.renamings[0] {
		r.Apply(&image, s)
		*s = image
	}
	if tied && c.tells(s, &o) {
		image = *s
		c.try(s, &image, &o, 0)
	}
}

// ordering names brokers by their places.
func (c *canon) ordering(o *places) *Renaming {
	to := [MaxBrokers]uint8{}
	for b := range to {
		to[b] = uint8(b)
	}
	for i, b := range o.broker[:c.brokers] {
		to[b] = uint8(i)
	}
	return &c.renamings[c.known[key(&to)]]
}

// tells reports whether s, whose brokers are in their places, tells apart two neighbours
// that have the same mark.
func (c *canon) tells(s *State, o *places) bool {
	for i := 1; i < c.brokers; i++ {
		if o.mark[i-1] != o.mark[i] {
			continue
		}
		swapped := places{broker: [MaxBrokers]uint8{0, 1, 2, 3, 4}}
		swapped.broker[i-1], swapped.broker[i] = uint8(i), uint8(i-1)
		var image State
		if c.ordering(&swapped).Apply(&image, s); image != *s {
			return true
		}
	}
	return false
}

// try takes into least the least of what s is with those brokers in other orders that have
// the same mark, from place i on.
func (c *canon) try(least, s *State, o *places, i int) {
	if i == 0 {
		o.broker = [MaxBrokers]uint8{0, 1, 2, 3, 4}
	}
	if i == c.brokers {
		var image State
		c.ordering(o).Apply(&image, s)
		if bytes.Compare(bytesOf(&image), bytesOf(least)) < 0 {
			*least = image
		}
		return
	}
	for k := i; k < c.brokers && o.mark[k] == o.mark[i]; k++ {
		o.broker[i], o.broker[k] = o.broker[k], o.broker[i]
		c.try(least, s, o, i+1)
		o.broker[i], o.broker[k] = o.broker[k], o.broker[i]
	}
}

func bytesOf(s *State) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s)) }

// mark gives each broker a mark, by what it keeps and by what the others, whoever they
// are, say of it: no renaming changes that.
func (c *canon) mark(s *State, o *places) {
	for b := range c.brokers {
		x := &s.Brokers[b]
		m := mix(c.standing(s, b)) + mix(says(x, b)^1)
		for _, w := range c.kept {
			m = mix(m ^ wordAt(x, w.at)&w.bits)
		}
		o.broker[b], o.mark[b] = uint8(b), m
	}
}

// refine marks brokers again, by what each of the others, with the mark that it has, says
// of them, and they of it.
func (c *canon) refine(s *State, o *places) {
	was := *o
	for i, b := range was.broker[:c.brokers] {
		m := was.mark[i]
		for k, f := range was.broker[:c.brokers] {
			if k != i {
				m += mix(was.mark[k]^mix(says(&s.Brokers[f], int(b)))) + mix(was.mark[k]+mix(says(&s.Brokers[b], int(f))^2))
			}
		}
		o.mark[i] = mix(m)
	}
}

// mix is the product with a number of many bits, folded.
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return hi ^ lo
}

// says is what broker x says of broker b.
func says(x *Broker, b int) uint64 {
	sets := uint64(x.Isr)>>b&1 | uint64(x.Change.Brokers)>>b&1<<1 | uint64(x.Gone)>>b&1<<2 | uint64(x.Sessions)>>b&1<<3 |
		uint64(x.Failed)>>b&1<<4 | uint64(x.Starved)>>b&1<<5 | uint64(x.Request.Isr)>>b&1<<6
	if x.Leader == NodeOf(b) {
		sets |= 1 << 7
	}
	if x.Response.From == NodeOf(b) {
		sets |= 1 << 8
	}
	r := &x.Remotes[b]
	if r.CaughtUp {
		sets |= 1 << 9
	}
	return sets | uint64(r.End)<<16 | uint64(r.LeaderEnd)<<24 | uint64(r.Incarnation)<<32 | uint64(x.Request.Incarnations[b])<<40
}

// standing is what all but the brokers say of broker b.
func (c *canon) standing(s *State, b int) uint64 {
	k := &s.Controller
	sets := uint64(k.Isr)>>b&1 | uint64(k.Elr)>>b&1<<1 | uint64(k.LastKnown)>>b&1<<2 | uint64(k.Fenced)>>b&1<<3 |
		uint64(k.ShuttingDown)>>b&1<<4 | uint64(k.Removed)>>b&1<<5 | uint64(k.Adding)>>b&1<<6 | uint64(k.Removing)>>b&1<<7 |
		uint64(k.Offline)>>b&1<<8 | uint64(k.Decided.Isr)>>b&1<<9 | uint64(s.Alter.Isr)>>b&1<<10 | uint64(s.Ghosts.Suspects)>>b&1<<11
	for i, node := range [...]Node{k.Leader, k.Decided.Leader, s.Alter.From, s.Reader.From} {
		if node == NodeOf(b) {
			sets |= 1 << (12 + i)
		}
	}
	m := sets | uint64(k.Incarnations[b])<<16 | uint64(s.Alter.Incarnations[b])<<24
	for i := range s.Published {
		if v := &s.Published[i]; c.news && v.Leader|Node(v.Isr)|Node(v.Removed) != 0 {
			m = mix(m ^ uint64(v.Isr)>>b&1 ^ uint64(v.Removed)>>b&1<<1)
			if v.Leader == NodeOf(b) {
				m++
			}
		}
	}
	for _, w := range s.Outlived {
		if c.waits && w.At() == NodeOf(b) {
			m = mix(m ^ uint64(w.End()))
		}
	}
	return m
}
