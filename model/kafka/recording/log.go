package recording

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"mc/model/evidence"
)

// pattern is one kind of line that is read, and what it tells.
type pattern struct {
	find string // that the line has, before the expression is tried
	re   *regexp.Regexp
	tell func(l *logged, m []int, at int64)
}

// logged is the log of one broker while it is read.
type logged struct {
	streams
	meta     *metadata
	b        int // its index
	file     string
	n        int // the line
	text     string
	lastT    int64 // when the latest line above was written
	quiet    int64 // when the last line was written before the process was silent for a while
	again    int64 // when it wrote again
	notes    []string
	silences [][2]int64 // of a process, all of them
	up       int64      // when the process started that writes now; 0 if before the recording
	acks     map[int][]int32
	lines    []evidence.Line
	life     int // index of the line that says how the process ended, plus one
	back     int // of the same, until the LEO is known that the process came back with
	leo      int // as far as it was seen, before the process ended
	lost     int // how often a process came back with less than that
	clean    int64
	seen     map[int]bool // kinds of streams with lines
}

const num = `(-?\d+)`

// patterns are all of them.
var patterns = sync.OnceValue(func() []pattern {
	p := func(find, re string, tell func(l *logged, m []int, at int64)) pattern {
		return pattern{find, regexp.MustCompile(re), tell}
	}
	return []pattern{
		p("Appended message set", `last offset: `+num+`, first offset: `+num+`.*request-handler`, (*logged).appends),
		p("Recorded replica", `Recorded replica `+num+` log end offset \(LEO\) position `+num, func(l *logged, m []int, at int64) {
			if f := l.meta.index(m[0]); f >= 0 {
				l.tell(l.records(l.b, f), at, m[1])
			}
		}),
		p("High watermark updated", `High watermark updated from \(offset=`+num+`.* to \(offset=`+num, func(l *logged, m []int, at int64) {
			l.tell(l.of(l.b, raises), at, m[1], m[0])
		}),
		p("after appending", `log end offset `+num+` after appending `+num+` bytes`, func(l *logged, m []int, at int64) {
			l.tell(l.of(l.b, follows), at, took, m[0], min(1, m[1]), evidence.Any, evidence.Any)
			l.leo = m[0]
		}),
		p("from the leader and updated replica high", `high watermark `+num+` from the leader and updated replica high watermark to `+num, func(l *logged, m []int, at int64) {
			l.tookHW(m[0], m[1])
		}),
		p("from the leader but did not", `high watermark `+num+` from the leader but did not`, func(l *logged, m []int, at int64) {
			l.tookHW(m[0], unchanged)
		}),
		p("due to leader epoch", `TruncationState\(offset=`+num+`.*due to leader epoch`, func(l *logged, m []int, at int64) {
			l.tell(l.of(l.b, follows), at, cut, m[0])
			l.leo = min(l.leo, m[0])
		}),
		p("starts at leader epoch", `Leader .* starts at leader epoch `+num+` from offset `+num+` with partition epoch `+num+`, high watermark `+num, func(l *logged, m []int, at int64) {
			l.learns(asLeader, m, at)
		}),
		p("starts at leader epoch", `Follower .* starts at leader epoch `+num+` from offset `+num+` with partition epoch `+num+` and high watermark `+num, func(l *logged, m []int, at int64) {
			l.learns(asFollower, m, at)
		}),
		p("Skipped the become-", `leaderEpoch=`+num+`,(?: isr=\[[^\]]*\],)? partitionEpoch=`+num, func(l *logged, m []int, at int64) {
			l.tell(l.of(l.b, learns), at, news, m[0], evidence.Any, evidence.Any, int(l.meta.versionOf(m[1], m[0])))
		}),
		p("PendingExpandIsr(", `Submitting ISR state change PendingExpandIsr\(newInSyncReplicaId=`+num, func(l *logged, m []int, at int64) {
			l.tell(l.of(l.b, proposes), at, expands, int(l.meta.members(m[:1])))
		}),
		p("Ignoring failed ISR update", `Ignoring failed ISR update`, func(l *logged, _ []int, at int64) {
			l.tell(l.of(l.b, proposes), at, answered, evidence.Any)
		}),
		p("ISR updated to", `version updated to `+num, func(l *logged, m []int, at int64) {
			l.tell(l.of(l.b, proposes), at, answered, int(l.meta.version(m[0])))
		}),
		p("Log loaded for partition", `initial high watermark `+num, (*logged).loaded),
		p("Transition from SHUTDOWN to STARTING", `STARTING`, func(l *logged, _ []int, at int64) { l.starting(at) }),
		p("broker has been unfenced", `.`, func(l *logged, _ []int, at int64) {
			l.tell(l.of(l.b, hears), at, unfenced)
			if at >= l.meta.created {
				l.lines[len(l.lines)-1].After = at - heartbeat
			}
		}),
		p("has asked us to exit controlled shutdown", `.`, func(l *logged, _ []int, at int64) { l.clean = at }),
	}
})

