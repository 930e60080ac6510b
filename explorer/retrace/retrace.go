package retrace

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"unsafe"

	"mc/model"
	"mc/model/evidence"
)

// Options bound a search.
type Options struct {
	// Slack is how many milliseconds later than a line of another stream a line may be
	// written, and tell of something earlier; 0 stands for 250.
	Slack int64

	// Unseen is how many steps may go unseen one after the other; 0 stands for 16.
	Unseen int

	// Nodes is how many places (a state, and how much of each stream is told) are looked
	// at; 0 stands for 2,000,000.
	Nodes int

	// Memory is how many bytes the places that are kept may take, as estimated: those that
	// are known, and those on the way or still to be looked at; 0 stands for 1 GiB.
	Memory uint64

	// Progress, if set, is called now and then.
	Progress func(told, lines, nodes int)
}

func (o *Options) fill() {
	if o.Slack == 0 {
		o.Slack = 250
	}
	if o.Unseen == 0 {
		o.Unseen = 16
	}
	if o.Nodes == 0 {
		o.Nodes = 2_000_000
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
}

// Outcome is what became of a search.
type Outcome[S comparable] struct {
	// Found reports that a run of the model shows all lines, and Cut that the bounds ended
	// the search before that or its contrary was known.
	Found, Cut bool

	Path  model.Path[S] // that run; if none is found, the longest part of one
	Lines [][]int       // that each of its steps shows
	Stale []int         // lines that tell nothing new where they stand

	// Stuck is the first line that no run gets to, and Could what the model could have
	// shown in its place, each with the action that would; if nothing was found.
	Stuck int
	Could []Instead

	Nodes  int    // places that were looked at
	Memory uint64 // bytes that places took at most, as estimated
	Full   bool   // more would have been needed, which cut the search
}

// Instead is a step that could have been taken where no run got on.
type Instead struct {
	Action model.Action
	Fact   evidence.Fact
}

// Unseen is how many steps of the path no line shows.
func (o *Outcome[S]) Unseen() (n int) {
	for _, lines := range o.Lines {
		if len(lines) == 0 {
			n++
		}
	}
	return n
}

// Find looks for a run of a model that shows what was recorded: every line, in the order of
// its stream, and nothing that is not there. An error says that the model or the recording
// is at fault.
func Find[S comparable](ctx context.Context, m *model.Model[S], r *evidence.Recording[S], o Options) (*Outcome[S], error) {
	o.fill()
	start, err := r.Start(m)
	if err != nil {
		return nil, err
	}
	f := &finder[S]{m: m, r: r, Options: o, seed: maphash.MakeSeed(), seen: map[place]int{}, told: make([]bool, len(r.Lines))}
	f.streams = make([][]int, len(r.Streams))
	for i := range r.Lines {
		f.streams[r.Lines[i].Stream] = append(f.streams[r.Lines[i].Stream], i)
	}
	f.gather = model.NewSteps(f.consider)
	return f.search(ctx, &node[S]{state: start, at: make([]int, len(f.streams))})
}

// node is a place on the way: a state, and how many lines of each stream are told.
type node[S comparable] struct {
	state  S
	at     []int
	parent *node[S]
	action model.Action
	step   bool // a step led here; else a line was passed over
	lines  []int
	over   []int // lines that were passed over here and then, because they never have news
	unseen int   // steps since the last that was seen
	told   int   // lines in all
	depth  int   // nodes above it
}

// place is what tells nodes apart.
type place struct{ state, at uint64 }

type finder[S comparable] struct {
	m *model.Model[S]
	r *evidence.Recording[S]
	Options

	streams  [][]int // the lines of each
	seed     maphash.Seed
	seen     map[place]int // the fewest unseen steps that it was reached with
	told     []bool        // lines that some run has told
	gather   *model.Gatherer[S]
	from     *node[S] // that is being expanded
	due      int64    // when the first line that is not told was written
	next     []ranked[S]
	furthest *node[S]
	nodes    int
	memory   uint64 // the most so far
}

// ranked is a successor with the time of the first line that it tells; an unseen one has none.
type ranked[S comparable] struct {
	*node[S]
	first int64
}

func (f *finder[S]) search(ctx context.Context, start *node[S]) (*Outcome[S], error) {
	stack := []*node[S]{start}
	f.furthest = start
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		f.settle(n)
		if n.told == len(f.r.Lines) {
			return f.outcome(n, true, false), nil
		}
		if f.wasHere(n) {
			continue
		}
		if f.full(len(stack) + n.depth + f.furthest.depth) {
			return f.outcome(f.furthest, false, true), nil
		}
		if f.nodes++; f.nodes > f.Nodes || f.nodes%1024 == 0 && ctx.Err() != nil {
			return f.outcome(f.furthest, false, true), nil
		}
		if f.Progress != nil && f.nodes%4096 == 0 {
			f.Progress(n.told, len(f.r.Lines), f.nodes)
		}
		if n.told > f.furthest.told {
			f.furthest = n
		}
		if err := f.expand(n); err != nil {
			return nil, err
		}
		for _, next := range slices.Backward(f.next) {
			stack = append(stack, next.node)
		}
	}
	return f.outcome(f.furthest, false, false), nil
}

// full reports whether so many nodes, and the places that are known, take more than they may.
// A place that is known takes its entry and as much again, as a map has room to grow.
func (f *finder[S]) full(nodes int) bool {
	var n node[S]
	const known = 2 * (unsafe.Sizeof(place{}) + unsafe.Sizeof(0))
	each := unsafe.Sizeof(n) + uintptr(len(f.streams))*unsafe.Sizeof(0)
	f.memory = max(f.memory, uint64(nodes)*uint64(each)+uint64(len(f.seen))*uint64(known))
	return f.memory > f.Memory
}

