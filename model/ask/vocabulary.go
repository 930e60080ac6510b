package ask

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unsafe"

	"mc/model"
)

// Domain is a kind of things, told apart by number: brokers, records, roles.
type Domain struct {
	One, Many string   // "broker", "brokers"
	Names     []string // thing i is called Names[i]; at most 62
	None      []string // what "there is none" is called beside none; its number is None

	// Part is what a thing is in a witness, for pictures to point at; nil if it is
	// nothing there.
	Part func(name string) any
}

// None is the number of no thing, and Unknown the number that is not known.
const (
	None    = -1
	Unknown = math.MinInt // also as a set
)

// name is the thing i as people write it.
func (d *Domain) name(i int) string {
	if i < 0 || i >= len(d.Names) {
		return "none"
	}
	return d.Names[i]
}

// number finds a thing by name; none is one of the names.
func (d *Domain) number(name string) (int, bool) {
	if i := slices.Index(d.Names, name); i >= 0 {
		return i, true
	}
	return None, name == "none" || slices.Contains(d.None, name)
}

// Shape is what kind of value a type has.
type Shape uint8

// A Truth is 0 or 1, a Set the bits of its things.
const (
	Truth Shape = iota
	Number
	Thing
	Set
	List
)

// Type is what a term or a predicate's part is. Of says of what things; nil of
// numbers.
type Type struct {
	Shape Shape
	Of    *Domain
}

// String is the type in words, after "is".
func (t Type) String() string {
	one, many := "number", "numbers"
	if t.Of != nil {
		one, many = t.Of.One, t.Of.Many
	}
	switch t.Shape {
	case Truth:
		return "true or false"
	case Set:
		return "a set of " + many
	case List:
		return "a list of " + many
	}
	if strings.ContainsAny(one[:1], "aeiou") {
		return "an " + one
	}
	return "a " + one
}

// MostItems is how long a list may be.
const MostItems = 31

// Items are the items of a list: things or numbers up to 255. Of an unknown list Len
// is Unknown.
type Items struct {
	Len int
	At  [MostItems]uint8
}

// all are the items; an unknown list has none.
func (l *Items) all() []uint8 { return l.At[:max(0, l.Len)] }

// Add appends an item; what has no room is dropped, as no model has.
func (l *Items) Add(item uint8) {
	if l.Len < MostItems {
		l.At[l.Len] = item
		l.Len++
	}
}

// State points to a state of the model. Predicates are of no type of state, so that
// they are compiled once for all models.
type State = unsafe.Pointer

// Args are the arguments of a term: numbers, or things that there are.
type Args [2]int

// Term is something that can be seen of a state. A term that has a thing which is
// not there as an argument is not evaluated: it is unknown, no thing or false.
type Term struct {
	Name   string
	Doc    string
	Params []Type
	Type   Type
	Num    func(s State, a Args) int   // of any shape but List
	List   func(s State, a Args) Items // of a List

	// Forgotten says that this run tells states apart up to the value
	// (Model.Forgets): then nothing can be asked about it.
	Forgotten bool
}

// Role is a name that needs no quantifier: where it is not bound, the predicate asks
// for any thing or number of Among.
type Role struct {
	Name, Among string // "f", "followers"; Among is itself in the language
}

// Vocabulary is what predicates about a model can speak of.
type Vocabulary struct {
	Terms   []Term
	Default *Domain        // what "any b:" ranges over; nil: it must be said
	Domains []*Domain      // those whose things can be named wherever they fit
	Numbers map[string]int // constants of the model by name
	Roles   []Role

	// Memory is where a state remembers what was once so, a field that the model leaves
	// alone and that Widest leaves zero; nil: nothing can be remembered.
	Memory func(s State) *Memory
}

// Words are the names of a vocabulary.
func (v *Vocabulary) words() (all []string) {
	for _, t := range v.Terms {
		all = append(all, t.Name)
	}
	return all
}

// term finds a term by its name and the number of its arguments.
func (v *Vocabulary) term(name string, args int) (*Term, *Problem) {
	var takes []string
	for i := range v.Terms {
		t := &v.Terms[i]
		if t.Name == name && len(t.Params) == args {
			return t, nil
		}
		if t.Name == name {
			takes = append(takes, t.usage())
		}
	}
	if takes != nil {
		return nil, &Problem{Message: fmt.Sprintf("%s is written %s", name, strings.Join(takes, " or "))}
	}
	return nil, &Problem{Message: fmt.Sprintf("there is no %q to ask for%s", name, model.Nearest(name, v.words())), Unknown: true}
}

// usage is the term as it is written: "hw(broker)".
func (t *Term) usage() string {
	if len(t.Params) == 0 {
		return t.Name
	}
	kinds := make([]string, len(t.Params))
	for i, p := range t.Params {
		kinds[i] = "number"
		if p.Of != nil {
			kinds[i] = p.Of.One
		}
	}
	return t.Name + "(" + strings.Join(kinds, ", ") + ")"
}

// Word is a term for documentation.
type Word struct{ Usage, Type, Doc string }

// List are the terms, for documentation.
func (v *Vocabulary) List() (all []Word) {
	for i := range v.Terms {
		t := &v.Terms[i]
		all = append(all, Word{t.usage(), t.Type.String(), t.Doc})
	}
	return all
}