var (
	shrinking = regexp.MustCompile(`Submitting ISR state change PendingShrinkIsr\(outOfSyncReplicaIds=\[([\d, ]+)\]`)
	clock     = regexp.MustCompile(`^\[?(?:\d{4}-\d\d-\d\d )?(\d\d):(\d\d):(\d\d)[.,](\d{3})\]? `)
)

// read reads the log of one broker, from when the partition was created.
func (l *logged) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	all, n, above := patterns(), 0, int64(-1)
	for lines.Scan() {
		n++
		at, is := stamp(lines.Text())
		if !is {
			continue
		}
		if above >= 0 {
			l.take(all, above, at)
		}
		l.n, l.text, above = n, lines.Text(), at
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", l.file, n, err)
	}
	if above >= 0 {
		l.take(all, above, above)
	}
	l.calm()
	return nil
}

// take reads the line at hand; next is the time of the one below it. A line whose time fits
// neither what is above it nor what is below it says nothing of when its process was silent.
func (l *logged) take(all []pattern, at, next int64) {
	latest := max(l.lastT, at)
	switch late := at > next+metadataLag; {
	case l.lastT == 0:
		if late {
			latest = 0
		}
	case at > l.lastT+silence && late:
		l.note("later", "below", at-next)
		latest = l.lastT
	case at > l.lastT+silence:
		l.quiet, l.again = l.lastT, at
		if !strings.Contains(l.text, "STARTING") {
			l.silences = append(l.silences, [2]int64{l.quiet, l.again})
		}
	case at < l.lastT-metadataLag:
		l.note("earlier", "above", l.lastT-at)
		if next < l.lastT-metadataLag {
			latest = at // the clock was put back
		}
	}
	l.level()
	ours := strings.Contains(l.text, l.meta.topic+"-"+strconv.Itoa(l.meta.partition))
	if ours || strings.Contains(l.text, "STARTING") || strings.Contains(l.text, "unfenced") || strings.Contains(l.text, "controlled shutdown") {
		l.line(all, at)
	}
	l.lastT = latest
}

func (l *logged) note(when, where string, ms int64) {
	l.notes = append(l.notes, fmt.Sprintf("%s:%d was written %.1f s %s than the line %s it; it was taken by its time", l.file, l.n, float64(ms)/1000, when, where))
}

// calm finds the lines of fetches and answers that the broker's role does not change soon after.
func (l *logged) calm() {
	next := int64(1) << 62 // when the broker learns, ends or starts
	for i := len(l.lines) - 1; i >= 0; i-- {
		one := &l.lines[i]
		switch kind := l.kind(one.Stream); {
		case kind == learns || kind == lives:
			next = one.At
			if one.After > 0 {
				next = one.After
			}
		case kind == follows || kind >= records0:
			one.Calm = one.At+metadataLag < next
		}
	}
}

// level finds out by the line of a logger, whatever it says, that its level is one that tells
// more: where nothing was appended nothing is told of it, though it would be.
func (l *logged) level() {
	head := l.text[:min(len(l.text), 60)]
	switch {
	case strings.Contains(head, "TRACE UnifiedLog "):
		l.seen[appends] = true
	case strings.Contains(head, "TRACE ReplicaFetcherThread "):
		l.seen[follows] = true
	case strings.Contains(head, "DEBUG Partition "), strings.Contains(head, "TRACE Partition "):
		l.seen[records0] = true
	}
}

// stamp is the time at the beginning of a line.
func stamp(text string) (ms int64, is bool) {
	m := clock.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	for i, unit := range []int64{3600_000, 60_000, 1000, 1} {
		n, _ := strconv.ParseInt(m[i+1], 10, 64)
		ms += n * unit
	}
	return ms, true
}

