package byhand

import "math/bits"

type state struct{ a, b uint64 }

const (
	brokers      = 3
	replicaBits  = 19
	endShift     = 12
	markShift    = 14
	epochShift   = 16
	logMask      = 1<<endShift - 1
	requestShift = 9
	requestBits  = 5
	newestShift  = 29
	isrShift     = 32
	nextShift    = 35
)

func (s state) replica(l uint64) uint64 { return s.a >> (replicaBits * l) }
func (s state) epochOf(l uint64) uint64 { return s.a >> (replicaBits*l + epochShift) & 7 }
func (s state) isrOf(l uint64) uint64   { return s.b >> (3 * l) & 7 }
func (s state) newest() uint64          { return s.b >> newestShift & 7 }
func (s state) isr() uint64             { return s.b >> isrShift & 7 }
func (s state) next() uint64            { return s.b >> nextShift & 3 }

// request is that of epoch e: leader plus one above the ISR; none for epoch 0.
func (s state) request(e uint64) uint64 {
	if e == 0 {
		return 0
	}
	return s.b >> (requestShift + requestBits*(e-1)) & 31
}

// leads tells whether l takes itself for the leader.
func (s state) leads(l uint64) bool { return s.request(s.epochOf(l))>>3 == l+1 }

// withReplica puts the broker's part of word a in place.
func (s state) withReplica(l, r uint64) state {
	const mask = 1<<replicaBits - 1
	s.a = s.a&^(mask<<(replicaBits*l)) | (r&mask)<<(replicaBits*l)
	return s
}

func (s state) withISROf(l, isr uint64) state {
	s.b = s.b&^(7<<(3*l)) | isr<<(3*l)
	return s
}

func (s state) withISR(isr uint64) state {
	s.b = s.b&^(7<<isrShift) | isr<<isrShift
	return s
}

// updated is what every action of the controller comes to.
func (s state) updated(leaderPlusOne, isr uint64) state {
	e := s.newest() + 1
	s.b += 1 << newestShift
	s.b |= (leaderPlusOne<<3 | isr) << (requestShift + requestBits*(e-1))
	return s.withISR(isr)
}

// caughtUp are the brokers in l's epoch whose log reaches n.
func (s state) caughtUp(l, n uint64) (set uint64) {
	e := s.epochOf(l)
	for f := range uint64(brokers) {
		r := s.replica(f)
		if r>>epochShift&7 == e && r>>endShift&3 >= n {
			set |= 1 << f
		}
	}
	return set
}

// lastMatch is the length of the longest common beginning, from the end back,
// of two replicas' logs.
func lastMatch(l, f uint64) uint64 {
	n := min(l>>endShift&3, f>>endShift&3)
	for n > 0 && (l^f)>>(4*(n-1))&15 != 0 {
		n--
	}
	return n
}

// truncated is a replica with its log cut to n records.
func truncated(r, n uint64) uint64 {
	log := r & logMask & (1<<(4*n) - 1)
	return log | n<<endShift | min(r>>markShift&3, n)<<markShift
}

func lowest(set uint64) (member, rest uint64) {
	return uint64(bits.TrailingZeros64(set)), set & (set - 1)
}
