package kafka

import "math/bits"

// The compile-time size of a state. A run packs it to what its bounds need.
const (
	MaxBrokers     = 5
	Capacity       = 20 // records that a log can hold
	MaxLeaderEpoch = 7  // leader epochs 0 to 7
)

// Known is a number that may be unknown. A state keeps it in the bits of the
// number: 0 is unknown, and a number is kept as one more than it is, so that
// known numbers compare as they are and every one is more than unknown.
type Known[T ~uint8] uint8

// Know is the known number v.
func Know[T ~uint8](v T) Known[T] { return Known[T](v + 1) }

// Known reports whether there is a number.
func (k Known[T]) Known() bool { return k != 0 }

// Value is the number; ask Known first.
func (k Known[T]) Value() T { return T(k - 1) }

// Int is the number, or -1 if it is unknown, as Kafka's own messages have it.
func (k Known[T]) Int() int { return int(k) - 1 }

// Named is the number to programs, -1 if it is unknown.
func (k Known[T]) Named() any { return k.Int() }

// Is reports whether the number is known to be v.
func (k Known[T]) Is(v T) bool { return k == Know(v) }

// AtLeast reports whether the number is known to be v or more.
func (k Known[T]) AtLeast(v T) bool { return k > Known[T](v) }

// Offset is a position in a log; ends and high watermarks are exclusive.
type Offset uint8

// Epoch is a leader epoch.
type Epoch uint8

// PartitionEpoch counts the changes of a partition.
type PartitionEpoch uint8

// Version is a partition epoch, if one is known.
type Version = Known[PartitionEpoch]

// Incarnation is a broker epoch: how often the broker has registered again.
type Incarnation uint8

// Unregistered is what a leader records of a fetch without a broker epoch.
const Unregistered Incarnation = 1 << 7

// Node names a broker, or nobody: 1 is b1.
type Node uint8

// Nobody is the leader where there is none.
const Nobody Node = 0

// NodeOf is the broker of an index.
func NodeOf(b int) Node { return Node(b + 1) }

// Index is the index of a broker; that of nobody is -1.
func (n Node) Index() int { return int(n) - 1 }

// Value identifies a record's payload: the n-th record ever produced is n.
type Value uint8

// Record is one record of a log: its value in the low five bits, the epoch in
// which it was appended in the high three. The zero Record is no record.
type Record uint8

// NewRecord makes a record.
func NewRecord(e Epoch, v Value) Record { return Record(e)<<5 | Record(v) }

// Epoch is the leader epoch in which the record was appended.
func (r Record) Epoch() Epoch { return Epoch(r >> 5) }

// Value is the payload's identity.
func (r Record) Value() Value { return Value(r & 31) }

// Set is a set of brokers, b1 in the lowest bit.
type Set uint8

// Of is the set of one broker, by index.
func Of(b int) Set { return 1 << b }

// Has reports whether broker index b is a member.
func (x Set) Has(b int) bool { return x>>b&1 != 0 }

// Len is the number of members.
func (x Set) Len() int { return bits.OnesCount8(uint8(x)) }

// Subset reports whether every member of x is one of y.
func (x Set) Subset(y Set) bool { return x&^y == 0 }

// Values is a set of record values, value n in bit n.
type Values uint32

// Has reports whether v is a member.
func (x Values) Has(v Value) bool { return x>>v&1 != 0 }

// Log is a replica's log.
type Log struct {
	End     Offset // LEO
	Records [Capacity]Record
}

// Role is what a broker takes itself for.
type Role uint8

// A broker that has just started is Idle until it learns of the partition;
// one that does not run is Stopped.
const (
	Idle Role = iota
	Follower
	Leader
	Stopped
)

// Boot is how far a process has come that was started again.
type Boot uint8

// A Starting broker has loaded its logs and waits for its registration to be
// accepted; a Registered one is fenced until its first heartbeat.
const (
	InService Boot = iota
	Starting
	Registered
)

// ChangeKind says what an ISR change does.
type ChangeKind uint8

// An ExpandDecided change is not sent yet; it exists only with split_expand.
const (
	NoChange ChangeKind = iota
	Expand
	Shrink
	ExpandDecided
)

// Change is the ISR change that a leader waits for.
type Change struct {
	Kind    ChangeKind
	Brokers Set // those who join or leave
}

