package kafkaspec

// renaming is a permutation of the brokers: from[i] is the old name of the
// broker that is called i now. set renames the brokers in an ISR, and, with
// the leader in its high bits, in a request.
type renaming struct {
	from [MaxReplicas]Broker
	set  [256]Request
}

// canonical rewrites a state to the least one that renaming its brokers can
// give. States are compared by what each broker keeps, its ISR aside, in the
// brokers' order, and then by all sets and leaders. A renaming that does not
// sort the brokers by the first therefore cannot give the least state: it is
// passed over after a few comparisons, and only among brokers that keep the
// same are several images made. The result is the true minimum of the orbit
// for any number of brokers; all renamings are looked at (6 for three
// brokers, 120 for five).
func canonical(n Broker) func(*State) {
	renamings := renamingsOf(n)
	return func(s *State) {
		var keys [MaxReplicas]uint64
		for b := range n {
			keys[b] = s.Replicas[b].key()
		}
		best, found := State{}, false
		for i := range renamings {
			p := &renamings[i]
			if !p.sorts(&keys, n) {
				continue
			}
			if image := p.apply(s, n); !found || image.less(&best, n) {
				best, found = image, true
			}
		}
		*s = best
	}
}

// key is what renaming brokers does not change in a replica.
func (r *Replica) key() uint64 {
	return uint64(r.Log) | uint64(r.End)<<32 | uint64(r.HighWatermark)<<40 | uint64(r.Epoch)<<48
}

func (p *renaming) sorts(keys *[MaxReplicas]uint64, n Broker) bool {
	for i := Broker(1); i < n; i++ {
		if keys[p.from[i-1]] > keys[p.from[i]] {
			return false
		}
	}
	return true
}

func (p *renaming) apply(s *State, n Broker) State {
	image := *s
	for i := range n {
		r := s.Replicas[p.from[i]]
		r.ISR = ISR(p.set[r.ISR])
		image.Replicas[i] = r
	}
	image.ISR = ISR(p.set[s.ISR])
	for e := Epoch(1); e <= s.Epoch; e++ {
		shift := 8 * (e & 7)
		image.Requests ^= Requests(s.Requests.At(e)^p.set[s.Requests.At(e)]) << shift
	}
	return image
}

// less compares two states whose keys are the same.
func (s *State) less(t *State, n Broker) bool {
	if s.Requests != t.Requests {
		return s.Requests < t.Requests
	}
	if s.ISR != t.ISR {
		return s.ISR < t.ISR
	}
	for b := range n {
		if x, y := s.Replicas[b].ISR, t.Replicas[b].ISR; x != y {
			return x < y
		}
	}
	return false
}

func renamingsOf(n Broker) []renaming {
	var all []renaming
	var extend func(prefix []Broker, used ISR)
	extend = func(prefix []Broker, used ISR) {
		if len(prefix) == int(n) {
			all = append(all, newRenaming(prefix))
		}
		for b := range n {
			if !used.Has(b) {
				extend(append(prefix[:len(prefix):len(prefix)], b), used.With(b))
			}
		}
	}
	extend(nil, 0)
	return all
}

func newRenaming(from []Broker) renaming {
	var p renaming
	copy(p.from[:], from)
	to := make([]Broker, len(from))
	for i, b := range from {
		to[b] = Broker(i)
	}
	rename := func(b Broker) Broker {
		if int(b) < len(to) {
			return to[b]
		}
		return b // nobody
	}
	for q := range p.set {
		var isr ISR
		for b := range Broker(len(from)) {
			if Request(q).ISR().Has(b) {
				isr = isr.With(to[b])
			}
		}
		p.set[q] = newRequest(rename(Request(q).Leader()), isr)
	}
	return p
}
