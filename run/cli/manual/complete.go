package manual

import (
	"cmp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Candidate is a word that may stand where the last one does, and what it is.
type Candidate struct{ Word, Means string }

// Names are the names that an argument or the value of a flag may have; nil if the
// shell's files are all there is.
type Names func(argument string) []Candidate

// Complete are the words that may stand in the place of the last of some words of a
// command line, without the program; it may be begun or empty.
func Complete(app *kong.Application, words []string, names Names) (list []Candidate) {
	if len(words) == 0 {
		words = []string{""}
	}
	begun := words[len(words)-1]
	at := walk(app.Node, words[:len(words)-1])
	flag, _, given := strings.Cut(begun, "=")
	switch {
	case at.value != nil:
		list = values(at.value, names)
	case at.plain:
		list = at.arguments(names)
	case given && strings.HasPrefix(flag, "-"):
		if f := at.flag(flag); f != nil {
			for _, c := range values(f, names) {
				list = append(list, Candidate{flag + "=" + c.Word, c.Means})
			}
		}
	case strings.HasPrefix(begun, "-"):
		list = at.flags()
	case len(at.node.Children) > 0:
		for _, c := range at.node.Children {
			if !c.Hidden {
				list = append(list, Candidate{c.Name, c.Help})
			}
		}
	default:
		list = at.arguments(names)
	}
	return slices.DeleteFunc(list, func(c Candidate) bool { return !strings.HasPrefix(c.Word, begun) })
}

// place is how far some words come in a command line.
type place struct {
	node  *kong.Node
	value *kong.Flag // the flag whose value comes next
	plain bool       // after --, nothing is a flag
	seen  int        // arguments
}

// walk follows the words of a command line.
func walk(node *kong.Node, words []string) place {
	at := place{node: node}
	for _, w := range words {
		switch f := at.flag(w); {
		case at.value != nil:
			at.value = nil
		case w == "--" || at.plain:
			at.seen, at.plain = at.seen+number(at.plain), true
		case f != nil:
			if !f.IsBool() && !f.IsCounter() {
				at.value = f
			}
		case strings.HasPrefix(w, "-") && w != "-":
		case at.child(w) != nil:
			at.node = at.child(w)
		default:
			at.seen++
		}
	}
	return at
}

// flag is the flag that a word names, without its value.
func (at place) flag(word string) *kong.Flag {
	for n := at.node; n != nil; n = n.Parent {
		for _, f := range n.Flags {
			if word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short) {
				return f
			}
		}
	}
	return nil
}

func (at place) child(word string) *kong.Node {
	for _, c := range at.node.Children {
		if c.Name == word && !c.Hidden {
			return c
		}
	}
	return nil
}

// flags are those of the command and of all above it.
func (at place) flags() (list []Candidate) {
	for n := at.node; n != nil; n = n.Parent {
		for _, f := range n.Flags {
			if !f.Hidden {
				list = append(list, Candidate{"--" + f.Name, f.Help})
			}
		}
	}
	slices.SortFunc(list, func(a, b Candidate) int { return cmp.Compare(a.Word, b.Word) })
	return list
}

// arguments are the words for the next argument of the command.
func (at place) arguments(names Names) []Candidate {
	all := at.node.Positional
	switch {
	case len(all) == 0:
		return nil
	case at.seen < len(all):
		return names(all[at.seen].Name)
	case all[len(all)-1].IsSlice():
		return names(all[len(all)-1].Name)
	}
	return nil
}

// values are the words for the value of a flag.
func values(f *kong.Flag, names Names) (list []Candidate) {
	if f.Enum == "" {
		return names("--" + f.Name)
	}
	for _, v := range f.EnumSlice() {
		list = append(list, Candidate{Word: v})
	}
	return list
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
