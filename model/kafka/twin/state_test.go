package twin

// The twin keeps brokers by number, b1 as 1; 0 is nobody. Unknown numbers are
// none.
const (
	brokers = 5
	room    = 6 // records of a run
	epochs  = 8
	none    = -1
)

type rec struct{ epoch, value int8 }

type log struct {
	end  int8
	recs [room]rec
}

func (g *log) add(r rec) {
	g.recs[g.end] = r
	g.end++
}

func (g *log) cut(to int8) {
	for g.end > to {
		g.end--
		g.recs[g.end] = rec{}
	}
}

// set has broker b in bit b.
type set uint8

func of(b int) set              { return 1 << b }
func (s set) has(b int) bool    { return s&of(b) != 0 }
func (s set) with(b int) set    { return s | of(b) }
func (s set) without(b int) set { return s &^ of(b) }
func (s set) members() (all []int) {
	for b := 1; b <= brokers; b++ {
		if s.has(b) {
			all = append(all, b)
		}
	}
	return all
}
func (s set) size() int { return len(s.members()) }

// cache is where each epoch starts, or none.
type cache [epochs]int8

func noCache() (c cache) {
	for e := range c {
		c[e] = none
	}
	return c
}

func (c cache) latest() int8 {
	last := int8(none)
	for e := range c {
		if c[e] != none {
			last = int8(e)
		}
	}
	return last
}

func (c *cache) dropFrom(offset int8) {
	for e := range c {
		if c[e] >= offset {
			c[e] = none
		}
	}
}

// enter is how an epoch is entered since KAFKA-7415.
func (c *cache) enter(epoch, start int8) {
	if c.latest() == epoch && c[epoch] <= start {
		return
	}
	c.dropFrom(start)
	for e := epoch; e < epochs; e++ {
		c[e] = none
	}
	c[epoch] = start
}

// enterAbove is how an append enters its epoch before that.
func (c *cache) enterAbove(epoch, start int8) {
	if last := c.latest(); last == none || epoch > last && start >= c[last] {
		c[epoch] = start
	}
}

// lookup answers where an epoch ends in a log that ends at end: of which epoch
// the answer speaks, and its end; none, none is "unknown".
func (c cache) lookup(epoch, end int8) (int8, int8) {
	if c.latest() == epoch {
		return epoch, end
	}
	for above := epoch + 1; above < epochs; above++ {
		if c[above] == none {
			continue
		}
		for below := epoch; below >= 0; below-- {
			if c[below] != none {
				return below, c[above]
			}
		}
		return epoch, c[above]
	}
	return none, none
}

type role int8

const (
	started role = iota
	follower
	leader
	down
)

type kind int8

const (
	nothing kind = iota
	records
	diverging
	outOfRange
	hwTaken // a diverging answer that was read and has still to cut
	epochEnd
	hwCut       // no answer: the fetcher is about to cut at the HW
	askedLatest // no answer: the fetcher is about to ask where the leader's log begins
	remoteOnly
)

type answer struct {
	kind           kind
	hw, epoch, end int8
	start          int8 // where the leader's log begins
	from           int  // who answers, where that is looked at
	asked          int8 // the LEO at which it was asked for
	recs           log
}

// fellow is what a leader knows of one of the others.
type fellow struct {
	end         int8 // its recorded LEO
	incarnation int8
	inWindow    bool // the lag bit
	leaderEnd   int8 // the leader's LEO at its last fetch
}

type change struct {
	sent, shrink bool
	who          set
}

type broker struct {
	log                     log
	cache                   cache
	hw, flushed, checkpoint int8
	clean                   bool
	recoveryPoint           int8
	indexTorn               bool
	halfAt                  int8 // none, or where the file has a record unknown to the broker
	halfRec                 rec
	dir                     int8 // 0 works, 1 failed, 2 and the controller knows

	role    role
	leader  int
	epoch   int8
	mustAsk bool
	unnamed bool // the next fetch names no epoch
	answer  answer
	version int8
	isr     set
	newsDue bool // the news of its partition epoch are still to come
	change  change
	start   int8
	fellows [brokers + 1]fellow
	minISR  int8
	reading int8
	waiting uint32
	request request // that it has sent
	boot    boot
	gone    set // who is no replica, as far as it has learned

	sessions    set // with whom it has a fetch session without an epoch
	deadThreads set // to whom its fetcher thread has died
	failed      bool

	starved               set  // leaders at whom its requests fail
	stopAsked             int8 // the leader epoch of a StopReplica request on its way, or none
	logStart, startOnDisk int8 // where its log begins
	local                 int8 // what is below was deleted from its own disks
	noHW                  bool // its high watermark is -1
	half                  int8 // the acks of an append that its end does not cover yet, plus one
	written               rec  // and its record
}

// boot is how far a process has come that was started again.
type boot int8

const (
	inService boot = iota
	starting
	registered
)

// unregistered is the incarnation of a fetch that is made before registering.
const unregistered = 100

type stage int8

const (
	noRequest stage = iota
	requested
	answered
	lost
)

type verdict int8

const (
	accepted verdict = iota
	acceptedInNewEpoch
	stale
	ineligible
)

type request struct {
	stage          stage
	from           int
	epoch, version int8
	isr            set
	sender         int8
	claims         [brokers + 1]int8
	verdict        verdict
}

type news struct {
	leader         int
	epoch, version int8
	isr            set
	minISR         int8
	removed        set
}

type controller struct {
	news
	elr, last, fenced, stopping set
	adding, removing            set
	offline                     set
	intended                    news // what a deposed controller is about to write
	incarnations                [brokers + 1]int8
}

type ghosts struct {
	committed log
	conflict  bool
	suspects  set

	afterAppend                bool
	ackedAll, ackedOne, nacked uint32

	consumed                     log
	readConflict, latestWentBack bool
	latest                       int8
	deleted                      int8 // the highest start of any leader's log
}

type state struct {
	ctl     controller
	request request // whose sender has stopped, or the only one
	brokers [brokers + 1]broker
	used    [30]int8 // by budget
	ghosts  ghosts
	past    [16]news
	markers uint32
	txn     int8 // 0 none, 1 the producer writes, 2 a marker is owed
	reader  struct {
		at   int8
		from int // 0: the leader
	}
	kept   [room + 1]keptWait // by value
	remote [2][room]rec       // the segments in remote storage
}

// keptWait is a request that waits at a broker since that led, and for which offset.
type keptWait struct {
	at  int
	end int8
}

// step is an action taken.
type step struct {
	action string
	to     state
}
