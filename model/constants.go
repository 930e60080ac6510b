package model

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Constant is a parameter of a model: a bound, a switch, or a choice among
// named values.
type Constant struct {
	Name    string // snake_case, as specs write it
	Doc     string // one sentence
	Default string
	Min     int      // integers: the inclusive range
	Max     int      //
	Switch  bool     // on or off
	Choices []string // named values; nil for integers and switches
	Ref     string

	// Spelled are other spellings of choices: "-1" for "all".
	Spelled map[string]string

	// Formerly are names that it had before. They are still understood where
	// values are given, and said nowhere.
	Formerly []string

	// Role says whose the constant is where variants are compared.
	Role Role

	// NotThere says that the other values give the constant no meaning: it has a
	// default, and no value may be given to it.
	NotThere bool

	// Needs are the conditions without which giving the constant another value
	// than its default changes nothing; see Idle.
	Needs []string

	// Prevents is what cannot happen with one of the values, if there is such a one.
	Prevents Prevention

	// Compared is the value that a comparison of variants uses in the place of
	// one that its scenario sets.
	Compared Compared
}

// Prevention is what a value of a constant prevents.
type Prevention struct {
	By    string // the value
	Words string // a sentence that says what cannot happen, and where it helps, why
}

// Role says whose a constant is where the variants of a model are compared.
type Role uint8

const (
	OfScenario Role = iota // of the question: it goes with the question from variant to variant
	OfVariant              // of the variant: a comparison takes each variant's own
	OfBounds               // of the question, and it limits what can happen: a size or a budget
)

// Compared replaces a value in comparisons. The zero value replaces none.
type Compared struct {
	If  string // the value that is replaced; empty for any that is set
	Use string
}

// Range is the constant's domain in words.
func (c Constant) Range() string {
	switch {
	case c.Switch:
		return "on or off"
	case c.Choices != nil:
		return strings.Join(c.Choices, " | ")
	}
	return fmt.Sprintf("%d..%d", c.Min, c.Max)
}

// Parse turns the text of a value into a number: integers as they are,
// switches 0 or 1, choices their index.
func (c Constant) Parse(text string) (int, error) {
	switch {
	case c.Switch:
		switch strings.ToLower(text) {
		case "on", "true", "yes":
			return 1, nil
		case "off", "false", "no":
			return 0, nil
		}
	case c.Choices != nil:
		if i := slices.Index(c.Choices, cmp.Or(c.Spelled[text], text)); i >= 0 {
			return i, nil
		}
		return 0, fmt.Errorf("%s: %q is not one of %s%s", c.Name, text, c.Range(), DidYouMean(text, c.Choices))
	default:
		if n, err := strconv.Atoi(text); err == nil && n >= c.Min && n <= c.Max {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s: must be %s, got %q", c.Name, c.Range(), text)
}

// Text is the inverse of Parse.
func (c Constant) Text(v int) string {
	switch {
	case c.Switch:
		return map[bool]string{true: "on", false: "off"}[v != 0]
	case c.Choices != nil:
		return c.Choices[v]
	}
	return strconv.Itoa(v)
}

// Values are resolved constants, by name.
type Values map[string]int

// On reports a switch.
func (v Values) On(name string) bool { return v[name] != 0 }

// Current gives the keys of set the names that constants have now. It refuses
// a constant that is given under two names.
func Current(constants []Constant, set map[string]string) (map[string]string, error) {
	var problems []error
	out := maps.Clone(set)
	for _, c := range constants {
		for _, old := range c.Formerly {
			value, given := out[old]
			if !given {
				continue
			}
			delete(out, old)
			if _, twice := out[c.Name]; twice {
				problems = append(problems, fmt.Errorf("%s is given twice: %s is its former name; keep %[1]s", c.Name, old))
			}
			out[c.Name] = value
		}
	}
	return out, errors.Join(problems...)
}

// Resolve gives every constant its value in set, or its default, and
// complains of every unknown key and every bad value at once.
func Resolve(constants []Constant, set map[string]string) (Values, error) {
	set, err := Current(constants, set)
	problems := []error{err}
	values := Values{}
	names := make([]string, len(constants))
	for i, c := range constants {
		names[i] = c.Name
		text, given := set[c.Name]
		if !given {
			text = c.Default
		}
		v, err := c.Parse(text)
		if err != nil {
			problems = append(problems, err)
		}
		values[c.Name] = v
	}
	for _, k := range slices.Sorted(maps.Keys(set)) {
		if !slices.Contains(names, k) {
			problems = append(problems, fmt.Errorf("%s: no such constant%s", k, DidYouMean(k, names)))
		}
	}
	return values, errors.Join(problems...)
}

// Fixed makes a template's Constants of a list whose defaults depend on
// nothing.
func Fixed(list ...Constant) func(set map[string]string) ([]Constant, error) {
	return func(map[string]string) ([]Constant, error) { return list, nil }
}