// wasHere reports whether a place was looked at before, with as much left to go unseen.
func (f *finder[S]) wasHere(n *node[S]) bool {
	var at maphash.Hash
	at.SetSeed(f.seed)
	for _, i := range n.at {
		maphash.WriteComparable(&at, i)
	}
	p := place{maphash.Comparable(f.seed, n.state), at.Sum64()}
	if least, known := f.seen[p]; known && least <= n.unseen {
		return true
	}
	f.seen[p] = n.unseen
	return false
}

// expand makes the successors of a node, those first that tell the earliest lines.
func (f *finder[S]) expand(n *node[S]) error {
	f.from, f.next, f.due = n, f.next[:0], f.firstDue(n)
	for s := range f.streams {
		f.passOver(s)
	}
	f.m.Gather(&n.state, f.gather)
	f.gather.Flush()
	if rule, complaint := f.gather.Overflowed(); complaint != "" {
		return fmt.Errorf("retrace: %s, in %s", complaint, f.m.Rules[rule].Name)
	}
	slices.SortStableFunc(f.next, func(x, y ranked[S]) int { return cmp.Compare(x.first, y.first) })
	if len(f.next) > 0 && f.next[0].first == soon {
		f.next = f.next[:1]
	}
	return nil
}

// firstDue is when the first line that is not told was written.
func (f *finder[S]) firstDue(n *node[S]) int64 {
	due := never
	for s := range f.streams {
		if l := f.head(n, s); l != nil {
			due = min(due, l.At)
		}
	}
	return due
}

// The times of steps that no line shows: they come last, or at once.
const (
	never = int64(1) << 62
	soon  = -1
)

// head is the line of a stream that is told next.
func (f *finder[S]) head(n *node[S], stream int) *evidence.Line {
	if i := n.at[stream]; i < len(f.streams[stream]) {
		return &f.r.Lines[f.streams[stream][i]]
	}
	return nil
}

// settle passes over what is first of all lines, has no news, and will have none.
func (f *finder[S]) settle(n *node[S]) {
	own := false
	for s := 0; s < len(f.streams); s++ {
		l := f.head(n, s)
		if l == nil || !f.settles(n, l) || !f.r.Stale(&n.state, l) {
			continue
		}
		if !own {
			n.at, own = slices.Clone(n.at), true
		}
		i := f.streams[s][n.at[s]]
		n.over, f.told[i] = append(n.over, i), true
		n.at[s]++
		n.told++
		s = -1 // another stream may be first now
	}
}

// settles reports whether a line is told here, if it has no news, and not later as well.
func (f *finder[S]) settles(n *node[S], l *evidence.Line) bool {
	switch {
	case l.Look:
		return !f.late(l, f.firstDue(n))
	case l.Calm:
		return l.At <= f.firstDue(n)
	}
	return false
}

// passOver tells the next line of a stream without a step, where it has no news.
func (f *finder[S]) passOver(stream int) {
	l := f.head(f.from, stream)
	if l == nil || f.late(l, f.due) || !f.r.Stale(&f.from.state, l) {
		return
	}
	n := &node[S]{state: f.from.state, at: slices.Clone(f.from.at), parent: f.from, unseen: f.from.unseen, told: f.from.told, depth: f.from.depth + 1}
	f.tell(n, stream)
	f.keep(n, l.At)
}

// late reports whether a line is of a time that cannot have come: others were written long
// before it and are not told.
func (f *finder[S]) late(l *evidence.Line, due int64) bool {
	earliest := l.At
	if l.After > 0 {
		earliest = l.After
	}
	return earliest > due+f.Slack
}

// tell moves a node past the next line of a stream.
func (f *finder[S]) tell(n *node[S], stream int) {
	i := f.streams[stream][n.at[stream]]
	n.at[stream]++
	n.told++
	n.lines = append(n.lines, i)
}

// consider keeps a step that can have been taken here, once for each way to see it.
func (f *finder[S]) consider(a model.Action, after *S) {
	rule := &f.m.Rules[a.Rule]
	for _, way := range f.r.Ways(&f.from.state, rule.Name, a.Args, after, func(s int) *evidence.Line { return f.head(f.from, s) }) {
		n := &node[S]{at: f.from.at, parent: f.from, action: a, step: true, told: f.from.told, depth: f.from.depth + 1}
		first, fits := f.follow(n, way)
		if !fits {
			continue
		}
		if len(n.lines) == 0 {
			if n.unseen = f.from.unseen + 1; n.unseen > f.Unseen {
				continue
			}
		}
		n.state = *after
		f.keep(n, first)
	}
}

// keep notes a successor, and that its lines can be told.
func (f *finder[S]) keep(n *node[S], first int64) {
	for _, i := range n.lines {
		f.told[i] = true
	}
	f.next = append(f.next, ranked[S]{n, first})
}

// follow tells the lines of a way, if they are there.
func (f *finder[S]) follow(n *node[S], way evidence.Way) (first int64, fits bool) {
	first = never
	for _, sign := range way {
		if sign.Soon {
			first = soon
			continue
		}
		l := f.head(n, sign.Stream)
		if l == nil && f.r.Beyond != nil && f.r.Beyond(sign.Stream) <= f.due+f.Slack {
			continue
		}
		if l == nil || !l.Fact.Says(&sign.Fact) || f.late(l, f.due) {
			return 0, false
		}
		if sign.Peek {
			continue
		}
		if len(n.lines) == 0 {
			n.at = slices.Clone(n.at)
		}
		f.tell(n, sign.Stream)
		first = min(first, l.At)
	}
	return first, true
}
