package byhand

// Constants are the bounds of a run: at most three records in a log, three
// ever, and four epochs (numbered from 0).
type Constants struct{ LogSize, MaxRecords, MaxLeaderEpoch uint64 }

// expand emits every successor of s.
func (x *explorer) expand(s state) {
	x.control(s)
	leaders := uint64(0)
	for l := range uint64(brokers) {
		if s.leads(l) {
			leaders |= 1 << l
		}
	}
	x.become(s)
	for l, rest := uint64(0), leaders; rest != 0; {
		l, rest = lowest(rest)
		x.lead(s, l)
		x.follow(s, l)
	}
}

// control is what the controller may do: elect, and take a broker for dead.
func (x *explorer) control(s state) {
	newest := s.newest()
	if newest > x.MaxLeaderEpoch {
		return
	}
	leader, isr := s.request(newest)>>3, s.isr()
	others := isr &^ (1 << leader >> 1)
	for b, rest := uint64(0), others; rest != 0; {
		b, rest = lowest(rest)
		x.emit(s.updated(b+1, isr))
		x.emit(s.updated(leader, isr&^(1<<b)))
	}
	if leader != 0 {
		if others == 0 {
			others = isr
		}
		x.emit(s.updated(0, others))
	}
}

// become lets brokers act on requests that appoint them.
func (x *explorer) become(s state) {
	for e := uint64(1); e <= s.newest(); e++ {
		q := s.request(e)
		if q>>3 == 0 {
			continue
		}
		l := q>>3 - 1
		if e > s.epochOf(l) {
			r := s.replica(l)&(1<<epochShift-1) | e<<epochShift
			x.emit(s.withReplica(l, r).withISROf(l, q&7))
		}
	}
}

// lead is what a presumed leader may do: write, commit, and, if the controller
// agrees that it leads, change the ISR.
func (x *explorer) lead(s state, l uint64) {
	r := s.replica(l)
	end, mark, epoch, isr := r>>endShift&3, r>>markShift&3, r>>epochShift&7, s.isrOf(l)
	if next := s.next(); next < x.MaxRecords && end < x.LogSize {
		n := s.withReplica(l, r|(next<<2|(epoch-1))<<(4*end)).withEnd(l, end+1)
		n.b += 1 << nextShift
		x.emit(n)
	}
	if mark < end && isr&^s.caughtUp(l, mark+1) == 0 {
		x.emit(s.withReplica(l, r+1<<markShift))
	}
	if epoch != s.newest() {
		return
	}
	for f, rest := uint64(0), isr&^(1<<l)&^s.caughtUp(l, end); rest != 0; {
		f, rest = lowest(rest)
		x.emit(s.withISROf(l, isr&^(1<<f)).withISR(isr &^ (1 << f)))
	}
	if mark < end && r>>(4*mark)&3 != epoch-1 {
		return // the next record to be committed is of another epoch
	}
	for f, rest := uint64(0), s.caughtUp(l, mark)&^isr; rest != 0; {
		f, rest = lowest(rest)
		x.emit(s.withISROf(l, isr|1<<f).withISR(isr | 1<<f))
	}
}

// follow lets the others follow l and fetch from it.
func (x *explorer) follow(s state, l uint64) {
	leader := s.replica(l)
	epoch, end := leader>>epochShift&7, leader>>endShift&3
	for f := range uint64(brokers) {
		r := s.replica(f)
		at := r >> endShift & 3
		switch e := r >> epochShift & 7; {
		case e < epoch:
			cut := truncated(r, lastMatch(leader, r))
			x.emit(s.withReplica(f, cut|epoch<<epochShift).withISROf(f, s.request(epoch)&7))
		case e == epoch && at < end:
			log := r&logMask | leader&(15<<(4*at))
			mark := min(leader>>markShift&3, at+1)
			x.emit(s.withReplica(f, log|(at+1)<<endShift|mark<<markShift|e<<epochShift))
		}
	}
}

func (s state) withEnd(l, end uint64) state {
	s.a = s.a&^(3<<(replicaBits*l+endShift)) | end<<(replicaBits*l+endShift)
	return s
}

// sound is WeakIsr and StrongIsr: what a presumed leader's high watermark
// covers, its own ISR and the controller's have.
func (s state) sound() bool {
	for l := range uint64(brokers) {
		if mark := s.replica(l) >> markShift & 3; mark > 0 && s.leads(l) {
			lacking := s.lacking(l, mark)
			if isr := s.isrOf(l); isr != 0 && lacking&(isr|1<<l) != 0 {
				return false
			}
			if lacking&(s.isr()|1<<l) != 0 {
				return false
			}
		}
	}
	return true
}

// lacking are the brokers without l's first n records.
func (s state) lacking(l, n uint64) (set uint64) {
	want := s.replica(l)
	for f := range uint64(brokers) {
		if r := s.replica(f); r>>endShift&3 < n || (r^want)&(1<<(4*n)-1) != 0 {
			set |= 1 << f
		}
	}
	return set
}
