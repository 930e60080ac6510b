package kafka

// Cache is a replica's leader epoch cache: for each epoch the offset at which
// it starts, unknown where there is no entry. Starts grow with epochs.
type Cache [MaxLeaderEpoch + 1]Known[Offset]

// Named are the entries to programs.
func (c Cache) Named() any {
	starts := map[int]int{}
	for e, s := range c {
		if s.Known() {
			starts[e] = int(s.Value())
		}
	}
	return starts
}

// Start is the offset at which epoch e starts, if it has an entry.
func (c *Cache) Start(e Epoch) (Offset, bool) { return c[e].Value(), c[e].Known() }

// Latest is the newest epoch that has an entry.
func (c *Cache) Latest() (Epoch, bool) { return c.Floor(MaxLeaderEpoch) }

// Floor is the newest epoch that has an entry and is not newer than e.
func (c *Cache) Floor(e Epoch) (Epoch, bool) {
	for i := int(e); i >= 0; i-- {
		if c[i].Known() {
			return Epoch(i), true
		}
	}
	return 0, false
}

// ceiling is the oldest epoch that has an entry and is newer than e.
func (c *Cache) ceiling(e Epoch) (Epoch, bool) {
	for i := int(e) + 1; i <= MaxLeaderEpoch; i++ {
		if c[i].Known() {
			return Epoch(i), true
		}
	}
	return 0, false
}

// assign registers that epoch e starts at offset s, and drops what conflicts.
func (c *Cache) assign(e Epoch, s Offset) {
	latest, any := c.Latest()
	if any && latest == e && c[e].Value() <= s {
		return
	}
	for i := MaxLeaderEpoch; i >= 0; i-- {
		if c[i].Known() && (Epoch(i) >= e || c[i].AtLeast(s)) {
			c[i] = 0
		}
	}
	c[e] = Know(s)
}

// assignIfNewer is the rule before KAFKA-7415: an entry that does not
// continue the cache is ignored.
func (c *Cache) assignIfNewer(e Epoch, s Offset) {
	latest, any := c.Latest()
	if !any || e > latest && s >= c[latest].Value() {
		c[e] = Know(s)
	}
}

// truncateFromEnd drops every entry that starts at or beyond o.
func (c *Cache) truncateFromEnd(o Offset) {
	for i := range c {
		if c[i].AtLeast(o) {
			c[i] = 0
		}
	}
}

// endOffsetFor answers where the log of a replica with this cache and this
// LEO ends for epoch e: the largest epoch not above e that it knows, and the
// offset; ok is false if it cannot tell. An epoch older than all that it knows
// ends, with nothing in it, where the first of them starts.
func (c *Cache) endOffsetFor(e Epoch, leo Offset) (floor Epoch, end Offset, ok bool) {
	latest, any := c.Latest()
	if any && latest == e {
		return e, leo, true
	}
	next, any := c.ceiling(e)
	if !any {
		return 0, 0, false
	}
	floor, known := c.Floor(e)
	if !known {
		floor = e
	}
	return floor, c[next].Value(), true
}

// derived is the cache that a log's records amount to.
func (l *Log) derived() (c Cache) {
	for o := range l.End {
		if e := l.Records[o].Epoch(); !c[e].Known() {
			c[e] = Know(o)
		}
	}
	return c
}

// CacheOf is the broker's epoch cache, kept or derived from its log and, for
// a leader, its epoch's start.
func (p *Protocol) CacheOf(b *Broker) Cache {
	if !p.DerivedCache {
		return b.Cache
	}
	c := b.Log.derived()
	if b.Role == Leader {
		c.assign(b.Epoch, b.EpochStart)
	}
	return c
}

// keepsCache reports whether the cache is part of the state.
func (p *Protocol) keepsCache() bool { return !p.DerivedCache && p.Truncation != HighWatermark }

// registerAppend notes the epoch of the record appended at offset o.
func (p *Protocol) registerAppend(b *Broker, e Epoch, o Offset) {
	switch {
	case p.CacheWithoutBatchEpochs || !p.keepsCache():
	case p.RegisterEpochOnElection:
		b.Cache.assign(e, o)
	default:
		b.Cache.assignIfNewer(e, o)
	}
}

// registerElection notes that a leader's epoch starts at its LEO.
func (p *Protocol) registerElection(b *Broker) {
	if p.RegisterEpochOnElection && p.keepsCache() {
		b.Cache.assign(b.Epoch, b.Log.End)
	}
}