// Remote is what a leader knows of one follower.
type Remote struct {
	End         Known[Offset] // the follower's LEO; unknown if it was not heard from
	Incarnation Incarnation   // of its last fetch
	LeaderEnd   Known[Offset] // the leader's LEO at its last fetch
	CaughtUp    bool          // within the lag window
}

// ResponseKind says what is on its way to a follower.
type ResponseKind uint8

// DivergingApplied is a diverging response that the fetcher has read, with its
// high watermark (KAFKA-14704), and by which it has not cut yet (KAFKA-13207).
const (
	NoResponse ResponseKind = iota
	Fetched
	Diverging
	OutOfRange
	DivergingApplied
	EpochEnd
	CutToHW     // what a fetcher is about to do, to a partition that has no epoch to ask with
	AskedLatest // no answer any more: the leader's log is not shorter, and where it begins is to be asked
	MovedToTier // the leader has that offset in remote storage only
)

// Response is the answer that a follower has not processed yet.
type Response struct {
	Kind    ResponseKind
	HW      Offset
	Epoch   Known[Epoch] // Diverging, EpochEnd: the epoch that the answer is about; EpochEnd: or unknown; Fetched: the leader's, if fetches wait
	End     Offset
	Asked   Offset // the follower's LEO when it asked, where stale answers are not dropped
	From    Node   // who answers, where stale answers to fetches are not dropped
	Start   Offset // where the leader's log begins
	Records [Capacity]Record
}

// Carried are the records in the answer.
func (r *Response) Carried() []Record {
	n := 0
	for n < Capacity && r.Records[n] != 0 {
		n++
	}
	return r.Records[:n]
}

// Wait is a request that outlives a leadership: who keeps it in the high three bits, and
// the offset behind its record, as that was, in the low five. The zero Wait is none.
type Wait uint8

// NewWait makes a wait.
func NewWait(at Node, end Offset) Wait { return Wait(at)<<5 | Wait(end) }

// At is who keeps it, or nobody.
func (w Wait) At() Node { return Node(w >> 5) }

// End is the offset that a high watermark must have reached.
func (w Wait) End() Offset { return Offset(w & 31) }

// Broker is one replica: what it has on disk, what it believes, what it
// knows of the others if it leads, and what it waits for if it follows. What
// every run uses comes first and shares words, for the sake of packing.
type Broker struct {
	Role       Role
	Leader     Node // whom it follows or is
	Epoch      Epoch
	Version    Version // kept by leaders only
	Isr        Set     // the committed ISR as it knows it; leaders only
	Change     Change
	EpochStart Offset // its LEO when it became leader in this epoch

	HW          Offset
	NewsDue     bool // its version is from an answer, and the news of it are still to come
	Log         Log
	Truncating  bool // must ask for the end of its last epoch before it fetches
	Cache       Cache
	Response    Response
	Reading     Known[Offset]      // where a consumer's read in progress ends; unknown if there is none
	Remotes     [MaxBrokers]Remote `name:"b%d"`
	Start       Offset             // where its log begins: what is below was deleted
	StartOnDisk Offset             // what a process that starts again goes by
	NoHW        bool               // its high watermark is -1: it had one that is below its log (KAFKA-3978)
	EpochForgot bool               // the next fetch carries no epoch (KAFKA-15510)

	Checkpoint Offset // the high watermark on disk
	Flushed    Offset // the prefix that survives a power failure
	Clean      bool   // stopped cleanly: its clean-shutdown file is valid
	MinIsr     uint8  // as learned; 0 = as configured

	Waiting Values // acks=all requests that are not answered yet
	Request Alter  // what it has asked of the controller, and how far that has come
	Gone    Set    // who is no replica, as far as it has learned
	Boot    Boot   // restart: in-steps

	Sessions Set // leaders with whom it has a fetch session, in which no epoch is looked at
	Failed   Set // leaders to whom its fetcher thread has died; itself, if its partition has failed

	StopReplica Known[Epoch] // the leader epoch in a StopReplica request on its way to it
	Starved     Set          // leaders at whom its requests fail, as another partition in them has left it

	RecoveryPoint Offset        // where log recovery begins, kept where that may be beyond what is flushed
	IndexTorn     bool          // its time index is longer than what was written of it
	HalfAt        Known[Offset] // where the file has a record of which the broker does not know
	HalfRecord    Record        // that record; it comes first of all at its offset
	Dir           Directory     // of its replica
	Half          uint8         // of an append whose record is written and not covered by the end: its acks, plus one
	Local         Offset        // where its log begins on its own disks, if that is later than Start
	_             [3]uint8
}

