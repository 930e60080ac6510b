package shards

import (
	"slices"

	"mc/explorer/internal/parts"
)

// CutLevel divides a level in files into tasks of about so many states each.
func CutLevel(level []Part, each uint64) (tasks []Task) {
	total := uint64(0)
	for i := range level {
		total += level[i].Records
	}
	n := max(1, (total+each-1)/max(1, each))
	each = (total + n - 1) / n
	var t Task
	for i := range level {
		blocks, left := parts.BlocksOf(level[i].Records), level[i].Records
		for from := 0; from < blocks; {
			room := max(1, int((each-min(each, t.States))/parts.BlockRecords))
			to := min(blocks, from+room)
			states := min(left, uint64(to-from)*parts.BlockRecords)
			t.Pieces = append(t.Pieces, Piece{i, from, to})
			t.States += states
			left -= states
			if from = to; t.States >= each {
				tasks, t = append(tasks, t), Task{}
			}
		}
	}
	if t.States > 0 {
		tasks = append(tasks, t)
	}
	return tasks
}

// CutKeys divides the merge of candidates into tasks of about so many records each.
func CutKeys(candidates []*parts.Part, each uint64) (tasks []Task) {
	total := records(candidates)
	ranges := max(1, (total+each-1)/max(1, each))
	keys := splitters(candidates, ranges, nil, nil)
	var lo []uint64
	for _, hi := range append(keys, nil) {
		tasks = append(tasks, Task{Lo: lo, Hi: hi, States: total / uint64(len(keys)+1)})
		lo = hi
	}
	return tasks
}

func records(list []*parts.Part) (n uint64) {
	for _, p := range list {
		n += p.Records
	}
	return n
}

// splitters are keys within [lo, hi) that have about as many records between them, for so
// many ranges. The first keys of blocks are all that is looked at.
func splitters(of []*parts.Part, ranges uint64, lo, hi []uint64) (keys [][]uint64) {
	var firsts [][]uint64
	for _, p := range of {
		for b := range p.Blocks() {
			if key := p.First(b); within(key, lo, hi) {
				firsts = append(firsts, key)
			}
		}
	}
	slices.SortFunc(firsts, slices.Compare)
	last := lo
	for i := uint64(1); i < ranges && len(firsts) > 0; i++ {
		key := firsts[i*uint64(len(firsts))/ranges]
		if last == nil || slices.Compare(last, key) < 0 {
			last = slices.Clone(key)
			keys = append(keys, last)
		}
	}
	return keys
}

// within tells whether a key is in [lo, hi); nil bounds are open.
func within(key, lo, hi []uint64) bool {
	return (lo == nil || slices.Compare(key, lo) >= 0) && (hi == nil || slices.Compare(key, hi) < 0)
}

// touched are the parts of sorted segments that may hold states in [lo, hi).
func touched(segments []Segment, lo, hi []uint64) (list []Part) {
	for i := range segments {
		all := segments[i].Parts
		for k := range all {
			behind := hi != nil && slices.Compare(all[k].First, hi) >= 0
			before := lo != nil && k+1 < len(all) && slices.Compare(all[k+1].First, lo) <= 0
			if !behind && !before {
				list = append(list, all[k])
			}
		}
	}
	return list
}
