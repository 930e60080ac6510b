package assess

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mc/model"
)

// Survive are the events that a cluster is to survive, how many of each budget.
type Survive Budgets

var counted = regexp.MustCompile(`^(\d+|no|an?|one|two|three)\s+(.+)$`)

// Survives reads what a cluster is to survive: "2 power failures, 1 session
// expiry". An event that is not named may happen as often as usual; "nothing else"
// leaves out all that are not named.
func (k *Know) Survives(text string) (Survive, error) {
	most, named := Survive{}, map[string]bool{}
	for _, e := range k.Events {
		most[e.Budget] = e.Usual
	}
	only := false
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		for one := range strings.SplitSeq(strings.Join(strings.Fields(strings.ToLower(part)), " "), " and ") {
			switch one {
			case "":
				continue
			case "nothing else":
				only = true
				continue
			}
			e, n, err := k.counted(one)
			if err != nil {
				return nil, err
			}
			most[e.Budget], named[e.Budget] = n, true
		}
	}
	for budget := range most {
		if only && !named[budget] {
			most[budget] = 0
		}
	}
	return most, nil
}

// counted reads one event with its number.
func (k *Know) counted(text string) (*Event, int, error) {
	for i := range k.Events {
		if e := &k.Events[i]; e.All != "" && (text == e.All || text == "a "+e.All) {
			return e, e.Usual, nil
		}
	}
	n, name := 1, text
	if m := counted.FindStringSubmatch(text); m != nil {
		word := map[string]int{"no": 0, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
		var known bool
		if n, known = word[m[1]]; !known {
			n, _ = strconv.Atoi(m[1])
		}
		name = m[2]
	}
	for i := range k.Events {
		if e := &k.Events[i]; slices.Contains(e.words(), name) {
			const most = 7
			if n > most {
				return nil, 0, &Mistake{fmt.Sprintf("%d %s: at most %d of an event can be searched through", n, e.plural(), most)}
			}
			return e, n, nil
		}
	}
	var all []string
	for i := range k.Events {
		all = append(all, k.Events[i].words()...)
	}
	return nil, 0, &Mistake{fmt.Sprintf("nothing that happens to a cluster is called %q here%s; name some of these, with how many: %s",
		name, model.DidYouMean(name, all), strings.Join(k.eventNames(), ", "))}
}

// words are all that the event may be called.
func (e *Event) words() (all []string) {
	for _, name := range append([]string{e.Name}, e.Also...) {
		all = append(all, name, name+"s")
	}
	if e.All != "" {
		all = append(all, e.All)
	}
	return append(all, e.plural())
}

func (e *Event) plural() string {
	if e.Plural != "" {
		return e.Plural
	}
	return e.Name + "s"
}

func (k *Know) eventNames() (all []string) {
	for i := range k.Events {
		all = append(all, k.Events[i].plural())
	}
	return all
}

// said are events with their numbers, in words.
func (k *Know) said(of Budgets) string {
	var words []string
	for i := range k.Events {
		e := &k.Events[i]
		switch n := of[e.Budget]; {
		case n == 1:
			words = append(words, "1 "+e.Name)
		case n > 1:
			words = append(words, fmt.Sprintf("%d %s", n, e.plural()))
		}
	}
	switch len(words) {
	case 0:
		return "nothing"
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// has reports whether budgets are within what is to be survived.
func (s Survive) has(b Budgets, k *Know) bool {
	for budget, n := range b {
		if _, event := k.event(budget); event && n > s[budget] {
			return false
		}
	}
	return true
}

// weight is how much has to come together.
func (k *Know) weight(b Budgets) (sum int) {
	for budget, n := range b {
		if e, event := k.event(budget); event {
			sum += n * max(1, e.Weight)
		}
	}
	return sum
}
