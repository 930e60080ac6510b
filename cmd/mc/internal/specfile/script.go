package specfile

import (
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"mc/model/schedule"
)

// script reads the steps of a script. A step is a command as a transcript has
// it ("fetch b2"), or a mapping of one command to its arguments, with what must
// be seen after it:
//
//   - produce: {to: b1, acks: all, count: 10}
//     expect: {leo: {b1: 10}}
//     note: The leader alone has them.
func script(to *schedule.Script) reader {
	return func(d *decoder, path string, n ast.Node) {
		items, ok := n.(*ast.SequenceNode)
		if !ok {
			d.complain(n, "%s must be a list of steps, got %s", path, kind(n))
			return
		}
		for _, item := range items.Values {
			step := d.step(path, item)
			to.Steps = append(to.Steps, step)
			d.spec.stepPlaces = append(d.spec.stepPlaces, d.place(item))
		}
	}
}

func (d *decoder) step(path string, n ast.Node) (step schedule.Step) {
	if line, ok := text(n); ok {
		step.Command = commandLine(line)
		return step
	}
	commands := 0
	d.entries("a step", n, func(inner, key string, at, value ast.Node) {
		delete(d.spec.places, inner) // steps share their keys; their places are kept by number
		switch key {
		case "expect":
			step.Expect = d.wants(inner, value)
		case "note":
			step.Note, _ = d.want("note", value, "text")
		default:
			if commands++; commands > 1 {
				d.complain(at, "%q is the second command of this step; begin a new step with it", key)
			}
			step.Command = schedule.Command{Name: key, Args: d.arguments(key, value)}
		}
	})
	if commands == 0 {
		d.complain(n, "a step needs a command, as in fetch: b2")
	}
	return step
}

// commandLine reads a command as a transcript has it.
func commandLine(line string) (c schedule.Command) {
	for i, word := range strings.Fields(line) {
		if i == 0 {
			c.Name = word
			continue
		}
		arg := schedule.Arg{Values: strings.Split(word, ",")}
		if key, value, keyed := strings.Cut(word, "="); keyed {
			arg = schedule.Arg{Key: key, Values: strings.Split(value, ",")}
		}
		c.Args = append(c.Args, arg)
	}
	return c
}

// arguments are nothing, a value or a list known by its place, or a mapping of
// keys to values or lists.
func (d *decoder) arguments(command string, n ast.Node) (args []schedule.Arg) {
	pairs, keyed := n.(ast.MapNode)
	if !keyed {
		if values := d.values(command, n); len(values) > 0 {
			args = append(args, schedule.Arg{Values: values})
		}
		return args
	}
	for it := pairs.MapRange(); it.Next(); {
		key, ok := text(it.Key())
		if !ok {
			d.complain(it.Key(), "an argument's key must be a plain word, got %s", kind(it.Key()))
			continue
		}
		args = append(args, schedule.Arg{Key: key, Values: d.values(key, it.Value())})
	}
	return args
}

// values are none, one, or a list of words.
func (d *decoder) values(what string, n ast.Node) []string {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.SequenceNode:
		out := []string{}
		for _, item := range n.Values {
			if s, ok := d.want(what, item, "a word or a number"); ok {
				out = append(out, s)
			}
		}
		return out
	}
	s, ok := d.want(what, n, "a word, a number, or a list of them")
	if !ok {
		return nil
	}
	return []string{s}
}

// wants are what must be seen: values by key, or by key and by whose.
func (d *decoder) wants(path string, n ast.Node) (wants []schedule.Want) {
	pairs, ok := n.(ast.MapNode)
	if !ok {
		d.complain(n, "expect must be a mapping, as in {leo: {b1: 10}}, got %s", kind(n))
		return nil
	}
	for it := pairs.MapRange(); it.Next(); {
		key, _ := text(it.Key())
		inner, of := it.Value().(ast.MapNode)
		if !of {
			wants = append(wants, schedule.Want{Key: key, Values: d.values(key, it.Value())})
			continue
		}
		for each := inner.MapRange(); each.Next(); {
			whose, _ := text(each.Key())
			wants = append(wants, schedule.Want{Key: key, Of: whose, Values: d.values(key, each.Value())})
		}
	}
	return wants
}

// clock reads the times of a script's clock; an empty mapping is a clock with
// the usual times.
func clock(to *map[string]time.Duration) reader {
	return func(d *decoder, path string, n ast.Node) {
		*to = map[string]time.Duration{}
		d.entries(path, n, func(inner, key string, _, value ast.Node) {
			var t time.Duration
			duration(&t)(d, inner, value)
			(*to)[key] = t
		})
	}
}
