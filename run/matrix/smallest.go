package matrix

import "slices"

// closer tells whether the keys of a set, turned together, close a hole. It is
// asked about no set twice that it need not be: an answer may take a search.
type closer func(set []int) (bool, error)

// smallest finds a set of keys that closes a hole, when all of them do: one key
// or two, if that is enough, or else a set of which none can be spared. also
// are the other keys that do it alone. Keys that come first go first.
func smallest(keys []int, closes closer) (set, also []int, err error) {
	var alone []int
	for _, k := range keys {
		yes, err := closes([]int{k})
		if err != nil {
			return nil, nil, err
		}
		if yes {
			alone = append(alone, k)
		}
	}
	if len(alone) > 0 {
		return alone[:1], alone[1:], nil
	}
	if len(keys) <= mostPaired {
		if set, err = pair(keys, closes); set != nil || err != nil {
			return set, nil, err
		}
	}
	set, err = spare(keys, closes)
	return set, nil, err
}

// mostPaired bounds the keys of which all pairs are tried.
const mostPaired = 16

// pair finds two keys that close a hole; nil if no two do.
func pair(keys []int, closes closer) ([]int, error) {
	if len(keys) < 3 {
		return nil, nil // all of them are known to close it
	}
	for i, a := range keys {
		for _, b := range keys[i+1:] {
			if yes, err := closes([]int{a, b}); yes || err != nil {
				return []int{a, b}, err
			}
		}
	}
	return nil, nil
}

// spare takes keys away from a set that closes a hole as long as it closes it:
// many at once as long as that goes, then one by one until none can be spared.
func spare(keys []int, closes closer) ([]int, error) {
	set := slices.Clone(keys)
	for size := max(1, len(set)/2); ; {
		before := len(set)
		for i := 0; i < len(set) && len(set) > 1; {
			less := slices.Delete(slices.Clone(set), i, min(i+size, len(set)))
			yes := false
			if len(less) > 0 {
				var err error
				if yes, err = closes(less); err != nil {
					return nil, err
				}
			}
			if yes {
				set = less
			} else {
				i += size
			}
		}
		switch {
		case size > 1:
			size /= 2
		case len(set) == before:
			return set, nil
		}
	}
}
