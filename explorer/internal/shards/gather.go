package shards

import (
	"cmp"

	"mc/explorer/internal/parts"
	"mc/explorer/internal/store"
)

// Gatherer gathers what a task finds, on behalf of one goroutine, and writes it sorted:
// when there is no room for more, and at the end.
type Gatherer struct {
	files   parts.Folder
	kind    string
	most    int // records that there is room for
	records *parts.Records
	done    []Part
	err     error
}

// Gather makes a gatherer that takes so many bytes.
func (f Folder) Gather(a Attempt, bytes uint64) *Gatherer {
	most := bytes / uint64(8*(f.Words+1)) / 2 // as many again while it grows
	return &Gatherer{files: f.files(), kind: a.kind("candidates"), most: max(1024, int(most)), records: parts.NewRecords(f.Words)}
}

// Add takes the states of a batch with their rules, and empties it.
func (g *Gatherer) Add(b *store.Batch) {
	for i := range b.N {
		g.records.Add(b.State(i), uint64(b.Rules[i]))
	}
	b.N = 0
	if g.records.Len() >= g.most {
		g.order()
		if g.records.Len() > g.most/2 {
			g.write()
		}
	}
}

// order sorts what is at hand; of equal states the one with the first rule is kept.
func (g *Gatherer) order() {
	g.records.Sort()
	g.records.Unique()
}

// write makes a file of what is at hand.
func (g *Gatherer) write() {
	if g.err == nil && g.records.Len() > 0 {
		p, err := g.files.Write(g.kind, parts.Saved{Sorted: true, Rules: true}, g.records.All)
		if g.err = err; err == nil {
			var kept Part
			kept, g.err = keep(&g.files, p)
			g.done = append(g.done, kept)
		}
	}
	g.records.Empty()
}

// Err is the first failure.
func (g *Gatherer) Err() error { return cmp.Or(g.err, g.records.Err) }

// End writes what is left, and says which files there are.
func (g *Gatherer) End() ([]Part, error) {
	defer g.records.Free()
	if err := g.Err(); err != nil {
		return nil, err
	}
	g.order()
	g.write()
	return g.done, g.Err()
}
