package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// promise is a record that a client was told of: acknowledged, or given to a consumer.
type promise struct {
	value  string
	offset int64
	at     time.Time
	how    string
}

// ledger is what clients were promised, and what became of the rest.
type ledger struct {
	mutex    sync.Mutex
	promises []promise
	known    map[string]bool
	waiting  int // requests without an answer
	failed   map[string]int
}

func newLedger() *ledger { return &ledger{known: map[string]bool{}, failed: map[string]int{}} }

// sent counts a request that is on its way.
func (l *ledger) sent() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.waiting++
}

// answered takes in what became of it.
func (l *ledger) answered(values []string, acks int16, offset int64, err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.waiting--
	if err != nil {
		l.failed[err.Error()] += len(values)
		return
	}
	if acks != -1 {
		return // nobody promised that it is kept
	}
	for i, v := range values {
		l.promise(promise{v, offset + int64(i), time.Now(), "acknowledged"})
	}
}

// read takes in what a consumer was given.
func (l *ledger) read(value string, offset int64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.promise(promise{value, offset, time.Now(), "given to a consumer"})
}

func (l *ledger) promise(p promise) {
	if !l.known[p.value] {
		l.known[p.value] = true
		l.promises = append(l.promises, p)
	}
}

// settle waits until every request has its answer.
func (l *ledger) settle(within time.Duration) int {
	for end := time.Now().Add(within); ; time.Sleep(20 * time.Millisecond) {
		l.mutex.Lock()
		n := l.waiting
		l.mutex.Unlock()
		if n == 0 || time.Now().After(end) {
			return n
		}
	}
}

// verdict is what a round shows.
type verdict struct {
	promised int
	missing  []promise
	end      int64
	pending  int
	failed   map[string]int
	missed   []string // what was waited for and not seen, and what was seen instead
	shown    []string // what the file looks for, and was seen
	unshown  []string
	expect   string
	took     time.Duration
}

// against compares what was promised with what is there at the end.
func (l *ledger) against(v *verdict, there map[string]bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	v.promised, v.pending, v.failed = len(l.promises), l.waiting, l.failed
	for _, p := range l.promises {
		if !there[p.value] {
			v.missing = append(v.missing, p)
		}
	}
}

// line says it all in one.
func (v *verdict) line(round, of int) string {
	var words []string
	switch {
	case len(v.missing) > 0:
		words = append(words, fmt.Sprintf("LOST: of %d records that were acknowledged or consumed %d are missing: %s", v.promised,
			len(v.missing), v.few()))
	default:
		words = append(words, fmt.Sprintf("kept: all %d records that were acknowledged or consumed are there", v.promised))
	}
	for _, s := range v.shown {
		words = append(words, "SEEN: "+s)
	}
	for _, s := range v.unshown {
		words = append(words, "not seen: "+s)
	}
	for _, s := range v.missed {
		words = append(words, "the cluster went another way: "+s)
	}
	if len(v.failed) > 0 {
		words = append(words, "refused: "+counts(v.failed))
	}
	if v.pending > 0 {
		words = append(words, fmt.Sprintf("%d requests have no answer", v.pending))
	}
	prefix := ""
	if of > 1 {
		prefix = fmt.Sprintf("round %d: ", round+1)
	}
	expected := ""
	if v.expect != "" {
		expected = "expected: " + v.expect + ", "
	}
	return fmt.Sprintf("%s%s (%slog end %d, %.1f s)", prefix, strings.Join(words, "; "), expected, v.end, v.took.Seconds())
}

// few names the first of those that are missing.
func (v *verdict) few() string {
	const most = 6
	var words []string
	for _, p := range v.missing[:min(most, len(v.missing))] {
		words = append(words, fmt.Sprintf("%s at offset %d, %s %s", p.value, p.offset, p.how, clock(p.at)))
	}
	text := strings.Join(words, "; ")
	if n := len(v.missing) - most; n > 0 {
		text += fmt.Sprintf("; and %d more", n)
	}
	return text
}

func counts(of map[string]int) string {
	var words []string
	for what, n := range of {
		words = append(words, fmt.Sprintf("%d with %s", n, what))
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}

// tally counts rounds.
type tally struct{ rounds, lost, records, seen, elsewhere int }

func (t *tally) count(v *verdict) {
	t.rounds++
	t.records += len(v.missing)
	if len(v.missing) > 0 {
		t.lost++
	}
	if len(v.shown) > 0 {
		t.seen++
	}
	if len(v.missed) > 0 {
		t.elsewhere++
	}
}

func (t tally) String() string {
	text := fmt.Sprintf("%d of %d rounds lost records (%d records)", t.lost, t.rounds, t.records)
	if t.seen > 0 {
		text += fmt.Sprintf("; %d saw what the file looks for", t.seen)
	}
	if t.elsewhere > 0 {
		text += fmt.Sprintf("; %d went another way", t.elsewhere)
	}
	return text
}

func (t tally) code() int {
	switch {
	case t.lost > 0 || t.seen > 0:
		return exitBroken
	case t.elsewhere > 0:
		return exitElsewhere
	}
	return exitOK
}

// clock is a time as the logs have it.
func clock(t time.Time) string { return t.Format("15:04:05.000") }
