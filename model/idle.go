package model

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Idle complains of every constant in set that has another value than its
// default, and does nothing for want of another; not of one that set speaks of:
// who names both wants to see what the one is without the other. The list has the defaults that
// apply under set, and the values are those that set resolves to.
//
// A condition in a constant's Needs is the name of a constant that is to be on,
// more than 0, or another than its first choice ("reads"); or such a name with
// the values that will do ("recovery=last-leader|balanced"); or several of
// these, of which one is enough ("kills or clean_stops"). A bound may be asked
// for more ("fences>1").
func Idle(constants []Constant, values Values, set map[string]string) error {
	var problems []error
	for _, c := range constants {
		if _, given := set[c.Name]; !given || c.Text(values[c.Name]) == c.Default {
			continue
		}
		for _, need := range c.Needs {
			if !met(constants, values, set, need) {
				problems = append(problems, fmt.Errorf("%s=%s does nothing without %s", c.Name, set[c.Name], need))
				break
			}
		}
	}
	return errors.Join(problems...)
}

// Unmet are those of some conditions, in the words of a Constant's Needs, that
// values do not meet.
func Unmet(constants []Constant, values Values, needs []string) (unmet []string) {
	for _, need := range needs {
		if !met(constants, values, nil, need) {
			unmet = append(unmet, need)
		}
	}
	return unmet
}

// Speaks lists the constants that a condition speaks of.
func Speaks(need string) (names []string) {
	for one := range strings.SplitSeq(need, " or ") {
		name, _, _ := strings.Cut(one, ">")
		name, _, _ = strings.Cut(name, "=")
		names = append(names, name)
	}
	return names
}

// met reports whether a condition is met, or set speaks of it.
func met(constants []Constant, values Values, set map[string]string, need string) bool {
	return slices.ContainsFunc(strings.Split(need, " or "), func(one string) bool {
		name, least, more := strings.Cut(one, ">")
		name, texts, some := strings.Cut(name, "=")
		i := slices.IndexFunc(constants, func(c Constant) bool { return c.Name == name })
		_, spoken := set[name]
		switch {
		case spoken:
			return true
		case i < 0:
			return false
		case more:
			n, err := strconv.Atoi(least)
			return err == nil && values[name] > n
		case some:
			return slices.Contains(strings.Split(texts, "|"), constants[i].Text(values[name]))
		}
		return values[name] != 0
	})
}
