package script

import (
	"fmt"
	"strings"
	"time"

	"mc/model/kafka"
)

// words splits what a script wants into words: commas, spaces, brackets and
// braces do not matter.
func words(values []string) (list []string) {
	split := func(r rune) bool { return strings.ContainsRune(", \t{}[]", r) }
	for _, v := range values {
		for _, w := range strings.FieldsFunc(v, split) {
			if w != "none" && w != "empty" {
				list = append(list, w)
			}
		}
	}
	return list
}

func listed(list []string) string { return or(strings.Join(list, ", "), "none") }

// asWord takes a number or a word as it is.
func asWord(_ *Player, values []string) (string, error) { return strings.Join(values, ", "), nil }

// asRecords spells out ranges of names: ok-1..ok-3.
func asRecords(_ *Player, values []string) (string, error) {
	return listed(spread(words(values))), nil
}

// asAnswer takes records as asRecords does, and leaves other words alone.
func asAnswer(_ *Player, values []string) (string, error) {
	var list []string
	for _, v := range values {
		list = append(list, strings.Split(v, ", ")...)
	}
	return strings.Join(spread(list), ", "), nil
}

// asBrokers takes "1,2" and [b1, b2] alike.
func asBrokers(x *Player, values []string) (string, error) {
	var set kafka.Set
	for _, w := range words(values) {
		b, err := x.broker(w)
		if err != nil {
			return "", err
		}
		set |= kafka.Of(int(b))
	}
	return set.String(), nil
}

// asBroker takes "1", b1 and nobody.
func asBroker(x *Player, values []string) (string, error) {
	list := words(values)
	if len(list) == 0 || list[0] == "nobody" {
		return kafka.Node(0).String(), nil
	}
	b, err := x.broker(list[0])
	return name(b), err
}

// asEpochs takes "0 0, 1 10" as the checkpoint file has it, and "0:0 1:10".
func asEpochs(_ *Player, values []string) (string, error) {
	flat := words([]string{strings.ReplaceAll(strings.Join(values, ","), ":", " ")})
	if len(flat)%2 != 0 {
		return "", fmt.Errorf("epochs are pairs of an epoch and its start, as in \"0 0, 1 10\"; got %s", strings.Join(values, ", "))
	}
	var entries []string
	for i := 0; i < len(flat); i += 2 {
		entries = append(entries, flat[i]+" "+flat[i+1])
	}
	return listed(entries), nil
}

// epochs is a cache as its checkpoint file has it.
func epochs(c kafka.Cache) (entries []string) {
	for e := range kafka.Epoch(kafka.MaxLeaderEpoch + 1) {
		if start, ok := c.Start(e); ok {
			entries = append(entries, fmt.Sprintf("%d %d", e, start))
		}
	}
	return entries
}

// within compares a duration with a wish for it, "5s" or "5s..7.5s": the
// wish is met if it comes back as what was seen.
func within(wish string, seen time.Duration) (string, error) {
	from, to, ranged := strings.Cut(wish, "..")
	if !ranged {
		to = from
	}
	lo, err := duration("time", from)
	if err != nil {
		return "", err
	}
	hi, err := duration("time", to)
	if err != nil {
		return "", err
	}
	if lo <= seen && seen <= hi {
		return seen.String(), nil
	}
	return wish, nil
}
