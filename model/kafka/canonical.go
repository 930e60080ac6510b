package kafka

import (
	"bytes"
	"math/bits"
	"reflect"
	"slices"
	"unsafe"

	"mc/model"
)

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
		if meant := wordAt(&all, at); meant&wordAt(&used, at) != 0 {
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
	if r := c.ordering(&o); r != &c.renamings[0] {
		r.rename(s)
	}
	if tied && c.tells(s, &o) {
		image := *s
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
// that have the same mark: whether to swap them makes another state of it.
func (c *canon) tells(s *State, o *places) bool {
	for i := 1; i < c.brokers; i++ {
		if o.mark[i-1] == o.mark[i] && !c.alike(s, i-1, i) {
			return true
		}
	}
	return false
}

// alike reports whether to swap two brokers leaves the state as it is.
func (c *canon) alike(s *State, i, k int) bool {
	if c.news || c.waits { // whose mark is not all that is said
		swapped := places{broker: [MaxBrokers]uint8{0, 1, 2, 3, 4}}
		swapped.broker[i], swapped.broker[k] = uint8(k), uint8(i)
		image := *s
		c.ordering(&swapped).rename(&image)
		return image == *s
	}
	x, y := &s.Brokers[i], &s.Brokers[k]
	for _, w := range c.kept {
		if (wordAt(x, w.at)^wordAt(y, w.at))&w.bits != 0 {
			return false
		}
	}
	t := standings(s)
	if t.of(i) != t.of(k) || x.says(i) != y.says(k) || x.says(k) != y.says(i) {
		return false
	}
	for b := range c.brokers {
		if z := &s.Brokers[b]; b != i && b != k && (z.says(i) != z.says(k) || x.says(b) != y.says(b)) {
			return false
		}
	}
	return true
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
	t := standings(s)
	for b := range c.brokers {
		x := &s.Brokers[b]
		m := t.of(b).mixed() + x.says(b).mixed()
		for _, w := range c.kept {
			m = (m + wordAt(x, w.at)&w.bits) * odd
		}
		if c.news || c.waits {
			m += c.past(s, b)
		}
		o.broker[b], o.mark[b] = uint8(b), mix(m)
	}
}

// refine marks brokers again, by what each of the others, with the mark that it has, says
// of them, and they of it.
func (c *canon) refine(s *State, o *places) {
	was := *o
	for i, b := range was.broker[:c.brokers] {
		m, x := was.mark[i], &s.Brokers[b]
		for k, f := range was.broker[:c.brokers] {
			if k != i {
				m += mix(was.mark[k]+s.Brokers[f].says(int(b)).mixed()) + mix(was.mark[k]-x.says(int(f)).mixed())
			}
		}
		o.mark[i] = mix(m)
	}
}

const odd = 0xd6e8feb86659fd93

// mix is the product with a number of many bits, folded.
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, odd)
	return hi ^ lo
}

// word2 is what is said of a broker: whether it is in some sets, each of which has eight
// bits, and somebody's leader, and numbers.
type word2 struct{ sets, numbers uint64 }

func (w word2) mixed() uint64 { return mix(w.sets ^ w.numbers*odd) }

// eachSet has the lowest bit of each of eight sets.
const eachSet = 0x0101010101010101

func is(node Node, b, bit int) uint64 {
	if node == NodeOf(b) {
		return 1 << bit
	}
	return 0
}

// says is what the broker says of broker b.
func (x *Broker) says(b int) word2 {
	sets := uint64(x.Isr) | uint64(x.Change.Brokers)<<8 | uint64(x.Gone)<<16 | uint64(x.Sessions)<<24 |
		uint64(x.Failed)<<32 | uint64(x.Starved)<<40 | uint64(x.Request.Isr)<<48
	r := &x.Remotes[b]
	numbers := uint64(r.End) | uint64(r.LeaderEnd)<<8 | uint64(r.Incarnation)<<16 | uint64(x.Request.Incarnations[b])<<24
	if r.CaughtUp {
		numbers |= 1 << 32
	}
	return word2{sets>>b&eachSet | is(x.Leader, b, 1) | is(x.Response.From, b, 2), numbers}
}

// standing is what all but the brokers say of brokers.
type standing struct {
	s          *State
	sets, more uint64
}

func standings(s *State) standing {
	k := &s.Controller
	return standing{s, uint64(k.Isr) | uint64(k.Elr)<<8 | uint64(k.LastKnown)<<16 | uint64(k.Fenced)<<24 | uint64(k.ShuttingDown)<<32 |
		uint64(k.Removed)<<40 | uint64(k.Adding)<<48 | uint64(k.Removing)<<56,
		uint64(k.Offline) | uint64(k.Decided.Isr)<<8 | uint64(s.Alter.Isr)<<16 | uint64(s.Ghosts.Suspects)<<24}
}

// of is what they say of broker b.
func (t standing) of(b int) word2 {
	k, a := &t.s.Controller, &t.s.Alter
	return word2{t.sets>>b&eachSet | is(k.Leader, b, 1) | is(k.Decided.Leader, b, 2) | is(a.From, b, 3) | is(t.s.Reader.From, b, 4),
		t.more>>b&eachSet | uint64(k.Incarnations[b])<<32 | uint64(a.Incarnations[b])<<40}
}

// past is what older metadata, and requests that wait, say of broker b.
func (c *canon) past(s *State, b int) (m uint64) {
	for _, v := range s.Published {
		m = mix(m ^ uint64(v.Isr)>>b&1 ^ uint64(v.Removed)>>b&1<<1 ^ is(v.Leader, b, 2))
	}
	for _, w := range s.Outlived {
		if w.At() == NodeOf(b) {
			m = mix(m ^ uint64(w.End()))
		}
	}
	return m
}