// Directory is the state of the log directory that has the replica.
type Directory uint8

const (
	DirWorks  Directory = iota
	DirFailed           // and the controller has not been told
	DirTold
)

// Down reports whether the broker does not run.
func (b *Broker) Down() bool { return b.Role == Stopped }

// Controller is the authority on the partition and on the brokers.
type Controller struct {
	Leader       Node
	Epoch        Epoch
	Version      Version
	Isr          Set
	Elr          Set
	LastKnown    Set // last known ELR, or the last leader
	Fenced       Set
	ShuttingDown Set
	Incarnations [MaxBrokers]Incarnation `name:"b%d"`
	Removed      Set                     // no longer in the assignment, or not yet
	MinIsr       uint8                   // 0 = as configured
	Adding       Set                     // replicas that a reassignment under way brings
	Removing     Set                     // replicas that are to go when it ends
	Offline      Set                     // whose log directory is known to have failed
	Decided      Decided                 `trace:"omitzero"` // by a controller that was deposed
	_            [3]uint8
}

// Stage tells how far an AlterPartition request has come.
type Stage uint8

// A Lost request, or the answer to it, did not arrive: its sender sends it again.
const (
	Nothing Stage = iota
	Requested
	Answered
	Lost
)

// Alter is an AlterPartition request, then its answer.
type Alter struct {
	Progress     Stage
	From         Node // 0 in the sender's own state
	Epoch        Epoch
	Version      Version // built on; in an answer that accepts it, what it became
	Isr          Set
	Answer       Answer
	Sender       Incarnation
	Incarnations [MaxBrokers]Known[Incarnation] `name:"b%d"` // of the members that were heard from
}

// News is one version of the partition as the controller has announced it.
type News struct {
	Leader  Node
	Epoch   Epoch
	Version Version
	MinIsr  uint8
	Isr     Set
	Removed Set
}

// maxVersions is how many published versions a state keeps, where brokers may
// learn of an older one than the newest.
const maxVersions = 16

// State is the whole system at one moment. Brokers that a run does not have
// come near the end, where nothing copies them.
type State struct {
	Controller Controller
	Alter      Alter // one whose sender has stopped since; alter_requests: one: the only one
	Used       Used
	Reader     Reader `trace:"omitzero"`
	Txn        Txn    `trace:"omitzero"` // at the coordinator
	Ghosts     Ghosts
	Brokers    [MaxBrokers]Broker `name:"b%d"` // they begin with a word
	Published  [maxVersions]News  // those that are not the newest; metadata: any-newer

	// What few runs ask for comes last, where the others do not copy it. A state takes
	// whole lines of a cache: one that does not is copied and packed half as fast.
	Outlived [Capacity]Wait // by value, the first in place 0: acks=all requests of leaderships that have ended
	Markers  Values         `trace:"omitzero"` // the records that are transaction markers
	Asked    Asked          `trace:"omitzero"`
	Tier     Tier           `trace:"omitzero"`
}

// Asked is room for what readers' questions remember of a run: no rule and no property
// touches it, no bit of it is stored unless such a question needs one, and a trace
// leaves it out then.
type Asked [4]uint8

// Ghosts remember what the properties speak of. Rules write them and never
// read them: scrambling them changes no rule.
type Ghosts struct {
	Conflict    bool // two leaders committed different records at one offset
	AfterAppend bool // an append was nacked after it was written
	Committed   Log  // what any leader has ever covered with its high watermark
	Suspects    Set  // restarted after a power failure, not caught up since

	AckedAll Values // track_acks
	AckedOne Values
	Nacked   Values

	ReadConflict   bool   // a consumer was given another record than before
	Latest         Offset // the largest latest offset that a consumer was told
	LatestWentBack bool
	Consumed       Log // the longest prefix that a consumer was given

	Deleted Offset // the highest start of any leader's log: what is below is not lost
	_       [3]uint8
}