// clockTime is a time of the day as logs have it.
func clockTime(ms int64) string {
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

func (l *logged) line(all []pattern, at int64) {
	if found := shrinking.FindStringSubmatch(l.text); found != nil && at >= l.meta.created {
		var out []int
		for id := range strings.SplitSeq(found[1], ",") {
			n, _ := strconv.Atoi(strings.TrimSpace(id))
			out = append(out, n)
		}
		l.tell(l.of(l.b, proposes), at, shrinks, int(l.meta.members(out)))
		return
	}
	for i := range all {
		p := &all[i]
		if !strings.Contains(l.text, p.find) {
			continue
		}
		m := p.re.FindStringSubmatch(l.text)
		if m == nil {
			continue
		}
		numbers := make([]int, len(m)-1)
		for k := range numbers {
			numbers[k], _ = strconv.Atoi(m[k+1])
		}
		p.tell(l, numbers, at)
		return
	}
}

// tell notes a line. What is not said of a fact is Any.
func (l *logged) tell(stream int, at int64, values ...int) {
	if at < l.meta.created {
		return
	}
	f := evidence.Fact{}
	for i, v := range values {
		f[i] = short(v)
	}
	if !(l.kind(stream) == proposes && f[0] == answered || l.kind(stream) == follows && f[0] == cut) { // these come with INFO
		l.seen[l.kind(stream)] = true
	}
	l.lines = append(l.lines, evidence.Line{File: l.file, Number: l.n, At: at, After: l.arrived(stream, at), Stream: stream, Fact: f, Text: l.text})
}

// arrived is since when a request may have lain at the broker that it tells of now. One that
// was stopped for a while, or is slow, tells late of what was sent to it meanwhile, by senders
// that may be elsewhere by now.
func (l *logged) arrived(stream int, at int64) int64 {
	if l.quiet > 0 && l.quiet < at && at < l.again+metadataLag && lies(l.kind(stream)) {
		return l.quiet
	}
	return 0
}

// lies reports whether what is told in a kind of stream comes of requests.
func lies(kind int) bool {
	return kind == appends || kind == raises || kind == proposes || kind >= records0
}

// silence is for how many milliseconds a broker writes nothing before it may have been stopped.
const silence = 300

// appends is one line until all offsets are known: of its first record, and of where it ends.
func (l *logged) appends(m []int, at int64) {
	acks := int32(evidence.Any)
	if given := l.acks[m[1]]; len(given) > 0 {
		acks, l.acks[m[1]] = given[0], given[1:]
	}
	l.tell(l.of(l.b, appends), at, m[1], int(acks), m[0]+1)
	l.leo = m[0] + 1
}

// tookHW is the second half of what a fetcher says of an answer; the first was the line before.
func (l *logged) tookHW(told, is int) {
	for i := len(l.lines) - 1; i >= 0; i-- {
		if f := &l.lines[i].Fact; l.lines[i].Stream == l.of(l.b, follows) {
			if f[0] == took && f[3] == evidence.Any {
				f[3], f[4] = short(told), short(is)
			}
			return
		}
	}
}

// learns is metadata that the broker acts on; it has them since a while, when it starts
// since longer. The first of a process says with which LEO it came back.
func (l *logged) learns(as int, m []int, at int64) {
	l.tell(l.of(l.b, learns), at, as, m[0], m[1], m[3], int(l.meta.versionOf(m[2], m[0])))
	if at < l.meta.created {
		return
	}
	l.lines[len(l.lines)-1].After = at - metadataLag
	if l.back > 0 {
		if m[1] < l.leo && l.lines[l.back-1].Fact[0] == ended {
			l.lines[l.back-1].Fact[2] = short(m[1])
			l.lost++
			l.notes = append(l.notes, fmt.Sprintf("%s:%d: the log ends at %d, where it had ended at %d: taken for a power failure", l.file, l.n, m[1], l.leo))
		}
		l.back = 0
	}
	l.leo = m[1]
}

// metadataLag is how many milliseconds a broker may have metadata before it says that it
// acts on them.
const metadataLag = 1000

// heartbeat is how many milliseconds it takes at most until a broker hears that it is unfenced.
const heartbeat = 2000

// starting is the first line of a process: the one before has ended since its last line,
// cleanly if it was let go.
func (l *logged) starting(at int64) {
	if at < l.meta.created {
		return
	}
	kind, from := ended, l.lastT
	if l.clean > 0 {
		kind, from = stopped, l.clean
	}
	l.tell(l.of(l.b, lives), at, kind, evidence.Any, evidence.Any)
	l.life, l.back = len(l.lines), len(l.lines)
	l.lines[l.life-1].After = from
	l.up, l.clean = at, 0
}

// loaded is the end of a start; its high watermark was on disk when the process ended.
func (l *logged) loaded(m []int, at int64) {
	if l.life == 0 {
		return
	}
	l.lines[l.life-1].Fact[1] = short(m[0])
	l.tell(l.of(l.b, lives), at, started, m[0])
	l.lines[len(l.lines)-1].After = l.up
	l.life = 0
}

// short is a number as facts have it.
func short(v int) int32 { return int32(max(evidence.Any, min(v, 1<<31-1))) }
